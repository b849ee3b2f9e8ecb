import { advance, boxAt, createKineticTree, planKeyframes, writePositions } from 'pliant/kinetic';
import { findEdges } from 'pliant/parts';
import { beforeAll, describe, expect, it } from 'vitest';
import { createNet } from '../../scenes/garment-pattern.js';
import { GARMENT_DETAILS, createGarment, garmentPattern } from '../../scenes/garments.js';
import type { Garment } from '../../scenes/garments.js';
import { expectRefused } from '../mesh/expect-refused.js';
import { heightOf, measureOwnMotion } from './own-motion.js';

const KEYS = 16;

describe('what measures motion', () => {
  it('finds none where a surface is turned and moved, and what one part does alone', () => {
    const from = Float32Array.from({ length: 300 }, (_, i) => ((i * 7919) % 97) / 97);
    const turned = from.map((_, i) => {
      const [x, y, z] = from.subarray(i - (i % 3), i - (i % 3) + 3);
      return [0.6 * x + 0.8 * z + 1, y - 2, 0.6 * z - 0.8 * x][i % 3];
    });
    expect(measureOwnMotion(from, turned)).toBeLessThan(1e-6);
    const apart = turned.map((value, i) => (i % 6 === 1 ? value + 0.1 : value));
    expect(measureOwnMotion(from, apart)).toBeCloseTo(0.05, 2);
  });
});

describe.each(['shirt', 'dress'] as const)('the %s', (kind) => {
  let garment: Garment;
  beforeAll(() => {
    garment = createGarment(kind, { detail: 2, keys: KEYS, figure: 12 });
  });

  it('has the triangles of the paper, from its smallest to its largest', () => {
    const counts = GARMENT_DETAILS[kind].map((detail) => createNet(garmentPattern(kind), detail).triangles.length / 3);
    expect(counts[0]).toBe(kind === 'shirt' ? 31_800 : 64_400);
    expect(counts[3]).toBe(kind === 'shirt' ? 325_632 : 579_600);
    expect(garment.mesh.triangleCount).toBe((counts[0] / 25) * 4);
  });

  it('is one surface with four borders, at neck, hem and sleeves', () => {
    const { edgeCount } = findEdges(garment.mesh);
    // A sphere with four holes: V - E + F = 2 - 4.
    expect(garment.mesh.vertexCount - edgeCount + garment.mesh.triangleCount).toBe(-2);
  });

  it('moves by itself: more than 2 % of its height from key to key, the rigid part taken off', () => {
    const height = heightOf(garment.frames[0]);
    const ways = garment.frames.slice(1).map((frame, key) => measureOwnMotion(garment.frames[key], frame));
    expect(ways.reduce((sum, way) => sum + way) / ways.length / height).toBeGreaterThan(0.02);
  });

  it('hangs on the figure, upright and close to it, and goes along with it', () => {
    garment.frames.forEach((frame, key) => {
      expect(frame.every((value) => Number.isFinite(value))).toBe(true);
      const figure = garment.figure.frames[key];
      for (let axis = 0; axis < 3; axis += 2) {
        const middle = (positions: Float32Array): number =>
          positions.reduce((sum, value, i) => (i % 3 === axis ? sum + value : sum), 0) / (positions.length / 3);
        expect(Math.abs(middle(frame) - middle(figure))).toBeLessThan(0.15);
      }
      expect(heightOf(frame)).toBeGreaterThan(kind === 'shirt' ? 0.6 : 0.9);
      expect(heightOf(frame)).toBeLessThan(kind === 'shirt' ? 0.9 : 1.25);
    });
    const far = garment.figure.frames[KEYS - 1][2] - garment.figure.frames[0][2];
    expect(far).toBeGreaterThan(1);
  });

  it('moves smoothly: from key to key velocities change by less than gravity and walking explain', () => {
    for (let key = 2; key < KEYS; key++) {
      const [a, b, c] = [key - 2, key - 1, key].map((k) => garment.frames[k]);
      let largest = 0;
      for (let i = 0; i < a.length; i++) largest = Math.max(largest, Math.abs(a[i] - 2 * b[i] + c[i]) * 15 * 15);
      // Metres per square second; sleeves and hems whip.
      expect(largest).toBeLessThan(200);
    }
  });

  it('is kept in boxes between its keys', () => {
    const tree = createKineticTree(planKeyframes(garment), garment.mesh.triangles, { leafSize: 32, arity: 4 });
    const positions = new Float32Array(garment.mesh.vertexCount * 3);
    const box = new Float32Array(6);
    for (const time of [0.31, 0.52]) {
      advance(tree, time);
      writePositions(tree, positions);
      boxAt(tree, tree.root, box);
      expect(positions.every((value, i) => value >= box[i % 3] && value <= box[(i % 3) + 3])).toBe(true);
    }
  });
});

describe('garments', () => {
  it('move the same whatever the resolution', () => {
    const [plain, finer] = [2, 4].map((detail) => createGarment('shirt', { detail, keys: 2, figure: 8 }));
    const [coarse, fine] = [2, 4].map((detail) => createNet(garmentPattern('shirt'), detail));
    const numbers = new Map(
      Array.from({ length: fine.nodeCount }, (_, i) => [fine.nodes.subarray(i * 3, i * 3 + 3).join(), i]),
    );
    let farthest = 0;
    for (let node = 0; node < coarse.nodeCount; node++) {
      const [column, row, panel] = coarse.nodes.subarray(node * 3, node * 3 + 3);
      const same = numbers.get([column * 2, row * 2, panel].join())!;
      for (let axis = 0; axis < 3; axis++) {
        farthest = Math.max(farthest, Math.abs(plain.frames[1][node * 3 + axis] - finer.frames[1][same * 3 + axis]));
      }
    }
    // Wrinkles go along normals, which differ a little.
    expect(farthest).toBeLessThan(0.01);
  });

  it('are refused without detail, keys or a figure', () => {
    expectRefused(() => createGarment('shirt', { detail: 0 }), 'bad-number', 'detail is 0');
    expectRefused(() => createGarment('shirt', { keys: 1 }), 'bad-number', 'keys is 1');
    expectRefused(() => createGarment('dress', { figure: 7.5 }), 'bad-number', 'figure is 7.5');
  });
});
