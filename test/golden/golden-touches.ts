/**
 * First touches in time, folded into a hash: numbers of every size, of which doubles decide most, and small whole numbers, where
 * much is a tie for big integers. Each function returns how many touches it found.
 */
import {
  TOUCH_LENGTH,
  type Random,
  createRandom,
  doEdgeEdgeMeet,
  doVertexFaceMeet,
  findEdgeEdgeTouch,
  findVertexFaceTouch,
} from 'pliant/exact';
import type { AnswerHash } from './answer-hash.js';

const COUNT = 400;
const COORDINATES = 12;

type Find = (start: Float64Array, end: Float64Array, out: Float64Array) => boolean;

/** Questions by kind. */
export const TOUCH_QUESTIONS: Readonly<Record<string, (hash: AnswerHash) => number>> = {
  'touches of vertices and faces': (hash) => foldTouches(findVertexFaceTouch, doVertexFaceMeet, hash),
  'touches of edges': (hash) => foldTouches(findEdgeEdgeTouch, doEdgeEdgeMeet, hash),
};

function foldTouches(find: Find, meet: Find, hash: AnswerHash): number {
  const random = createRandom(COUNT);
  const out = new Float64Array(TOUCH_LENGTH);
  let found = 0;
  for (let i = 0; i < COUNT; i++) {
    const coordinate = COORDINATE_KINDS[i % COORDINATE_KINDS.length];
    const [start, end] = [0, 1].map(() => Float64Array.from({ length: COORDINATES }, () => coordinate(random)));
    hash.addWord(meet(start, end, out) ? 1 : 0);
    if (!find(start, end, out)) continue;
    hash.addNumbers(out);
    found++;
  }
  return found;
}

const COORDINATE_KINDS: readonly ((random: Random) => number)[] = [
  (random) => random.range(-1, 1),
  (random) => random.integer(7) - 3,
  (random) => random.integer(3) - 1,
  (random) => random.range(-1, 1) * (random.integer(2) === 0 ? 1 : 1e90),
];
