import { createRandom } from 'pliant/exact';
import { type Mesh, createMesh, createPose, createTetEmbedding, findBoundary, poseMesh, setPoints } from 'pliant/parts';
import { type LatticeOptions, createLattice, createLatticeAsync } from 'pliant/sim';
import { describe, expect, it } from 'vitest';
import { expectRefused } from '../../mesh/expect-refused.js';
import { expectSound, faceCounts, filledVolume, piecesOf } from './expect-lattice.js';
import { box, bunnyMesh, moved, sphere, together, torus, turned, volumeInside, volumesOf } from './solids.js';

const SEED = 5;
const CUBE = box([0, 0, 0], [1, 1, 1]);

const CLOSED: readonly (readonly [name: string, mesh: Mesh])[] = [
  ['a sphere', moved(sphere(1, 32), [0.13, -0.2, 7.7])],
  ['a torus', torus(1, 0.35, 48, 24)],
  ['the bunny', bunnyMesh()],
  ['a box that is not along the grid of its cells', box([0, 0, 0], [1, 0.618, 0.371])],
];

describe('a lattice around a closed surface', () => {
  it.each(CLOSED)('is as full as the surface is (%s)', (_name, mesh) => {
    const exact = volumeInside(mesh);
    const errors = [6, 12, 24].map((cells) => {
      const lattice = createLattice(mesh, { cells });
      expectSound(mesh, lattice, `${cells} cells`);
      expect([lattice.closedParts, lattice.openParts]).toEqual([1, 0]);
      return Math.abs(filledVolume(lattice) / exact - 1);
    });
    // Grains along the longest side: 24, 48, 96.
    expect(errors[0]).toBeLessThan(0.015);
    expect(errors[1]).toBeLessThan(0.008);
    expect(errors[2]).toBeLessThan(0.004);
  });

  it('is exactly the cube that it is laid around, cut as Kuhn cut it, every other cell mirrored', () => {
    const lattice = createLattice(CUBE, { cells: 4 });
    expectSound(CUBE, lattice);
    expect(lattice.cells).toEqual([4, 4, 4]);
    expect(lattice.tetrahedra.length / 4).toBe(64 * 6);
    expect(lattice.points.length / 3).toBe(125);
    expect(lattice.fills.every((fill) => fill === 1)).toBe(true);
    expect(filledVolume(lattice)).toBeCloseTo(1, 6);
    expect(volumeInside(createMesh({ positions: lattice.points, triangles: findBoundary(lattice) }))).toBeCloseTo(1, 6);
    // Mirrored at its middle, it is the same lattice.
    const key = (points: Float32Array, flip: boolean): string =>
      Array.from({ length: 64 * 6 }, (_, t) =>
        Array.from(lattice.tetrahedra.subarray(t * 4, t * 4 + 4), (point) =>
          Array.from(points.subarray(point * 3, point * 3 + 3), (value, axis) =>
            Math.round((flip && axis === 0 ? 1 - value : value) * 4),
          ).join(),
        )
          .sort()
          .join(' '),
      )
        .sort()
        .join('\n');
    expect(key(lattice.points, true)).toBe(key(lattice.points, false));
  });

  it('conforms: each face has two tetrahedra, or one at the border', () => {
    for (const [name, mesh] of CLOSED) {
      const lattice = createLattice(mesh, { cells: 9, keepApart: false });
      expectSound(mesh, lattice, name);
      const counts = faceCounts(lattice);
      expect(new Set(counts.values()), name).toEqual(new Set([1, 2]));
      const outer = [...counts.values()].filter((count) => count === 1).length;
      expect(findBoundary(lattice).length / 3).toBe(outer);
      // Its border is closed, and holds what its tetrahedra hold: none of them lies in another.
      const whole = volumesOf(lattice).reduce((sum, volume) => sum + volume, 0);
      const border = createMesh({ positions: lattice.points, triangles: findBoundary(lattice) });
      expect(volumeInside(border) / whole, name).toBeCloseTo(1, 5);
    }
  });

  it('does not mind which side is out, nor seams along which vertices are repeated', () => {
    const mesh = sphere(1, 20);
    const lattice = createLattice(mesh);
    expect(createLattice(turned(mesh))).toEqual(lattice);
    const soup = createMesh({
      positions: Float32Array.from(mesh.triangles, (vertex) => vertex).reduce(
        (out, vertex, i) => {
          out.set(mesh.positions.subarray(vertex * 3, vertex * 3 + 3), i * 3);
          return out;
        },
        new Float32Array(mesh.triangles.length * 3),
      ),
      triangles: Uint32Array.from(mesh.triangles, (_, i) => i),
    });
    const { tetrahedronOf: _, ...rest } = createLattice(soup);
    expect(lattice).toMatchObject(rest);
  });

  it('is hollow where a cavity is', () => {
    const shell = together(sphere(1, 24), turned(sphere(0.6, 24)));
    const lattice = createLattice(shell, { cells: 16 });
    expectSound(shell, lattice);
    expect([lattice.closedParts, piecesOf(lattice).count]).toEqual([2, 1]);
    expect(filledVolume(lattice) / volumeInside(shell)).toBeCloseTo(1, 1);
    const whole = volumesOf(lattice).reduce((sum, volume) => sum + volume, 0);
    expect(whole).toBeLessThan(0.95 * filledVolume(createLattice(box([-1, -1, -1], [1, 1, 1]), { cells: 16 })));
  });

  it('is full once where surfaces cross, and one piece', () => {
    const crossing = together(CUBE, moved(CUBE, [0.5, 0.25, 0.125]));
    const lattice = createLattice(crossing, { cellSize: 0.125 });
    expectSound(crossing, lattice);
    expect(piecesOf(lattice).count).toBe(1);
    expect(filledVolume(lattice)).toBeCloseTo(2 - 0.5 * 0.75 * 0.875, 1);
  });
});

describe('a lattice around pieces', () => {
  it('keeps apart what a grain lies between, though it shares cells', () => {
    // Two boxes with a gap of three grains between them, in the middle of a cell.
    const boxes = together(CUBE, moved(CUBE, [1.2, 0, 0]));
    for (const cells of [4, 5, 7]) {
      const lattice = createLattice(boxes, { cells, fineness: 8 });
      expectSound(boxes, lattice, `${cells} cells`);
      const { count, pieceOf } = piecesOf(lattice);
      expect(count, `${cells} cells`).toBe(2);
      const piecesOfBoxes = [0, 8].map((first) =>
        Array.from({ length: 8 }, (_, k) => pieceOf[lattice.tetrahedronOf[first + k]]),
      );
      expect(new Set(piecesOfBoxes[0]).size).toBe(1);
      expect(new Set(piecesOfBoxes[1]).size).toBe(1);
      expect(piecesOfBoxes[0][0]).not.toBe(piecesOfBoxes[1][0]);
      expect(piecesOf(createLattice(boxes, { cells: 1, keepApart: false })).count).toBe(1);
    }
  });

  it('keeps balls apart that are two and a half grains from each other', () => {
    const random = createRandom(SEED);
    for (let round = 0; round < 40; round++) {
      const [cells, fineness] = [2 + random.integer(6), 2 + random.integer(6)];
      const direction = [0, 1, 2].map(() => random.range(-1, 1));
      const length = Math.sqrt(direction[0] * direction[0] + direction[1] * direction[1] + direction[2] * direction[2]);
      // At most 5 long, so a grain is at most 5 / (cells · fineness).
      const gap = (2.5 * 5) / (cells * fineness);
      if (gap > 1) continue;
      const balls = together(
        sphere(1, 10),
        moved(
          sphere(1, 10),
          direction.map((value) => (value / length) * (2 + gap)),
        ),
      );
      const lattice = createLattice(balls, { cells, fineness });
      expectSound(balls, lattice, `seed ${SEED}, round ${round}`);
      expect(piecesOf(lattice).count, `seed ${SEED}, round ${round}`).toBe(2);
    }
  });

  it('joins them where they hang together, cell by cell: fingers of a hand', () => {
    // A palm with two fingers, which share cells all along.
    const hand = together(
      box([0, 0, 0], [2, 1, 0.5]),
      box([0, 0.9, 0], [0.6, 4, 0.5]),
      box([1.4, 0.9, 0], [2, 4, 0.5]),
    );
    const lattice = createLattice(hand, { cellSize: 2, fineness: 8 });
    expectSound(hand, lattice);
    expect(piecesOf(lattice).count).toBe(1);
    // Four points at the bottom, four at the roots of the fingers, which both share, and four at the tips for each of them.
    expect(lattice.points.length / 3).toBe(16);
    const cornersOf = (vertex: number): number[] => [
      ...lattice.tetrahedra.subarray(lattice.tetrahedronOf[vertex] * 4, lattice.tetrahedronOf[vertex] * 4 + 4),
    ];
    const [left, right] = [8 + 7, 16 + 7].map(cornersOf);
    const atTips = left.filter((point) => lattice.points[point * 3 + 1] === 4);
    expect(atTips.length).toBeGreaterThan(0);
    expect(atTips.filter((point) => right.includes(point))).toEqual([]);
    expect(createLattice(hand, { cellSize: 2, fineness: 8, keepApart: false }).points.length / 3).toBe(12);
  });

  it('carries each vertex by the tetrahedron of its piece', () => {
    const boxes = together(CUBE, moved(CUBE, [1.2, 0, 0]));
    const lattice = createLattice(boxes, { cells: 4, fineness: 8 });
    const model = createTetEmbedding(boxes, lattice);
    const { pieceOf } = piecesOf(lattice);
    const points = lattice.points.slice();
    // One piece is lifted, the other stays.
    const lifted = pieceOf[lattice.tetrahedronOf[0]];
    for (const [t, piece] of pieceOf.entries()) {
      if (piece !== lifted) continue;
      for (let k = 0; k < 4; k++)
        points[lattice.tetrahedra[t * 4 + k] * 3 + 2] = lattice.points[lattice.tetrahedra[t * 4 + k] * 3 + 2] + 5;
    }
    const pose = createPose(model.poseLayout);
    setPoints(pose, points);
    const out = new Float32Array(boxes.positions.length);
    poseMesh(model, pose, out);
    for (let vertex = 0; vertex < 16; vertex++) {
      expect(out[vertex * 3 + 2]).toBeCloseTo(boxes.positions[vertex * 3 + 2] + (vertex < 8 ? 5 : 0), 5);
    }
  });
});

describe('a lattice', () => {
  it('holds every vertex of random triangles, wherever they lie', () => {
    const random = createRandom(SEED);
    for (let round = 0; round < 150; round++) {
      const scale = [1e-3, 1, 1e4][random.integer(3)];
      // Some coordinates are multiples of a quarter, so that they lie in planes of the grid.
      const isOnGrid = random.integer(2) === 0;
      const offset = [random.range(-3, 3), random.range(-3, 3), random.range(-3, 3)];
      const positions = Float32Array.from({ length: (3 + random.integer(12)) * 3 }, (_, k) =>
        isOnGrid ? random.integer(9) / 4 : (random.range(-1, 1) + offset[k % 3]) * scale,
      );
      const count = positions.length / 3;
      const mesh = createMesh({
        positions,
        triangles: Uint32Array.from({ length: (1 + random.integer(8)) * 3 }, () => random.integer(count)),
      });
      if (new Set(Array.from(mesh.triangles, (v) => positions.subarray(v * 3, v * 3 + 3).join())).size < 2) continue;
      const options: LatticeOptions = {
        cells: 1 + random.integer(9),
        fineness: 1 + random.integer(5),
        keepApart: random.integer(2) === 0,
      };
      expectSound(mesh, createLattice(mesh, options), `seed ${SEED}, round ${round}`);
    }
  });

  it('is the same in slices, tells how far it is, and can be called off', async () => {
    const mesh = bunnyMesh();
    const shares: number[] = [];
    const lattice = await createLatticeAsync(mesh, { cells: 24, onProgress: (share) => shares.push(share) });
    expect(lattice).toEqual(createLattice(mesh, { cells: 24 }));
    expect(shares.length).toBeGreaterThan(3);
    expect(shares).toEqual([...shares].sort((a, b) => a - b));
    expect(shares.filter((share) => share === 1)).toEqual([1]);
    const controller = new AbortController();
    const called = createLatticeAsync(mesh, {
      cells: 48,
      signal: controller.signal,
      onProgress: () => controller.abort(),
    });
    await expect(called).rejects.toThrow('abort');
  });

  it.each<readonly [LatticeOptions, string, string]>([
    [
      { cellSize: 0.001 },
      'bad-count',
      'grid of 1000 × 1000 × 1000 cells, but mostCells is 4194304; pass a cellSize of',
    ],
    [{ cellSize: 1e-300 }, 'bad-count', 'but mostCells is 4194304'],
    [{ cells: 200 }, 'bad-count', 'grid of 200 × 200 × 200 cells'],
    [{ cells: 0 }, 'bad-count', 'cells is 0'],
    [{ cells: 2.5 }, 'bad-count', 'cells is 2.5'],
    [{ cellSize: 0 }, 'bad-number', 'cellSize is 0; pass a finite length above 0'],
    [{ cellSize: NaN }, 'bad-number', 'cellSize is NaN'],
    [{ cellSize: '1' as never }, 'bad-type', 'cellSize is "1"'],
    [{ cells: 3, cellSize: 1 }, 'mismatch', 'both cells and cellSize'],
    [{ fineness: 9 }, 'bad-count', 'fineness is 9; pass a whole number from 1 to 8'],
    [{ keepApart: 1 as never }, 'bad-type', 'keepApart is 1'],
    [{ fillOpen: 'yes' as never }, 'bad-type', 'fillOpen is "yes"'],
    [{ mostCells: 1e9 }, 'bad-count', 'mostCells is 1000000000'],
    [{ size: 1 } as never, 'unsupported', 'no option size'],
    [null as never, 'bad-type', 'the options are null'],
  ])('is refused with unsound options (%#)', (options, code, message) => {
    expectRefused(() => createLattice(CUBE, options), code as never, 'createLattice: ', message);
  });

  it('is laid around surfaces of any size that float32 has', () => {
    for (const scale of [1e-36, 2 ** -60, 2 ** 60, 1e37]) {
      const mesh = moved(sphere(1, 12), [0, 0, 0], [scale, scale, scale]);
      const lattice = createLattice(mesh, { cells: 5 });
      expectSound(mesh, lattice, `${scale}`);
      // Nothing is rounded otherwise where all is multiplied by a power of two.
      if (scale === 2 ** 60 || scale === 2 ** -60) {
        expect(lattice.fills).toEqual(createLattice(sphere(1, 12), { cells: 5 }).fills);
      }
    }
    const small = moved(CUBE, [0, 0, 0], [1e-43, 1e-43, 1e-43]);
    expectRefused(() => createLattice(small), 'bad-number', 'float32 cannot tell their corners apart');
    const large = moved(CUBE, [0, 0, 0], [2e38, 1, 1]);
    expectRefused(() => createLattice(large, { cells: 2 }), 'bad-number', 'beyond what a float32 can hold');
    expectRefused(() => createLattice(CUBE, { cellSize: 1e39 }), 'bad-number', 'beyond what a float32 can hold');
  });

  it('is refused where there is nothing to lay it around, or too far away', () => {
    const point = createMesh({ positions: new Float32Array(9), triangles: Uint32Array.of(0, 1, 2) });
    expectRefused(() => createLattice(point), 'bad-number', 'single point');
    expectRefused(
      () => createLattice(moved(CUBE, [1e7, 0, 0]), { cells: 2 }),
      'bad-number',
      'too small so far from the origin',
    );
    expectRefused(() => createLattice({ ...CUBE, positions: CUBE.positions.map(() => NaN) }), 'bad-number', 'is NaN');
  });
});
