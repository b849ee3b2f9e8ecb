/**
 * A program that asks every public question of bodies that deform in every way, in several poses, and folds all bits of all
 * answers into one hash. It prints nothing and needs nothing of its surroundings: Node, browsers and both backends must agree.
 */
import { loadKernels } from 'pliant';
import { type Random, createRandom } from 'pliant/exact';
import type { Backend } from 'pliant/parts';
import { AnswerHash } from './answer-hash.js';
import type { GoldenBody, GoldenMaker } from './golden-bodies.js';
import { GOLDEN_BODIES } from './golden-bodies.js';
import { TOUCH_QUESTIONS } from './golden-touches.js';
import { FURTHER_BODIES } from './golden-further-bodies.js';
import { MOTION_QUESTIONS } from './golden-motions.js';
import type { Place } from './golden-queries.js';
import { BODY_QUESTIONS, PAIR_QUESTIONS, allPositions } from './golden-queries.js';
import { WORLD_QUESTIONS } from './golden-worlds.js';

/** What came out. */
export interface Golden {
  /** The hash of everything. */
  readonly hash: string;
  /** That of the bodies and worlds that were there first, without the further bodies behind them. */
  readonly firstHash: string;
  /** A hash for each body and kind of question, to find what differs. */
  readonly parts: Readonly<Record<string, string>>;
  /** How much each kind of question found, over all bodies. */
  readonly found: Readonly<Record<string, number>>;
}

const PLACES = 6;

/** Asks everything on a backend. */
export async function runGolden(backend: Backend): Promise<Golden> {
  const kernels = await loadKernels({ backend });
  const parts: Record<string, string> = {};
  const found: Record<string, number> = {};
  const total = new AnswerHash();
  const ask = (who: string, kind: string, question: (hash: AnswerHash) => number): void => {
    const hash = new AnswerHash();
    found[kind] = (found[kind] ?? 0) + question(hash);
    const digest = hash.digest();
    parts[`${who}: ${kind}`] = digest;
    for (const half of [digest.slice(0, 8), digest.slice(8)]) total.addWord(Number.parseInt(half, 16));
  };

  const askAll = (bodies: Readonly<Record<string, GoldenMaker>>): void => {
    for (const [name, make] of Object.entries(bodies)) askOf(name, make);
  };
  const askOf = (name: string, make: GoldenMaker): void => {
    const [a, b] = [make(kernels), make(kernels)];
    const random = createRandom(name.length);
    for (let pose = 0; pose < a.poseCount; pose++) {
      for (const each of [a, b]) each.setPose(pose);
      // The other one is asked where it is, so that this one is as lazy as it likes.
      b.body.setPlacement(placement(0));
      const places = choosePlaces(random, b);
      const who = `${name}, pose ${pose}`;
      for (const [kind, question] of Object.entries(BODY_QUESTIONS)) {
        ask(who, kind, (hash) => question(a.body, places, hash));
      }
      const size = places[0].length;
      for (const shift of [size / 3, size * 30]) {
        // Nobody has posed all of them yet.
        a.setPose(pose);
        b.body.setPlacement(placement(shift));
        for (const [kind, question] of Object.entries(PAIR_QUESTIONS)) {
          ask(`${who}, ${shift === size / 3 ? 'near' : 'far'}`, kind, (hash) => question(a, b, hash));
        }
      }
    }
    a.body.dispose();
    b.body.dispose();
  };
  askAll(GOLDEN_BODIES);
  for (const [kind, question] of Object.entries(WORLD_QUESTIONS))
    ask('no body', kind, (hash) => question(kernels, hash));
  const firstHash = total.digest();
  askAll(FURTHER_BODIES);
  for (const [kind, question] of Object.entries(TOUCH_QUESTIONS)) ask('no body', kind, question);
  for (const [kind, question] of Object.entries(MOTION_QUESTIONS))
    ask('no body', kind, (hash) => question(kernels, hash));
  return { hash: total.digest(), firstHash, parts, found };
}

/** Turned by a right-angled triangle of 3, 4 and 5, and moved along all axes. */
function placement(shift: number): number[] {
  return [0.8, 0, -0.6, 0, 0, 1, 0, 0, 0.6, 0, 0.8, 0, shift, shift / 2, shift / 4, 1];
}

/** Places at vertices of the body as it stands, and beside them; lengths of about a tenth of it. */
function choosePlaces(random: Random, { body }: GoldenBody): Place[] {
  const positions = allPositions(body);
  const vertex = (): number => random.integer(positions.length / 3) * 3;
  const reach = positions.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const near = (): Float64Array => {
    const at = vertex();
    return Float64Array.from({ length: 3 }, (_, axis) => positions[at + axis] + random.range(-0.1, 0.1) * reach);
  };
  return Array.from({ length: PLACES }, () => ({ from: near(), to: near(), length: reach * random.range(0.05, 0.2) }));
}
