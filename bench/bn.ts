/**
 * Self-collision that leaves out what is proved free, against the search that looks at everything, refitting everything, and spatial hashing. One thread, sides in turns, the
 * same pairs.
 */
import { raceCharacters } from './bn-characters.js';
import { raceModels } from './bn-models.js';
import { comparePaper } from './bn-paper.js';
import { raceQuadruped } from './bn-quadruped.js';
import type { Benchmark, Figures } from './report.js';
import { loadRoomyKernels } from './roomy-kernels.js';

/** `npm run bench -- bn` */
export const benchBn: Benchmark = async (print) => {
  const kernels = await loadRoomyKernels();
  const figures: Figures[] = [
    raceQuadruped(kernels, print),
    raceModels(kernels, print),
    await raceCharacters(kernels, print),
    comparePaper(kernels, print),
  ];
  const missed = figures.reduce((sum, { pairs_missed = 0 }) => sum + pairs_missed, 0);
  return { ...figures[0], ...figures[1], ...figures[2], ...figures[3], pairs_missed: missed };
};
