// slow: reads recorded sequences, and searches them for collisions with themselves at many instants
/** Kinetic bodies of recorded motions, at instants between frames, against brute force and against bodies made of where they are. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  createBody,
  createClosestPoint,
  createHits,
  createPairHits,
  createShape,
  findBallHits,
  findClosestPoint,
  findRayHits,
  findSelfHits,
} from 'pliant';
import { createRandom } from 'pliant/exact';
import { advance, createKineticBody, createKineticTree, planKeyframes, writePositions } from 'pliant/kinetic';
import { bruteBallHits, bruteClosestPoint, bruteRayHits } from 'pliant/oracle';
import { describe, expect, it } from 'vitest';
import { sortedPairs, sortedTriangles } from '../query/check-hits.js';
import { BACKENDS } from '../support/sample-bodies.js';
import { readMesh } from '../support/sequences.js';
import { sharedData } from '../support/shared-data.js';

const FRAMES = 8;
const INSTANTS = 5;
const folder = sharedData('sequence');
const names = folder === undefined ? ['none'] : readdirSync(folder).sort();

describe.skipIf(folder === undefined).each(names)('the recorded sequence %s', (name) => {
  const hits = createHits(100_000);
  const expected = createHits(100_000);
  const closest = createClosestPoint();
  const nearest = createClosestPoint();
  const pairs = createPairHits(400_000);
  const wanted = createPairHits(400_000);

  it('is asked between its frames as brute force is', () => {
    const files = readdirSync(join(folder!, name)).sort().slice(0, FRAMES);
    const meshes = files.map((file) => readMesh(join(folder!, name, file)));
    const { triangles } = meshes[0];
    const plan = planKeyframes({
      times: meshes.map((_, i) => i / 30),
      frames: meshes.map(({ positions }) => positions),
    });
    const tree = createKineticTree(plan, triangles, { arity: 4, leafSize: 64 });
    const body = createKineticBody(BACKENDS.wasm, tree);
    const random = createRandom(7601);
    const positions = new Float32Array(plan.vertexCount * 3);
    for (let instant = 0; instant < INSTANTS; instant++) {
      advance(tree, tree.paths.time + random.range(0, (plan.end - tree.paths.time) / 3));
      writePositions(tree, positions);
      const what = `${name} at ${tree.paths.time}`;
      for (let k = 0; k < 5; k++) {
        const vertex = triangles[random.integer(triangles.length)] * 3;
        const center = [0, 1, 2].map((axis) => positions[vertex + axis] + random.range(-0.01, 0.01));
        const radius = random.range(0, 0.05) * Math.max(...positions.subarray(0, 300).map(Math.abs));
        findBallHits(body, center, radius, hits);
        bruteBallHits(positions, triangles, center, radius, expected);
        expect(sortedTriangles(hits), what).toEqual(sortedTriangles(expected));
        const direction = [0, 1, 2].map(() => random.range(-1, 1));
        findRayHits(body, center, direction, hits);
        bruteRayHits(positions, triangles, center, direction, expected);
        expect([...hits.triangles.subarray(0, hits.count)], what).toEqual([
          ...expected.triangles.subarray(0, expected.count),
        ]);
        findClosestPoint(body, center, closest);
        bruteClosestPoint(positions, triangles, center, nearest);
        expect([closest.distance, closest.triangle], what).toEqual([nearest.distance, nearest.triangle]);
      }
      const still = createBody(BACKENDS.wasm, createShape({ positions: positions.slice(), triangles }));
      findSelfHits(body, pairs);
      findSelfHits(still, wanted);
      expect(sortedPairs(pairs), what).toEqual(sortedPairs(wanted));
      still.dispose();
    }
    body.dispose();
  });
});
