/** Searches for a ball or a box with too little room for what is found, and for shapes that are none. */
import { beginBall, createHits, createSearch, findBallHits, findBoxHits, step } from 'pliant';
import { bruteBallHits } from 'pliant/oracle';
import { describe, expect, it } from 'vitest';
import { expectRefused } from '../mesh/expect-refused.js';
import { sheet } from '../mesh/make-meshes.js';
import { BACKENDS, makeBody } from '../support/sample-bodies.js';
import { sortedTriangles } from './check-hits.js';

const found = createHits(5000);
const expected = createHits(5000);

describe('a full buffer', () => {
  it('loses nothing in silence, and nothing is written behind it', () => {
    const body = makeBody(BACKENDS.wasm, sheet(8, 8));
    const total = findBallHits(body, [4, 4, 0], 2, expected);
    for (const capacity of [0, 1, 5, total - 1, total]) {
      const memory = new Uint32Array(capacity + 4).fill(0xabcdef);
      const hits = { triangles: memory.subarray(0, capacity), parameters: new Float64Array(0), count: 99, dropped: 99 };
      expect(findBallHits(body, [4, 4, 0], 2, hits)).toBe(total);
      expect([hits.count, hits.dropped]).toEqual([capacity, total - capacity]);
      expect(hits.triangles).toEqual(expected.triangles.subarray(0, capacity));
      expect([...memory.subarray(capacity)]).toEqual([0xabcdef, 0xabcdef, 0xabcdef, 0xabcdef]);
      bruteBallHits(body.positions, body.mesh.triangles, [4, 4, 0], 2, hits);
      expect([hits.count, hits.dropped]).toEqual([capacity, total - capacity]);
    }
    body.dispose();
  });

  it('is refused for a capacity that is none', () => {
    for (const capacity of [-1, 1.5, NaN, Infinity]) {
      expectRefused(() => createHits(capacity), 'bad-count', 'createHits', String(capacity));
    }
    expectRefused(() => createHits('7' as unknown as number), 'bad-type');
  });
});

describe('a shape that is none', () => {
  const body = makeBody(BACKENDS.wasm, sheet(2, 2));

  it.each([
    [[NaN, 0, 0], 1, 'bad-number', 'center[0]'],
    [[0, 0, -Infinity], 1, 'bad-number', 'center[2]'],
    [[0, 0], 1, 'bad-count', 'center'],
    [[0, 0, 0, 0], 1, 'bad-count', 'center'],
    [undefined, 1, 'bad-count', 'center'],
    [['0', 0, 0], 1, 'bad-number', 'center[0]'],
    [[0, 0, 0], -1, 'bad-number', '-1'],
    [[0, 0, 0], NaN, 'bad-number', 'NaN'],
    [[0, 0, 0], Infinity, 'bad-number', 'Infinity'],
    [[0, 0, 0], undefined, 'bad-number', 'undefined'],
  ] as const)('is refused: ball %j, %d', (center, radius, code, part) => {
    expectRefused(
      () => findBallHits(body, center as unknown as number[], radius as number, found),
      code,
      'beginBall',
      part,
    );
  });

  it.each([
    [[1, 0, 0], [0, 1, 1], 'bad-number', 'lowest[0]'],
    [[0, 0, 2], [1, 1, 1], 'bad-number', 'lowest[2]'],
    [[0, NaN, 0], [1, 1, 1], 'bad-number', 'lowest[1]'],
    [[0, 0, 0], [1, 1, Infinity], 'bad-number', 'highest[2]'],
    [[0, 0, 0], [1, 1], 'bad-count', 'highest'],
    [null, [1, 1, 1], 'bad-count', 'lowest'],
  ] as const)('is refused: box %j, %j', (lowest, highest, code, part) => {
    expectRefused(() => findBoxHits(body, lowest as unknown as number[], highest, found), code, 'beginBox', part);
  });

  it('does not disturb a search that is under way', () => {
    const search = createSearch();
    const hits = createHits(100);
    beginBall(search, body, [1, 1, 0], 1, hits);
    expectRefused(() => findBallHits(body, [1, 1, 0], -1, found), 'bad-number');
    expectRefused(() => findBoxHits(body, [9, 9, 9], [10, 10, 8], found), 'bad-number');
    step(search);
    bruteBallHits(body.positions, body.mesh.triangles, [1, 1, 0], 1, expected);
    expect(sortedTriangles(hits)).toEqual(sortedTriangles(expected));
  });
});
