// slow: waits until the compiler has done with what events run through
import { advance, boxAt, createKineticTree, findLeavesInBox, planFlights, setFlight } from 'pliant/kinetic';
import { createRandom } from 'pliant/exact';
import { describe, expect, it } from 'vitest';
import { sheet } from '../mesh/make-meshes.js';
import { ALLOWED_BYTES_PER_FRAME, bytesPerFrame } from './count-allocations.js';

describe('nothing is allocated per frame by a kinetic tree', () => {
  it('whose vertices swing, so that there are events in every frame', () => {
    const { positions, triangles } = sheet(6, 6);
    const random = createRandom(1);
    const velocities = positions.map(() => random.range(-1, 1));
    const tree = createKineticTree(planFlights({ positions, velocities }), triangles, { arity: 4 });
    // Each frame one vertex gets a new velocity, so that events go on for ever.
    const flights = Array.from({ length: 256 }, () => ({
      position: [0, 1, 2].map(() => random.range(0, 6)),
      velocity: [0, 1, 2].map(() => random.range(-1, 1)),
    }));
    const leaves = new Uint32Array(100);
    const box = new Float32Array(6);
    const query = [1, 1, -1, 3, 3, 1];
    // Beside a word, numbers stay the objects that they are: passing them on makes no new ones.
    const times: (number | string)[] = Array.from({ length: 100_000 }, (_, frame) => frame / 64);
    times.push('end');
    let frames = 0;
    const bytes = bytesPerFrame(() => {
      frames++;
      setFlight(tree, frames % 49, flights[(frames * 7) & 255]);
      advance(tree, times[frames] as number);
      boxAt(tree, tree.root, box);
      findLeavesInBox(tree, query, leaves);
    });
    expect(bytes).toBeLessThan(ALLOWED_BYTES_PER_FRAME);
    expect(tree.counts.leafEvents + tree.counts.treeEvents).toBeGreaterThan(frames / 10);
  });
});
