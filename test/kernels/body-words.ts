/** What kernels write of bodies, and walks in small steps: for comparing backends word by word. */
import type { Body, Kernels } from 'pliant';
import type { Random } from 'pliant/exact';
import type { BlendModel, PathTree } from 'pliant/parts';
import { BLEND_BOUND, BLEND_POSE } from '../../src/kernels/layout/blend-body.js';
import { GOVERNING, MATRIX, MATRIX64 } from '../../src/kernels/layout/blend.js';
import { LANES } from '../../src/kernels/layout/child-words.js';
import { BLEND, HEADER, ORIENTED, PATHS } from '../../src/kernels/layout/header.js';
import { LINEAR_BOUND } from '../../src/kernels/layout/linear.js';
import { PATCHED } from '../../src/kernels/layout/patches.js';
import { BLOCK_EXTREMES_WORDS, INSTANT, PATH_BOUND, PATH_POSE } from '../../src/kernels/layout/paths.js';
import { BOUNDS, ORIENTED_BOX, RECORD } from '../../src/kernels/layout/record.js';
import { NO_GOVERNOR, RAY_WALK, WALK } from '../../src/kernels/layout/walk.js';
import type { ByteOffset } from '../../src/kernels/units.js';
import { behind, point, wordAt } from '../../src/kernels/units.js';

const CAPACITY = 64;
const STACK = 4096;
/** A thousand coincident triangles make a million pairs. */
const MOST_ROUNDS = 500;
const BOX_WORDS = 8;

/** Everything that evaluation, posing and walks write, as far as it can be compared: no pointers. */
export function wordsOf(body: Body): Uint32Array {
  const { u32 } = body.kernels.arena;
  const header = wordAt(body.header);
  const { blockCount } = body.bounds;
  const part = (pointer: number, words: number): number[] => [
    ...u32.subarray(u32[header + pointer] >>> 2, (u32[header + pointer] >>> 2) + words),
  ];
  const counters = [
    HEADER.shape,
    HEADER.stamp,
    HEADER.wholeStamp,
    HEADER.blocksEvaluated,
    LINEAR_BOUND.blocksCarried,
    HEADER.verticesPosed,
  ];
  const isBlend = u32[header + HEADER.boundRule] === BLEND;
  const isOfPaths = u32[header + HEADER.boundRule] === PATHS;
  return Uint32Array.from([
    ...[...counters, PATCHED.patchesBaked].map((word) => u32[header + word]),
    ...part(HEADER.records, blockCount * RECORD.wordCount),
    ...part(HEADER.vertexStamps, body.mesh.vertexCount),
    ...part(HEADER.positions, body.mesh.vertexCount * 3),
    // The fourth number of each corner is whatever lies behind a vertex.
    ...(isBlend || isOfPaths ? part(HEADER.refitBoxes, blockCount * BOX_WORDS).filter((_, i) => i % LANES < 3) : []),
    ...(isBlend ? governorWords(body, part) : []),
    ...(isOfPaths ? part(PATH_POSE.instant, INSTANT.count * 2) : []),
    ...(isOfPaths ? part(PATH_BOUND.extremes, (body.bounds as PathTree).lazyBlockCount * BLOCK_EXTREMES_WORDS) : []),
    ...(u32[header + HEADER.boundRule] === ORIENTED
      ? part(LINEAR_BOUND.oriented, (blockCount * ORIENTED_BOX.wordCount * 4) / 4)
      : []),
    ...(u32[header + LINEAR_BOUND.bases] === 0
      ? []
      : part(LINEAR_BOUND.bases, (blockCount * BOUNDS.wordCount * 4) / 4)),
    ...(u32[header + LINEAR_BOUND.bases] === 0 ? [] : part(LINEAR_BOUND.baseStamps, blockCount)),
  ]);
}

/** The matrices of all governors, in both precisions, and what bounds them. */
function governorWords(
  { model }: Body,
  part: (pointer: number, words: number) => readonly number[],
): readonly number[] {
  const { governorCount } = model as BlendModel;
  return [
    ...part(BLEND_BOUND.matrices, (governorCount * MATRIX.wordCount * 4) / 4),
    ...part(BLEND_POSE.matrices64, (governorCount * MATRIX64.count * 8) / 4),
    ...part(BLEND_POSE.governing, GOVERNING.count * 2),
  ];
}

/** A walk: what waits on its stack, how many words that and what comes out have each, and the shape as it is written. */
export interface WalkStart {
  readonly entries: readonly number[];
  readonly width: 1 | 2;
  readonly outWidth: 1 | 2;
  write(arena: Kernels['arena'], state: number): void;
}

/** Walks in many small steps, to the end if that is not too far; returns all that came out, and how much was opened. */
export function walk(kernels: Kernels, start: WalkStart, step: (state: ByteOffset) => number): Uint32Array {
  const { arena } = kernels;
  const { entries, outWidth, width } = start;
  const state = arena.allocate(WALK.wordCount * 4 + (STACK + CAPACITY) * 8);
  const at = wordAt(state);
  const stack = behind(state, WALK.wordCount * 4);
  point(arena.u32, at + WALK.stack, stack);
  point(arena.u32, at + WALK.out, behind(stack, STACK * 8));
  arena.u32[at + WALK.outCapacity] = CAPACITY;
  arena.u32[at + WALK.stackSize] = entries.length / width;
  arena.u32[at + WALK.stackCapacity] = STACK;
  arena.u32.set(entries, wordAt(stack));
  start.write(arena, at);
  const found: number[] = [];
  for (let round = 0, isDone = 0; isDone === 0 && round < MOST_ROUNDS; round++) {
    arena.u32[at + WALK.budget] = 1 + (round % 7);
    arena.u32[at + WALK.outCount] = 0;
    isDone = step(state);
    const out = arena.u32[at + WALK.out] >>> 2;
    found.push(isDone, ...arena.u32.subarray(out, out + arena.u32[at + WALK.outCount] * outWidth));
  }
  found.push(arena.u32[at + WALK.blocks]);
  arena.free(state);
  return Uint32Array.from(found);
}

/** A ball or a capsule that grows along a segment: start, direction, one over its squared length, radius. */
export function segmentStart(shape: readonly number[]): WalkStart {
  return { entries: [0], width: 1, outWidth: 1, write: (arena, at) => arena.f32.set(shape, at + WALK.shape) };
}

/** Two bodies from their roots on, in reach of each other when they are so near. */
export function pairStart(reach: number): WalkStart {
  return { entries: [0, 0], width: 2, outWidth: 2, write: (arena, at) => (arena.f32[at + WALK.shape] = reach) };
}

/** A ray, or a ball that flies along it, whose largest component is ±1. */
function rayStart(
  origin: readonly number[],
  direction: readonly number[],
  far: number,
  growth: number,
  isSweep: boolean,
): WalkStart {
  return {
    entries: [0, 0],
    width: 2,
    outWidth: 1,
    write: ({ f32, f64, u32 }, at) => {
      f32.set(origin, at + RAY_WALK.origin);
      f64.set(origin, (at + RAY_WALK.origin64) >>> 1);
      f64.set(direction, (at + RAY_WALK.direction64) >>> 1);
      u32[at + RAY_WALK.flatAxes] = 0;
      direction.forEach((value, axis) => {
        f32[at + RAY_WALK.inverse + axis] = 1 / value;
        if (Math.abs(value) < 2 ** -80) u32[at + RAY_WALK.flatAxes] |= 1 << axis;
      });
      f32[at + RAY_WALK.far] = far;
      f32[at + RAY_WALK.growth] = growth;
      u32[at + RAY_WALK.isSweep] = isSweep ? 1 : 0;
      u32[at + RAY_WALK.restGovernor] = NO_GOVERNOR;
    },
  };
}

/** Such a shape at random; every other time a ball. */
export function randomSegment(random: Random, reach: number): WalkStart {
  const start = [0, 0, 0].map(() => Math.fround(random.range(-reach, reach)));
  const direction = [0, 0, 0].map(() => Math.fround(random.range(-reach, reach)));
  const inverse = 1 / direction.reduce((sum, value) => sum + value * value, 0);
  const isBall = random.integer(2) === 0;
  const radius = random.range(0, reach * 0.3);
  return segmentStart([...start, ...(isBall ? [0, 0, 0] : direction), isBall ? 0 : inverse, radius]);
}

/** A ray or a sweep through the middle at random, now and then along an axis or nearly so. */
export function randomRay(random: Random, reach: number): WalkStart {
  const origin = [0, 0, 0].map(() => Math.fround(random.range(-reach, reach)));
  const largest = random.integer(3);
  const small = [1, 1, 0, 1e-30, 1e-20][random.integer(5)];
  const direction = [0, 1, 2].map((axis) =>
    axis === largest ? -Math.sign(origin[axis]) || 1 : small * random.range(-1, 1),
  );
  const isSweep = random.integer(2) === 0;
  const growth = Math.fround((isSweep ? random.range(0, 0.3) : 1e-6) * reach);
  return rayStart(origin, direction, [Infinity, 1, 0.3][random.integer(3)] * reach, growth, isSweep);
}
