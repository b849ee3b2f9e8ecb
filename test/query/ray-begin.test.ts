/** What is left of a search along a ray when another fails to begin: nothing that could be gone on with, whatever failed. */
import { type Body, type Search, beginRay, beginSweep, createBody, createHits, createSearch, step } from 'pliant';
import { createRandom } from 'pliant/exact';
import { buildTree, createBdTree, createLinearModel } from 'pliant/parts';
import { describe, expect, it } from 'vitest';
import { expectRefused } from '../mesh/expect-refused.js';
import { BACKENDS } from '../support/sample-bodies.js';
import { randomFields, soup } from '../support/sample-meshes.js';

const random = createRandom(17);
const mesh = soup(random, 300, 0.6);
const model = createLinearModel(mesh, randomFields(random, mesh, 1, 0.2));
const bounds = createBdTree(mesh, model, buildTree(mesh));
const hits = createHits(300);
const none = undefined as unknown as typeof hits;
const START = [-3, 0.1, 0.1];
const END = [3, 0.1, 0.1];
const AHEAD = [6, 0, 0];

const REFUSED: Readonly<Record<string, (search: Search, body: Body) => void>> = {
  'an origin that is not a number': (search, body) => beginRay(search, body, [NaN, 0, 0], AHEAD, hits),
  'no direction': (search, body) => beginRay(search, body, START, [0, 0, 0], hits),
  'an end before the ray begins': (search, body) => beginRay(search, body, START, AHEAD, hits, -1),
  'a radius below zero': (search, body) => beginSweep(search, body, START, END, -1, hits),
  'a way without an end': (search, body) => beginSweep(search, body, START, undefined as unknown as number[], 1, hits),
};

const FAILED: Readonly<Record<string, (search: Search, body: Body) => void>> = {
  'no hits to fill, of a ray': (search, body) => beginRay(search, body, END, [-6, 0, 0], none),
  'no hits to fill, of a ball': (search, body) => beginSweep(search, body, END, START, 1, none),
  'a pose that is not a number': (search, body) => {
    body.pose.weights[0] = NaN;
    body.pose.stamp++;
    try {
      beginRay(search, body, END, [-6, 0, 0], hits);
    } finally {
      body.pose.weights[0] = 0.5;
      body.pose.stamp--;
    }
  },
};

describe.each(Object.keys(BACKENDS) as (keyof typeof BACKENDS)[])('a search that fails to begin (%s)', (backend) => {
  const begins: readonly ((search: Search, body: Body) => void)[] = [
    (search, body) => beginRay(search, body, START, AHEAD, hits),
    (search, body) => beginSweep(search, body, START, END, 0.5, hits),
  ];

  function forBegun(check: (search: Search, body: Body) => void): void {
    for (const beginOne of begins) {
      const body = createBody(BACKENDS[backend], { mesh, model, bounds });
      const search = createSearch();
      body.setWeights([0.5]);
      expectRefused(() => step(search), 'mismatch', 'step', 'begin');
      beginOne(search, body);
      step(search);
      const expected = listed();
      expect(expected.length).toBeGreaterThan(2);
      beginOne(search, body);
      step(search, 1);
      check(search, body);
      beginOne(search, body);
      expect(step(search)).toBe(true);
      expect(listed()).toEqual(expected);
      body.dispose();
    }
  }

  it.each(Object.keys({ ...REFUSED, ...FAILED }))('cannot be gone on with: %s', (name) => {
    forBegun((search, body) => {
      expect(() => ({ ...REFUSED, ...FAILED })[name](search, body)).toThrow(Error);
      expectRefused(() => step(search), 'mismatch', 'step', 'begin');
    });
  });
});

function listed(): number[] {
  return [...hits.triangles.subarray(0, hits.count), ...hits.parameters.subarray(0, hits.count)];
}
