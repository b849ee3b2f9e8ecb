// slow: bounds every vertex of many cut shapes in whole numbers
/** Bounds of cut shapes, computed or taken over, hold every posed vertex below them, in exact arithmetic. */
import { type Shape, createBody } from 'pliant';
import { createRandom } from 'pliant/exact';
import { cutShape } from 'pliant/parts';
import { describe, expect, it } from 'vitest';
import { BLEND } from '../../src/kernels/layout/header.js';
import { definedPositions, findBlendLoss, meshVerticesBySlot } from '../support/blend-oracle.js';
import { BACKENDS } from '../support/sample-bodies.js';
import { findLoss, verticesBySlot, worldPositions } from './bd-samples.js';
import { MESHES, MOTIONS, randomCut, randomNumbers, shapeOf } from './make-cuts.js';

function lossOf(shape: Shape, numbers: ReturnType<typeof randomNumbers>): string | undefined {
  const body = createBody(BACKENDS.wasm, shape, { strategy: 'lazy' });
  const { model } = shape;
  if (numbers.weights.length > 0) body.setWeights(numbers.weights);
  if (numbers.transforms.length > 0) body.setTransforms(numbers.transforms);
  if (numbers.points.length > 0) body.setPoints(numbers.points);
  try {
    if (shape.bounds.shape !== BLEND || !('governorCount' in model)) {
      return findLoss(body, verticesBySlot(body), worldPositions(body));
    }
    const slots = [...meshVerticesBySlot(shape.bounds)];
    return findBlendLoss(body, slots, definedPositions(model, body.pose));
  } finally {
    body.dispose();
  }
}

describe.each(MOTIONS)('bounds of cut shapes that move as %s', (motion) => {
  it.each(Object.keys(MESHES))('hold every vertex below them: %s', (name) => {
    for (let seed = 0; seed < 3; seed++) {
      const random = createRandom(8200 + seed);
      const { expected, shape: first } = shapeOf(random, MESHES[name](random), motion);
      let shape = first;
      let what = `seed ${8200 + seed}`;
      for (let round = 0; round < 6; round++) {
        const { cut, what: kind } = randomCut(random, expected);
        what += `, ${kind}`;
        shape = cutShape(shape, cut).shape;
        expect(lossOf(shape, randomNumbers(random, shape.model)), what).toBeUndefined();
      }
    }
  });
});
