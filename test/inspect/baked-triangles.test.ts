import { createBody, createHits, findBallHits } from 'pliant';
import { createRandom } from 'pliant/exact';
import { findBakedTriangles } from 'pliant/inspect';
import { buildTree, createBdTree } from 'pliant/parts';
import { describe, expect, it } from 'vitest';
import { createCurtainScene } from '../../scenes/curtain.js';
import { moveBlendRig, randomBlendRig } from '../support/blend-rigs.js';
import { BACKENDS } from '../support/sample-bodies.js';
import { randomScale } from '../query/lazy-rigs.js';

describe('the baked triangles of a blend', () => {
  it('are none at first, then those that a search came near to, posed, and all of the patches after a refit', () => {
    const seed = 4402;
    const random = createRandom(seed);
    let some = 0;
    for (let i = 0; i < 60; i++) {
      const rig = randomBlendRig(random, 120, randomScale(random));
      moveBlendRig(random, rig);
      const what = `seed ${seed}, rig ${i}, ${rig.what}`;
      const { triangleCount, triangles } = rig.mesh;
      const center = [...rig.world.subarray(0, 3)];
      const lists = rig.lazy.map((body) => {
        body.strategy = 'lazy';
        const hits = createHits(triangleCount);
        expect(findBakedTriangles(body, hits) > 0, what).toBe(body.patchesBaked > 0);
        findBallHits(body, center, rig.size / 50, createHits(triangleCount));
        expect(findBakedTriangles(body, hits) > 0, what).toBe(body.patchesBaked > 0);
        const list = [...hits.triangles.subarray(0, hits.count)];
        expect(new Set(list).size, `${what}: each once`).toBe(list.length);
        for (const triangle of list) {
          for (const vertex of triangles.subarray(triangle * 3, triangle * 3 + 3)) {
            const posed = [...body.positions.subarray(vertex * 3, vertex * 3 + 3)];
            expect(posed, `${what}: vertex ${vertex}`).toEqual([...rig.world.subarray(vertex * 3, vertex * 3 + 3)]);
          }
        }
        if (list.length > 0) some++;
        body.refit();
        const whole = createHits(2);
        expect(findBakedTriangles(body, whole), what).toBeGreaterThanOrEqual(list.length);
        expect(whole.count + whole.dropped, `${what}: what did not fit is counted`).toBe(
          findBakedTriangles(body, hits),
        );
        return list;
      });
      expect(lists[1], what).toEqual(lists[0]);
      for (const body of [...rig.lazy, rig.refit]) body.dispose();
    }
    expect(some).toBeGreaterThan(40);
  });

  it('are none in a linear body', () => {
    const { mesh, model } = createCurtainScene({ columns: 4, rows: 4, hooks: 2, fieldCount: 2 });
    const bounds = createBdTree(mesh, model, buildTree(mesh));
    const body = createBody(BACKENDS.typescript, { mesh, model, bounds });
    body.refit();
    expect(findBakedTriangles(body, createHits(100))).toBe(0);
    body.dispose();
  });
});
