import { describe, expect, it } from 'vitest';
import { createLattice } from 'pliant/sim';
import { AnswerHash } from '../../golden/answer-hash.js';
import { bunnyMesh, moved, sphere, together, torus, turned, waves } from './solids.js';

/** What the lattices below come to in every engine. It changes when a lattice does; other tests say what is right. */
const HASH = '72db5dee3f195ac3';

describe('lattices', () => {
  it('have the same bits in every engine', () => {
    const hash = new AnswerHash();
    const bunny = bunnyMesh();
    for (const lattice of [
      createLattice(bunny),
      createLattice(bunny, { cellSize: 0.7, fineness: 3, keepApart: false }),
      createLattice(together(torus(1, 0.3, 40, 20), turned(sphere(0.5, 16))), { cells: 9, fineness: 5 }),
      createLattice(together(moved(waves(1, 9, 0.3), [0.1, 0.2, 0.3]), sphere(0.4, 12)), { cells: 14 }),
    ]) {
      hash.addNumbers(lattice.points);
      hash.addNumbers(lattice.tetrahedra);
      hash.addNumbers(lattice.fills);
      hash.addNumbers(lattice.tetrahedronOf);
      hash.addNumbers([...lattice.cells, lattice.cellSize, lattice.closedParts, lattice.openParts]);
    }
    expect(hash.wordCount).toBeGreaterThan(50_000);
    expect(hash.digest()).toBe(HASH);
  });
});
