/** The boxes of linked meshes hold every posed vertex below them, in exact arithmetic, however large the mesh is, wherever it lies, and whatever becomes of the coarse one. */
import { type Body, createBody } from 'pliant';
import { createRandom } from 'pliant/exact';
import {
  buildTree,
  createBlendTree,
  createLinkTransforms,
  createLinks,
  createSkinModel,
  writeLinkTransforms,
} from 'pliant/parts';
import { describe, expect, it } from 'vitest';
import { restPoints } from '../support/blend-models.js';
import { definedPositions, findBlendLoss, meshVerticesBySlot } from '../support/blend-oracle.js';
import { POINT_MOVES } from '../support/carried-rigs.js';
import { BACKENDS } from '../support/sample-bodies.js';
import { changed, soup } from '../support/sample-meshes.js';
import { randomPlacement } from './bd-samples.js';

const SCALES: readonly (readonly [number, number])[] = [
  [1, 0],
  [1, 1000],
  [1, 1e6],
  [1e-6, 0],
  [1e6, 0],
  [1e-30, 0],
  [1e-42, 0],
  [1e20, 1e22],
  [1e28, 0],
];

/** Where coarse vertices of a mesh of size 1 go, beside the moves of all points. */
const MOVES: typeof POINT_MOVES = {
  ...POINT_MOVES,
  'three in a line, others shaken': (random, points) => {
    const moved = points.map((value) => value + random.range(-0.2, 0.2));
    for (let k = 0; k < 3; k++) moved[6 + k] = (moved[k] + moved[3 + k]) / 2;
    return moved;
  },
  'each two at one place': (random, points) => {
    const moved = points.map((value) => value + random.range(-0.2, 0.2));
    return moved.map((_, i) => moved[i - (Math.floor(i / 3) % 2) * 3]);
  },
  'nearly in a line': (random, points) => points.map((value, i) => (i % 3 === 0 ? value : 10 ** random.range(-9, -4))),
};

describe.each(SCALES)('boxes of links hold every vertex below them, times %d, plus %d,', (scale, shift) => {
  it.each(Object.keys(MOVES))('with coarse vertices %s', (move) => {
    const random = createRandom(671);
    for (let round = 0; round < 4; round++) {
      const unit = soup(random, 60, 0.2);
      const points = restPoints(random, unit, [4, 12, 60][round % 3]);
      const toScale = (value: number): number => value * scale + shift;
      const mesh = changed(unit, toScale);
      const links = createLinks(mesh, { points: points.map(toScale) });
      const model = createSkinModel(mesh, links);
      const tree = buildTree(mesh, { leafSize: 1 + round, arity: round % 2 === 0 ? 4 : 2 });
      const bounds = createBlendTree(mesh, model, tree, { patchSize: [1, 4, 16, 64][round] });
      const transforms = createLinkTransforms(links);
      const slots = [...meshVerticesBySlot(bounds)];
      for (const backend of ['wasm', 'typescript'] as const) {
        const body: Body = createBody(BACKENDS[backend], { mesh, model, bounds }, { strategy: 'lazy' });
        for (const placement of [undefined, randomPlacement(random, scale + shift, false)]) {
          writeLinkTransforms(links, MOVES[move](random, points).map(toScale), transforms);
          body.setTransforms(transforms);
          if (placement) body.setPlacement(placement);
          const world = definedPositions(model, body.pose, placement);
          const what = `seed 671, round ${round}, ${backend}`;
          expect(findBlendLoss(body, slots, world), what).toBeUndefined();
          body.refit();
          expect(findBlendLoss(body, slots, world), `${what}, refitted`).toBeUndefined();
          expect(body.positions, `${what}, posed`).toEqual(world);
        }
        body.dispose();
      }
    }
  });
});
