/** What the lab's animal is asked, answered in Node without a tree. */
import { type Body, type Kernels, createBody, createHits } from 'pliant';
import { CROSSING, TOUCHING, meetTrianglesOfOneSurface } from 'pliant/exact';
import { bruteBallHits, bruteRayHits } from 'pliant/oracle';
import {
  buildTree,
  createBlendTree,
  createPose,
  createSkinModel,
  fitRegions,
  poseMesh,
  setTransforms,
} from 'pliant/parts';
import type { BlendModel } from 'pliant/parts';

import { createQuadruped, writeQuadrupedPose } from '../../scenes/quadruped.js';
import type { Quadruped, QuadrupedMotion } from '../../scenes/quadruped.js';

/** Frames of the lab in a second. */
const RATE = 60;

/** Answers for the small animal. */
export class QuadrupedOracle {
  readonly #quadruped: Quadruped = createQuadruped({ triangles: 'small' });
  readonly #model: BlendModel = createSkinModel(this.#quadruped.mesh, this.#quadruped);

  get triangleCount(): number {
    return this.#quadruped.mesh.triangleCount;
  }

  get vertexCount(): number {
    return this.#quadruped.mesh.vertexCount;
  }

  /** The first triangle that a ray hits, every one tested; -1 for none. `ray` has its origin, then its direction. */
  hitOf(motion: QuadrupedMotion, frame: number, ray: readonly number[]): number {
    const hits = createHits(1);
    const { triangles } = this.#quadruped.mesh;
    bruteRayHits(this.#pose(motion, frame), triangles, ray.slice(0, 3), ray.slice(3), hits);
    return hits.count === 0 ? -1 : hits.triangles[0];
  }

  /** All triangles that a ball touches, every one tested. */
  touchedBy(motion: QuadrupedMotion, frame: number, center: readonly number[], radius: number): number[] {
    const hits = createHits(this.triangleCount);
    bruteBallHits(this.#pose(motion, frame), this.#quadruped.mesh.triangles, center, radius, hits);
    return [...hits.triangles.subarray(0, hits.count)];
  }

  /** Pairs of triangles that collide, as texts, sorted: found without a tree, by sweeping along x. */
  selfPairs(motion: QuadrupedMotion, frame: number): string[] {
    return sweepSelfPairs(this.#pose(motion, frame), this.#quadruped.mesh.triangles);
  }

  /** The animal as it is at a moment, in a body of its own, which is to be disposed of; fitted or not. */
  bodyAt(motion: QuadrupedMotion, frame: number, kernels: Kernels, isFitted = false): Body {
    const { mesh } = this.#quadruped;
    const model = this.#model;
    const shape = { mesh, model, bounds: createBlendTree(mesh, model, buildTree(mesh)) };
    const body = createBody(kernels, isFitted ? fitRegions(shape) : shape);
    body.setTransforms(this.#transforms(motion, frame));
    return body;
  }

  #pose(motion: QuadrupedMotion, frame: number): Float32Array {
    const pose = createPose(this.#model.poseLayout);
    setTransforms(pose, this.#transforms(motion, frame));
    const positions = new Float32Array(this.#quadruped.mesh.positions.length);
    poseMesh(this.#model, pose, positions);
    return positions;
  }

  #transforms(motion: QuadrupedMotion, frame: number): Float32Array {
    const transforms = new Float32Array(this.#quadruped.jointCount * 12);
    writeQuadrupedPose(this.#quadruped, motion, frame / RATE, transforms);
    return transforms;
  }
}

/** Pairs of triangles of a surface that collide, as texts, sorted: found without a tree, by sweeping along x. */
export function sweepSelfPairs(positions: Float32Array, triangles: Uint32Array): string[] {
  const triangleCount = triangles.length / 3;
  const boxes = Array.from({ length: triangleCount }, (_, t) => boxOf(positions, triangles, t));
  const order = boxes.map((_, t) => t).sort((a, b) => boxes[a].low[0] - boxes[b].low[0]);
  const pairs: number[] = [];
  order.forEach((a, i) => {
    for (let j = i + 1; j < triangleCount && boxes[order[j]].low[0] <= boxes[a].high[0]; j++) {
      const b = order[j];
      if (areApart(boxes[a], boxes[b])) continue;
      const [a0, a1, a2, b0, b1, b2] = [a, b].flatMap((t) => [...triangles.subarray(t * 3, t * 3 + 3)]);
      const meeting = meetTrianglesOfOneSurface(positions, a0, a1, a2, b0, b1, b2);
      if (meeting === TOUCHING || meeting === CROSSING) pairs.push(a, b);
    }
  });
  return namePairs(pairs);
}

/** Pairs as texts, the lower number first, sorted. */
export function namePairs(pairs: readonly number[]): string[] {
  const names: string[] = [];
  for (let i = 0; i < pairs.length; i += 2) {
    names.push(`${Math.min(pairs[i], pairs[i + 1])} ${Math.max(pairs[i], pairs[i + 1])}`);
  }
  return names.sort();
}

interface Box {
  readonly low: readonly number[];
  readonly high: readonly number[];
}

function boxOf(positions: Float32Array, triangles: Uint32Array, triangle: number): Box {
  const corners = [0, 1, 2].map((k) => triangles[triangle * 3 + k] * 3);
  const along = [0, 1, 2].map((axis) => corners.map((corner) => positions[corner + axis]));
  return { low: along.map((values) => Math.min(...values)), high: along.map((values) => Math.max(...values)) };
}

function areApart(a: Box, b: Box): boolean {
  return [0, 1, 2].some((axis) => a.low[axis] > b.high[axis] || b.low[axis] > a.high[axis]);
}
