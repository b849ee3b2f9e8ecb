// slow: waits until the compiler has done with all that a walk runs through
import { createRandom } from 'pliant/exact';
import {
  createInterruptedWalk,
  createPlacedSpheres,
  createTurns,
  placeSpheres,
  walkInTurns,
  walkWithin,
} from 'pliant/sim';
import { describe, expect, it } from 'vitest';
import { randomTree } from '../sim/interrupted/random-trees.js';
import { randomPlacement } from '../support/placements.js';
import { ALLOWED_BYTES_PER_FRAME, bytesPerFrame } from './count-allocations.js';

describe('nothing is allocated per frame by interrupted walks', () => {
  const random = createRandom(61);
  const options = { leaves: 60, branching: 4, radius: 0.3, spread: 1 };
  const walks = Array.from({ length: 3 }, () => {
    const [a, b] = [0, 1].map(() => createPlacedSpheres(randomTree(random, options)));
    return { a, walk: createInterruptedWalk(a, b) };
  });
  const turns = createTurns(walks.map(({ walk }) => walk));
  const placements = Array.from({ length: 64 }, () => randomPlacement(random, 0.5));
  const budget = { tests: 300 };

  it('whose trees are placed anew in every frame, alone and in turns', () => {
    let answered = 0;
    const bytes = bytesPerFrame((frame) => {
      for (let i = 0; i < walks.length; i++) placeSpheres(walks[i].a, placements[(frame + i) & 63]);
      if ((frame & 1) === 0) walkInTurns(turns, budget);
      else for (let i = 0; i < walks.length; i++) walkWithin(walks[i].walk, budget);
      answered += walks[0].walk.answer.contacts.count;
    });
    expect(bytes).toBeLessThan(ALLOWED_BYTES_PER_FRAME);
    expect(answered).toBeGreaterThan(100);
  });
});
