import { describe, expect, it } from 'vitest';
import { SELF_ON_REGIONS } from '../../lab/view/colors.js';
import { BORDER_COLORS, GOVERNOR_COLORS, SIZE_COLORS, UNPROVED } from '../../lab/view/region-colors.js';

/** How eyes without one kind of cones see linear red, green and blue: Machado, Oliveira and Fernandes (2009), table 1, in full. */
const EYES: Readonly<Record<string, readonly number[]>> = {
  'all cones': [1, 0, 0, 0, 1, 0, 0, 0, 1],
  'none for red': [0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998],
  'none for green': [0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.01182, 0.04294, 0.968881],
  'none for blue': [1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.3039],
};

/** Differences of CIELAB: from 2 or 3 on they are seen side by side; from 10 on at a glance. */
const AT_A_GLANCE = 10;
const FAR_APART = 20;

/** A colour as such eyes see it, in CIELAB under daylight. */
function see(color: number, eyes: readonly number[]): number[] {
  const linear = [color >>> 16, (color >>> 8) & 255, color & 255].map((byte) => {
    const share = byte / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  const [r, g, b] = [0, 3, 6].map((row) =>
    Math.min(
      1,
      Math.max(
        0,
        linear.reduce((sum, value, i) => sum + eyes[row + i] * value, 0),
      ),
    ),
  );
  const [x, y, z] = [
    (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505,
    0.2126 * r + 0.7152 * g + 0.0722 * b,
    (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089,
  ].map((value) => (value > 0.008856 ? Math.cbrt(value) : 7.787 * value + 16 / 116));
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

function differenceOf(a: number, b: number, eyes: readonly number[]): number {
  const [seenA, seenB] = [see(a, eyes), see(b, eyes)];
  return Math.hypot(...seenA.map((value, i) => value - seenB[i]));
}

describe.each(Object.entries(EYES))('to eyes with %s', (_, eyes) => {
  it('no region that its border proves looks like one that bones prove, whatever their sizes', () => {
    for (const a of BORDER_COLORS) {
      for (const b of GOVERNOR_COLORS) expect(differenceOf(a, b, eyes)).toBeGreaterThan(FAR_APART);
    }
  });

  it('what collides looks like no region', () => {
    for (const color of [...BORDER_COLORS, ...GOVERNOR_COLORS, ...SIZE_COLORS, UNPROVED]) {
      expect(differenceOf(color, SELF_ON_REGIONS, eyes)).toBeGreaterThan(FAR_APART);
    }
  });

  it('what is not proved looks like no region', () => {
    for (const color of [...BORDER_COLORS, ...GOVERNOR_COLORS, ...SIZE_COLORS]) {
      expect(differenceOf(color, UNPROVED, eyes)).toBeGreaterThan(AT_A_GLANCE);
    }
  });

  it.each([
    ['border', BORDER_COLORS],
    ['bones', GOVERNOR_COLORS],
  ])('larger regions that are proved by %s are darker', (__, colors) => {
    const seen = colors.map((color) => see(color, eyes)[0]);
    for (let i = 1; i < seen.length; i++) expect(seen[i - 1] - seen[i]).toBeGreaterThan(3);
  });
});
