// slow: waits until the compiler has done with what events run through
import { createKineticBoxTree } from 'pliant/kinetic';
import { describe, it } from 'vitest';
import { expectNothingAllocated } from './kinetic-swinging.js';

describe('nothing is allocated per frame by a kinetic BoxTree', () => {
  it('whose vertices swing, so that there are events in every frame, where no part is built anew', () => {
    expectNothingAllocated((plan, triangles) => createKineticBoxTree(plan, triangles, { spoiledBy: Infinity }));
  });
});
