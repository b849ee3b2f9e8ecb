/** Deforming meshes in a world: lazy, refitted, with planes and balls, against brute force. */
import { refittedBody } from '../support/sample-bodies.js';
import { CROSSING, createPairHits } from 'pliant';
import { createRandom } from 'pliant/exact';
import { brutePairHits } from 'pliant/oracle';
import { buildTree, createLinearModel } from 'pliant/parts';
import { describe, expect, it } from 'vitest';
import { createBdTree } from '../../src/bounds/bd/bd-tree.js';
import { createBody } from '../../src/body/create-body.js';
import { addBody, createWorld, stepWorld } from '../../src/world/world.js';
import { createBall, createPlane } from '../../src/query/contacts/surroundings.js';
import { randomPlacement } from '../support/placements.js';
import { brutePairs, expectReport, kernels, pairsOf, sampleMesh } from './sample-worlds.js';

describe('a world of deforming bodies', () => {
  it('evaluated lazily says which surfaces meet, exactly', () => {
    const random = createRandom(610);
    const { mesh, fields } = sampleMesh(611);
    const model = createLinearModel(mesh, fields);
    const bounds = createBdTree(mesh, model, buildTree(mesh));
    const bodies = Array.from({ length: 16 }, () => createBody(kernels, { mesh, model, bounds }));
    const world = createWorld({ kernels });
    bodies.forEach((body, id) => addBody(world, id, body));
    const hits = createPairHits(1);
    let before: string[] = [];
    for (let step = 0; step < 40; step++) {
      for (const body of bodies) {
        body.setWeights([random.range(-2, 2), random.range(-2, 2)]);
        body.setPlacement(randomPlacement(random, 1.5));
      }
      stepWorld(world);
      for (const body of bodies) body.refit();
      const now = brutePairs([...bodies.keys()], (a, b) => {
        const [p, q] = [bodies[a].positions, bodies[b].positions];
        return brutePairHits(p, mesh.triangles, q, mesh.triangles, hits) > 0;
      });
      expectReport(world, before, now, `seed 610, step ${step}`);
      expect(world.statistics.searches).toBeGreaterThanOrEqual(now.length);
      expect(world.statistics.nodesVisited).toBeGreaterThanOrEqual(world.statistics.searches);
      before = now;
    }
    expect(before.length).toBeGreaterThan(5);
    for (const body of bodies) body.dispose();
  });

  it('that are refitted says which surfaces meet, exactly', () => {
    const random = createRandom(620);
    const { mesh } = sampleMesh(621);
    const axes = [0, 1, 2].map((axis) =>
      new Float32Array(mesh.vertexCount * 3).map((_, k) => (k % 3 === axis ? 1 : 0)),
    );
    const model = createLinearModel(mesh, axes);
    const bodies = (['box', 'sphere'] as const).flatMap((bound) =>
      Array.from({ length: 6 }, () => refittedBody(kernels, { mesh, model, tree: buildTree(mesh), bound })),
    );
    const world = createWorld({ kernels });
    bodies.forEach((body, id) => addBody(world, id, body));
    const hits = createPairHits(1);
    let before: string[] = [];
    for (let step = 0; step < 30; step++) {
      for (const body of bodies) body.setWeights([0, 1, 2].map(() => random.range(-1.5, 1.5)));
      stepWorld(world);
      const now = brutePairs([...bodies.keys()], (a, b) => {
        const [p, q] = [bodies[a].positions, bodies[b].positions];
        const met = brutePairHits(p, mesh.triangles, q, mesh.triangles, hits) > 0;
        return met && hits.meetings[0] <= CROSSING;
      });
      expectReport(world, before, now, `seed 620, step ${step}`);
      before = now;
    }
    for (const body of bodies) body.dispose();
  });

  it('and meshes meet planes and balls, exactly', () => {
    const { mesh, fields } = sampleMesh(641);
    const model = createLinearModel(mesh, fields);
    const body = createBody(kernels, { mesh, model, bounds: createBdTree(mesh, model, buildTree(mesh)) });
    const world = createWorld({ kernels });
    const lowest = mesh.positions.reduce((least, value, k) => (k % 3 === 1 ? Math.min(least, value) : least), Infinity);
    addBody(world, 0, createPlane([0, 1, 0], lowest));
    addBody(world, 1, body);
    addBody(world, 2, createPlane([0, 1, 0], lowest - 1e-9));
    addBody(world, 3, createBall([...mesh.positions.subarray(0, 3)], 0));
    stepWorld(world);
    expect(pairsOf(world.touching).filter((pair) => pair !== '0 3' && pair !== '2 3')).toEqual(['0 1', '1 3']);
    body.dispose();
  });
});
