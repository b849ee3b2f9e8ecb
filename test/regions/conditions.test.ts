// slow: looks for pieces that each weakened condition loses
/** Every condition under which a region counts as free is needed: without it, a collision is lost. */
import { type Body, createBody, createPairHits, createSearch } from 'pliant';
import { type Random, createRandom } from 'pliant/exact';
import { bruteSelfHits } from 'pliant/oracle';
import { type Mesh, buildTree, createBdTree, createLinearModel } from 'pliant/parts';
import { describe, expect, it } from 'vitest';
import { type Regions, listRegions } from '../../src/bounds/regions/regions.js';
import {
  ALL_FACINGS,
  ARE_TWO_LOOPS,
  FACING,
  HAS_LOOPS,
  NO_EDGE,
  REGION,
  REGIONS,
} from '../../src/kernels/layout/regions.js';
import { regionsOf } from '../../src/kernels/layout/self.js';
import { follow, wordAt } from '../../src/kernels/units.js';
import { runSelf } from '../query/run-searches.js';
import { BACKENDS } from '../support/sample-bodies.js';
import { randomPiece } from './make-pieces.js';

const found = createPairHits(400_000);
const expected = createPairHits(400_000);

/** What is spoilt of what a body keeps of its regions. `u32` is the memory, `kept` where the record is, in words. */
type Weaken = (u32: Uint32Array, kept: number, body: Body) => void;

const WEAKENINGS: Readonly<Record<string, Weaken>> = {
  'that all triangles face one direction': (u32, kept) => {
    const facings = follow(u32, kept + REGIONS.facings);
    for (let node = 0; node < u32[kept + REGIONS.nodeCount]; node++) {
      u32[facings + node * FACING.wordCount + FACING.directions] = ALL_FACINGS;
    }
  },
  'that no edges of the border cross': (u32, kept) => {
    const across = follow(u32, kept + REGIONS.across);
    u32.fill(NO_EDGE, across, across + pointCount(u32, kept));
  },
  'that no border crosses itself': (u32, kept) => {
    const facings = follow(u32, kept + REGIONS.facings);
    for (let node = 0; node < u32[kept + REGIONS.nodeCount]; node++) {
      u32.fill(
        0x7f,
        facings + node * FACING.wordCount + FACING.simple,
        facings + node * FACING.wordCount + FACING.line,
      );
    }
  },
  'that loops lie side by side, or one in a hole of another': (u32, kept, body) => {
    const regions = follow(u32, kept + REGIONS.regions);
    const { regions: words } = listOf(body);
    for (let at = 0; at < words.length; at += REGION.wordCount) {
      u32[regions + at + REGION.children] &= ~(HAS_LOOPS | ARE_TWO_LOOPS);
    }
  },
};

function pointCount(u32: Uint32Array, kept: number): number {
  return (u32[kept + REGIONS.y] - u32[kept + REGIONS.x]) >>> 2;
}

function listOf(body: Body): Regions {
  return listRegions(body.bounds);
}

function bodyOf(mesh: Mesh, random: Random): Body {
  const model = createLinearModel(mesh, []);
  const bounds = createBdTree(mesh, model, buildTree(mesh, { leafSize: 1 + random.integer(8) }));
  return createBody(BACKENDS.wasm, { mesh, model, bounds }, { pruning: 'always' });
}

describe('a region counts as free under conditions, of which each is needed', () => {
  it.each(Object.entries(WEAKENINGS))('%s', (_, weaken) => {
    const random = createRandom(1604);
    const search = createSearch();
    let lost = 0;
    for (let k = 0; k < 400 && lost < 4; k++) {
      const { mesh } = randomPiece(random);
      const body = bodyOf(mesh, random);
      bruteSelfHits(mesh.positions, mesh.triangles, expected);
      // The pose stays, so what was found out about directions stays too.
      runSelf(search, body, found);
      expect(found.count).toBe(expected.count);
      const { u32 } = body.kernels.arena;
      forget(u32, regionsOf(u32, wordAt(body.header)));
      weaken(u32, regionsOf(u32, wordAt(body.header)), body);
      runSelf(search, body, found);
      if (found.count < expected.count) lost++;
      body.dispose();
    }
    expect(lost).toBe(4);
  });
});

/** Forgets what was found out about borders, but not about directions. */
function forget(u32: Uint32Array, kept: number): void {
  const facings = follow(u32, kept + REGIONS.facings);
  for (let node = 0; node < u32[kept + REGIONS.nodeCount]; node++) {
    u32.fill(0, facings + node * FACING.wordCount + FACING.simple, facings + node * FACING.wordCount + FACING.line);
  }
}
