/** The whole self-collision of the walking animal over workers: one against two of the same pool, and a search in this thread. */
import { createBody, createPairHits, findSelfHits } from 'pliant';
import type { Kernels, Shape } from 'pliant';
import { createSearchPool } from 'pliant/workers';
import { orderedPairChecksum } from './checksum.js';
import { raceAsync } from './protocol.js';
import type { AsyncSide } from './protocol.js';
import type { Figures, Print } from './report.js';

/** The animal, and the transforms of every frame. */
interface Animal {
  readonly shape: Shape;
  readonly kernels: Kernels;
  readonly poses: readonly Float32Array[];
}

const REPETITIONS = 7;
/** One of so many frames is searched. */
const STRIDE = 4;

/** Runs the race; the figure is the time of one worker over that of two. */
export async function selfOverWorkers(animal: Animal, print: Print): Promise<Figures> {
  const sides = [hereSide(animal), await pooledSide(animal, 1), await pooledSide(animal, 2)];
  const { checksum, microseconds } = await raceAsync(sides, animal.poses.length / STRIDE, REPETITIONS);
  for (const side of sides) side.dispose();
  const [here, one, two] = microseconds.map((time) => (time / 1000).toFixed(1));
  print(`self over workers: one ${one} ms, two ${two} ms, in this thread ${here} ms, checksum ${checksum}`);
  return { self_2_workers_speedup: microseconds[1] / microseconds[2] };
}

type DisposableSide = AsyncSide & { readonly dispose: () => void };

async function pooledSide({ poses, shape }: Animal, workers: number): Promise<DisposableSide> {
  const pool = await createSearchPool({ workers });
  const body = await pool.addBody(shape, { pruning: 'never' });
  const hits = createPairHits(1 << 16);
  return {
    name: `${workers} workers`,
    frame: async (frame) => {
      body.setTransforms(poses[frame * STRIDE]);
      await pool.findSelfHits(body, hits);
      return orderedPairChecksum(hits);
    },
    dispose: () => pool.dispose(),
  };
}

function hereSide({ kernels, poses, shape }: Animal): DisposableSide {
  const body = createBody(kernels, shape, { pruning: 'never' });
  const hits = createPairHits(1 << 16);
  return {
    name: 'this thread',
    frame: (frame) => {
      body.setTransforms(poses[frame * STRIDE]);
      findSelfHits(body, hits);
      return Promise.resolve(orderedPairChecksum(hits));
    },
    dispose: () => body.dispose(),
  };
}
