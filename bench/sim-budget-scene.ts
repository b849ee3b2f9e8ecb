/** Two creatures that push into each other and part again, step by step: as trees of spheres that follow them, and as surfaces. */
import { createBody, createPairHits, findPairHits } from 'pliant';
import type { Body, Kernels, ProxyBody } from 'pliant';
import { buildTree, createBdTree, createProxyShape } from 'pliant/parts';
import type { ProxyShape } from 'pliant/parts';
import { createProxySpheres } from 'pliant/sim';
import type { SphereSource } from 'pliant/sim';
import { createBlob } from '../scenes/blob.js';

/** One of the two. */
interface Creature {
  readonly spheres: SphereSource;
  readonly proxies: ProxyBody;
  readonly surface: Body;
}

/** Two trees of spheres in step after step, and which triangles truly meet. */
export interface BudgetScene {
  readonly creatures: readonly [Creature, Creature];
  readonly stepCount: number;
  /** Poses both as they are in a step. */
  readonly pose: (step: number) => void;
  /** Pairs of triangles that meet, two numbers each. */
  readonly meetings: () => Uint32Array;
  /** The leaf that a triangle of a creature lies in. */
  readonly leafOf: (triangle: number) => number;
}

const STEPS = 200;
/** How far the middles of the creatures are from each other at the beginning, and in the middle of all steps. */
const FAR = 1.1;
const NEAR = 0.55;

/** Two creatures of 8,192 triangles, or of as many as `divisions` gives. */
export function createBudgetScene(kernels: Kernels, divisions = 32): BudgetScene {
  const { mesh, model } = createBlob(divisions);
  const tree = buildTree(mesh);
  const proxies = createProxyShape(mesh, model, tree);
  const bounds = createBdTree(mesh, model, tree);
  const make = (): Creature => {
    const body = createBody(kernels, proxies);
    return { proxies: body, spheres: createProxySpheres(body), surface: createBody(kernels, { mesh, model, bounds }) };
  };
  const creatures = [make(), make()] as const;
  const hits = createPairHits(100_000);
  const leaves = leavesOf(proxies);
  return {
    creatures,
    stepCount: STEPS,
    pose: (step) => creatures.forEach((creature, side) => poseCreature(creature, side, step)),
    meetings: () => {
      findPairHits(creatures[0].surface, creatures[1].surface, hits);
      if (hits.dropped > 0) throw new Error(`${hits.dropped} pairs of triangles have no room`);
      return hits.pairs.slice(0, hits.count * 2);
    },
    leafOf: (triangle) => leaves[triangle],
  };
}

/** A way to and fro that is the same on every machine: no sine is needed. */
function poseCreature({ proxies, surface }: Creature, side: number, step: number): void {
  const share = 1 - Math.abs((2 * step) / STEPS - 1);
  const wave = (period: number): number => 1 - 4 * Math.abs(((step / period + side * 0.3) % 1) - 0.5);
  const weights = [wave(31), wave(47), 0.5 * wave(23)];
  const apart = FAR + (NEAR - FAR) * share;
  const turn = quarterTurns(step / 80 + side * 0.4);
  const matrix = [turn.x, 0, -turn.y, 0, 0, 1, 0, 0, turn.y, 0, turn.x, 0, side * apart, 0, 0, 1];
  for (const body of [proxies, surface]) {
    body.setWeights(weights);
    body.setPlacement(matrix);
  }
}

/** A point of the unit circle, by its rational parametrisation. */
function quarterTurns(time: number): { readonly x: number; readonly y: number } {
  const t = 2 * (time % 1) - 1;
  return { x: (1 - t * t) / (1 + t * t), y: (2 * t) / (1 + t * t) };
}

function leavesOf({ ranges, slots, triangleOrder }: ProxyShape): Uint32Array {
  const leaves = new Uint32Array(triangleOrder.length);
  for (let proxy = 0; proxy < slots.length; proxy++) {
    const [first, count] = ranges.subarray(proxy * 2, proxy * 2 + 2);
    for (let i = first; i < first + count; i++) leaves[triangleOrder[i]] = slots[proxy];
  }
  return leaves;
}
