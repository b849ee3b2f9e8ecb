/** Walks with a budget in tests come to the same bits in every engine: one hash over many answers, the same in Node and in Chromium. */
import { createRandom } from 'pliant/exact';
import { createInterruptedWalk, createPlacedSpheres, createTurns, placeSpheres, walkInTurns } from 'pliant/sim';
import { expect, it } from 'vitest';
import { AnswerHash } from '../../golden/answer-hash.js';
import { randomPlacement } from '../../support/placements.js';
import { randomTree } from './random-trees.js';

/** It changes when a walk, a tree or an answer does; what is right is for the other tests. */
const EXPECTED = '30465827cbb71376';

it('walks come to the same bits in every engine', () => {
  const random = createRandom(51);
  const hash = new AnswerHash();
  const walks = Array.from({ length: 6 }, (_, i) => {
    const options = { leaves: 10 + i * 20, branching: 2 + i, radius: 0.4, spread: 1 };
    const [a, b] = [0, 1].map(() => createPlacedSpheres(randomTree(random, options)));
    return { a, b, walk: createInterruptedWalk(a, b, { capacity: 2000 }) };
  });
  const turns = createTurns(walks.map(({ walk }) => walk));
  for (let step = 0; step < 60; step++) {
    if (step % 3 === 0) for (const { a } of walks) placeSpheres(a, randomPlacement(random, 0.8));
    walkInTurns(turns, { tests: random.integer(400) });
    for (const { walk } of walks) {
      const { contacts, errorBound, errors, leafCount } = walk.answer;
      hash.addNumber(errorBound);
      hash.addWord(leafCount);
      hash.addWord(walk.tests);
      hash.addNumbers(contacts.numbers, contacts.count * 12);
      hash.addNumbers(contacts.pairs, contacts.count * 2);
      hash.addNumbers(errors, contacts.count);
    }
  }
  expect(hash.wordCount).toBeGreaterThan(100_000);
  expect(hash.digest()).toBe(EXPECTED);
});
