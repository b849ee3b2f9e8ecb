/** Limbs, sheets and pieces of them that a chain of bones bends: some a little, some until they meet themselves. */
import { type Random, cos, sin } from 'pliant/exact';
import {
  type BlendModel,
  type BlendTree,
  type Mesh,
  buildTree,
  createBlendTree,
  createMesh,
  createSkinModel,
} from 'pliant/parts';

/** A piece, and what moves it. */
export interface Limb {
  readonly what: string;
  readonly mesh: Mesh;
  readonly model: BlendModel;
  readonly bounds: BlendTree;
  readonly boneCount: number;
  /** How large it is. */
  readonly size: number;
}

type Point = readonly [number, number, number];

const KINDS: Record<string, { readonly isClosed: boolean; readonly point: (s: number, t: number) => Point }> = {
  tube: { isClosed: true, point: (s, t) => [3 * s, 0.3 * cos(2 * Math.PI * t), 0.3 * sin(2 * Math.PI * t)] },
  'bumpy tube': {
    isClosed: true,
    point: (s, t) => {
      const radius = 0.3 + 0.05 * sin(9 * s) * cos(4 * Math.PI * t);
      return [3 * s, radius * cos(2 * Math.PI * t), radius * sin(2 * Math.PI * t)];
    },
  },
  sheet: { isClosed: false, point: (s, t) => [3 * s, t, 0] },
  'wavy sheet': { isClosed: false, point: (s, t) => [3 * s, t, 0.15 * sin(7 * s) * cos(5 * t)] },
  'rolled sheet': {
    isClosed: false,
    point: (s, t) => [(0.4 + 0.1 * s) * cos(7 * s), t, (0.4 + 0.1 * s) * sin(7 * s)],
  },
  // At rest its two halves lie one over the other, an edge apart.
  hairpin: {
    isClosed: false,
    point: (s, t) => (s < 0.48 ? [3 * s, t, 0] : s > 0.52 ? [3 * (1 - s), t, 0.12] : [1.44, t, 3 * (s - 0.48)]),
  },
  // At rest it runs through itself.
  loop: { isClosed: false, point: (s, t) => [cos(9 * s), t, sin(9 * s) + 0.2 * s] },
};

/** Names of all kinds. */
export const LIMB_KINDS = Object.keys(KINDS);

/** A limb of some kind. */
export function createLimb(random: Random, what: string, scale = 1): Limb {
  const { isClosed, point } = KINDS[what];
  const columns = 24 + random.integer(30);
  const rows = (isClosed ? 8 : 4) + random.integer(6);
  const positions: number[] = [];
  const places: number[] = [];
  for (let i = 0; i <= columns; i++) {
    for (let j = 0; j < (isClosed ? rows : rows + 1); j++) {
      const s = i / columns;
      const shake = 0.1 / columns;
      positions.push(...point(s, j / rows).map((x) => (x + random.range(-shake, shake)) * scale));
      places.push(s);
    }
  }
  const height = isClosed ? rows : rows + 1;
  const triangles: number[] = [];
  for (let i = 0; i < columns; i++) {
    for (let j = 0; j < rows; j++) {
      const [a, b, c, d] = [
        [i, j],
        [i + 1, j],
        [i + 1, j + 1],
        [i, j + 1],
      ].map(([k, l]) => k * height + (l % height));
      triangles.push(a, b, c, a, c, d);
    }
  }
  const mesh = createMesh({ positions: new Float32Array(positions), triangles: new Uint32Array(triangles) });
  const boneCount = 2 + random.integer(4);
  const model = createSkinModel(mesh, weigh(places, boneCount, random.range(0.6, 2)));
  const tree = buildTree(mesh, { leafSize: 1 + random.integer(8) });
  const bounds = createBlendTree(mesh, model, tree, { patchSize: [16, 64][random.integer(2)] });
  return { what, mesh, model, bounds, boneCount, size: 3 * scale };
}

/** Each bone has its place along the piece, and fades out with the distance from it. */
function weigh(
  places: readonly number[],
  boneCount: number,
  width: number,
): { joints: Uint16Array; weights: Float32Array; influencesPerVertex: number; jointCount: number } {
  const joints = new Uint16Array(places.length * boneCount);
  const weights = new Float32Array(places.length * boneCount);
  places.forEach((s, vertex) => {
    const raw = Array.from({ length: boneCount }, (_, bone) => {
      const away = Math.abs(s * (boneCount - 1) - bone) / width;
      return away < 1 ? (1 - away * away) * (1 - away * away) : 0;
    });
    const total = raw.reduce((sum, w) => sum + w, 0);
    raw.forEach((w, bone) => {
      joints[vertex * boneCount + bone] = bone;
      weights[vertex * boneCount + bone] = total > 0 ? w / total : bone === 0 ? 1 : 0;
    });
  });
  return { joints, weights, influencesPerVertex: boneCount, jointCount: boneCount };
}

/** A chain of bones along the first axis, each turned against the one before by up to some angle; one bone in a few is stretched or mirrored. */
export function poseLimb(random: Random, { boneCount, size }: Limb, angle: number): Float32Array {
  const transforms = new Float32Array(boneCount * 12);
  // Row by row, and a translation.
  let turned = [1, 0, 0, 0, 1, 0, 0, 0, 1];
  let moved = [0, 0, 0];
  const isOdd = random.integer(5) === 0;
  for (let bone = 0; bone < boneCount; bone++) {
    const joint = [(size * (bone - 0.5)) / Math.max(1, boneCount - 1), 0, 0];
    const turn = random.range(-angle, angle);
    const c = cos(turn);
    const s = sin(turn);
    const local = [
      [c, -s, 0, s, c, 0, 0, 0, 1],
      [c, 0, s, 0, 1, 0, -s, 0, c],
      [1, 0, 0, 0, c, -s, 0, s, c],
    ][random.integer(3)];
    if (isOdd) for (let k = 0; k < 9; k++) local[k] *= k % 3 === 2 ? -1 : random.range(0.7, 1.4);
    const next = multiply(turned, local);
    const about = apply(turned, joint).map((x, axis) => x + moved[axis] - apply(next, joint)[axis]);
    turned = next;
    moved = about;
    for (let row = 0; row < 3; row++) {
      for (let column = 0; column < 3; column++) transforms[bone * 12 + row * 4 + column] = turned[row * 3 + column];
      transforms[bone * 12 + row * 4 + 3] = moved[row];
    }
  }
  return transforms;
}

function multiply(a: readonly number[], b: readonly number[]): number[] {
  return Array.from({ length: 9 }, (_, k) => {
    const row = k - (k % 3);
    return a[row] * b[k % 3] + a[row + 1] * b[3 + (k % 3)] + a[row + 2] * b[6 + (k % 3)];
  });
}

function apply(a: readonly number[], x: readonly number[]): number[] {
  return [0, 3, 6].map((row) => a[row] * x[0] + a[row + 1] * x[1] + a[row + 2] * x[2]);
}
