/** What `pliant/sim` says to bad input: a clear error that names function, place, value and remedy, or a right and coarse answer. */
import { createBody, createContacts, createShape, loadKernels } from 'pliant';
import type { PliantErrorCode } from 'pliant';
import {
  FIXED,
  addForce,
  createInterruptedWalk,
  createMaterial,
  createPenalty,
  createPlacedSpheres,
  createSoftBody,
  createSphereTree,
  findVibrationModes,
  pushApart,
  stepSoftBody,
  walkWithin,
} from 'pliant/sim';
import type { Material, SoftBody, WalkBudget } from 'pliant/sim';
import { describe, expect, it } from 'vitest';
import { expectRefused } from '../mesh/expect-refused.js';
import { box } from './lattice/solids.js';

const POINTS = Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 1, 1);
const SOLID = { points: POINTS, tetrahedra: Uint32Array.of(0, 1, 2, 3, 1, 4, 2, 3) };
const MATERIAL = createMaterial();
const BOX = box([0, 0, 0], [1, 1, 1]);

/** Both that take solids and materials, in the same words. */
const TAKERS: Readonly<Record<string, (solid: typeof SOLID, material: Material) => unknown>> = {
  createSoftBody: (solid, material) => createSoftBody(solid, { material }),
  findVibrationModes: (solid, material) => findVibrationModes(solid, material, { modeCount: 1 }),
};

describe.each(Object.entries(TAKERS))('%s', (caller, take) => {
  it.each<[unknown, PliantErrorCode, string[]]>([
    [undefined, 'bad-type', ['undefined', '{ points, tetrahedra }']],
    [
      { ...SOLID, tetrahedra: Uint32Array.of(0, 1, 2, 3, 1, 2, 4, 3) },
      'bad-number',
      ['tetrahedron 1 is flipped', '-0.3', 'orientTetrahedra'],
    ],
    [
      { ...SOLID, points: POINTS.map((x, i) => (i === 11 ? 0 : x)) },
      'bad-number',
      ['tetrahedron 0 is flat', 'leave such out'],
    ],
    [
      { ...SOLID, tetrahedra: Uint32Array.of(0, 1, 2, 3, 1, 4, 2, 3, 4, 1, 3, 2) },
      'mismatch',
      ['tetrahedron 2 is duplicated', 'dropDuplicated'],
    ],
  ])('refuses what is no solid: %#', (solid, code, parts) => {
    expectRefused(() => take(solid as typeof SOLID, MATERIAL), code, caller, ...parts);
  });

  it.each<[unknown, PliantErrorCode, string[]]>([
    [null, 'bad-type', ['material is null', 'createMaterial']],
    [{ young: 1e5 }, 'bad-type', ['material.lambda is undefined', 'createMaterial']],
    [{ ...MATERIAL, mu: 0 }, 'bad-number', ['material.mu is 0', 'above 0']],
    [{ ...MATERIAL, lambda: -1e9 }, 'bad-number', ['material.lambda is -1000000000', 'above -2/3 mu']],
    [{ ...MATERIAL, density: -1 }, 'bad-number', ['material.density is -1', 'above 0']],
  ])('refuses what is no material: %o', (material, code, parts) => {
    expectRefused(() => take(SOLID, material as Material), code, caller, ...parts);
  });
});

describe('what cannot be', () => {
  it.each<[unknown, PliantErrorCode, string[]]>([
    [{ poisson: 0.5 }, 'bad-number', ['poisson is 0.5', 'below 0.5']],
    [{ young: 0 }, 'bad-number', ['young is 0', 'above 0']],
    [{ young: -1 }, 'bad-number', ['young is -1']],
    [null, 'bad-type', ['the options are null', 'pass an object']],
  ])('is refused in a material: %o', (options, code, parts) => {
    expectRefused(() => createMaterial(options as object), code, 'createMaterial', ...parts);
  });

  it.each([
    [{ pinned: 3 }, ['pinned is 3', 'pass a list']],
    [{ gravity: -9.81 }, ['gravity is -9.81', 'three numbers']],
    [{ fills: 1 }, ['fills is 1', 'pass a list']],
  ])('is refused in a soft body: %o', (options, parts) => {
    expectRefused(() => createSoftBody(SOLID, options as object), 'bad-type', 'createSoftBody', ...parts);
  });
});

describe('a soft body that cannot go on', () => {
  function expectStopped(body: SoftBody, ...parts: string[]): void {
    const before = body.positions.slice();
    expectRefused(() => stepSoftBody(body, 0.01), 'unstable', 'stepSoftBody', ...parts);
    expect(body.positions).toEqual(before);
    expectRefused(() => stepSoftBody(body, 0.01), 'unstable', 'has blown up before');
    expect(body.failure).toContain('begin again with a new body');
  }

  it('says so and stops where forces or places are not finite', () => {
    const pushed = createSoftBody(SOLID);
    addForce(pushed, 0, NaN, 0, 0);
    expectStopped(pushed, 'blown up', 'at 0 s', 'forces that are not finite');
    const lost = createSoftBody(SOLID);
    lost.positions[4] = NaN;
    expectStopped(lost, 'blown up', 'step 0');
  });

  it('names the step that would be stable, and goes on with it', () => {
    const body = createSoftBody(SOLID, { material: createMaterial({ young: 1e7 }) });
    expectRefused(() => stepSoftBody(body, 0.1, { substeps: 2 }), 'unstable', '0.05 s', 'the longest that is stable');
    expectRefused(() => stepSoftBody(body, 0.1, { mostSubsteps: 3 }), 'unstable', 'more than 3', 'mostSubsteps');
    expect(stepSoftBody(body, 0.1)).toBeGreaterThan(3);
    for (const seconds of [0, -1, NaN, Infinity, '1'])
      expectRefused(() => stepSoftBody(body, seconds as number), 'bad-number', 'seconds cannot pass');
  });
});

describe('a walk', () => {
  const tree = createSphereTree(BOX, { depth: 1 });
  const walk = createInterruptedWalk(createPlacedSpheres(tree), createPlacedSpheres(tree));

  it.each([{ tests: 0 }, { milliseconds: 0, clock: () => 0 }])('answers a budget of 0 with its roots: %o', (budget) => {
    expect(walkWithin(walk, budget)).toBe(false);
    expect(walk.answer.contacts.count).toBe(1);
    expect(walk.answer.errorBound).toBeGreaterThanOrEqual(2 * tree.spheres[3]);
  });

  it.each([
    [null, ['the budget is null']],
    [{}, ['undefined tests', '{ milliseconds, clock }']],
    [{ tests: -1 }, ['-1 tests', '0 or more']],
    [{ tests: '5' }, ['"5" tests']],
    [{ milliseconds: NaN, clock: () => 0 }, ['NaN milliseconds']],
    [{ milliseconds: 1 }, ['undefined as its clock', 'performance.now']],
  ])('refuses a budget that is none: %o', (budget, parts) => {
    expectRefused(() => walkWithin(walk, budget as WalkBudget), 'bad-number', 'walkWithin', ...parts);
  });

  it('has contacts of which a range beyond the last is refused', () => {
    const contacts = createContacts(4);
    expectRefused(
      () => pushApart(contacts, 0, 1, FIXED, FIXED, createPenalty()),
      'bad-index',
      'pushApart',
      '0 up to 1',
      'there are 0',
    );
  });
});

describe('a mesh outside of its tetrahedra', () => {
  it('keeps its way from the nearest place of the solid', async () => {
    const body = createBody(await loadKernels(), createShape(BOX, { ...SOLID, points: POINTS.map((x) => x + 5) }));
    body.setPoints(POINTS.map((x) => x + 7));
    body.refit();
    expect([...body.positions]).toEqual([...BOX.positions].map((x) => x + 2));
    body.dispose();
  });
});
