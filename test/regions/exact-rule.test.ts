// slow: decides the rule in whole numbers for every region of many pieces
/** What kernels find out about regions in float32, against the rule in whole numbers: what they call certain is so. */
import { type Body, createBody, createPairHits, createSearch } from 'pliant';
import { type Random, createRandom } from 'pliant/exact';
import { buildTree, createBdTree, createLinearModel, createMesh } from 'pliant/parts';
import { describe, expect, it } from 'vitest';
import { boundRegions } from '../../src/body/regions.js';
import { type Regions, listRegions } from '../../src/bounds/regions/regions.js';
import { FACING, IS_UNTESTED, LINE_COUNT, NODE, REGION, REGIONS } from '../../src/kernels/layout/regions.js';
import { regionsOf } from '../../src/kernels/layout/self.js';
import { clearRegion } from '../../src/kernels/twin/clear-region.js';
import { follow, wordAt } from '../../src/kernels/units.js';
import { runSelf } from '../query/run-searches.js';
import { BACKENDS } from '../support/sample-bodies.js';
import { VIEWS, doAllFace, isFreeByRule, isSimpleByRule, wholeNumbers } from './exact-rule.js';
import { randomPiece } from './make-pieces.js';
import { TRAPS, type Trap, makeTrap } from './make-traps.js';

const KINDS = Object.keys(TRAPS) as (keyof typeof TRAPS)[];

/** Beyond so many triangles, whole numbers take too long. */
const MOST_TRIANGLES = 150;

/** Pieces, and traps of every kind: some of them are traps no more, by a few units in the last place. */
const SCENES: Readonly<Record<string, { readonly rounds: number; readonly make: (random: Random) => Trap }>> = {
  pieces: {
    rounds: 120,
    make: (random) => {
      const { mesh, what } = randomPiece(random);
      const { positions, triangles } = mesh;
      return { what, positions, triangles, field: new Float32Array(positions.length) };
    },
  },
  traps: {
    rounds: 4000,
    make: (random) => makeTrap(random, KINDS[random.integer(KINDS.length)]),
  },
};

function bodyOf({ field, positions, triangles }: Trap, random: Random): Body {
  const mesh = createMesh({ positions, triangles });
  const model = createLinearModel(mesh, [field]);
  const tree = buildTree(mesh, { arity: random.integer(2) === 0 ? 2 : 4, leafSize: 1 + random.integer(8) });
  const body = createBody(
    BACKENDS.typescript,
    { mesh, model, bounds: createBdTree(mesh, model, tree) },
    { pruning: 'always' },
  );
  body.setWeights([1]);
  boundRegions(body);
  return body;
}

/** The triangles of a node, in the order of the leaves. */
function trianglesOf({ nodes, tiles }: Regions, node: number): number[] {
  const first = tiles.starts[nodes[node * NODE.wordCount + NODE.firstTile]];
  const end = tiles.starts[nodes[node * NODE.wordCount + NODE.endTile]];
  return Array.from({ length: end - first }, (_, i) => first + i);
}

describe.each(Object.keys(SCENES))('of %s, in whole numbers,', (name) => {
  const { make, rounds } = SCENES[name];

  it('triangles face the directions that kernels say they face', () => {
    const random = createRandom(1640);
    let faced = 0;
    for (let k = 0; k < rounds; k++) {
      const scene = make(random);
      const body = bodyOf(scene, random);
      const whole = wholeNumbers(body.posed);
      const regions = listRegions(body.bounds);
      const { u32 } = body.kernels.arena;
      const facings = follow(u32, regionsOf(u32, wordAt(body.header)) + REGIONS.facings);
      for (let node = 0; node < regions.tiles.nodeCount; node++) {
        const bits = u32[facings + node * FACING.wordCount + FACING.directions];
        VIEWS.forEach((view, i) => {
          if ((bits & (1 << i)) === 0) return;
          faced++;
          const what = `seed 1640, round ${k}: ${scene.what}, node ${node}, direction ${i}`;
          expect(doAllFace(whole, body.corners, trianglesOf(regions, node), view), what).toBe(true);
        });
      }
      body.dispose();
    }
    expect(faced).toBeGreaterThan(rounds / 2);
  });

  it('borders do not cross themselves that kernels say do not', () => {
    const random = createRandom(1642);
    const search = createSearch();
    const hits = createPairHits(0);
    let simple = 0;
    for (let k = 0; k < rounds; k++) {
      const scene = make(random);
      const body = bodyOf(scene, random);
      // What is known of nodes once a search is over, however it came to be known.
      runSelf(search, body, hits);
      const whole = wholeNumbers(body.posed);
      const regions = listRegions(body.bounds);
      const { u32 } = body.kernels.arena;
      const facings = follow(u32, regionsOf(u32, wordAt(body.header)) + REGIONS.facings);
      for (let node = 0; node < regions.tiles.nodeCount; node++) {
        const triangles = trianglesOf(regions, node);
        const bits = u32[facings + node * FACING.wordCount + FACING.simple];
        if (triangles.length > MOST_TRIANGLES) continue;
        VIEWS.slice(0, LINE_COUNT).forEach((view, line) => {
          if ((bits & (1 << line)) === 0) return;
          simple++;
          const what = `seed 1642, round ${k}: ${scene.what}, node ${node}, line ${line}`;
          expect(isSimpleByRule(whole, body.corners, triangles, view), what).toBe(true);
        });
      }
      body.dispose();
    }
    expect(simple).toBeGreaterThan(rounds / 10);
  });

  it('regions are free that kernels say are free', () => {
    const random = createRandom(1641);
    let cleared = 0;
    for (let k = 0; k < rounds; k++) {
      const scene = make(random);
      const body = bodyOf(scene, random);
      const { arena, scratch } = body.kernels;
      const whole = wholeNumbers(body.posed);
      const listed = listRegions(body.bounds);
      const { regions } = listed;
      const kept = regionsOf(arena.u32, wordAt(body.header));
      const first = follow(arena.u32, kept + REGIONS.regions);
      for (let region = 0; region < regions.length; region += REGION.wordCount) {
        if ((regions[region + REGION.children] & IS_UNTESTED) !== 0) continue;
        const [a, b] = [regions[region + REGION.nodeA], regions[region + REGION.nodeB]];
        const triangles = [...trianglesOf(listed, a), ...(a === b ? [] : trianglesOf(listed, b))];
        if (triangles.length > MOST_TRIANGLES) continue;
        if (!clearRegion(arena, body.header, kept, first + region, wordAt(scratch))) continue;
        cleared++;
        const isFree = VIEWS.some((view) => isFreeByRule(whole, body.corners, triangles, view));
        expect(isFree, `seed 1641, round ${k}: ${scene.what}, nodes ${a} and ${b}`).toBe(true);
      }
      body.dispose();
    }
    expect(cleared).toBeGreaterThan(rounds / 10);
  });
});
