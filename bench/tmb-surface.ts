/**
 * The peer's queries: three-mesh-bvh on positions that somebody else has written. Written as well as we can: callbacks that
 * allocate nothing and read the index and positions directly instead of filling a triangle object.
 */
import { CROSSING, TOUCHING } from 'pliant';
import { ballMeetsTriangle, meetTriangles, meetTrianglesOfOneSurface } from 'pliant/exact';
import type { Mesh } from 'pliant/parts';

import { DoubleSide, Matrix4, Ray } from 'three';
import type { Box3, BufferGeometry, Sphere, Vector3 } from 'three';
import { AVERAGE, CENTER, MeshBVH, SAH } from 'three-mesh-bvh';
import { pairMark, triangleMark } from './checksum.js';

/** How three-mesh-bvh builds its tree. */
export interface TmbOptions {
  readonly leafSize: number;
  readonly strategy: 'center' | 'average' | 'sah';
}

const STRATEGIES = { center: CENTER, average: AVERAGE, sah: SAH } as const;
const IDENTITY = new Matrix4();

/** All ways to build its tree that are worth trying. */
export const TMB_CANDIDATES = candidatesOf([5, 10, 20, 40, 80, 160]);
/** The same for queries that touch little of a mesh: the larger the leaves, the faster the refit. */
export const TMB_LIGHT_CANDIDATES = candidatesOf([10, 20, 40, 80, 160, 320, 640, 1280, 2560, 5120]);

/** A surface that three-mesh-bvh refits, and queries on it. */
export class TmbSurface {
  readonly #positions: Float32Array;
  readonly #index: Uint32Array;
  readonly #marks: Uint32Array;
  readonly #bvh: MeshBVH;
  readonly #numbers: Uint32Array;
  readonly #ball = new Float64Array(4);
  readonly #ray = new Ray();
  #other: TmbSurface | undefined;
  #sum = 0;

  readonly #callbacks = {
    intersectsBounds: (box: Box3): boolean => this.#ballMeetsBox(box),
    intersectsRange: (offset: number, count: number): boolean => this.#testRange(offset, count),
  };

  readonly #pairCallbacks = {
    intersectsRanges: (offsetA: number, countA: number, offsetB: number, countB: number): boolean =>
      this.#testRanges(offsetA, countA, offsetB, countB),
  };

  readonly #selfCallbacks = {
    intersectsRanges: (offsetA: number, countA: number, offsetB: number, countB: number): boolean =>
      this.#testOwnRanges(offsetA, countA, offsetB, countB),
  };

  /** `geometry` has float32 positions and an index of 32 bits, which is put into the order of the tree. */
  constructor(mesh: Mesh, geometry: BufferGeometry, options: TmbOptions) {
    this.#bvh = new MeshBVH(geometry, { targetLeafSize: options.leafSize, strategy: STRATEGIES[options.strategy] });
    this.#positions = geometry.attributes.position.array as Float32Array;
    this.#index = geometry.index!.array as Uint32Array;
    this.#numbers = numbersInNewOrder(mesh, this.#index);
    this.#marks = this.#numbers.map(triangleMark);
  }

  /** Follows the positions. */
  refit(): void {
    this.#bvh.refit();
  }

  /** The checksum of the triangles that a ball meets. */
  ballChecksum(center: Float64Array, radius: number): number {
    this.#ball.set(center);
    this.#ball[3] = radius;
    this.#sum = 0;
    this.#bvh.shapecast(this.#callbacks);
    return this.#sum;
  }

  /** The first hit of a ray, as a checksum of the triangle. */
  rayChecksum(origin: ArrayLike<number>, direction: ArrayLike<number>): number {
    this.#ray.origin.set(origin[0], origin[1], origin[2]);
    this.#ray.direction.set(direction[0], direction[1], direction[2]);
    const hit = this.#bvh.raycastFirst(this.#ray, DoubleSide);
    return typeof hit?.faceIndex === 'number' ? this.#marks[hit.faceIndex] : 0;
  }

  /** The first hit of a ray: the triangle, and the point. */
  firstHit(ray: Ray): { readonly triangle: number; readonly point: Vector3 } | undefined {
    const hit = this.#bvh.raycastFirst(ray, DoubleSide);
    if (typeof hit?.faceIndex !== 'number') return undefined;
    return { triangle: this.#numbers[hit.faceIndex], point: hit.point };
  }

  /** Whether a ball meets the surface. */
  meetsSphere(sphere: Sphere): boolean {
    return this.#bvh.intersectsSphere(sphere);
  }

  /** The checksum of the pairs of triangles of this body and another that meet. */
  pairChecksum(other: TmbSurface): number {
    this.#other = other;
    this.#sum = 0;
    this.#bvh.bvhcast(other.#bvh, IDENTITY, this.#pairCallbacks);
    return this.#sum;
  }

  #testRanges(offsetA: number, countA: number, offsetB: number, countB: number): boolean {
    const other = this.#other!;
    for (let i = offsetA; i < offsetA + countA; i++) {
      const a0 = this.#index[i * 3];
      const a1 = this.#index[i * 3 + 1];
      const a2 = this.#index[i * 3 + 2];
      for (let j = offsetB; j < offsetB + countB; j++) {
        const b0 = other.#index[j * 3];
        const b1 = other.#index[j * 3 + 1];
        const b2 = other.#index[j * 3 + 2];
        if (boxesApart(this.#positions, a0, a1, a2, other.#positions, b0, b1, b2)) continue;
        const meeting = meetTriangles(this.#positions, a0, a1, a2, other.#positions, b0, b1, b2);
        if (meeting === TOUCHING || meeting === CROSSING) this.#sum += pairMark(this.#numbers[i], other.#numbers[j]);
      }
    }
    return false;
  }

  /** The checksum of the pairs of triangles of this surface that collide. */
  selfChecksum(): number {
    this.#sum = 0;
    this.#bvh.bvhcast(this.#bvh, IDENTITY, this.#selfCallbacks);
    return this.#sum;
  }

  /** Ranges come in both orders: one of them is enough. */
  #testOwnRanges(offsetA: number, countA: number, offsetB: number, countB: number): boolean {
    if (offsetA > offsetB) return false;
    const positions = this.#positions;
    const index = this.#index;
    for (let i = offsetA; i < offsetA + countA; i++) {
      const a0 = index[i * 3];
      const a1 = index[i * 3 + 1];
      const a2 = index[i * 3 + 2];
      for (let j = offsetA === offsetB ? i + 1 : offsetB; j < offsetB + countB; j++) {
        const b0 = index[j * 3];
        const b1 = index[j * 3 + 1];
        const b2 = index[j * 3 + 2];
        if (boxesApart(positions, a0, a1, a2, positions, b0, b1, b2)) continue;
        const meeting = meetTrianglesOfOneSurface(positions, a0, a1, a2, b0, b1, b2);
        if (meeting !== TOUCHING && meeting !== CROSSING) continue;
        const [a, b] = [this.#numbers[i], this.#numbers[j]];
        this.#sum += pairMark(Math.min(a, b), Math.max(a, b));
      }
    }
    return false;
  }

  #ballMeetsBox(box: Box3): boolean {
    const ball = this.#ball;
    const { min, max } = box;
    const dx = ball[0] < min.x ? min.x - ball[0] : ball[0] > max.x ? ball[0] - max.x : 0;
    const dy = ball[1] < min.y ? min.y - ball[1] : ball[1] > max.y ? ball[1] - max.y : 0;
    const dz = ball[2] < min.z ? min.z - ball[2] : ball[2] > max.z ? ball[2] - max.z : 0;
    return dx * dx + dy * dy + dz * dz <= ball[3] * ball[3];
  }

  #testRange(offset: number, count: number): boolean {
    const ball = this.#ball;
    const index = this.#index;
    for (let t = offset; t < offset + count; t++) {
      const a = index[t * 3];
      const b = index[t * 3 + 1];
      const c = index[t * 3 + 2];
      if (ballMeetsTriangle(ball, this.#positions, a, b, c)) this.#sum += this.#marks[t];
    }
    return false;
  }
}

function candidatesOf(leafSizes: readonly number[]): readonly TmbOptions[] {
  return (['center', 'average', 'sah'] as const).flatMap((strategy) =>
    leafSizes.map((leafSize) => ({ strategy, leafSize })),
  );
}

/** three-mesh-bvh reorders the index; this finds each triangle's number again. */
function numbersInNewOrder(mesh: Mesh, reordered: Uint32Array): Uint32Array {
  const { vertexCount } = mesh;
  const key = (list: Uint32Array, t: number): number =>
    (list[t * 3] * vertexCount + list[t * 3 + 1]) * vertexCount + list[t * 3 + 2];
  const numbers = new Map<number, number>();
  for (let t = 0; t < mesh.triangleCount; t++) numbers.set(key(mesh.triangles, t), t);
  return Uint32Array.from({ length: mesh.triangleCount }, (_, t) => numbers.get(key(reordered, t))!);
}

function boxesApart(
  p: Float32Array,
  a0: number,
  a1: number,
  a2: number,
  q: Float32Array,
  b0: number,
  b1: number,
  b2: number,
): boolean {
  for (let axis = 0; axis < 3; axis++) {
    const pa = p[a0 * 3 + axis];
    const pb = p[a1 * 3 + axis];
    const pc = p[a2 * 3 + axis];
    const qa = q[b0 * 3 + axis];
    const qb = q[b1 * 3 + axis];
    const qc = q[b2 * 3 + axis];
    if (Math.max(pa, pb, pc) < Math.min(qa, qb, qc) || Math.max(qa, qb, qc) < Math.min(pa, pb, pc)) return true;
  }
  return false;
}
