/**
 * What governors say about a region, judged without rounding: with F the surface of posed vertices, float32 as they are, and M the matrix of the region, computed in whole numbers from the transforms of the
 * body, |M⁻¹ F(x - y) - (x - y)| over |x - y| is compared with what the kernel takes it to be at most.
 */
import type * as Pliant from 'pliant';
import type * as Parts from 'pliant/parts';
import { type Random, cos, sin } from 'pliant/exact';
import type { boundError } from '../../src/kernels/twin/clear-fitted.js';
import { AFFINE, AFFINE_FRAME, AFFINE_GOVERNOR, AFFINE_LIST, NO_AFFINE } from '../../src/kernels/layout/affine.js';
import { BLEND_POSE } from '../../src/kernels/layout/blend-body.js';
import { HEADER } from '../../src/kernels/layout/header.js';
import { NODE, REGION, REGIONS } from '../../src/kernels/layout/regions.js';
import { affineOf, regionsOf } from '../../src/kernels/layout/self.js';
import type { Arena } from '../../src/kernels/arena.js';
import { follow, wordAt } from '../../src/kernels/units.js';
import { type Dyadic, ZERO, dot, dyadic, isAtMost, minus, plus, times } from '../oracle/dyadic.js';
import type { Limb } from './make-limbs.js';

/** A library, and the loop that is judged. */
export interface Judged {
  readonly pliant: Pick<typeof Pliant, 'createBody' | 'createPairHits' | 'findSelfHits'>;
  readonly parts: Pick<typeof Parts, 'fitRegions'>;
  readonly kernels: Pliant.Kernels;
  readonly boundError: typeof boundError;
}

/** What was looked at, and what was wrong with it. */
export interface Verdict {
  /** Regions with a bound below 1, and triangles and pairs of vertices of theirs. */
  regions: number;
  triangles: number;
  pairs: number;
  /** Where the bound is exceeded. */
  readonly broken: string[];
  /** The largest share of a bound that was reached. */
  closest: number;
}

type Vector = readonly Dyadic[];
type Matrix = readonly Vector[];

/** What the norms and sums of a bound may lose: 2^-19 of it. */
const SLACK = 1 + 1 / 524288;
/** Ways between vertices that are looked at in each region. */
const WAYS = 24;

/** What is judged: a shape, how its body is posed, and the matrix M of a node, from the words of its frame, as it is without the placement of the body where `isPlacedLater`. */
export interface Subject {
  readonly shape: Pliant.Shape;
  readonly poses: readonly ((body: Pliant.Body) => void)[];
  readonly matrixAt: (arena: Arena, header: number, frame: number) => Matrix;
  readonly isPlacedLater: boolean;
}

/** A limb that bones move. */
export function skinned({ bounds, mesh, model }: Limb, poses: readonly Float32Array[]): Subject {
  return {
    shape: { mesh, model, bounds },
    poses: poses.map((pose) => (body) => body.setTransforms(pose)),
    isPlacedLater: false,
    matrixAt: ({ f32, f64, u32 }, header, frame) => {
      const middle = floats(f32, frame + AFFINE_FRAME.middle, 3);
      let sum: Matrix = [0, 1, 2].map(() => [ZERO, ZERO, ZERO]);
      for (let i = 0; i < u32[frame + AFFINE_FRAME.count]; i++) {
        const governor = frame + AFFINE_FRAME.wordCount + i * AFFINE_GOVERNOR.wordCount;
        const rows = rowsAt(f64, (u32[header + BLEND_POSE.matrices64] + u32[governor]) >>> 3);
        const g = floats(f32, governor + AFFINE_GOVERNOR.matrix, 9);
        const b = floats(f32, governor + AFFINE_GOVERNOR.slope, 3);
        // A G + (A x₀ + t) bᵀ
        sum = sum.map((row, r) => {
          const linear = rows[r].slice(0, 3);
          const moved = plus(dot(linear, middle), rows[r][3]);
          return row.map((value, c) => plus(value, plus(dot(linear, [g[c], g[3 + c], g[6 + c]]), times(moved, b[c]))));
        });
      }
      return sum;
    },
  };
}

/** What fields move. */
export function displaced(shape: Pliant.Shape, poses: readonly Float32Array[]): Subject {
  let weights = poses[0];
  return {
    shape,
    poses: poses.map((pose) => (body) => {
      weights = pose;
      body.setWeights(pose);
    }),
    isPlacedLater: true,
    matrixAt: ({ f32, u32 }, _, frame) => {
      let sum: Matrix = IDENTITY;
      for (let i = 0; i < u32[frame + AFFINE_FRAME.count]; i++) {
        const field = frame + AFFINE_FRAME.wordCount + i * AFFINE_GOVERNOR.wordCount;
        const weight = dyadic(weights[u32[field] / 8]);
        const g = floats(f32, field + AFFINE_GOVERNOR.matrix, 9);
        sum = sum.map((row, r) => row.map((value, c) => plus(value, times(weight, g[r * 3 + c]))));
      }
      return sum;
    },
  };
}

const IDENTITY: Matrix = [0, 1, 2].map((r) => [0, 1, 2].map((c) => dyadic(r === c ? 1 : 0)));

/** Judges every region of a subject in all its poses. */
export function judge(
  { boundError: bound, kernels, parts, pliant }: Judged,
  random: Random,
  { isPlacedLater, matrixAt, poses, shape }: Subject,
  placement: readonly number[] | null,
  verdict: Verdict,
): void {
  const { bounds, model } = shape;
  const fitted = parts.fitRegions(shape);
  const hits = pliant.createPairHits(400_000);
  const turn: Matrix =
    placement && isPlacedLater ? [0, 1, 2].map((r) => [0, 1, 2].map((c) => dyadic(placement[c * 4 + r]))) : IDENTITY;
  for (const [number, pose] of poses.entries()) {
    const body = pliant.createBody(kernels, fitted, { pruning: 'always' });
    if (placement) body.setPlacement(placement);
    pliant.findSelfHits(body, hits);
    const { u32 } = kernels.arena;
    const header = wordAt(body.header);
    const affine = affineOf(u32, header);
    // Governors that have told too little are left alone for some searches.
    do {
      pose(body);
      pliant.findSelfHits(body, hits);
    } while (u32[affine + AFFINE.stamp] !== u32[header + HEADER.stamp]);
    const kept = regionsOf(u32, header);
    const words = follow(u32, affine + AFFINE.words);
    const tileCount = u32[kept + REGIONS.tileCount];
    const regions = follow(u32, kept + REGIONS.regions);
    const matrixOf = (node: number): Matrix => {
      const frame = words + u32[follow(u32, affine + AFFINE.frames) + node - tileCount];
      const m = matrixAt(kernels.arena, header, frame);
      return turn.map((row) =>
        [0, 1, 2].map((c) =>
          dot(
            row,
            m.map((other) => other[c]),
          ),
        ),
      );
    };
    const regionCount = countRegions(u32, regions);
    const found: { readonly region: number; readonly bound: number; readonly matrix: Matrix }[] = [];
    for (let region = 0; region < regionCount; region++) {
      const list = u32[follow(u32, affine + AFFINE.lists) + region];
      if (list === NO_AFFINE || u32[words + list + AFFINE_LIST.count] === 0) continue;
      const a = u32[regions + region * REGION.wordCount + REGION.nodeA];
      const b = u32[regions + region * REGION.wordCount + REGION.nodeB];
      const error = bound(kernels.arena, body.header, kept, affine, list, a, b);
      if (!(error < 1)) continue;
      const half = dyadic(0.5);
      const other = matrixOf(b);
      found.push({
        region,
        bound: error,
        matrix: matrixOf(a).map((row, r) => row.map((x, c) => times(plus(x, other[r][c]), half))),
      });
    }
    const { positions } = body;
    const runOf = (node: number): readonly number[] => {
      const at = follow(u32, kept + REGIONS.nodes) + node * NODE.wordCount;
      const starts = follow(u32, kept + REGIONS.tileStarts);
      return [u32[starts + u32[at + NODE.firstTile]], u32[starts + u32[at + NODE.endTile]]];
    };
    for (const { bound: error, matrix, region } of found) {
      const name = `pose ${number}, region ${region}`;
      const judgeWay = createJudge(matrix, error * SLACK, verdict);
      const runs = [REGION.nodeA, REGION.nodeB].map((k) => runOf(u32[regions + region * REGION.wordCount + k]));
      const corner = (triangle: number, k: number): number => bounds.vertexOrder[bounds.triangles[triangle * 3 + k]];
      const way = (from: number, to: number): Way => [
        vectorBetween(model.rest, from, to),
        vectorBetween(positions, from, to),
      ];
      verdict.regions++;
      // Slopes of F along the surface are what it is on two sides of each triangle. Where a region is two nodes, a triangle is in one of them.
      if (runs[0][0] === runs[1][0]) {
        for (let t = runs[0][0]; t < runs[0][1]; t++) {
          verdict.triangles++;
          if (!judgeWay.plane(way(corner(t, 0), corner(t, 1)), way(corner(t, 0), corner(t, 2)))) {
            verdict.broken.push(`${name}: slope on triangle ${t}`);
          }
        }
      }
      for (let n = 0; n < WAYS; n++) {
        const [from, to] = runs.map(([first, end]) => corner(first + random.integer(end - first), random.integer(3)));
        if (from === to) continue;
        verdict.pairs++;
        if (!judgeWay.line(way(from, to))) verdict.broken.push(`${name}: from vertex ${from} to ${to}`);
      }
    }
    body.dispose();
  }
}

/** Two points apart at rest, and in the pose. */
type Way = readonly [rest: Vector, posed: Vector];

/** With det M = d and its adjugate N, all that is compared is multiplied by d: |N F - d x|² ≤ e² d² |x|². */
function createJudge(
  m: Matrix,
  bound: number,
  verdict: Verdict,
): { line: (way: Way) => boolean; plane: (a: Way, b: Way) => boolean } {
  const adjugate = adjugateOf(m);
  const determinant = dot(
    m[0],
    adjugate.map((row) => row[0]),
  );
  const limit = times(times(dyadic(bound), dyadic(bound)), times(determinant, determinant));
  const off = ([rest, posed]: Way): Vector =>
    adjugate.map((row, r) => minus(dot(row, posed), times(determinant, rest[r])));
  return {
    line: (way) => {
      const z = off(way);
      const left = dot(z, z);
      const right = times(limit, dot(way[0], way[0]));
      verdict.closest = Math.max(verdict.closest, shareOf(left, right));
      return isAtMost(left, right);
    },
    plane: (a, b) => {
      // A form of two numbers that must nowhere be negative.
      const [za, zb] = [off(a), off(b)];
      const aa = minus(times(limit, dot(a[0], a[0])), dot(za, za));
      const bb = minus(times(limit, dot(b[0], b[0])), dot(zb, zb));
      const ab = minus(times(limit, dot(a[0], b[0])), dot(za, zb));
      return isAtMost(ZERO, aa) && isAtMost(ZERO, bb) && isAtMost(times(ab, ab), times(aa, bb));
    },
  };
}

/** The root of a / b, roughly. */
function shareOf(a: Dyadic, b: Dyadic): number {
  if (b.digits === 0n) return 0;
  const shift = BigInt(Math.max(0, 64 + b.digits.toString(2).length - a.digits.toString(2).length));
  return Math.sqrt((Number((a.digits << shift) / b.digits) / 2 ** Number(shift)) * 2 ** (a.power - b.power));
}

function adjugateOf(m: Matrix): Matrix {
  const minor = (r: number, c: number): Dyadic => {
    const [r0, r1] = [(r + 1) % 3, (r + 2) % 3];
    const [c0, c1] = [(c + 1) % 3, (c + 2) % 3];
    return minus(times(m[r0][c0], m[r1][c1]), times(m[r0][c1], m[r1][c0]));
  };
  return [0, 1, 2].map((r) => [0, 1, 2].map((c) => minor(c, r)));
}

/** Three rows of a transform, with what it moves by behind each; in memory rows 0 and 1 come column by column. */
function rowsAt(f64: Float64Array, at: number): Matrix {
  const place = (row: number, column: number): number => (row === 2 ? 8 + column : column * 2 + row);
  return [0, 1, 2].map((row) => [0, 1, 2, 3].map((column) => dyadic(f64[at + place(row, column)])));
}

function floats(f32: Float32Array, at: number, count: number): Vector {
  return Array.from({ length: count }, (_, k) => dyadic(f32[at + k]));
}

function vectorBetween(positions: ArrayLike<number>, from: number, to: number): Vector {
  return [0, 1, 2].map((axis) => minus(dyadic(positions[from * 3 + axis]), dyadic(positions[to * 3 + axis])));
}

/** Regions lie in a tree: the last of all is the last child of the last that has any. */
function countRegions(u32: Uint32Array, regions: number): number {
  let count = 1;
  for (let region = 0; region < count; region++) {
    const at = regions + region * REGION.wordCount;
    const children = u32[at + REGION.children] & 0xffff;
    let below = 0;
    for (let bits = children; bits !== 0; bits &= bits - 1) below++;
    if (below > 0) count = Math.max(count, u32[at + REGION.firstChild] + below);
  }
  return count;
}

/** A turn about an axis by any angle, and a way off. */
export function placeFar(random: Random, distance: number): number[] {
  const angle = random.range(-3, 3);
  const [c, s] = [cos(angle), sin(angle)];
  const away = [0, 1, 2].map(() => random.range(-distance, distance));
  return [c, s, 0, 0, -s, c, 0, 0, 0, 0, 1, 0, ...away, 1];
}
