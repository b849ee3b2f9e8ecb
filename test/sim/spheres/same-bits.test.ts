import { createRandom } from 'pliant/exact';
import { createTetEmbedding } from 'pliant/parts';
import { createClosestFollower, createEnclosingFollower, createSphereTree, followSpheres } from 'pliant/sim';
import { describe, expect, it } from 'vitest';
import { AnswerHash } from '../../golden/answer-hash.js';
import { SURFACES } from './sample-surfaces.js';
import { tetrahedraAround } from './tetrahedra.js';

/** What Node and Chromium must come to. It may change when trees are built or followed in another way, never between engines. */
const HASH = 'a048858fc0e09f0e';

describe('trees of spheres and spheres that follow', () => {
  it('have the same bits in every engine', () => {
    const hash = new AnswerHash();
    for (const name of ['a torus', 'a torus with a hole', 'a bent sheet', 'two boxes through each other']) {
      const mesh = SURFACES[name]();
      const tree = createSphereTree(mesh, { depth: 2 });
      for (const list of [tree.spheres, tree.levelErrors, tree.levelErrorsFound, tree.errors, tree.pieceCorners]) {
        hash.addNumbers(list);
      }
      for (const list of [tree.firstChild, tree.childCount, tree.levelStart, tree.parts, tree.pieceTriangles]) {
        hash.addNumbers(list);
      }
      const solid = tetrahedraAround(mesh, 3);
      const random = createRandom(61);
      const now = solid.points.map((x) => x + random.range(-0.1, 0.1));
      const spheres = new Float64Array(4 * tree.nodeCount);
      followSpheres(createClosestFollower(tree, solid.points), now, spheres);
      hash.addNumbers(spheres);
      followSpheres(createEnclosingFollower(tree, mesh, createTetEmbedding(mesh, solid), solid.points), now, spheres);
      hash.addNumbers(spheres);
    }
    expect(hash.wordCount).toBeGreaterThan(10_000);
    expect(hash.digest()).toBe(HASH);
  });
});
