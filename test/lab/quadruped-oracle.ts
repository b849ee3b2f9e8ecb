/** What the lab's animal is asked, answered in Node without a tree. */
import {
  bruteBallHits,
  bruteRayHits,
  buildTree,
  createPairHits,
  createPose,
  createRayHits,
  createRefitBody,
  createSelfSearch,
  createSkinModel,
  createTriangleHits,
  findPairHits,
  loadKernels,
  poseMesh,
  setTransforms,
} from 'pliant';
import type { BlendModel } from 'pliant';
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
    const hits = createRayHits(1);
    const { triangles } = this.#quadruped.mesh;
    bruteRayHits(this.#pose(motion, frame), triangles, ray.slice(0, 3), ray.slice(3), hits);
    return hits.count === 0 ? -1 : hits.triangles[0];
  }

  /** All triangles that a ball touches, every one tested. */
  touchedBy(motion: QuadrupedMotion, frame: number, center: readonly number[], radius: number): number[] {
    const hits = createTriangleHits(this.triangleCount);
    bruteBallHits(this.#pose(motion, frame), this.#quadruped.mesh.triangles, center, radius, hits);
    return [...hits.triangles.subarray(0, hits.count)];
  }

  /** Pairs of triangles that collide, as texts, sorted: found by another tree, other boxes and another walk. */
  async selfPairs(motion: QuadrupedMotion, frame: number): Promise<string[]> {
    const { mesh } = this.#quadruped;
    const kernels = await loadKernels({ backend: 'typescript' });
    const tree = buildTree(mesh, { arity: 2, leafSize: 1 });
    const body = createRefitBody(kernels, { mesh, model: this.#model, tree });
    body.setTransforms(this.#transforms(motion, frame));
    const hits = createPairHits(10_000);
    findPairHits(createSelfSearch(body), hits);
    body.dispose();
    return namePairs([...hits.pairs.subarray(0, hits.count * 2)]);
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

/** Pairs as texts, the lower number first, sorted. */
export function namePairs(pairs: readonly number[]): string[] {
  const names: string[] = [];
  for (let i = 0; i < pairs.length; i += 2) {
    names.push(`${Math.min(pairs[i], pairs[i + 1])} ${Math.max(pairs[i], pairs[i + 1])}`);
  }
  return names.sort();
}
