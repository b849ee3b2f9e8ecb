/** What Loop's subdivision refuses, and what it takes that looks odd. */
import type { PliantErrorCode } from 'pliant';
import { type LoopOptions, type MeshData, subdivideLoop } from 'pliant/parts';
import { describe, expect, it } from 'vitest';
import { expectRefused } from '../mesh/expect-refused.js';
import { sheet, tetrahedron } from '../mesh/make-meshes.js';

/** Triangles between vertices along a bent line. */
function meshOf(vertexCount: number, triangles: readonly number[]): MeshData {
  return {
    positions: Float32Array.from({ length: vertexCount * 3 }, (_, k) => (k * k) % 7),
    triangles: Uint32Array.from(triangles),
  };
}

describe('a control mesh is refused', () => {
  it.each<[string, unknown, PliantErrorCode, string[]]>([
    ['that is none', undefined, 'bad-type', ['undefined']],
    ['without positions', { triangles: new Uint32Array(3) }, 'bad-type', ['positions']],
    ['with an index out of range', meshOf(3, [0, 1, 3]), 'bad-index', ['vertex 3']],
    [
      'with a position that is not finite',
      { positions: Float32Array.of(0, 0, 0, NaN, 0, 0, 0, 1, 0), triangles: Uint32Array.of(0, 1, 2) },
      'bad-number',
      ['vertex 1'],
    ],
    ['where a triangle names a vertex twice', meshOf(4, [0, 1, 2, 1, 3, 3]), 'bad-index', ['triangle 1', 'vertex 3']],
    [
      'where three triangles meet in an edge',
      meshOf(5, [0, 1, 2, 1, 0, 3, 0, 1, 4]),
      'unsupported',
      ['vertices 0 and 1', '3 triangles', 'of its own'],
    ],
    [
      'where two triangles have the same corners',
      meshOf(4, [3, 1, 2, 1, 3, 2]),
      'unsupported',
      ['triangles 0 and 1', 'same corners'],
    ],
    [
      'where two open fans meet in a vertex',
      meshOf(5, [0, 1, 2, 0, 3, 4]),
      'unsupported',
      ['vertex 0', 'a vertex of its own'],
    ],
    [
      'where two closed fans meet in a vertex',
      meshOf(7, [0, 1, 2, 0, 2, 3, 0, 3, 1, 0, 4, 5, 0, 5, 6, 0, 6, 4]),
      'unsupported',
      ['vertex 0', 'pieces of the surface'],
    ],
    [
      'where an open fan and a closed one meet in a vertex',
      meshOf(7, [0, 1, 2, 0, 2, 3, 0, 3, 1, 0, 4, 5, 0, 5, 6]),
      'unsupported',
      ['vertex 0', 'pieces of the surface'],
    ],
    ['with a vertex that no triangle uses', meshOf(5, [0, 1, 2, 2, 1, 4]), 'unsupported', ['vertex 3', 'dropUnused']],
  ])('%s', (_, control, code, parts) => {
    expectRefused(() => subdivideLoop(control as MeshData), code, ...parts);
  });
});

describe('subdivision is refused', () => {
  it.each<[string, unknown, PliantErrorCode, string[]]>([
    ['to a fraction of a level', { levels: 1.5 }, 'bad-count', ['levels', '1.5']],
    ['to fewer than no levels', { levels: -1 }, 'bad-count', ['levels', '-1']],
    ['to levels that are no number', { levels: '3' }, 'bad-type', ['levels', '"3"']],
    [
      'to more triangles than there is room for',
      { levels: 11 },
      'bad-count',
      ['16777216 triangles', 'of 4', 'fewer levels'],
    ],
    ['to more than any number of them', { levels: 1000 }, 'bad-count', ['1000']],
    ['with options that there are none of', { level: 3 }, 'unsupported', ['level', 'levels, creases']],
    ['with creases that are no list', { creases: 7 }, 'bad-type', ['creases', '7']],
    ['with a crease that is no pair', { creases: [[0, 1], 5] }, 'bad-type', ['creases[1]', '5']],
    ['with a crease of one vertex', { creases: [[0]] }, 'bad-type', ['creases[0]']],
    ['with a crease to a vertex out of range', { creases: [[0, 4]] }, 'bad-count', ['creases[0]', '4']],
    ['with a crease from nowhere', { creases: [[NaN, 1]] }, 'bad-count', ['creases[0]', 'NaN']],
    ['with a crease from a vertex to itself', { creases: [[1, 1]] }, 'bad-index', ['creases[0]', '1 and 1']],
    ['with a negative sharpness', { creases: [[0, 1, -0.5]] }, 'bad-number', ['creases[0]', '-0.5']],
    ['with a sharpness that is not a number', { creases: [[0, 1, NaN]] }, 'bad-number', ['creases[0]', 'NaN']],
    ['with corners that are no list', { corners: 3 }, 'bad-type', ['corners', '3']],
    ['with a corner out of range', { corners: [0, 9] }, 'bad-count', ['corners[1]', '9']],
    ['with a limit that is neither', { limit: 'yes' }, 'bad-type', ['limit', '"yes"']],
    [
      'to the limit while a crease is still sharp',
      { creases: [[0, 1, 3.5]], levels: 2, limit: true },
      'unsupported',
      ['2 levels', '1.5', 'use 4 levels'],
    ],
  ])('%s', (_, options, code, parts) => {
    expectRefused(() => subdivideLoop(tetrahedron(), options as LoopOptions), code, 'subdivideLoop', ...parts);
  });

  it('with a crease across a square, which is no edge', () => {
    expectRefused(
      () => subdivideLoop(sheet(1, 1), { creases: [[1, 2]] }),
      'bad-index',
      'creases[0]',
      '1 and 2',
      'edges of the control mesh',
    );
  });
});

it('subdivision of a fan of thousands of triangles is refused before it fills the memory', () => {
  const spokes = 20_000;
  const fan = Array.from({ length: spokes }, (_, k) => [0, k + 1, ((k + 1) % spokes) + 1]).flat();
  expectRefused(
    () => subdivideLoop(meshOf(spokes + 1, fan), { levels: 2 }),
    'bad-count',
    '33554432 weights',
    'fewer levels',
  );
});

describe('subdivision takes', () => {
  it('a crease along a border, which is sharp anyway', () => {
    expect(subdivideLoop(sheet(2, 2), { creases: [[0, 1, 0.5]] })).toEqual(subdivideLoop(sheet(2, 2)));
  });

  it('a crease that is named twice, by its larger sharpness', () => {
    const once = subdivideLoop(tetrahedron(), { creases: [[0, 1, 2]] });
    expect(
      subdivideLoop(tetrahedron(), {
        creases: [
          [1, 0, 0.5],
          [0, 1, 2],
          [0, 1, 1],
        ],
      }),
    ).toEqual(once);
    expect(once).not.toEqual(subdivideLoop(tetrahedron()));
  });

  it('a limit where the sharpness of a crease is just over', () => {
    const surface = subdivideLoop(tetrahedron(), { creases: [[0, 1, 3.5]], levels: 4, limit: true });
    expect(surface.mesh.triangleCount).toBe(1024);
  });

  it('options that are undefined as if they were not there', () => {
    const none: LoopOptions = JSON.parse('{}') as LoopOptions;
    const options = { ...none, levels: undefined, creases: undefined } as unknown as LoopOptions;
    expect(subdivideLoop(tetrahedron(), options)).toEqual(subdivideLoop(tetrahedron()));
  });
});
