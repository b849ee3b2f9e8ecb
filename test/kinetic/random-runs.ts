/** Seeded runs: a small scene, some changes, and everything checked after each of them and at instants between events. */
import { type Random, createRandom } from 'pliant/exact';
import { advance } from 'pliant/kinetic';
import { expectValid } from './check-scene.js';
import {
  ANY,
  FAR,
  type MovingScene,
  type Numbers,
  WHOLE,
  WILD,
  changeScene,
  createScene,
  laterTime,
} from './moving-scene.js';

const KINDS = [WHOLE, WHOLE, ANY, FAR, WILD];

/** Runs seeds from `first` to before `end`, on scenes that `create` makes; a failure names its seed. */
export function expectRunsValid(
  first: number,
  end: number,
  create: (random: Random, numbers: Numbers) => MovingScene = createScene,
): void {
  for (let seed = first; seed < end; seed++) {
    const random = createRandom(seed);
    const numbers = KINDS[random.integer(KINDS.length)];
    const scene = create(random, numbers);
    expectValid(scene, `seed ${seed}, built`);
    for (let step = 0; step < 7; step++) {
      changeScene(scene, random, numbers);
      expectValid(scene, `seed ${seed}, step ${step}`);
      toBetweenEvents(scene, random.next());
      expectValid(scene, `seed ${seed}, after step ${step}`);
    }
    advance(scene.tree, laterTime(scene, random, numbers));
    expectValid(scene, `seed ${seed}, end`);
  }
}

/** Goes to somewhere between the present and the next event, or shortly after the present when there is none. */
function toBetweenEvents({ plan, tree }: MovingScene, share: number): void {
  const { time } = tree.paths;
  const event = tree.queue.count > 0 ? tree.queue.times[tree.queue.heap[0]] : time + 0.1;
  const isListed = tree.form === 'aabb-tree' && tree.agenda.done < tree.agenda.count;
  const entry = isListed ? tree.agenda.times[tree.agenda.order[tree.agenda.done]] : event;
  const next = Math.max(time, Math.min(event, entry));
  advance(tree, Math.min(plan.end, time + (Math.min(next, time + 1) - time) * share));
}
