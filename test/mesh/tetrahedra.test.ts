import { createRandom } from 'pliant/exact';
import { inspectSurface } from 'pliant/inspect';
import {
  type TetrahedralMesh,
  createMesh,
  findBoundary,
  findEdges,
  findTetrahedraProblem,
  inspectTetrahedra,
  orientTetrahedra,
} from 'pliant/parts';
import { describe, expect, it } from 'vitest';
import { expectRefused } from './expect-refused.js';

const SEED = 77;

const solidOf = (points: readonly number[], tetrahedra: readonly number[]): TetrahedralMesh => ({
  points: Float32Array.from(points),
  tetrahedra: Uint32Array.from(tetrahedra),
});

/** Six times the volume of a tetrahedron whose coordinates are small whole numbers: exact in doubles. */
function volumeOf({ points, tetrahedra }: TetrahedralMesh, t: number): number {
  const [a, b, c, d] = [0, 1, 2, 3].map((k) => [0, 1, 2].map((axis) => points[tetrahedra[t * 4 + k] * 3 + axis]));
  const [u, v, w] = [b, c, d].map((corner) => corner.map((value, axis) => value - a[axis]));
  return (
    u[0] * (v[1] * w[2] - v[2] * w[1]) + u[1] * (v[2] * w[0] - v[0] * w[2]) + u[2] * (v[0] * w[1] - v[1] * w[0]) + 0
  );
}

/** Tetrahedra between points of a small grid: flat ones, flipped ones, the same ones again, points named twice and never. */
function tangled(seed: number): TetrahedralMesh {
  const random = createRandom(seed);
  if (random.integer(8) === 0) {
    return solidOf(
      Array.from({ length: 12 }, () => random.integer(3)),
      [0, 1, 2, 3],
    );
  }
  const points = Array.from({ length: (4 + random.integer(9)) * 3 }, () => random.integer(3));
  const tetrahedra = Array.from({ length: (1 + random.integer(12)) * 4 }, () => random.integer(points.length / 3));
  return solidOf(points, tetrahedra);
}

const keyOf = (corners: Iterable<number>): string => [...corners].sort((a, b) => a - b).join(' ');

/** The tetrahedra of a solid, their corners. */
const cornersOf = ({ tetrahedra }: TetrahedralMesh): number[][] =>
  Array.from({ length: tetrahedra.length / 4 }, (_, t) => [...tetrahedra.subarray(t * 4, t * 4 + 4)]);

/** The four faces of a tetrahedron, none where it names a point twice. */
const facesOf = (corners: readonly number[]): string[] =>
  new Set(corners).size < 4 ? [] : corners.map((_, k) => keyOf(corners.filter((_, other) => other !== k)));

/** What is wrong, by looking at everything. */
function examine(solid: TetrahedralMesh): unknown {
  const all = cornersOf(solid);
  const isFirst = all.map((corners, t) => all.findIndex((other) => keyOf(other) === keyOf(corners)) === t);
  const faces = new Map<string, number>();
  all.forEach((corners, t) => {
    if (isFirst[t]) for (const face of facesOf(corners)) faces.set(face, (faces.get(face) ?? 0) + 1);
  });
  return {
    flipped: all.flatMap((_, t) => (volumeOf(solid, t) < 0 ? [t] : [])),
    flat: all.flatMap((_, t) => (volumeOf(solid, t) === 0 ? [t] : [])),
    duplicated: isFirst.flatMap((first, t) => (first ? [] : [t])),
    unusedPoints: Array.from({ length: solid.points.length / 3 }, (_, point) => point).filter(
      (point) => !all.flat().includes(point),
    ),
    crowdedFaces: [...faces].flatMap(([face, count]) => (count > 2 ? [face] : [])).sort(),
  };
}

describe('inspectTetrahedra', () => {
  it('finds what looking at everything finds', () => {
    let sound = 0;
    for (let round = 0; round < 2000; round++) {
      const solid = tangled(SEED + round);
      const { crowdedFaces, isSound, ...lists } = inspectTetrahedra(solid);
      const faces = Array.from({ length: crowdedFaces.length / 3 }, (_, i) =>
        keyOf(crowdedFaces.subarray(i * 3, i * 3 + 3)),
      );
      const found = Object.fromEntries(Object.entries(lists).map(([name, list]) => [name, [...list]]));
      const expected = examine(solid) as Record<string, unknown[]>;
      expect({ ...found, crowdedFaces: faces.sort() }, `seed ${SEED + round}`).toEqual(expected);
      expect(isSound).toBe(Object.values(expected).every((list) => list.length === 0));
      if (isSound) sound++;
    }
    expect(sound).toBeGreaterThan(0);
  });

  it('tells flat from thin exactly', () => {
    // Far from the origin, a step of a float32 above a plane that is not along the axes: a determinant in doubles would say anything.
    const far = 16_777_215;
    const points = [far, far - 1, 1, far - 7, 3, far, 5, far - 11, far - 3];
    const middle = [0, 1, 2].map((axis) => points[axis] + points[3 + axis] - points[6 + axis]);
    const flat = solidOf([...points, ...middle], [0, 1, 2, 3]);
    expect([...inspectTetrahedra(flat).flat]).toEqual([0]);
    const thin = solidOf([...points, middle[0], middle[1], middle[2] + 1], [0, 1, 2, 3]);
    const { flat: none, flipped } = inspectTetrahedra(thin);
    expect([none.length, flipped.length]).toEqual([0, bigVolumeOf(thin) < 0n ? 1 : 0]);
  });

  it('says the first thing that is wrong in words', () => {
    const corner = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1];
    const problem = (solid: TetrahedralMesh): string | undefined => findTetrahedraProblem(inspectTetrahedra(solid));
    expect(problem(solidOf(corner, [0, 1, 2, 3]))).toBeUndefined();
    expect(problem(solidOf(corner, [0, 1, 3, 2]))).toBe('tetrahedron 0 is flipped');
    expect(problem(solidOf(corner, [0, 1, 2, 3, 0, 1, 1, 2]))).toBe('tetrahedron 1 is flat');
    expect(problem(solidOf(corner, [0, 1, 2, 3, 1, 2, 0, 3]))).toBe('tetrahedron 1 is duplicated');
    expect(problem(solidOf([...corner, 5, 5, 5], [0, 1, 2, 3]))).toBe('point 4 is unused');
    expect(problem(solidOf(corner, [0, 1, 3, 2, 0, 2, 1, 3]))).toBe('2 tetrahedra are flipped, first tetrahedron 0');
    const fan = [...corner, 0, 0, 2, 0, 0, 3];
    expect(problem(solidOf(fan, [0, 1, 2, 3, 0, 1, 2, 4, 0, 1, 2, 5]))).toBe(
      'a face has three tetrahedra or more, that of points 0, 1 and 2',
    );
  });

  it.each([
    [{}, 'bad-type', 'points is undefined'],
    [{ points: new Float32Array(4), tetrahedra: new Uint32Array(4) }, 'bad-count', 'points has 4 numbers'],
    [{ points: new Float32Array(3), tetrahedra: new Uint32Array(0) }, 'bad-count', 'tetrahedra has 0 numbers'],
    [
      { points: new Float32Array(3), tetrahedra: Uint32Array.of(0, 0, 0, 1) },
      'bad-index',
      'tetrahedron 0 uses point 1',
    ],
    [{ points: Float32Array.of(0, NaN, 0), tetrahedra: new Uint32Array(4) }, 'bad-number', 'points[1] is NaN'],
    [{ points: new Float32Array(3), tetrahedra: [0, 0, 0, 0] }, 'bad-type', 'tetrahedra is an Array'],
  ] as const)('refuses what is no tetrahedral mesh (%#)', (solid, code, message) => {
    expectRefused(() => inspectTetrahedra(solid as never), code, 'inspectTetrahedra: ', message);
    expectRefused(() => findBoundary(solid as never), code, 'findBoundary: ', message);
    expectRefused(() => orientTetrahedra(solid as never), code, 'orientTetrahedra: ', message);
  });
});

/** Six times the volume, in whole numbers. */
function bigVolumeOf({ points, tetrahedra }: TetrahedralMesh): bigint {
  const at = (k: number, axis: number): bigint =>
    BigInt(points[tetrahedra[k] * 3 + axis]) - BigInt(points[tetrahedra[0] * 3 + axis]);
  return (
    at(1, 0) * (at(2, 1) * at(3, 2) - at(2, 2) * at(3, 1)) +
    at(1, 1) * (at(2, 2) * at(3, 0) - at(2, 0) * at(3, 2)) +
    at(1, 2) * (at(2, 0) * at(3, 1) - at(2, 1) * at(3, 0))
  );
}

describe('orientTetrahedra', () => {
  it('turns round what is flipped, leaves out what it is told to, and says where all came from', () => {
    for (let round = 0; round < 500; round++) {
      const solid = tangled(SEED + round);
      const report = inspectTetrahedra(solid);
      const message = `seed ${SEED + round}`;
      const turned = orientTetrahedra(solid);
      expect(turned.turned, message).toBe(report.flipped.length);
      expect(turned.points).toEqual(solid.points);
      expect(inspectTetrahedra(turned).flipped.length).toBe(0);
      expect(cornersOf(turned).map(keyOf)).toEqual(cornersOf(solid).map(keyOf));
      if (report.flat.length === solid.tetrahedra.length / 4) {
        expectRefused(() => orientTetrahedra(solid, { dropFlat: true }), 'bad-number', 'has a volume');
        continue;
      }
      const clean = orientTetrahedra(solid, { dropFlat: true, dropDuplicated: true, dropUnused: true });
      const after = inspectTetrahedra(clean);
      expect([after.flipped, after.flat, after.duplicated, after.unusedPoints].map((list) => list.length)).toEqual([
        0, 0, 0, 0,
      ]);
      const original = cornersOf(solid);
      cornersOf(clean).forEach((corners, t) => {
        expect(keyOf(corners.map((point) => clean.originalPointOf[point]))).toBe(keyOf(original[clean.originalOf[t]]));
      });
      for (const [point, from] of clean.originalPointOf.entries()) {
        expect([...clean.points.subarray(point * 3, point * 3 + 3)]).toEqual([
          ...solid.points.subarray(from * 3, from * 3 + 3),
        ]);
      }
    }
  });

  it('refuses options that there are none of', () => {
    const solid = solidOf([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1], [0, 1, 2, 3]);
    expectRefused(() => orientTetrahedra(solid, { dropAll: true } as never), 'unsupported', 'no option dropAll');
  });
});

describe('findBoundary', () => {
  it('finds the faces that one tetrahedron has', () => {
    for (let round = 0; round < 1000; round++) {
      const solid = tangled(SEED + round);
      const counts = new Map<string, number>();
      for (const face of cornersOf(solid).flatMap(facesOf)) counts.set(face, (counts.get(face) ?? 0) + 1);
      const expected = [...counts].flatMap(([face, count]) => (count === 1 ? [face] : [])).sort();
      const found = findBoundary(solid);
      const faces = Array.from({ length: found.length / 3 }, (_, i) => keyOf(found.subarray(i * 3, i * 3 + 3)));
      expect(faces.sort(), `seed ${SEED + round}`).toEqual(expected);
    }
  });

  it('turns them outward, whichever way the tetrahedra are', () => {
    const points = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 1, 1];
    for (const tetrahedra of [
      [0, 1, 2, 3, 1, 2, 3, 4],
      [1, 0, 2, 3, 4, 1, 2, 3],
    ]) {
      const mesh = createMesh({
        positions: Float32Array.from(points),
        triangles: findBoundary(solidOf(points, tetrahedra)),
      });
      const report = inspectSurface(mesh, findEdges(mesh));
      expect([mesh.triangleCount, report.closed, report.misorientedEdges.length]).toEqual([6, true, 0]);
      // A corner of a cube, and the tetrahedron in the middle of the cube: 1/6 and 1/3.
      let volume = 0;
      for (let i = 0; i < 18; i += 3) {
        const [a, b, c] = [0, 1, 2].map((k) =>
          mesh.positions.subarray(mesh.triangles[i + k] * 3, mesh.triangles[i + k] * 3 + 3),
        );
        volume +=
          a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0]);
      }
      expect(volume / 6).toBeCloseTo(1 / 6 + 1 / 3, 12);
    }
  });
});
