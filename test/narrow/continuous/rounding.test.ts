import { createRandom, type Random } from 'pliant/exact';
import { describe, expect, it } from 'vitest';
import { exactTimes, filtered, firstTimes, KINDS } from './encounters.js';
import type { Sample } from './encounters.js';

const SEED = 31;
const COUNT = 1500;

type Kind = Sample['kind'];

/**
 * Four points that touch at some time but for rounding: in the plane of a face or of two edges, at the place with these
 * weights, and a motion around that.
 */
function nearlyTouching(random: Random, kind: Kind, s: number, t: number, time: number): Sample {
  const vector = (): number[] => Array.from({ length: 3 }, () => random.range(-1, 1));
  const [a, u, v] = [vector(), vector(), vector()];
  const along = (from: readonly number[], way: readonly number[], part: number): number[] =>
    from.map((value, k) => value + part * way[k]);
  const place = along(a, u, s);
  const edge = along(place, v, -t);
  const points =
    kind === 'vertex-face'
      ? [along(place, v, t), a, along(a, u, 1), along(a, v, 1)]
      : [a, along(a, u, 1), edge, along(edge, v, 1)];
  // Half of them along one axis alone, by one side: seen along it, weights do not change, and are as small as rounding left them.
  const mover = kind === 'vertex-face' ? 1 : 2;
  const isStraight = random.integer(2) === 0;
  const moves = points.map((_, i) => (isStraight ? [0, 0, i < mover ? 1 : 0] : vector()));
  return {
    kind,
    start: points.flatMap((point, i) => along(point, moves[i], -time)),
    end: points.flatMap((point, i) => along(point, moves[i], 1 - time)),
  };
}

describe('where rounding could decide', () => {
  it.each(KINDS)('doubles never tell differently from big integers: %s', (kind) => {
    const random = createRandom(SEED);
    const seen = { met: 0, missed: 0, undecided: 0 };
    for (let i = 0; i < COUNT; i++) {
      // Inside at the very beginning, or on a border on the way.
      const isAtBeginning = i % 2 === 0;
      const sample = isAtBeginning
        ? nearlyTouching(random, kind, 0.3, 0.4, 0)
        : nearlyTouching(random, kind, [0, 0.4, 1][i % 3], [0.6, 0, 0][i % 3], random.next());
      const name = `seed ${SEED}, ${i}, ${JSON.stringify(sample)}`;
      const exact = exactTimes(sample);
      const alone = filtered(sample);
      seen[exact === undefined ? 'missed' : 'met']++;
      if (alone === undefined) seen.undecided++;
      else if (alone !== (exact !== undefined)) expect.fail(`${name}: ${alone} in doubles, exactly ${String(exact)}`);
      if (String(firstTimes(sample)) !== String(exact)) expect.fail(`${name}: not ${String(exact)}`);
    }
    for (const count of Object.values(seen)) expect(count).toBeGreaterThan(COUNT / 20);
  });

  it('a time that is a double is told, although pairs of doubles have less bits than the volume', () => {
    const random = createRandom(SEED + 1);
    const unit = 2 ** -44;
    const vector = (): number[] => Array.from({ length: 3 }, () => (random.integer(2 ** 32) * 2048 - 2 ** 42) * unit);
    for (let i = 0; i < 300; i++) {
      const [a, b, c] = [vector(), vector(), vector()].map((point) =>
        point.map((value) => value + unit * random.integer(2048) * 4),
      );
      const p = a.map((value, k) => value + (b[k] - value) / 4 + (c[k] - value) / 4);
      const moves = [vector(), vector(), vector(), vector()];
      const at = (sign: number): number[] =>
        [p, a, b, c].flatMap((point, j) => point.map((value, k) => value + sign * moves[j][k]));
      const sample: Sample = { kind: 'vertex-face', start: at(-1), end: at(1) };
      const exact = exactTimes(sample);
      if (exact === undefined || exact[0] > 0.5) expect.fail(`seed ${SEED + 1}, ${i}: ${String(exact)}, not by 1/2`);
      expect(firstTimes(sample)).toEqual(exact);
    }
  });
});
