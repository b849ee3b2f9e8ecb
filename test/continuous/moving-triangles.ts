/** Small moving surfaces that are given by numbers, or that have many coincidences. */
import { type Kernels, createBody, createShape } from 'pliant';
import { type Motion, createMotion } from 'pliant/continuous';
import type { Random } from 'pliant/exact';
import type { MovingSurface } from 'pliant/oracle';

/** Three corners per triangle, three numbers per corner. */
export type Corners = readonly (readonly [number, number, number])[];

/** A motion of triangles between two poses; the second is reached by a field, so both have to be float32 numbers whose difference is one. */
export function moveTriangles(kernels: Kernels, from: Corners, to: Corners, triangles?: Uint32Array): Motion {
  const positions = Float32Array.from(from.flat());
  const field = Float32Array.from(to.flat(), (value, k) => value - positions[k]);
  const indices = triangles ?? Uint32Array.from(from, (_, i) => i);
  const shape = createShape({ positions, triangles: indices }, { fields: [field] });
  const motion = createMotion(createBody(kernels, shape), createBody(kernels, shape));
  motion.to.setWeights([1]);
  return motion;
}

/** A surface whose vertices go from whole numbers to whole numbers, most of its triangles sharing vertices with others. */
export function wholeSurface(random: Random, most: number): MovingSurface {
  const vertexCount = 4 + random.integer(6);
  const triangleCount = 1 + random.integer(most);
  const reach = 1 + random.integer(3);
  const axis = random.integer(6);
  const whole = (): number => random.integer(2 * reach + 1) - reach;
  const from = Float32Array.from({ length: vertexCount * 3 }, (_, k) => (k % 3 === axis ? 0 : whole()));
  const isStill = random.integer(8) === 0;
  const to = from.map((value, k) => (isStill ? value : k % 3 === axis ? 0 : whole()));
  const triangles = Uint32Array.from({ length: triangleCount * 3 }, () => random.integer(vertexCount));
  return { from, to, triangles };
}

/** A motion of such a surface. */
export function moveSurface(kernels: Kernels, { from, to, triangles }: MovingSurface): Motion {
  const corners = (all: Float32Array): Corners =>
    Array.from({ length: all.length / 3 }, (_, i) => [all[i * 3], all[i * 3 + 1], all[i * 3 + 2]] as const);
  return moveTriangles(kernels, corners(from), corners(to), triangles);
}

/** Gives the bodies back. */
export function disposeMotion({ from, to }: Motion): void {
  from.dispose();
  to.dispose();
}
