/** When searches of a body with itself try to prove regions free. */
import { type Body, createBody, createPairHits, createSearch, createShape } from 'pliant';
import { createMesh } from 'pliant/parts';
import { describe, expect, it } from 'vitest';
import { doesPruningPay, rememberSearch } from '../../src/body/pruning-rule.js';
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
    const looked = Array.from({ length: 20 }, () => {
      runSelf(search, body, hits);
      return search.statistics.regionsFree;
    });
    expect(looked).toEqual([...Array.from({ length: 12 }, () => 0), ...Array.from({ length: 8 }, () => 1)]);
    body.dispose();
  });

  it('goes on while it is the cheaper way', () => {
    const body = makeBody();
    rememberSearch(body, { ...CHEAP, triangleTests: 5000 }, false, true);
    for (let k = 0; k < 50; k++) {
      expect(doesPruningPay(body, true)).toBe(true);
      rememberSearch(body, CHEAP, true, false);
    }
    body.dispose();
  });

  it('is tried ever more seldom where it is the dearer way, and taken up again when that has changed', () => {
    const body = makeBody();
    rememberSearch(body, { ...CHEAP, triangleTests: 5000 }, false, true);
    const tried: number[] = [];
    for (let k = 0; k < 2000; k++) {
      if (!doesPruningPay(body, true)) continue;
      tried.push(k);
      rememberSearch(body, DEAR, true, true);
    }
    const waits = tried.slice(1).map((k, i) => k - tried[i] - 1);
    expect(waits.slice(0, 8)).toEqual([4, 8, 16, 32, 64, 128, 256, 256]);
    while (!doesPruningPay(body, true));
    rememberSearch(body, CHEAP, true, false);
    for (let k = 0; k < 50; k++) expect(doesPruningPay(body, true)).toBe(true);
    body.dispose();
  });

  it('of a shape that nobody has searched otherwise is compared with what such a search usually costs', () => {
    const body = makeBody();
    expect(doesPruningPay(body, true)).toBe(true);
    rememberSearch(body, DEAR, true, true);
    expect(doesPruningPay(body, true)).toBe(false);
    body.dispose();
  });
});
