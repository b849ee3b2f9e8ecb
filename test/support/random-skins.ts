/** Skins and poses at random, for tests of everything that is built on blended models: ordinary ones and wild ones. */
import type { Random } from 'pliant/exact';
import type { Mesh, SkinData } from 'pliant/parts';

/** Each vertex has `influencesPerVertex` joints at random: some repeated, some of weight zero, in no order. */
export function randomSkin(
  random: Random,
  mesh: Mesh,
  jointCount: number,
  influencesPerVertex: number,
): SkinData & { readonly weights: Float32Array; readonly jointCount: number } {
  const length = mesh.vertexCount * influencesPerVertex;
  const joints = Uint16Array.from({ length }, () => random.integer(jointCount));
  const weights = Float32Array.from({ length }, (_, i) =>
    i % influencesPerVertex > 0 && random.integer(3) === 0 ? 0 : random.range(0.001, 1),
  );
  return { joints, weights, influencesPerVertex, jointCount };
}

/** What a joint's transform may be, 12 numbers row by row: from harmless to what only a bug or a joke would make. */
export const WILD_TRANSFORMS: Readonly<Record<string, (random: Random) => number[]>> = {
  identity: () => [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0],
  'scale 0': (random) => [0, 0, 0, random.range(-1, 1), 0, 0, 0, random.range(-1, 1), 0, 0, 0, random.range(-1, 1)],
  mirrored: (random) => [-1, 0, 0, random.range(-1, 1), 0, 1, 0, 0, 0, 0, 1, 0],
  sheared: (random) => [1, random.range(-3, 3), random.range(-3, 3), 0, 0, 1, random.range(-3, 3), 0, 0, 0, 1, 0],
  'scale 10^6': (random) => Array.from({ length: 12 }, () => random.range(-1e6, 1e6)),
  'scale 10^-6': (random) => Array.from({ length: 12 }, () => random.range(-1e-6, 1e-6)),
  '1,000 units off the origin': (random) => {
    const [x, y, z] = [random.range(900, 1100), random.range(-1100, -900), random.range(900, 1100)];
    return [0.36, 0.48, -0.8, x, -0.8, 0.6, 0, y, 0.48, 0.64, 0.6, z];
  },
  anything: (random) => Array.from({ length: 12 }, () => random.range(-2, 2)),
};

/** Transforms of one kind, or of all kinds mixed. */
export function wildTransforms(random: Random, jointCount: number, kind?: string): Float32Array {
  const kinds = kind === undefined ? Object.values(WILD_TRANSFORMS) : [WILD_TRANSFORMS[kind]];
  return Float32Array.from(
    Array.from({ length: jointCount }, () => kinds[random.integer(kinds.length)](random)).flat(),
  );
}
