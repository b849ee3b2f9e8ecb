/** Bodies that share a shape: what is checked of it is checked once. */
import { type Body, type Shape, createBody } from 'pliant';
import { createRandom } from 'pliant/exact';
import { buildTree, createBdTree, createBlendTree, createLinearModel } from 'pliant/parts';
import { describe, expect, it } from 'vitest';
import { expectRefused } from '../mesh/expect-refused.js';
import { randomBlend } from '../support/blend-models.js';
import { BACKENDS } from '../support/sample-bodies.js';
import { randomFields, soup } from '../support/sample-meshes.js';

const random = createRandom(5401);
const mesh = soup(random, 500, 0.3);
const linear = createLinearModel(mesh, randomFields(random, mesh, 2, 0.1));
const blend = randomBlend(random, mesh, 'skin', { governorCount: 3, influences: 2, fieldCount: 0 });
const tree = buildTree(mesh);

function shapeOf(kind: string): Shape {
  if (kind === 'linear') return { mesh, model: linear, bounds: createBdTree(mesh, linear, tree) };
  return { mesh, model: blend, bounds: createBlendTree(mesh, blend, tree) };
}

/** The shape, with a count of how often a corner of a triangle is read by number. */
function counted(shape: Shape): { readonly shape: Shape; readonly reads: () => number } {
  let reads = 0;
  const triangles = new Proxy(shape.mesh.triangles, {
    get(target, name) {
      if (typeof name === 'string' && /^\d+$/.test(name)) reads++;
      return Reflect.get(target, name, target) as unknown;
    },
  });
  return { shape: { ...shape, mesh: { ...shape.mesh, triangles } }, reads: () => reads };
}

describe.each(['linear', 'blend'])('a %s shape that bodies share', (kind) => {
  it('is compared with its mesh for the first of them alone', () => {
    const { reads, shape } = counted(shapeOf(kind));
    const bodies: Body[] = [createBody(BACKENDS.wasm, shape)];
    expect(reads()).toBeGreaterThanOrEqual(mesh.triangleCount * 3);
    const after = reads();
    for (const kernels of [BACKENDS.wasm, BACKENDS.wasm, BACKENDS.typescript]) bodies.push(createBody(kernels, shape));
    // Other records of the same parts are the same shape.
    bodies.push(createBody(BACKENDS.wasm, { ...shape }, { strategy: 'refit' }));
    expect(reads()).toBe(after);
    for (const body of bodies) body.dispose();
  });

  it('is still refused with another mesh or model once it has been right', () => {
    const shape = shapeOf(kind);
    createBody(BACKENDS.wasm, shape).dispose();
    const twisted = { ...mesh, triangles: mesh.triangles.toReversed() };
    const models = { linear: createLinearModel(mesh, randomFields(random, mesh, 2, 0.1)), blend: linear };
    const others: readonly Shape[] = [
      { ...shape, mesh: twisted },
      { ...shape, model: kind === 'linear' ? models.linear : models.blend },
    ];
    for (const other of others) {
      for (let again = 0; again < 2; again++) {
        expectRefused(() => createBody(BACKENDS.wasm, other), 'mismatch', 'do not belong together');
      }
    }
    createBody(BACKENDS.wasm, shape).dispose();
  });
});
