/**
 * Point-based animation: a surface that follows a few particles inside it (Müller et al. 2004). Every particle has an affine motion, fitted to where
 * its neighbours have gone; a vertex follows the mean of the motions of particles near it, weighted by kernels. So the surface is a skin whose
 * transforms come from positions of particles.
 */
import { requireInteger, requireNames, withDefaults } from '../../checks.js';
import { PliantError } from '../../errors.js';
import { createMesh } from '../../mesh/mesh.js';
import type { MeshData } from '../../mesh/mesh.js';
import { requirePoints } from '../cage.js';
import { TRANSFORM_STRIDE } from '../pose.js';
import type { SkinData } from '../skin.js';
import { fitMotions } from './fit-motions.js';
import type { MotionFits } from './fit-motions.js';
import { chooseRadii, requireRadii, weighVertices } from './vertex-weights.js';

/** How particles move a mesh. */
export interface ParticleOptions {
  /**
   * How many others, at least, tell how a particle turns and stretches: the nearest ones, and more where those lie in a plane. From 3; few follow
   * closely, many smooth out.
   */
  readonly neighbours?: number;
  /**
   * How far a particle moves vertices, in units of the mesh: a number, or one for each particle. With 'auto' each reaches twice as far as its
   * nearest neighbour, and half as far again as the farthest vertex that has no particle nearer.
   */
  readonly radius?: number | Readonly<ArrayLike<number>> | 'auto';
}

/** What {@link createParticles} does unless told otherwise. */
export const PARTICLE_DEFAULTS: Required<ParticleOptions> = { neighbours: 6, radius: 'auto' };

/** Particles at rest, and how they move a mesh. */
export interface ParticleData extends ParticleOptions {
  /** Rest positions of the particles, three coordinates each: at least four, not all in one plane. */
  readonly points: Float32Array;
}

/** Particles that move a mesh: a skin with a joint for each, and what transforms are written from. */
export interface Particles extends SkinData, MotionFits {
  /** Rest positions of the particles. */
  readonly points: Float32Array;
  /** How far each particle moves vertices. */
  readonly radii: Float64Array;
  /** Particles. */
  readonly jointCount: number;
  /** Particles that move each vertex, ascending, `influencesPerVertex` places for each vertex. */
  readonly joints: Uint32Array;
  /** How much: positive, summing to 1 for each vertex, behind them zeros. */
  readonly weights: Float64Array;
}

/** A particle and three others span space. */
const FEWEST = 4;
/** More than simulations of this kind have, and few enough to compare each with each in seconds. */
const MOST = 4096;

/**
 * Makes a mesh follow particles: `createShape(mesh, particles)`, and each frame {@link writeParticleTransforms} and `body.setTransforms`. The
 * mesh is the one at rest.
 *
 * @throws PliantError for fewer than four particles, for particles in one plane, and for a vertex that none reaches.
 */
export function createParticles(data: MeshData, particles: ParticleData): Particles {
  const mesh = createMesh(data);
  const count = requirePoints('createParticles', '{ points }', particles);
  if (count < FEWEST || count > MOST) {
    throw new PliantError(
      'bad-count',
      `createParticles: there are ${count} particles; pass from ${FEWEST}, not in one plane, to ${MOST}`,
    );
  }
  const { points } = particles;
  requireNames('createParticles', particles, ['points', ...Object.keys(PARTICLE_DEFAULTS)]);
  const { neighbours, radius } = withDefaults<ParticleOptions>(PARTICLE_DEFAULTS, particles);
  requireInteger('createParticles', 'neighbours', neighbours, FEWEST - 1, MOST);
  const radii = radius === 'auto' ? chooseRadii(mesh, points) : requireRadii('createParticles', radius, count);
  return {
    points,
    radii,
    jointCount: count,
    ...weighVertices('createParticles', mesh, points, radii),
    ...fitMotions('createParticles', points, neighbours),
  };
}

/**
 * Writes the transform of every particle for `body.setTransforms`, twelve numbers each: the affine map that takes its rest position to the one in
 * `positions`, and its neighbours as near to theirs as one map can. Particles at rest give the identity exactly; particles that an affine map has
 * moved give that map, but for rounding. Creates no objects.
 */
export function writeParticleTransforms(
  particles: Particles,
  positions: Readonly<ArrayLike<number>>,
  out: Float32Array | Float64Array,
): void {
  const { coefficients, jointCount, neighbourStarts, neighbours, points } = particles;
  if (positions.length !== jointCount * 3 || out.length !== jointCount * TRANSFORM_STRIDE) {
    throw new PliantError(
      'bad-count',
      `writeParticleTransforms: ${positions.length} coordinates and room for ${out.length} numbers, but ${jointCount} particles have ` +
        `${jointCount * 3} and take ${jointCount * TRANSFORM_STRIDE}`,
    );
  }
  for (let particle = 0; particle < jointCount; particle++) {
    const p = particle * 3;
    // Displacements, not positions: at rest all of them are zero, and so is the gradient, whatever was rounded in the coefficients.
    const shiftX = positions[p] - points[p];
    const shiftY = positions[p + 1] - points[p + 1];
    const shiftZ = positions[p + 2] - points[p + 2];
    let xx = 0;
    let xy = 0;
    let xz = 0;
    let yx = 0;
    let yy = 0;
    let yz = 0;
    let zx = 0;
    let zy = 0;
    let zz = 0;
    for (let i = neighbourStarts[particle]; i < neighbourStarts[particle + 1]; i++) {
      const n = neighbours[i] * 3;
      const byX = positions[n] - points[n] - shiftX;
      const byY = positions[n + 1] - points[n + 1] - shiftY;
      const byZ = positions[n + 2] - points[n + 2] - shiftZ;
      const cx = coefficients[i * 3];
      const cy = coefficients[i * 3 + 1];
      const cz = coefficients[i * 3 + 2];
      xx += byX * cx;
      xy += byX * cy;
      xz += byX * cz;
      yx += byY * cx;
      yy += byY * cy;
      yz += byY * cz;
      zx += byZ * cx;
      zy += byZ * cy;
      zz += byZ * cz;
    }
    const x = points[p];
    const y = points[p + 1];
    const z = points[p + 2];
    const t = particle * TRANSFORM_STRIDE;
    out[t] = 1 + xx;
    out[t + 1] = xy;
    out[t + 2] = xz;
    out[t + 3] = shiftX - (xx * x + xy * y + xz * z);
    out[t + 4] = yx;
    out[t + 5] = 1 + yy;
    out[t + 6] = yz;
    out[t + 7] = shiftY - (yx * x + yy * y + yz * z);
    out[t + 8] = zx;
    out[t + 9] = zy;
    out[t + 10] = 1 + zz;
    out[t + 11] = shiftZ - (zx * x + zy * y + zz * z);
  }
}
