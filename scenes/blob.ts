/**
 * A blob with four legs, a head and a tail: a closed surface of about two thousand triangles and three ways to deform.
 * It is a sphere whose every point is drawn out by what grows there, so it is closed and has no folds at rest.
 */
import { createLinearModel, createMesh } from 'pliant/parts';
import type { LinearModel, Mesh } from 'pliant/parts';

/** A part that grows out of the blob. */
interface Limb {
  readonly direction: readonly [number, number, number];
  /** How far it reaches beyond the body, in metres. */
  readonly length: number;
  /** Cosine of the angle that it takes up around its direction. */
  readonly width: number;
}

const BODY_RADIUS = 0.3;
const LEGS: readonly Limb[] = [
  { direction: [0.62, -0.66, 0.42], length: 0.34, width: 0.8 },
  { direction: [0.62, -0.66, -0.42], length: 0.34, width: 0.8 },
  { direction: [-0.62, -0.66, 0.42], length: 0.34, width: 0.8 },
  { direction: [-0.62, -0.66, -0.42], length: 0.34, width: 0.8 },
];
const ENDS: readonly Limb[] = [
  { direction: [0.87, 0.5, 0], length: 0.3, width: 0.72 },
  { direction: [-0.96, 0.28, 0], length: 0.42, width: 0.88 },
];

/** Displacement fields: longer legs, a bent back, a squashed body. Weights from -1 to 1 look natural. */
export const BLOB_FIELD_COUNT = 3;

/** A deforming blob at rest around the origin, with its mean radius. */
export interface Blob {
  readonly mesh: Mesh;
  readonly model: LinearModel;
  readonly meanRadius: number;
}

/** Makes the blob from an octahedron whose edges are cut into `divisions`: 8 · divisions² triangles. */
export function createBlob(divisions = 16): Blob {
  const { directions, triangles } = divideOctahedron(divisions);
  const positions = new Float32Array(directions.length);
  const fields = Array.from({ length: BLOB_FIELD_COUNT }, () => new Float32Array(directions.length));
  let sum = 0;
  for (let at = 0; at < directions.length; at += 3) {
    const legs = growth(LEGS, directions, at);
    const radius = BODY_RADIUS + legs + growth(ENDS, directions, at);
    sum += radius;
    const [x, y, z] = [0, 1, 2].map((axis) => directions[at + axis] * radius);
    positions.set([x, y, z], at);
    const stretch = (0.5 * legs) / radius;
    fields[0].set([x * stretch, y * stretch, z * stretch], at);
    fields[1].set([0, 0.45 * x * x - 0.06, 0.25 * x * Math.abs(x)], at);
    fields[2].set([0.25 * x, -0.3 * y, 0.25 * z], at);
  }
  const mesh = createMesh({ positions, triangles });
  return { mesh, model: createLinearModel(mesh, fields), meanRadius: (sum * 3) / directions.length };
}

/** How far limbs draw out the surface in a direction. */
function growth(limbs: readonly Limb[], directions: Float64Array, at: number): number {
  let sum = 0;
  for (const { direction, length, width } of limbs) {
    const along = directions[at] * direction[0] + directions[at + 1] * direction[1] + directions[at + 2] * direction[2];
    if (along <= width) continue;
    const share = (along - width) / (1 - width);
    // Steep at the foot and flat at the tip, as a limb with a round end is.
    sum += length * share * (2 - share);
  }
  return sum;
}

/** Unit directions and the triangles between them, counter-clockwise from outside. */
function divideOctahedron(divisions: number): { directions: Float64Array; triangles: Uint32Array } {
  const directions: number[] = [];
  const triangles: number[] = [];
  const known = new Map<string, number>();
  const vertex = (x: number, y: number, z: number): number => {
    const name = `${x} ${y} ${z}`;
    let found = known.get(name);
    if (found === undefined) {
      found = directions.length / 3;
      known.set(name, found);
      const length = Math.sqrt(x * x + y * y + z * z);
      directions.push(x / length, y / length, z / length);
    }
    return found;
  };
  for (const sx of [1, -1]) {
    for (const sy of [1, -1]) {
      for (const sz of [1, -1]) {
        // Corners i + j + k = divisions of one face; mirrored faces are turned the other way round.
        const corner = (i: number, j: number): number => vertex(sx * i, sy * j, sz * (divisions - i - j));
        const add = (a: number, b: number, c: number): unknown =>
          sx * sy * sz > 0 ? triangles.push(a, b, c) : triangles.push(a, c, b);
        for (let i = 0; i < divisions; i++) {
          for (let j = 0; j < divisions - i; j++) {
            add(corner(i, j), corner(i + 1, j), corner(i, j + 1));
            if (i + j + 2 <= divisions) add(corner(i + 1, j), corner(i + 1, j + 1), corner(i, j + 1));
          }
        }
      }
    }
  }
  return { directions: Float64Array.from(directions), triangles: Uint32Array.from(triangles) };
}
