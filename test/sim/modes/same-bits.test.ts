import { createLinearModel, createMesh } from 'pliant/parts';
import {
  createVibration,
  createVibrator,
  findRodModes,
  findVibrationModes,
  pushVertex,
  stepVibration,
  writeModeFields,
} from 'pliant/sim';
import { describe, expect, it } from 'vitest';
import { RUBBER, createBlock } from '../../support/blocks.js';
import { hashWords } from '../../support/same-words.js';

/** What it is matters to nobody; that it is the same in Node and in a browser does. */
const HASH = '1a15a71d';

describe('vibrations', () => {
  it('come to the same bits in every engine', () => {
    const block = createBlock([4, 3, 2], [0.4, 0.33, 0.2]);
    const modes = findVibrationModes(block, RUBBER);
    const rods = findRodModes(block, { stiffness: 100, density: 2 }, { modeCount: 8, pinned: [0] });
    const mesh = createMesh({ positions: block.points, triangles: Uint32Array.of(0, 1, 5) });
    const model = createLinearModel(mesh, writeModeFields(modes));
    const ratios = modes.eigenvalues.map((_, mode) => 0.09 * mode);
    const vibrator = createVibrator(modes, { timeStep: 0.01, dampingRatios: ratios, strainLimit: 0.2 });
    const vibration = createVibration(vibrator);
    pushVertex(model, 59, 3, 2, 1, vibration.velocities);
    pushVertex(model, 0, 0, 5, 0, vibration.forces);
    for (let step = 0; step < 100; step++) stepVibration(vibration, vibrator);
    const hash = hashWords(
      modes.eigenvalues,
      ...modes.shapes,
      modes.strains,
      rods.eigenvalues,
      ...rods.shapes,
      vibrator.steps,
      vibration.amplitudes,
      vibration.velocities,
    );
    expect(hash).toBe(HASH);
  });
});
