/** What takes part in a random sequence: bodies with what is known of them, searches under way. See random-sequences.test.ts. */
import {
  type AnyBody,
  type Body,
  type Kernels,
  type PliantErrorCode,
  type ProxyBody,
  type ProxyShape,
  type Search,
  type Shape,
  PliantError,
  createBody,
  createSearch,
} from 'pliant';
import type { Random } from 'pliant/exact';
import { expect } from 'vitest';
import type { Posed } from '../query/lazy-queries.js';
import { PRUNINGS, STRATEGIES, pick } from '../query/lazy-rigs.js';
import type { BlendPose } from '../support/blend-poses.js';
import { askProxies } from './sequence-contacts.js';
import { type Kind, KIND_NAMES, makeKind } from './sequence-kinds.js';
import { type Found, type Question, askOne, askTwo } from './sequence-questions.js';

/** A body, and what was done to it. */
export interface Actor extends Posed {
  readonly name: string;
  readonly kind: Kind;
  readonly kernels: Kernels;
  readonly body: AnyBody;
  pose: BlendPose;
  placement: readonly number[] | undefined;
  /** How often it has been posed or placed. */
  changes: number;
  /** Why it cannot be asked anything at present. */
  refusal: PliantErrorCode | undefined;
  world: Float32Array;
}

/** A search, and what it is in the middle of. */
export interface Slot {
  readonly search: Search;
  asked: Asked | undefined;
}

/** A question that was begun, and its right answer. */
interface Asked {
  readonly question: Question;
  readonly actors: readonly Actor[];
  readonly changes: readonly number[];
  readonly fresh: Found;
  readonly brute: Found;
}

/** Everything that takes part. */
export interface Play {
  readonly random: Random;
  /** Where bodies live: with WebAssembly, and with the twins. */
  readonly homes: readonly Kernels[];
  /** Where fresh bodies live, for a moment. */
  readonly references: readonly Kernels[];
  readonly kinds: readonly Kind[];
  readonly slots: readonly Slot[];
  actors: Actor[];
  readonly gone: Actor[];
  /** What is being done, for messages. */
  what: string;
  created: number;
}

const SLOTS = 5;
const KINDS = 7;

/** Sets the stage: some shapes, no bodies yet. */
export function createPlay(random: Random, homes: readonly Kernels[], references: readonly Kernels[]): Play {
  const kinds = Array.from({ length: KINDS }, (_, i) =>
    makeKind(random, i === 0 ? 'proxies' : KIND_NAMES[random.integer(KIND_NAMES.length)]),
  );
  const slots = Array.from({ length: SLOTS }, (): Slot => ({ search: createSearch(), asked: undefined }));
  return { random, homes, references, kinds, slots, actors: [], gone: [], what: '', created: 0 };
}

/** Creates a body of one of the shapes, which others may share. */
export function createActor(play: Play): Actor {
  const kind = pick(play.random, play.kinds);
  const kernels = pick(play.random, play.homes);
  const body = makeBody(play, kind, kernels);
  const { weights, transforms, points } = body.pose;
  const pose = { weights: [...weights], transforms: [...transforms], points: [...points] };
  const actor: Actor = {
    name: `${kind.what} ${play.created++} on ${kernels.backend}`,
    kind,
    mesh: kind.mesh,
    kernels,
    body,
    pose,
    placement: undefined,
    changes: 0,
    refusal: undefined,
    world: new Float32Array(0),
  };
  noteChange(play, actor);
  play.actors.push(actor);
  return actor;
}

/** Takes note that a body was posed or placed: where its vertices are now, or why a fresh body refuses to be there. */
export function noteChange(play: Play, actor: Actor): void {
  actor.changes++;
  const fresh = makeFresh(play, actor, pick(play.random, play.references));
  actor.refusal = undefined;
  try {
    fresh.refresh();
  } catch (error) {
    expect(error, play.what).toBeInstanceOf(PliantError);
    actor.refusal = (error as PliantError).code;
  }
  fresh.dispose();
  if (!actor.refusal) actor.world = actor.kind.worldOf(actor.pose, actor.placement);
}

/** Gives a body numbers for whatever it has. */
export function givePose(body: AnyBody, { weights, transforms, points }: BlendPose): void {
  body.setWeights(weights);
  if ('readProxy' in body) return;
  body.setTransforms(transforms);
  body.setPoints(points);
}

/** A new body of the same shape in the same pose and place. */
export function makeFresh(play: Play, { kind, placement, pose }: Actor, kernels: Kernels): AnyBody {
  const fresh = makeBody(play, kind, kernels);
  givePose(fresh, pose);
  if (placement) fresh.setPlacement(placement);
  return fresh;
}

function makeBody({ random }: Play, { options, shape }: Kind, kernels: Kernels): AnyBody {
  if ('slots' in shape) return createBody(kernels, shape satisfies ProxyShape);
  return createBody(kernels, shape satisfies Shape, {
    ...options,
    strategy: pick(random, STRATEGIES),
    pruning: pick(random, PRUNINGS),
  });
}

/** Whether a body is one of triangles. */
export function isMeshBody(body: AnyBody): body is Body {
  return !isProxyBody(body);
}

/** Whether a body is one of proxies. */
export function isProxyBody(body: AnyBody): body is ProxyBody {
  return 'readProxy' in body;
}

/** A question about some of the bodies that can be asked, if there are any. */
export function chooseQuestion(
  play: Play,
): { readonly question: Question; readonly actors: readonly Actor[] } | undefined {
  const { random } = play;
  const ready = play.actors.filter(({ refusal }) => !refusal);
  if (ready.length === 0) return undefined;
  const first = pick(random, ready);
  const others = ready.filter((other) => other !== first);
  if (isProxyBody(first.body)) {
    const near = others.filter(({ kernels }) => kernels === first.kernels);
    const other = near.length > 0 && random.integer(3) > 0 ? pick(random, near) : undefined;
    return { question: askProxies(random, first, other), actors: other ? [first, other] : [first] };
  }
  const meshes = others.filter(({ body }) => isMeshBody(body));
  if (meshes.length === 0 || random.integer(3) > 0) return { question: askOne(random, first), actors: [first] };
  const second = pick(random, meshes);
  return { question: askTwo(random, first, second), actors: [first, second] };
}

/** The right answer: that of fresh bodies, and that of brute force. */
export function answerFreshly(
  play: Play,
  question: Question,
  actors: readonly Actor[],
): Pick<Asked, 'brute' | 'fresh'> {
  const kernels = pick(play.random, play.references);
  const bodies = actors.map((actor) => makeFresh(play, actor, kernels));
  question.find(bodies);
  const fresh = question.read();
  const brute = question.brute(bodies);
  for (const body of bodies) body.dispose();
  return { fresh, brute };
}

/** What was found last is what a fresh body finds, in the same order, and what brute force finds. */
export function expectRight(question: Question, { brute, fresh }: Pick<Asked, 'brute' | 'fresh'>, what: string): void {
  const found = question.read();
  const told = `${what}: ${question.what}`;
  expect(found, `${told}: as a fresh body`).toEqual(fresh);
  expect(found.total, `${told}: as many as by brute force`).toBe(brute.total);
  const rows = found.rows.map((row) => row.slice(0, question.rowLength).join(' '));
  const all = brute.rows.map((row) => row.join(' '));
  if (question.isOrdered) expect(rows, `${told}: as by brute force`).toEqual(all);
  else if (rows.length === found.total) expect(rows.toSorted(), `${told}: as by brute force`).toEqual(all.toSorted());
  else for (const row of rows) expect(all, `${told}: found by brute force too`).toContain(row);
}
