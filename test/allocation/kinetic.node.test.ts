// slow: waits until the compiler has done with what events run through
import { createKineticTree } from 'pliant/kinetic';
import { describe, it } from 'vitest';
import { expectNothingAllocated } from './kinetic-swinging.js';

describe('nothing is allocated per frame by a kinetic tree', () => {
  it('whose vertices swing, so that there are events in every frame', () => {
    expectNothingAllocated((plan, triangles) => createKineticTree(plan, triangles, { arity: 4 }));
  });
});
