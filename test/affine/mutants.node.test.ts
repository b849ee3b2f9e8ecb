// slow: makes the library anew for every term
/** Every term of the error of a region is needed, rounding included: the library is made once more without it, and exact arithmetic finds places that are farther off than it says. */
import { type Random, createRandom } from 'pliant/exact';
import { describe, expect, it } from 'vitest';
import { type Mutation, makeMutant } from '../support/mutants.js';
import { type Judged, type Verdict, judge, placeFar } from './exact-error.js';
import { type Limb, createLimb, poseLimb } from './make-limbs.js';

/** A weakness: what is changed, and the pose of a limb in which it shows. */
interface Weakness {
  readonly from: string;
  readonly to: string;
  readonly pose: (random: Random, limb: Limb) => Float32Array;
  readonly isFar?: boolean;
}

const bent = (random: Random, limb: Limb): Float32Array => poseLimb(random, limb, 0.2);
const rigid = (random: Random, limb: Limb): Float32Array => poseLimb(random, limb, 0);
/** Bones that differ in where they move to alone. */
const parted = (random: Random, limb: Limb): Float32Array =>
  poseLimb(random, limb, 0).map((x, k) => (k % 4 === 3 ? x + random.range(-0.02, 0.02) : x));
/** So small that float32 has no digits left. */
const tiny = (random: Random, limb: Limb): Float32Array => poseLimb(random, limb, 0).map((x) => x * 1e-40);

const WEAKNESSES: Readonly<Record<string, Weakness>> = {
  'how steep products of weights and positions are': { from: 'normOf(product) * steepProducts + ', to: '', pose: bent },
  'how steep weights are': { from: ' + Math.sqrt(x * x + y * y + z * z) * steepWeights', to: '', pose: parted },
  'that vertices are rounded': { from: 'UNIT * reach + SMALLEST', to: 'SMALLEST', pose: rigid, isFar: true },
  'that vertices are rounded where float32 has few digits': { from: ' + SMALLEST)', to: ')', pose: tiny },
  'that a frame belongs to a pose': {
    from: 'if (u32[stamp] === u32[header + HEADER.stamp])',
    to: 'if (u32[stamp] !== 0)',
    pose: bent,
  },
};

async function countBroken({ from, isFar, pose, to }: Weakness | (Weakness & Mutation)): Promise<number> {
  const mutant = await makeMutant([{ file: 'src/kernels/twin/clear-affine.ts', from, to }]);
  const { boundError } = (await mutant.load('kernels/twin/clear-affine')) as Pick<Judged, 'boundError'>;
  const judged: Judged = { ...mutant, kernels: await mutant.pliant.loadKernels({ backend: 'typescript' }), boundError };
  const random = createRandom(1650);
  const verdict: Verdict = { regions: 0, triangles: 0, pairs: 0, broken: [], closest: 0 };
  for (let n = 0; n < 6; n++) {
    const limb = createLimb(random, ['tube', 'wavy sheet'][n % 2]);
    const poses = [rigid, pose, pose].map((write) => write(random, limb));
    judge(judged, random, limb, poses, isFar ? placeFar(random, 1000) : null, verdict);
  }
  return verdict.broken.length;
}

describe('a library that forgets', () => {
  it.each(Object.entries(WEAKNESSES))('%s says too little', async (_, weakness) => {
    expect(await countBroken(weakness)).toBeGreaterThan(0);
  });

  it('nothing says enough', async () => {
    for (const weakness of Object.values(WEAKNESSES)) {
      expect(await countBroken({ ...weakness, to: weakness.from })).toBe(0);
    }
  });
});
