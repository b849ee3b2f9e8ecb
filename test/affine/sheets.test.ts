/** Sheets over parts of a surface: ways on the surface are no longer than a sheet says, and there is none where parts lie one over the other. */
import { createRandom } from 'pliant/exact';
import { bruteSelfHits } from 'pliant/oracle';
import { createPairHits } from 'pliant';
import { describe, expect, it } from 'vitest';
import { createRestSurface } from '../../src/bounds/affine/rest-surface.js';
import type { RestSurface } from '../../src/bounds/affine/rest-surface.js';
import { createSheetFinder } from '../../src/bounds/affine/sheets.js';
import { randomPiece } from '../regions/make-pieces.js';
import { LIMB_KINDS, createLimb } from './make-limbs.js';

/** Points that each edge is cut by: ways that turn only there are longer than the shortest ones by a few percent at most. */
const CUTS = 11;
const COARSE = 1.04;

/** How far all corners of some triangles are from one of them, over those triangles, from point to point of their edges. */
function waysFrom(
  { corners, positions }: RestSurface,
  triangles: ArrayLike<number>,
  start: number,
): Map<number, number> {
  const points: number[][] = [];
  const names = new Map<string, number>();
  const pointAt = (a: number, b: number, cut: number): number => {
    const isForward = a < b;
    const share = cut / (CUTS + 1);
    const name =
      share === 0 ? `${a}` : share === 1 ? `${b}` : isForward ? `${a} ${b} ${cut}` : `${b} ${a} ${CUTS + 1 - cut}`;
    let point = names.get(name);
    if (point === undefined) {
      names.set(name, (point = points.length));
      points.push([0, 1, 2].map((k) => positions[a * 3 + k] * (1 - share) + positions[b * 3 + k] * share));
    }
    return point;
  };
  const rims = Array.from(triangles, (t) => {
    const rim = new Set<number>();
    for (let k = 0; k < 3; k++) {
      for (let cut = 0; cut <= CUTS + 1; cut++) {
        rim.add(pointAt(corners[t * 3 + k], corners[t * 3 + ((k + 1) % 3)], cut));
      }
    }
    return [...rim];
  });
  const around: number[][] = points.map(() => []);
  rims.forEach((rim, i) => rim.forEach((point) => around[point].push(i)));
  const far = points.map(() => Infinity);
  far[names.get(`${start}`)!] = 0;
  const waiting = new Set(points.keys());
  while (waiting.size > 0) {
    let next = -1;
    for (const point of waiting) if (next < 0 || far[point] < far[next]) next = point;
    waiting.delete(next);
    for (const i of around[next]) {
      for (const point of rims[i]) {
        const way = Math.sqrt([0, 1, 2].reduce((sum, k) => sum + (points[point][k] - points[next][k]) ** 2, 0));
        far[point] = Math.min(far[point], far[next] + way);
      }
    }
  }
  return new Map(
    Array.from(new Set(Array.from(triangles, (t) => [...corners.subarray(t * 3, t * 3 + 3)]).flat()), (v) => [
      v,
      far[names.get(`${v}`)!],
    ]),
  );
}

describe('sheets', () => {
  it('say no ways are shorter than they are', () => {
    const seed = 1605;
    const random = createRandom(seed);
    let sheetCount = 0;
    let longest = 1;
    for (let k = 0; k < 40; k++) {
      const mesh = k % 2 === 0 ? randomPiece(random).mesh : createLimb(random, LIMB_KINDS[k % LIMB_KINDS.length]).mesh;
      const surface = createRestSurface(mesh.triangles, mesh.positions);
      const find = createSheetFinder(surface);
      for (let n = 0; n < 12; n++) {
        const first = random.integer(mesh.triangleCount);
        const end = Math.min(mesh.triangleCount, first + 1 + random.integer(10));
        const other = random.integer(3) === 0 ? first : Math.min(mesh.triangleCount - 1, end + random.integer(12));
        const otherEnd = other === first ? end : Math.min(mesh.triangleCount, other + 1 + random.integer(10));
        const sheet = find(first, end, other, otherEnd);
        if (!sheet) continue;
        sheetCount++;
        const most = sheet.factors.subarray(0, sheet.count).reduce((a, b) => Math.max(a, b), 1);
        const cells = [
          ...mesh.triangles.subarray(first * 3, end * 3),
          ...mesh.triangles.subarray(other * 3, otherEnd * 3),
        ];
        const start = cells[random.integer(cells.length)];
        const ways = waysFrom(surface, sheet.triangles.subarray(0, sheet.count), start);
        for (const vertex of cells) {
          const straight = Math.sqrt(
            [0, 1, 2].reduce(
              (sum, axis) => sum + (mesh.positions[vertex * 3 + axis] - mesh.positions[start * 3 + axis]) ** 2,
              0,
            ),
          );
          if (vertex === start) continue;
          expect(ways.get(vertex), `seed ${seed}, mesh ${k}, from ${start} to ${vertex}`).toBeLessThanOrEqual(
            straight * most * COARSE,
          );
          longest = Math.max(longest, ways.get(vertex)! / straight);
        }
      }
    }
    expect(sheetCount).toBeGreaterThan(80);
    // Not all of it is flat.
    expect(longest).toBeGreaterThan(1.1);
  });

  it('lie over nothing that meets itself', () => {
    const seed = 1606;
    const random = createRandom(seed);
    const hits = createPairHits(100_000);
    let found = 0;
    let refused = 0;
    for (let k = 0; k < 200; k++) {
      const { mesh, what } = randomPiece(random);
      const find = createSheetFinder(createRestSurface(mesh.triangles, mesh.positions));
      for (let n = 0; n < 10; n++) {
        const first = random.integer(mesh.triangleCount);
        const middle = Math.min(mesh.triangleCount - 1, first + 1 + random.integer(24));
        const end = Math.min(mesh.triangleCount, middle + 1 + random.integer(24));
        if (middle <= first) continue;
        if (!find(first, middle, middle, end)) {
          refused++;
          continue;
        }
        found++;
        bruteSelfHits(mesh.positions, mesh.triangles.slice(first * 3, end * 3), hits);
        expect(hits.count, `seed ${seed}, piece ${k}: ${what}`).toBe(0);
      }
    }
    expect(found).toBeGreaterThan(200);
    expect(refused).toBeGreaterThan(200);
  });
});
