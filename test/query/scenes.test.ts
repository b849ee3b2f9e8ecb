import * as bunny from 'bunny';
import {
  type Body,
  type Kernels,
  createHits,
  createPairHits,
  findBallHits,
  findBoxHits,
  findPairHits,
  findSelfHits,
} from 'pliant';
import { createRandom } from 'pliant/exact';
import { bruteBallHits, bruteBoxHits, brutePairHits, bruteSelfHits } from 'pliant/oracle';
import { type Mesh, buildTree, createMesh } from 'pliant/parts';
import { describe, expect, it } from 'vitest';
import { createCurtainScene } from '../../scenes/curtain.js';
import { BACKENDS, SETUPS, makeBody, refittedBody } from '../support/sample-bodies.js';
import { randomFields } from '../support/sample-meshes.js';
import { pairsInOrder, sortedPairs, sortedTriangles } from './check-hits.js';

const found = createHits(20_000);
const expected = createHits(20_000);
const foundPairs = createPairHits(100_000);
const expectedPairs = createPairHits(100_000);

/** The Stanford bunny as the npm package has it: 1,839 vertices, no hole. */
function bunnyMesh(): Mesh {
  return createMesh({
    positions: Float32Array.from(bunny.positions.flat()),
    triangles: Uint32Array.from(bunny.cells.flat()),
  });
}

describe('the bunny', () => {
  const mesh = bunnyMesh();
  const random = createRandom(201);
  const fields = randomFields(random, mesh, 2, 0.05);

  it('has no collision with itself at rest, and those of brute force when it is crumpled', () => {
    for (const setup of [SETUPS[0], SETUPS[2]]) {
      const body = makeBody(BACKENDS.wasm, mesh, fields, setup);
      expect(findSelfHits(body, foundPairs)).toBe(0);
      body.setWeights([9, -9]);
      expect(findSelfHits(body, foundPairs)).toBeGreaterThan(100);
      if (expectedPairs.count === 0) bruteSelfHits(body.positions, mesh.triangles, expectedPairs);
      expect(sortedPairs(foundPairs)).toEqual(sortedPairs(expectedPairs));
      body.dispose();
    }
  });

  it('meets balls and boxes as brute force says, deformed or not', () => {
    const bodies = SETUPS.map((setup) => makeBody(BACKENDS.wasm, mesh, fields, setup));
    for (let frame = 0; frame < 40; frame++) {
      const weights = [random.range(-1, 1), random.range(-1, 1)];
      const vertex = random.integer(mesh.vertexCount) * 3;
      const center = [...mesh.positions.subarray(vertex, vertex + 3)].map((value) => value + random.range(-1, 1));
      const radius = random.range(0, 2);
      const highest = center.map((value) => value + radius);
      for (const body of bodies) {
        body.setWeights(weights);
        findBallHits(body, center, radius, found);
        bruteBallHits(body.positions, mesh.triangles, center, radius, expected);
        expect(sortedTriangles(found), `seed 201, frame ${frame}`).toEqual(sortedTriangles(expected));
        findBoxHits(body, center, highest, found);
        bruteBoxHits(body.positions, mesh.triangles, center, highest, expected);
        expect(sortedTriangles(found), `seed 201, frame ${frame}`).toEqual(sortedTriangles(expected));
      }
    }
    for (const body of bodies) body.dispose();
  });

  it('pierces a copy of itself as brute force says', () => {
    const shifted = createMesh({ positions: mesh.positions.map((value) => value + 0.3), triangles: mesh.triangles });
    brutePairHits(mesh.positions, mesh.triangles, shifted.positions, mesh.triangles, expectedPairs);
    const answer = sortedPairs(expectedPairs);
    expect(answer.length).toBeGreaterThan(200);
    for (const [setupA, setupB] of [
      [SETUPS[0], SETUPS[0]],
      [SETUPS[3], SETUPS[1]],
    ]) {
      const a = makeBody(BACKENDS.wasm, mesh, [], setupA);
      const b = makeBody(BACKENDS.typescript, shifted, [], setupB);
      findPairHits(a, b, foundPairs);
      expect(sortedPairs(foundPairs)).toEqual(answer);
      a.dispose();
      b.dispose();
    }
  });
});

describe('the curtain', () => {
  const scene = createCurtainScene();

  function curtainBody(kernels: Kernels, { bound, build }: (typeof SETUPS)[number]): Body {
    return refittedBody(kernels, {
      mesh: scene.mesh,
      model: scene.model,
      tree: buildTree(scene.mesh, build),
      bound,
    });
  }

  it.each(['pass', 'glide'] as const)('is touched by the ball as brute force says when it is to %s', (flight) => {
    const bodies = SETUPS.map((setup, i) => curtainBody(i % 2 === 0 ? BACKENDS.wasm : BACKENDS.typescript, setup));
    for (let frame = 0; frame < scene.frameCount; frame += 5) {
      const center = scene.centers[flight][frame];
      for (const body of bodies) {
        body.setWeights(scene.weights[frame]);
        findBallHits(body, center, scene.ballRadius, found);
        bruteBallHits(body.positions, body.mesh.triangles, center, scene.ballRadius, expected);
        expect(sortedTriangles(found), `frame ${frame}`).toEqual(sortedTriangles(expected));
      }
    }
    for (const body of bodies) body.dispose();
  });

  it('collides with itself alike on both backends and with both kinds of bounds', () => {
    const [boxes, spheres] = [SETUPS[0], SETUPS[3]].map((setup, i) =>
      curtainBody(i === 0 ? BACKENDS.wasm : BACKENDS.typescript, setup),
    );
    let total = 0;
    for (const frame of [0, 40, 80]) {
      const answers = [boxes, spheres].map((body) => {
        // Two hundred times as far as in the scene, so that folds run into each other.
        body.setWeights(scene.weights[frame].map((weight) => weight * 200));
        findSelfHits(body, foundPairs);
        return pairsInOrder(foundPairs).sort();
      });
      expect(answers[0]).toEqual(answers[1]);
      total += answers[0].length;
    }
    expect(total).toBeGreaterThan(100);
    boxes.dispose();
    spheres.dispose();
  });
});
