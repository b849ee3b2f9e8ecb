/** Limbs that displacement fields move instead of bones: waves and bends of all of it, and bumps of a part. */
import type { Shape } from 'pliant';
import { type Random, sin } from 'pliant/exact';
import { buildTree, createBdTree, createLinearModel } from 'pliant/parts';
import { createLimb } from './make-limbs.js';

/** A shape, what it is, and how large it is. */
export interface FieldLimb {
  readonly what: string;
  readonly shape: Shape;
  readonly fieldCount: number;
}

/** A limb of some kind (make-limbs.ts) with up to thirteen fields, more than are measured at once. */
export function createFieldLimb(random: Random, what: string, scale = 1): FieldLimb {
  const { mesh } = createLimb(random, what, scale);
  const fieldCount = [1, 2, 3, 5, 13][random.integer(5)];
  const fields = Array.from({ length: fieldCount }, (_, j) => {
    const field = new Float32Array(mesh.positions.length);
    const direction = [0, 1, 2].map(() => (random.integer(3) === 0 ? 0 : random.range(-1, 1)));
    const wave = [0, 1, 2].map(() => random.range(-3, 3) / scale);
    const phase = random.range(-3, 3);
    const isBump = j % 3 === 2;
    for (let at = 0; at < field.length; at += 3) {
      const [x, y, z] = mesh.positions.subarray(at, at + 3);
      const value = sin(wave[0] * x + wave[1] * y + wave[2] * z + phase) * 0.3 * scale;
      const share = isBump ? Math.max(0, value - 0.15 * scale) : value;
      for (let axis = 0; axis < 3; axis++) field[at + axis] = share * direction[axis];
    }
    return field;
  });
  const model = createLinearModel(mesh, fields);
  const tree = buildTree(mesh, { leafSize: 1 + random.integer(4) });
  return { what, shape: { mesh, model, bounds: createBdTree(mesh, model, tree) }, fieldCount };
}

/** Weights up to some size; one in four is zero. */
export function weigh(random: Random, { fieldCount }: FieldLimb, size: number): Float32Array {
  return Float32Array.from({ length: fieldCount }, () => (random.integer(4) === 0 ? 0 : random.range(-size, size)));
}
