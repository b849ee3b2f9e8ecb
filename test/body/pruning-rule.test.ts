/** When searches of a body with itself try to prove regions free. */
import { type Body, createBody, createPairHits, createSearch, createShape } from 'pliant';
import { createMesh } from 'pliant/parts';
import { describe, expect, it } from 'vitest';
import { doesPruningPay, rememberPlainSearch, rememberPrunedSearch } from '../../src/body/pruning-rule.js';
import { sheet } from '../mesh/make-meshes.js';
import { runSelf } from '../query/run-searches.js';
import { BACKENDS } from '../support/sample-bodies.js';

const hits = createPairHits(1000);

/** A flat sheet with a shape of its own: nothing has been searched yet. */
function makeBody(): Body {
  const { positions, triangles } = sheet(12, 12);
  return createBody(BACKENDS.wasm, createShape(createMesh({ positions, triangles })));
}

const CHEAP = { nodesVisited: 1, triangleTests: 0, bordersSeen: 1, borderEdges: 48 };
const DEAR = { nodesVisited: 1e6, triangleTests: 1e6, bordersSeen: 1e6, borderEdges: 1e6 };

describe('proving regions free', () => {
  it('begins once a shape has been searched so often that finding its regions pays, and then proves a flat sheet free at once', () => {
    const body = makeBody();
    const search = createSearch();
    const looked = Array.from({ length: 80 }, () => {
      runSelf(search, body, hits);
      return search.statistics.regionsFree;
    });
    const plain = looked.indexOf(1);
    expect(plain).toBeGreaterThan(10);
    expect(plain).toBeLessThan(60);
    expect(looked).toEqual([...Array.from({ length: plain }, () => 0), ...Array.from({ length: 80 - plain }, () => 1)]);
    body.dispose();
  });

  it('begins the later the more collides, and never where about every twentieth triangle does', () => {
    const searchesUntil = (pairsFound: number): number => {
      const body = makeBody();
      let searches = 0;
      while (searches < 5000 && !doesPruningPay(body, false)) {
        searches++;
        rememberPlainSearch(body, { ...CHEAP, triangleTests: 6 * body.mesh.triangleCount }, pairsFound);
      }
      body.dispose();
      return searches;
    };
    const triangleCount = 288;
    const [none, few, some, many] = [0, 0.01, 0.03, 0.05].map((share) => searchesUntil(share * triangleCount));
    expect(none).toBeLessThan(few);
    expect(few).toBeLessThan(some);
    expect(some).toBeLessThan(5000);
    expect(many).toBe(5000);
  });

  it('goes on while it is the cheaper way', () => {
    const body = makeBody();
    rememberPlainSearch(body, { ...CHEAP, triangleTests: 5000 }, 0);
    for (let k = 0; k < 50; k++) {
      expect(doesPruningPay(body, true)).toBe(true);
      rememberPrunedSearch(body, CHEAP, false);
    }
    body.dispose();
  });

  it('is tried ever more seldom where it is the dearer way, and taken up again when that has changed', () => {
    const body = makeBody();
    rememberPlainSearch(body, { ...CHEAP, triangleTests: 5000 }, 0);
    const tried: number[] = [];
    for (let k = 0; k < 2000; k++) {
      if (!doesPruningPay(body, true)) continue;
      tried.push(k);
      rememberPrunedSearch(body, DEAR, true);
    }
    const waits = tried.slice(1).map((k, i) => k - tried[i] - 1);
    expect(waits.slice(0, 8)).toEqual([4, 8, 16, 32, 64, 128, 256, 256]);
    while (!doesPruningPay(body, true));
    rememberPrunedSearch(body, CHEAP, false);
    for (let k = 0; k < 50; k++) expect(doesPruningPay(body, true)).toBe(true);
    body.dispose();
  });

  it('of a shape that nobody has searched otherwise is compared with what such a search usually costs', () => {
    const body = makeBody();
    expect(doesPruningPay(body, true)).toBe(true);
    rememberPrunedSearch(body, DEAR, true);
    expect(doesPruningPay(body, true)).toBe(false);
    body.dispose();
  });
});
