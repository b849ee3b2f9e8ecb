// slow: makes the library anew for every term
/** Every term of the error of a region is needed, rounding included: the library is made once more without it, and exact arithmetic finds places that are farther off than it says. */
import { type Random, createRandom } from 'pliant/exact';
import { describe, expect, it } from 'vitest';
import { makeMutant } from '../support/mutants.js';
import { type Judged, type Subject, type Verdict, displaced, judge, placeFar, skinned } from './exact-error.js';
import { createFieldLimb, weigh } from './make-fields.js';
import { type Limb, createLimb, poseLimb } from './make-limbs.js';

/** A weakness: in which file, what is changed, and what shows it. */
interface Weakness {
  readonly file: 'clear-fitted' | 'governor-error' | 'field-error';
  readonly from: string;
  readonly to: string;
  readonly make: (random: Random, kind: string) => Subject;
  readonly isFar?: boolean;
}

/** Bones that are where they are at rest, and then change their transforms. */
const byBones =
  (change: (random: Random, limb: Limb) => Float32Array) =>
  (random: Random, kind: string): Subject => {
    const limb = createLimb(random, kind);
    return skinned(limb, [change(random, limb), change(random, limb)]);
  };
const bent = byBones((random, limb) => poseLimb(random, limb, 0.2));
const rigid = byBones((random, limb) => poseLimb(random, limb, 0));
/** Bones that differ in where they move to alone. */
const parted = byBones((random, limb) =>
  poseLimb(random, limb, 0).map((x, k) => (k % 4 === 3 ? x + random.range(-0.02, 0.02) : x)),
);
/** So small that float32 has no digits left. */
const tiny = byBones((random, limb) => poseLimb(random, limb, 0).map((x) => x * 1e-40));

const byFields =
  (size: number) =>
  (random: Random, kind: string): Subject => {
    const limb = createFieldLimb(random, kind);
    return displaced(limb.shape, [weigh(random, limb, size), weigh(random, limb, size)]);
  };
/** A surface at rest. */
const still = (random: Random, kind: string): Subject => {
  const { shape } = createFieldLimb(random, kind);
  return displaced(shape, [new Float32Array(shape.model.fieldCount)]);
};

const WEAKNESSES: Readonly<Record<string, Weakness>> = {
  'how steep products of weights and positions are': {
    file: 'governor-error',
    from: 'normOf(product) * steepProducts + ',
    to: '',
    make: bent,
  },
  'how steep weights are': {
    file: 'governor-error',
    from: ' + Math.sqrt(x * x + y * y + z * z) * steepWeights',
    to: '',
    make: parted,
  },
  'that vertices are rounded': {
    file: 'clear-fitted',
    from: 'FLOAT32_ROUNDOFF * reach + SMALLEST_FLOAT32',
    to: 'SMALLEST_FLOAT32',
    make: rigid,
    isFar: true,
  },
  'that vertices are rounded where float32 has few digits': {
    file: 'clear-fitted',
    from: ' + SMALLEST_FLOAT32)',
    to: ')',
    make: tiny,
  },
  'that a frame belongs to a pose': {
    file: 'clear-fitted',
    from: 'if (u32[stamp] === u32[header + HEADER.stamp])',
    to: 'if (u32[stamp] !== 0)',
    make: bent,
  },
  'how far fields are from their fit': {
    file: 'field-error',
    from: 'return steep + rough',
    to: 'return rough',
    make: byFields(0.3),
  },
  'that fields stretch what is left': {
    file: 'clear-fitted',
    from: ' : normOf(inverse)',
    to: ' : 0.1',
    make: byFields(0.3),
  },
  'that displaced vertices are rounded': {
    file: 'field-error',
    from: 'return steep + rough',
    to: 'return steep',
    make: still,
    isFar: true,
  },
};

async function countBroken({ file, from, isFar, make, to }: Weakness): Promise<number> {
  const mutant = await makeMutant([{ file: `src/kernels/twin/${file}.ts`, from, to }]);
  const { boundError } = (await mutant.load('kernels/twin/clear-fitted')) as Pick<Judged, 'boundError'>;
  const judged: Judged = { ...mutant, kernels: await mutant.pliant.loadKernels({ backend: 'typescript' }), boundError };
  const random = createRandom(1650);
  const verdict: Verdict = { regions: 0, triangles: 0, pairs: 0, broken: [], closest: 0 };
  for (let n = 0; n < 6; n++) {
    const subject = make(random, ['tube', 'wavy sheet'][n % 2]);
    judge(judged, random, subject, isFar ? placeFar(random, 1000) : null, verdict);
  }
  return verdict.broken.length;
}

describe('a library that forgets', () => {
  it.each(Object.entries(WEAKNESSES))('%s says too little', async (_, weakness) => {
    expect(await countBroken(weakness)).toBeGreaterThan(0);
    expect(await countBroken({ ...weakness, to: weakness.from }), 'one that does not').toBe(0);
  });
});
