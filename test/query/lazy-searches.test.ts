/** Every question about one lazy body, by every rule and strategy, on both backends, against brute force. */
import { createRandom } from 'pliant/exact';
import { describe, expect, it } from 'vitest';
import { QUERY_KINDS, prepare, statisticsOf } from './lazy-queries.js';
import type { Answer, Asked, Query } from './lazy-queries.js';
import { bodiesOf, disposeRig, moveRig, randomRig } from './lazy-rigs.js';

const FRAMES = 2400;
const FRAMES_PER_RIG = 12;
const MOST_TRIANGLES = 130;

function sorted(triangles: readonly number[]): number[] {
  return triangles.toSorted((a, b) => a - b);
}

/** Asks all searches; the backends must agree to the last bit and count, and all of them with brute force. */
function expectLikeBrute(query: Query, all: readonly Asked[], what: string): Answer {
  const expected = query.brute();
  const answers = all.map((asked) => query.ask(asked));
  const told = `${what}: ${query.what}`;
  expect(answers[1], `${told}: both backends alike`).toEqual(answers[0]);
  expect(statisticsOf(all[1]), `${told}: both backends count alike`).toEqual(statisticsOf(all[0]));
  answers.forEach((answer, i) => {
    const name = `${told}: ${['wasm', 'typescript', 'refitted'][i]}`;
    expect(answer.numbers, name).toEqual(expected.numbers);
    const triangles = query.isOrdered ? answer.triangles : sorted(answer.triangles);
    expect(triangles, name).toEqual(expected.triangles);
  });
  return expected;
}

describe('a question about a lazy body is answered as by brute force on the deformed mesh', () => {
  it.each(Object.keys(QUERY_KINDS))(`${FRAMES} frames: %s`, (kind) => {
    const seed = 611;
    const random = createRandom(seed);
    let some = 0;
    let none = 0;
    for (let frame = 0; frame < FRAMES;) {
      const rig = randomRig(random, MOST_TRIANGLES);
      const asked = prepare([...rig.lazy, rig.refit]);
      for (let k = 0; k < FRAMES_PER_RIG; k++, frame++) {
        moveRig(random, rig);
        const used = asked.slice(0, bodiesOf(rig).length);
        const query = QUERY_KINDS[kind](random, rig);
        const { triangles } = expectLikeBrute(query, used, `seed ${seed}, frame ${frame}, ${rig.what}`);
        if (triangles.length > 0) some++;
        else none++;
      }
      disposeRig(rig);
    }
    expect(some).toBeGreaterThan(FRAMES / 4);
    expect(none).toBeGreaterThan(FRAMES / 20);
  });
});
