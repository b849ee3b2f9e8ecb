/** Two soft bodies that fall on each other have the same bits in every engine, with a budget in tests. */
import { loadKernels } from 'pliant';
import { describe, expect, it } from 'vitest';
import { createBlob } from '../../scenes/blob.js';
import { createSoftFall, disposeSoftFall, poseSurfaces, stepSoftFall } from '../../scenes/soft-fall.js';
import { carryOtherwise, createSoftKind } from '../../scenes/soft-kind.js';
import type { SoftKindOptions } from '../../scenes/soft-kind.js';
import type { SoftResponse } from '../../scenes/soft-response.js';
import { hashWords } from '../support/same-words.js';

describe('the fall of two soft bodies', async () => {
  const kernels = await loadKernels();
  const blob = createSoftKind(createBlob(8).mesh, { cells: 4 });

  it.each<[SoftKindOptions, SoftResponse, string]>([
    [{ carriage: 'embedding', follower: 'enclosing' }, 'local', '24aa9f73'],
    [{ carriage: 'links', follower: 'closest' }, 'averaged', 'b950e302'],
  ])('has the same bits everywhere: %o, %s', (options, response, hash) => {
    const kind = carryOtherwise(blob, options);
    const fall = createSoftFall(kernels, kind, kind, { response, height: 0.01, budget: { tests: 60 } });
    let touched = 0;
    const states: Float64Array[] = [];
    for (let step = 0; step < 320; step++) {
      stepSoftFall(fall);
      const { contacts } = fall.walk.answer;
      if (contacts.count > 0) touched++;
      if (step % 40 !== 0) continue;
      for (const { soft } of fall.bodies) states.push(soft.positions.slice(), soft.velocities.slice());
      states.push(Float64Array.of(contacts.count, fall.walk.tests, fall.walk.answer.errorBound));
    }
    poseSurfaces(fall);
    expect(touched).toBeGreaterThan(20);
    expect(hashWords(...states)).toBe(hash);
    disposeSoftFall(fall);
  });
});
