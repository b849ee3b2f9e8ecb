/**
 * Anything in any order: bodies of several kinds share kernels, are posed, placed, asked, searched in slices, read, refitted, refused and disposed of,
 * while others come and memory grows. Every answer is that of a fresh body in the same pose, and that of brute force over where the
 * vertices are by the definition.
 */
import {
  type Body,
  type PliantErrorCode,
  type ProxyBody,
  beginBall,
  beginBox,
  beginClosestPoint,
  beginContacts,
  beginDistance,
  beginPair,
  beginRay,
  beginSelf,
  createBall,
  createBody,
  createClosestPoint,
  createContacts,
  createDistance,
  createHits,
  createPairHits,
  findBallHits,
  loadKernels,
  step,
} from 'pliant';
import { createRandom } from 'pliant/exact';
import { buildTree, createBdTree, createLinearModel } from 'pliant/parts';
import { describe, expect, it } from 'vitest';
import { randomPlacement } from '../bounds/bd-samples.js';
import { expectRefused } from '../mesh/expect-refused.js';
import { sheet } from '../mesh/make-meshes.js';
import { STRATEGIES, pick } from '../query/lazy-rigs.js';
import { takeFreeMemory } from '../support/take-memory.js';
import {
  type Actor,
  type Play,
  type Slot,
  answerFreshly,
  chooseQuestion,
  createActor,
  createPlay,
  expectRight,
  givePose,
  isMeshBody,
  isProxyBody,
  noteChange,
} from './sequence-play.js';
import { expectGone, readMesh, readProxies } from './sequence-reads.js';
import { behind, wordAt } from '../../src/kernels/units.js';

const SEEDS = 20;
const TURNS = 160;
const MOST_ACTORS = 7;
const MOST_BYTES = 1 << 24;
const FAR = 3.4e38;
const LARGE = sheet(30, 30);
const LARGE_MODEL = createLinearModel(LARGE, []);
const LARGE_SHAPE = { mesh: LARGE, model: LARGE_MODEL, bounds: createBdTree(LARGE, LARGE_MODEL, buildTree(LARGE)) };

/** What must happen in sequences: answers at once, answers in slices, refusals. */
const EVERYTHING = `
  ball, capsule, box, frustum, ray, sweep, closest, self, pair, distance, contacts,
  search over, step in the middle, step refused, begin failed, memory grew, posed by a kernel,
  pose refused, far pose taken, refused body read`
  .split(',')
  .map((what) => what.trim());
/** How often each did, over all sequences. */
const seen: Record<string, number> = {};
const see = (what: string): void => void (seen[what] = (seen[what] ?? 0) + 1);

/** What may be done; each does nothing when there is nothing to do it to. */
const TURN_KINDS: Readonly<Record<string, (play: Play, actor: Actor) => void>> = {
  pose(play, actor) {
    actor.pose = actor.kind.randomPose(play.random);
    givePose(actor.body, actor.pose);
    if (actor.refusal) {
      actor.placement = randomPlacement(play.random, 0.5);
      actor.body.setPlacement(actor.placement);
    }
    noteChange(play, actor);
  },
  place(play, actor) {
    actor.placement = randomPlacement(play.random, 0.5, play.random.integer(4) === 0);
    actor.body.setPlacement(actor.placement);
    noteChange(play, actor);
  },
  'pose where kernels read'(play, actor) {
    const { body, kernels, kind } = actor;
    if (!isMeshBody(body) || kind.layout.transformCount === 0) return;
    const { transforms } = kind.randomPose(play.random);
    kernels.arena.f32.set(transforms, wordAt(body.transformsAt));
    body.takeTransforms();
    actor.pose = { ...actor.pose, transforms };
    noteChange(play, actor);
    see('posed by a kernel');
  },
  'pose far beyond'(play, actor) {
    const factor = 10 ** play.random.range(20, 37);
    const pose = actor.kind.randomPose(play.random);
    const enlarge = (values: readonly number[]): number[] =>
      values.map((value) => Math.max(-FAR, Math.min(FAR, value * factor)));
    actor.pose = {
      weights: enlarge(pose.weights),
      transforms: enlarge(pose.transforms),
      points: enlarge(pose.points),
    };
    givePose(actor.body, actor.pose);
    noteChange(play, actor);
    see(actor.refusal ? 'pose refused' : 'far pose taken');
  },
  'place far beyond'(play, actor) {
    actor.placement = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, FAR, -FAR, 0, 1];
    actor.body.setPlacement(actor.placement);
    noteChange(play, actor);
    expect(actor.refusal, play.what).toBe('bad-number');
  },
  'refused numbers'(play, { body, kind, pose }) {
    const { pointCount, transformCount, weightCount } = kind.layout;
    const bad: [() => void, PliantErrorCode][] = [
      [() => body.setWeights(Array.from({ length: weightCount + 1 }, () => 1)), 'bad-count'],
      [() => body.setWeights(undefined as unknown as number[]), 'bad-type'],
      [() => body.setPlacement(Array.from({ length: 16 }, () => NaN)), 'bad-number'],
      [() => body.setPlacement([2, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]), 'bad-number'],
    ];
    if (weightCount > 0)
      bad.push([
        () => body.setWeights(pose.weights.map((weight) => weight + 1).with(weightCount - 1, NaN)),
        'bad-number',
      ]);
    if (isMeshBody(body)) {
      if (weightCount > 1) bad.push([() => body.setWeights(pose.weights.with(weightCount - 1, 1e39)), 'bad-number']);
      if (transformCount > 0)
        bad.push([() => body.setTransforms(pose.transforms.map((v, i) => (i > 5 ? NaN : v + 1))), 'bad-number']);
      if (transformCount > 0) bad.push([() => body.setMatrices(new Float32Array(transformCount * 16)), 'bad-number']);
      if (pointCount > 0)
        bad.push([() => body.setPoints(pose.points.map((v, i) => (i > 5 ? NaN : v + 1))), 'bad-number']);
      bad.push([() => body.setPoints([1, 2]), 'bad-count']);
    }
    const [set, code] = pick(play.random, bad);
    expectRefused(set, code);
  },
  find: ask,
  begin(play) {
    const slot = pick(play.random, play.slots);
    const chosen = chooseQuestion(play);
    if (!chosen) return;
    const { question, actors } = chosen;
    const answers = answerFreshly(play, question, actors);
    slot.asked = { question, actors, changes: actors.map(({ changes }) => changes), ...answers };
    question.begin(
      slot.search,
      actors.map(({ body }) => body),
    );
  },
  step: (play) => takeStep(play, pick(play.random, play.slots), 1 + play.random.integer(40)),
  'step all'(play) {
    for (const slot of play.slots) takeStep(play, slot, 1 + play.random.integer(100));
  },
  finish: (play) => takeStep(play, pick(play.random, play.slots), Infinity),
  'failing begin'(play, actor) {
    const { random } = play;
    const { search } = pick(random, play.slots);
    const mesh = play.actors.find(({ body, refusal }) => isMeshBody(body) && !refusal)?.body as Body | undefined;
    const proxies = play.actors.find(({ body, refusal }) => isProxyBody(body) && !refusal)?.body as
      | ProxyBody
      | undefined;
    const [hits, pairs, contacts] = [createHits(1), createPairHits(1), createContacts(1)];
    const bad: [() => void, PliantErrorCode][] = [
      [() => beginBall(search, {} as Body, [0, 0, 0], 1, hits), 'bad-type'],
    ];
    if (mesh) {
      bad.push(
        [() => beginBall(search, mesh, [0, 0, 0], -1, hits), 'bad-number'],
        [() => beginBox(search, mesh, [0, 0, NaN], [1, 1, 1], hits), 'bad-number'],
        [() => beginRay(search, mesh, [0, 0, 0], [0, 0, 0], hits), 'bad-number'],
        [() => beginClosestPoint(search, mesh, [0, 0, 0], createClosestPoint(), -1), 'bad-number'],
        [() => beginDistance(search, mesh, mesh, createDistance()), 'mismatch'],
        [() => beginPair(search, mesh, mesh, pairs), 'mismatch'],
        [() => beginPair(search, mesh, undefined as unknown as Body, pairs), 'bad-type'],
        [() => beginContacts(search, mesh as unknown as ProxyBody, mesh, contacts), 'bad-type'],
      );
    }
    if (proxies) {
      bad.push(
        [() => beginContacts(search, proxies, proxies, contacts), 'mismatch'],
        ...play.actors
          .filter(({ kernels }) => kernels !== proxies.kernels)
          .map(({ body }): [() => void, PliantErrorCode] => [
            () => beginContacts(search, proxies, body, contacts),
            'mismatch',
          ]),
        [() => beginContacts(search, proxies, undefined as unknown as Body, contacts), 'bad-type'],
        [() => beginSelf(search, proxies as unknown as Body, pairs), 'bad-type'],
      );
    }
    if (actor.refusal && isMeshBody(actor.body)) {
      const { body } = actor;
      bad.push(
        [() => beginSelf(search, body, pairs), actor.refusal],
        [() => beginRay(search, body, [0, 0, 0], [1, 0, 0], hits), actor.refusal],
      );
    }
    for (const { body } of play.gone.slice(-2)) {
      if (isMeshBody(body)) bad.push([() => beginSelf(search, body, pairs), 'disposed']);
      else bad.push([() => beginContacts(search, body, createBall([0, 0, 0], 1), contacts), 'disposed']);
    }
    const [begin, code] = pick(random, bad);
    expectRefused(begin, code);
    for (const slot of play.slots) if (slot.search === search) slot.asked = undefined;
    expectRefused(() => step(search, 1), 'mismatch');
    expectRefused(() => step(search), 'mismatch');
    see('begin failed');
  },
  read(play, actor) {
    if (isMeshBody(actor.body)) readMesh(play, actor, actor.body);
    else readProxies(play, actor);
    if (actor.refusal) see('refused body read');
  },
  refit(play, { body, refusal }) {
    if (!isMeshBody(body)) return;
    if (refusal) return expectRefused(() => body.refit(), refusal);
    body.refit();
    expect(body.isRefitted, play.what).toBe(true);
  },
  'change strategy'(play, { body }) {
    if (isMeshBody(body)) body.strategy = pick(play.random, STRATEGIES);
  },
  dispose(play, actor) {
    actor.body.dispose();
    actor.refusal = 'disposed';
    play.actors = play.actors.filter((other) => other !== actor);
    play.gone.push(actor);
    expectGone(actor.body, play.what);
    if (play.gone.length > 1) expectGone(pick(play.random, play.gone).body, play.what);
    actor.body.dispose();
  },
  create(play) {
    if (play.actors.length < MOST_ACTORS) createActor(play);
  },
  'have memory grow'({ homes, random, what }) {
    const kernels = pick(random, homes);
    const before = kernels.arena.u32.byteLength;
    if (before > MOST_BYTES) return;
    const blocks = takeFreeMemory(kernels);
    const large = createBody(kernels, LARGE_SHAPE, { strategy: pick(random, STRATEGIES) });
    expect(kernels.arena.u32.byteLength, what).toBeGreaterThan(before);
    expect(findBallHits(large, [15.5, 15.25, 0], 0.01, createHits(9)), what).toBe(1);
    large.dispose();
    // Whoever takes this memory next must not rely on what is in it.
    for (const block of blocks) {
      kernels.arena.u32.fill(0xffffffff, wordAt(block), wordAt(behind(block, 65_536)));
      kernels.arena.free(block);
    }
    see('memory grew');
  },
};

/** What is done more often than other things. */
const OFTEN: Readonly<Record<string, number>> = {
  find: 8,
  begin: 5,
  step: 4,
  'step all': 4,
  finish: 3,
  read: 4,
  create: 3,
};
const TURN_NAMES = Object.keys(TURN_KINDS).flatMap((name) => Array.from({ length: OFTEN[name] ?? 1 }, () => name));

/** Asks at once; those that cannot be asked say so. */
function ask(play: Play, actor: Actor): void {
  const { body, refusal } = actor;
  if (refusal && isMeshBody(body)) return expectRefused(() => findBallHits(body, [0, 0, 0], 1, createHits(1)), refusal);
  const chosen = chooseQuestion(play);
  if (!chosen) return;
  const { question, actors } = chosen;
  const answers = answerFreshly(play, question, actors);
  question.find(actors.map((asked) => asked.body));
  const what = `${play.what}: ${actors.map(({ name }) => name).join(' and ')}`;
  expectRight(question, answers, what);
  see(question.what.split(' ')[0]);
  // Triangles that were hit have been posed.
  const [{ body: hit, mesh, world }] = actors;
  if (question.rowLength > 1 || !isMeshBody(hit)) return;
  const { positions } = hit;
  for (const [triangle] of question.read().rows) {
    for (const vertex of mesh.triangles.subarray(triangle * 3, triangle * 3 + 3)) {
      expect(positions.slice(vertex * 3, vertex * 3 + 3), what).toEqual(world.slice(vertex * 3, vertex * 3 + 3));
    }
  }
}

/** Goes on with a search, which is refused once a body of it has changed; compares what it found when it is over. */
function takeStep(play: Play, { asked, search }: Slot, budget: number): void {
  if (!asked) return expectRefused(() => step(search, budget), 'mismatch');
  const { actors, changes, question } = asked;
  const at = actors.findIndex(({ refusal, changes: now }, i) => refusal !== undefined || now !== changes[i]);
  if (at >= 0) {
    see('step refused');
    return expectRefused(() => step(search, budget), actors[at].refusal ?? 'mismatch');
  }
  if (!step(search, budget)) return see('step in the middle');
  see('search over');
  expectRight(question, asked, `${play.what}: in slices, ${actors.map(({ name }) => name).join(' and ')}`);
}

/** One turn; whatever fails in it says where it was. */
function takeTurn(play: Play, name: string): void {
  try {
    TURN_KINDS[name](play, pick(play.random, play.actors));
  } catch (error) {
    const at = error as Error;
    if (!at.message.startsWith(play.what)) at.message = `${play.what}: ${at.message}`;
    throw error;
  }
}

describe('bodies in any order of anything', () => {
  it(`answer as fresh bodies and as brute force do, in ${SEEDS} sequences of ${TURNS} turns`, async () => {
    const references = [await loadKernels({ backend: 'wasm' }), await loadKernels({ backend: 'typescript' })];
    for (let seed = 1500; seed < 1500 + SEEDS; seed++) {
      const random = createRandom(seed);
      const homes = [
        await loadKernels({ backend: 'wasm', memoryBytes: 0 }),
        await loadKernels({ backend: 'typescript' }),
      ];
      const used = homes.map(({ arena }) => arena.usedBytes);
      const play = createPlay(random, homes, references);
      for (let turn = 0; turn < TURNS; turn++) {
        play.what = `seed ${seed}, turn ${turn}`;
        while (play.actors.length < 3) createActor(play);
        const name = pick(random, TURN_NAMES);
        play.what += `, ${name}`;
        takeTurn(play, name);
      }
      for (const { body } of play.actors) body.dispose();
      expect(
        homes.map(({ arena }) => arena.usedBytes),
        `seed ${seed}: all memory is given back`,
      ).toEqual(used);
    }
    for (const what of EVERYTHING) expect(seen[what], what).toBeGreaterThan(5);
  });
});
