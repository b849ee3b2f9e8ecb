import { createRandom } from '../../src/math/random.js';
import { describe, expect, it } from 'vitest';
import { KeySet, uniteKeys } from '../../src/audit/key-set.js';
import type { PairKeys } from '../../src/audit/key-set.js';
import { packPairs, unpackPairs } from '../../src/audit/pack-pairs.js';
import { PairSets, uniteSets } from '../../src/audit/plan.js';

const SEED = 541;

/** Keys in rising order, of surfaces with so many triangles. */
function randomKeys(count: number, triangles: number, seed: number): PairKeys {
  const random = createRandom(seed);
  const keys = new Set<number>();
  while (keys.size < count) keys.add(random.integer(triangles) * triangles + random.integer(triangles));
  return { keys: Float64Array.from(keys).sort(), count };
}

describe('sets of pairs', () => {
  it('are sorted as they are listed', () => {
    const { count, keys } = randomKeys(3000, 1000, SEED);
    const set = new KeySet();
    set.addAll(keys.toReversed(), count);
    set.addAll(keys, 10);
    expect(set.toSorted(), `seed ${SEED}`).toEqual({ keys, count });
    expect(new KeySet().toSorted().count).toBe(0);
  });

  it('are united key by key, each once', () => {
    for (const [countA, countB] of [
      [0, 0],
      [0, 5],
      [5, 0],
      [400, 700],
    ]) {
      const a = randomKeys(countA, 30, SEED);
      const b = randomKeys(countB, 30, SEED + 1);
      const { count, keys } = uniteKeys(a, b);
      const expected = [...new Set([...a.keys, ...b.keys])].sort((p, q) => p - q);
      expect([...keys.subarray(0, count)], `seed ${SEED}, ${countA} and ${countB}`).toEqual(expected);
    }
  });

  it('of several threads are the same as of one, in the same order', () => {
    const random = createRandom(SEED);
    const alone = new PairSets();
    const shares = [new PairSets(), new PairSets(), new PairSets()];
    for (let i = 0; i < 2000; i++) {
      const kind = random.integer(2) === 0 ? 'meeting' : 'close';
      const objectA = random.integer(3);
      const objectB = objectA + random.integer(2);
      const key = Float64Array.of(random.integer(100));
      for (const sets of [alone, shares[random.integer(3)]]) sets.at(kind, objectA, objectB).addAll(key, 1);
    }
    const united = uniteSets(shares.map((sets) => sets.list()));
    const plain = (sets: readonly { readonly pairs: PairKeys }[]): unknown =>
      sets.map(({ pairs, ...name }) => ({ ...name, keys: [...pairs.keys.subarray(0, pairs.count)] }));
    expect(plain(united), `seed ${SEED}`).toEqual(plain(alone.list()));
    expect(united).toHaveLength(12);
    expect(uniteSets([])).toEqual([]);
  });

  it('come back from text, near and far apart', () => {
    // Far apart a pair takes ten bytes, more than there is room for at first.
    for (const [count, triangles] of [
      [0, 10],
      [5000, 200],
      [300, 94_906_265],
    ]) {
      const pairs = randomKeys(count, triangles, SEED);
      const found = unpackPairs(packPairs(pairs, triangles), triangles, triangles);
      expect(found, `seed ${SEED}, ${triangles} triangles`).toEqual(pairs);
    }
  });
});
