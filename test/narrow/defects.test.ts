import { createRandom } from 'pliant/exact';
import { createMesh } from 'pliant/parts';
import type { Mesh } from 'pliant/parts';

import { describe, expect, it } from 'vitest';
import { createDefects, findDefects } from '../../src/narrow/defects.js';
import type { Defects } from '../../src/narrow/defects.js';

const SEED = 3;

function meshOf(positions: number[], triangles: number[]): Mesh {
  return createMesh({ positions: Float32Array.from(positions), triangles: Uint32Array.from(triangles) });
}

function collinearOf(defects: Defects): number[] {
  return [...defects.collinear.subarray(0, defects.collinearCount)];
}

function duplicatesOf(defects: Defects): number[][] {
  return Array.from({ length: defects.duplicateCount }, (_, i) => [...defects.duplicates.subarray(2 * i, 2 * i + 2)]);
}

const SQUARE = [0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0, 2, 0, 0];

describe('the defects of a posed mesh', () => {
  it('are none for a plain surface', () => {
    const mesh = meshOf(SQUARE, [0, 1, 2, 1, 3, 2]);
    const defects = createDefects(mesh);
    expect(findDefects(mesh, mesh.positions, defects)).toBe(0);
    expect([defects.collinearCount, defects.duplicateCount, defects.dropped]).toEqual([0, 0, 0]);
  });

  it('are triangles on a line or in a point, by their posed vertices', () => {
    const mesh = meshOf(SQUARE, [0, 1, 2, 0, 1, 4, 3, 3, 3, 1, 3, 2]);
    const defects = createDefects(mesh);
    expect(findDefects(mesh, mesh.positions, defects)).toBe(2);
    expect(collinearOf(defects)).toEqual([1, 2]);
    const flattened = mesh.positions.map((value, i) => (i % 3 === 0 ? value : 0));
    expect(findDefects(mesh, flattened, defects)).toBe(4);
    expect(collinearOf(defects)).toEqual([0, 1, 2, 3]);
  });

  it('are triangles with the same three vertices, in any order, each named with the first', () => {
    const mesh = meshOf(SQUARE, [1, 3, 2, 0, 1, 2, 2, 1, 0, 3, 1, 2, 1, 2, 0, 1, 1, 2, 2, 1, 2]);
    const defects = createDefects(mesh);
    expect(findDefects(mesh, mesh.positions, defects)).toBe(5);
    expect(duplicatesOf(defects)).toEqual([
      [2, 1],
      [3, 0],
      [4, 1],
    ]);
    expect(collinearOf(defects)).toEqual([5, 6]);
  });

  it('are counted when they do not fit, and the buffers can be used again', () => {
    const mesh = meshOf(SQUARE, [0, 1, 2, 2, 1, 0, 1, 0, 2, 4, 1, 0, 0, 1, 4]);
    const defects = createDefects(mesh, 1);
    for (let run = 0; run < 2; run++) {
      expect(findDefects(mesh, mesh.positions, defects)).toBe(5);
      expect(collinearOf(defects)).toEqual([3]);
      expect(duplicatesOf(defects)).toEqual([[1, 0]]);
      expect(defects.dropped).toBe(3);
    }
    const none = createDefects(mesh, 0);
    expect(findDefects(mesh, mesh.positions, none)).toBe(5);
    expect(none.dropped).toBe(5);
  });

  it(`are those that sorted names give, on random triangles (seed ${SEED})`, () => {
    const random = createRandom(SEED);
    const positions = Array.from({ length: 3 * 30 }, () => random.range(-1, 1));
    const mesh = meshOf(
      positions,
      Array.from({ length: 3 * 3000 }, () => random.integer(30)),
    );
    const first = new Map<string, number>();
    const duplicates: number[][] = [];
    const collinear: number[] = [];
    for (let triangle = 0; triangle < mesh.triangleCount; triangle++) {
      const vertices = [...mesh.triangles.subarray(3 * triangle, 3 * triangle + 3)].sort((a, b) => a - b);
      const name = vertices.join();
      const earlier = first.get(name);
      if (earlier === undefined) first.set(name, triangle);
      else duplicates.push([triangle, earlier]);
      if (new Set(vertices).size < 3) collinear.push(triangle);
    }
    const defects = createDefects(mesh);
    expect(findDefects(mesh, mesh.positions, defects)).toBe(duplicates.length + collinear.length);
    expect(duplicatesOf(defects)).toEqual(duplicates);
    expect(collinearOf(defects)).toEqual(collinear);
  });

  it('refuse buffers of a smaller mesh, positions of another, and capacities that are none', () => {
    const small = meshOf(SQUARE, [0, 1, 2]);
    const large = meshOf(
      SQUARE,
      Array.from({ length: 30 }, (_, i) => i % 5),
    );
    const positions = large.positions;
    expect(() => findDefects(large, positions, createDefects(small))).toThrow(
      'findDefects: the defects were made for a mesh of at most 2 triangles, but this one has 10; ' +
        'make them with createDefects for this mesh',
    );
    expect(() => findDefects(large, positions.subarray(3), createDefects(large))).toThrow('positions has 12 numbers');
    for (const capacity of [-1, 1.5, NaN, 11]) {
      expect(() => createDefects(large, capacity)).toThrow(`createDefects: capacity is ${capacity}`);
    }
  });
});
