import { createMesh } from 'pliant/parts';
import { createLattice } from 'pliant/sim';
import { describe, expect, it } from 'vitest';
import { expectSound, filledVolume, piecesOf } from './expect-lattice.js';
import { box, moved, sphere, together, volumeInside, waves } from './solids.js';

const CUBE = box([0, 0, 0], [1, 1, 1]);

describe('a lattice around an open surface', () => {
  it('holds what is touched, and says that there is no inside', () => {
    const sheet = waves(1, 24, 0.15);
    const coarse = createLattice(sheet, { cells: 8 });
    const fine = createLattice(sheet, { cells: 32 });
    for (const lattice of [coarse, fine]) {
      expectSound(sheet, lattice);
      expect([lattice.closedParts, lattice.openParts]).toEqual([0, 1]);
      expect(piecesOf(lattice).count).toBe(1);
    }
    // A sheet as thick as grains are: about a quarter of the volume when grains are a quarter as large.
    expect(filledVolume(fine) / filledVolume(coarse)).toBeLessThan(0.4);
    expect(filledVolume(fine) / filledVolume(coarse)).toBeGreaterThan(0.15);
  });

  it('lies flat in the middle of its cells, whichever way it lies', () => {
    for (let axis = 0; axis < 3; axis++) {
      const positions = Float32Array.from({ length: 12 }, (_, k) => {
        const corner = Math.floor(k / 3);
        return k % 3 === axis ? 0.3 : k % 3 === (axis + 1) % 3 ? corner & 1 : corner >> 1;
      });
      const sheet = createMesh({ positions, triangles: Uint32Array.of(0, 1, 3, 0, 3, 2) });
      const lattice = createLattice(sheet, { cells: 5 });
      expectSound(sheet, lattice);
      expect(lattice.cells[axis]).toBe(1);
      expect(lattice.tetrahedra.length / 4).toBe(25 * 6);
    }
  });

  it('has an inside where it is nearly closed, if that is wanted', () => {
    const whole = sphere(1, 24);
    // A cap is cut off, of which a closed half of the sphere would miss more.
    const triangles = whole.triangles.filter((_, i, all) =>
      [0, 1, 2].every((k) => whole.positions[all[i - (i % 3) + k] * 3 + 2] < 0.85),
    );
    const cut = createMesh({ positions: whole.positions, triangles });
    expect(triangles.length).toBeLessThan(whole.triangles.length);
    const shell = createLattice(cut, { cells: 12 });
    const full = createLattice(cut, { cells: 12, fillOpen: true });
    for (const lattice of [shell, full]) {
      expectSound(cut, lattice);
      expect([lattice.closedParts, lattice.openParts, piecesOf(lattice).count]).toEqual([0, 1, 1]);
    }
    expect(filledVolume(full) / volumeInside(whole)).toBeGreaterThan(0.95);
    expect(filledVolume(full) / volumeInside(whole)).toBeLessThan(1.01);
    expect(filledVolume(shell) / volumeInside(whole)).toBeLessThan(0.5);
    // Closed parts are none the fuller for it, and a flat sheet has no inside.
    expect(createLattice(whole, { fillOpen: true })).toEqual(createLattice(whole));
    const sheet = waves(1, 24, 0);
    expect(filledVolume(createLattice(sheet, { cells: 8, fillOpen: true }))).toBeLessThan(
      filledVolume(createLattice(sheet, { cells: 8 })) / 4,
    );
  });

  it('is told apart from closed parts beside it', () => {
    const mesh = together(CUBE, moved(waves(1, 8, 0.1), [0, 0, 2]));
    const lattice = createLattice(mesh, { cells: 8 });
    expectSound(mesh, lattice);
    expect([lattice.closedParts, lattice.openParts, piecesOf(lattice).count]).toEqual([1, 1, 2]);
    expect(filledVolume(lattice)).toBeGreaterThan(1);
    expect(filledVolume(lattice)).toBeLessThan(1.4);
  });
});
