/**
 * A cloth that falls on a round table: keyframes between which vertices go straight. After the scene of Zachmann & Weller 2006, 2 k to 16 k triangles. A net of 25 x 25 points is
 * simulated and smoothed by cubic B-splines, so that the motion is the same whatever the resolution. Every number follows from the options, bit for bit.
 */
import { PliantError } from 'pliant';
import { createMesh } from 'pliant/parts';
import type { Mesh } from 'pliant/parts';
import { createClothState, stepCloth } from './cloth-simulation.js';
import type { ClothObstacles } from './cloth-simulation.js';

/** How fine, and how long. */
export interface TableclothOptions {
  /** Squares along a side, 1 to 400: two triangles each. 32 are 2,048 triangles, 90 are 16,200. */
  readonly squares?: number;
  /** Keyframes, 2 at least. */
  readonly keys?: number;
}

/** The paper's finest, until the cloth hangs. */
const TABLECLOTH_DEFAULTS: Required<TableclothOptions> = { squares: 90, keys: 31 };

/** How many keys go by in a second. */
const TABLECLOTH_KEY_RATE = 15;

/** The cloth, and where its vertices are at each key. */
export interface Tablecloth {
  /** Flat, 1.6 metres wide, 0.95 metres above the ground. */
  readonly mesh: Mesh;
  /** Seconds. */
  readonly times: readonly number[];
  /** Positions at each key. */
  readonly frames: readonly Float32Array[];
}

const POINTS = 25;
const SPACING = 1.6 / (POINTS - 1);
const STEPS_PER_KEY = 16;
const START_HEIGHT = 0.95;
/** What stops it: a table not quite in the middle, so that no two corners fall alike. */
export const TABLECLOTH_OBSTACLES = {
  table: [0.02, 0.03, 0.75, 0.45],
  floor: 0,
  thickness: 0.02,
} as const satisfies ClothObstacles;

/** Makes the cloth, and lets it fall. */
export function createTablecloth(options: TableclothOptions = {}): Tablecloth {
  const { keys, squares } = { ...TABLECLOTH_DEFAULTS, ...options };
  if (!(Number.isInteger(squares) && squares >= 1 && squares <= 400 && Number.isInteger(keys) && keys >= 2)) {
    throw new PliantError(
      'bad-number',
      `createTablecloth: got ${String(squares)} squares and ${String(keys)} keys; pass 1 to 400 squares, and 2 keys at least`,
    );
  }
  const places = new Float64Array(POINTS * POINTS * 3);
  for (let point = 0; point < POINTS * POINTS; point++) {
    places[point * 3] = (point % POINTS) * SPACING - 0.8;
    places[point * 3 + 1] = START_HEIGHT;
    places[point * 3 + 2] = Math.floor(point / POINTS) * SPACING - 0.8;
  }
  const state = createClothState(POINTS, POINTS, SPACING, places);
  const frames = [smoothNet(places, squares)];
  for (let key = 1; key < keys; key++) {
    for (let step = 0; step < STEPS_PER_KEY; step++)
      stepCloth(state, 1 / (TABLECLOTH_KEY_RATE * STEPS_PER_KEY), TABLECLOTH_OBSTACLES);
    frames.push(smoothNet(places, squares));
  }
  const mesh = createMesh({ positions: frames[0], triangles: gridTriangles(squares) });
  return { mesh, times: frames.map((_, key) => key / TABLECLOTH_KEY_RATE), frames };
}

/** The times of all frames when so many are shown for each key, the first and the last key included; of a tablecloth, or of anything else that has keys. */
export function tableclothFrames({ times }: Pick<Tablecloth, 'times'>, framesPerKey: number): number[] {
  const frames: number[] = [];
  for (let key = 0; key + 1 < times.length; key++) {
    for (let frame = 0; frame < framesPerKey; frame++) {
      frames.push(times[key] + ((times[key + 1] - times[key]) * frame) / framesPerKey);
    }
  }
  return [...frames, times[times.length - 1]];
}

function gridTriangles(squares: number): Uint32Array {
  const triangles: number[] = [];
  for (let row = 0; row < squares; row++) {
    for (let column = 0; column < squares; column++) {
      const corner = row * (squares + 1) + column;
      const below = corner + squares + 1;
      triangles.push(corner, below, corner + 1, corner + 1, below, below + 1);
    }
  }
  return Uint32Array.from(triangles);
}

/** A grid of vertices on the uniform cubic B-spline of the net, whose border is continued by the points there. */
function smoothNet(places: Float64Array, squares: number): Float32Array {
  const positions = new Float32Array((squares + 1) * (squares + 1) * 3);
  for (let row = 0; row <= squares; row++) {
    for (let column = 0; column <= squares; column++) {
      const at = (row * (squares + 1) + column) * 3;
      const down = splineWeights((row * (POINTS - 1)) / squares);
      const across = splineWeights((column * (POINTS - 1)) / squares);
      for (let axis = 0; axis < 3; axis++) {
        let sum = 0;
        for (const [netRow, ofRow] of down) {
          for (const [netColumn, ofColumn] of across)
            sum += ofRow * ofColumn * places[(netRow * POINTS + netColumn) * 3 + axis];
        }
        positions[at + axis] = sum;
      }
    }
  }
  return positions;
}

/** Four points of a row, and the weight of each at a place along it. */
function splineWeights(place: number): [number, number][] {
  const first = Math.min(Math.floor(place), POINTS - 2);
  const t = place - first;
  const s = 1 - t;
  const weights = [s * s * s, 3 * t * t * t - 6 * t * t + 4, 3 * s * s * s - 6 * s * s + 4, t * t * t];
  return weights.map((weight, i) => [Math.min(Math.max(first + i - 1, 0), POINTS - 1), weight / 6]);
}
