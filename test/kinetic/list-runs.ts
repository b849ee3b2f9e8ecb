/** Seeded runs of separation lists: two small scenes, or one with itself, some changes, and everything checked after each of them and at instants between events. */
import { type Random, createRandom } from 'pliant/exact';
import { advance, advanceList, createOverlapStream, createSeparationList } from 'pliant/kinetic';
import { type WatchedScenes, expectListValid } from './check-list.js';
import {
  ANY,
  FAR,
  type MovingScene,
  type Numbers,
  STARTS,
  type SceneSize,
  WHOLE,
  WILD,
  createScene,
  editScene,
  laterTime,
} from './moving-scene.js';

const KINDS = [WHOLE, WHOLE, ANY, FAR, WILD];

/** Runs seeds from `first` to before `end`; a failure names its seed. */
export function expectListRunsValid(first: number, end: number, size: SceneSize = {}): void {
  for (let seed = first; seed < end; seed++) {
    const random = createRandom(seed);
    const numbers = KINDS[random.integer(KINDS.length)];
    const watched = createWatched(random, numbers, size);
    expectListValid(watched, `seed ${seed}, built`);
    for (let step = 0; step < 7; step++) {
      changeScenes(watched, random, numbers);
      expectListValid(watched, `seed ${seed}, step ${step}`);
      toBetweenEvents(watched, random.next());
      expectListValid(watched, `seed ${seed}, after step ${step}`);
    }
  }
}

/** Two scenes whose plans begin together, or one, and a list of them. */
export function createWatched(random: Random, numbers: Numbers, size: SceneSize = {}): WatchedScenes {
  const options = { ...size, start: STARTS[random.integer(STARTS.length)], isLocal: random.integer(2) === 0 };
  const a = createScene(random, numbers, options);
  const b = random.integer(3) === 0 ? a : createScene(random, numbers, options);
  const stream = createOverlapStream(100_000);
  return { a, b, list: createSeparationList(a.tree, b.tree, { stream }), stream, replayed: new Set() };
}

/** Goes on, or changes some things at once. */
export function changeScenes(watched: WatchedScenes, random: Random, numbers: Numbers): void {
  const { a, b, list } = watched;
  if (random.integer(3) === 0) {
    const time = Math.min(endOf(watched), laterTime(a, random, numbers));
    // Now and then a tree goes ahead.
    if (random.integer(3) === 0) advance(a.tree, time);
    advanceList(list, time);
    return;
  }
  for (let count = 1 + random.integer(4); count > 0; count--) {
    const scene: MovingScene = [a, b][random.integer(2)];
    editScene(scene, random, numbers, [3, 3, 4, 5, 6, 6, 7][random.integer(count === 1 ? 7 : 6)]);
  }
}

/** Goes to somewhere between the present and the next event, or shortly after the present when there is none. */
function toBetweenEvents(watched: WatchedScenes, share: number): void {
  const { clock, queue } = watched.list;
  const next = queue.count > 0 ? queue.times[queue.heap[0]] : clock[0] + 0.1;
  advanceList(watched.list, Math.min(endOf(watched), clock[0] + (Math.min(next, clock[0] + 1) - clock[0]) * share));
}

/** Up to when both plans go. */
function endOf({ a, b }: WatchedScenes): number {
  return Math.min(a.plan.end, b.plan.end);
}
