// slow: lets chairs fall
/** Chairs that fall into a pile: they come to rest on the ground, and bend within their limit. */
import type { ProxyBody } from 'pliant';
import { limitStrain } from 'pliant/sim';
import { describe, expect, it } from 'vitest';
import {
  CHAIR_STRAIN_LIMIT,
  copyChairs,
  countLanded,
  createChairKind,
  createChairPile,
  disposeChairPile,
  stepChairPile,
} from '../../scenes/chair-pile.js';
import type { ChairPile } from '../../scenes/chair-pile.js';
import { BACKENDS } from '../support/sample-bodies.js';
import { hashWords } from '../support/same-words.js';

const KIND = createChairKind({ triangles: 12_000, level: 7, modeCount: 5, cells: 14 });

function run(chairCount: number, steps: number, isRigid = false, seed = 3601): ChairPile {
  const pile = createChairPile(BACKENDS.wasm, KIND, { chairCount, isRigid, seed, contactCapacity: 50_000 });
  for (let step = 0; step < steps; step++) stepChairPile(pile);
  return pile;
}

function hashOf({ contacts, rigid, vibrations }: ChairPile): string {
  return hashWords(
    rigid.centers,
    rigid.turns,
    rigid.momenta,
    ...vibrations.map(({ amplitudes }) => amplitudes),
    contacts.numbers,
  );
}

/** The lowest point of all spheres, less their radii: about where the surface is. */
function lowestCenter(body: ProxyBody): number {
  const sphere = new Float64Array(4);
  let lowest = Infinity;
  for (let proxy = 0; proxy < body.proxies.proxyCount; proxy++) {
    body.readProxy(proxy, sphere);
    lowest = Math.min(lowest, sphere[1]);
  }
  return lowest;
}

describe.each([false, true])('a pile of chairs, rigid: %s', (isRigid) => {
  it('comes to rest on the ground; no chair sinks through it or flies off; strain stays within its limit', () => {
    const pile = createChairPile(BACKENDS.wasm, KIND, { chairCount: 12, isRigid, contactCapacity: 50_000 });
    let largestStrain = 0;
    for (let step = 0; step < 1200; step++) {
      stepChairPile(pile);
      expect(pile.contacts.dropped).toBe(0);
      for (const { amplitudes } of pile.vibrations) {
        const { strains } = KIND.vibrator;
        largestStrain = Math.max(
          largestStrain,
          strains.reduce((sum, strain, mode) => sum + strain * Math.abs(amplitudes[mode]), 0),
        );
      }
    }
    expect(countLanded(pile)).toBe(12);
    expect(largestStrain).toBeLessThan(CHAIR_STRAIN_LIMIT * (1 + 1e-12));
    expect(largestStrain > 0).toBe(!isRigid);
    const { centers, velocities } = pile.rigid;
    for (let chair = 0; chair < 12; chair++) {
      expect(lowestCenter(pile.bodies[chair]), `chair ${chair}`).toBeGreaterThan(-0.05);
      expect(lowestCenter(pile.bodies[chair]), `chair ${chair}`).toBeLessThan(2);
      for (const axis of [0, 2]) expect(Math.abs(centers[chair * 3 + axis]), `chair ${chair}`).toBeLessThan(8);
      const speed = Math.sqrt([0, 1, 2].reduce((sum, k) => sum + velocities[chair * 3 + k] ** 2, 0));
      expect(speed, `chair ${chair}`).toBeLessThan(0.3);
    }
    disposeChairPile(pile);
  });

  it('is the same in every run, and another one for another seed', () => {
    const piles = [3601, 3601, 7].map((seed) => run(6, 150, isRigid, seed));
    const [first, second, other] = piles.map(hashOf);
    expect(second).toBe(first);
    expect(other).not.toBe(first);
    for (const pile of piles) disposeChairPile(pile);
  });
});

describe('copied chairs', () => {
  it('go on as those that they were copied from', () => {
    const from = run(6, 120);
    const to = run(6, 3, false, 99);
    copyChairs(from, to);
    for (let step = 0; step < 30; step++) {
      stepChairPile(from);
      stepChairPile(to);
    }
    expect(hashWords(to.rigid.centers, to.rigid.turns, to.vibrations[5].amplitudes)).toBe(
      hashWords(from.rigid.centers, from.rigid.turns, from.vibrations[5].amplitudes),
    );
    for (const pile of [from, to]) disposeChairPile(pile);
  });

  it('that do not bend begin where the others are', () => {
    const from = run(6, 60);
    const to = run(6, 0, true);
    copyChairs(from, to);
    expect([...to.rigid.centers]).toEqual([...from.rigid.centers]);
    expect([...to.rigid.momenta]).toEqual([...from.rigid.momenta]);
    for (const pile of [from, to]) disposeChairPile(pile);
  });
});

describe('the limit of strain', () => {
  it('is felt: what is strained by more is drawn back', () => {
    const pile = run(1, 0);
    pile.vibrations[0].amplitudes.fill(1e3);
    expect(limitStrain(pile.vibrations[0], KIND.vibrator)).toBe(true);
    disposeChairPile(pile);
  });
});
