/**
 * The curtain and the ball: a hanging cloth driven by smooth displacement fields, and a ball that is thrown through it
 * or glides along it. After the first scene of James & Pai 2004: 6,184 vertices, 12,020 faces, 12 fields, 110 frames.
 * The same scene comes in any resolution, for measuring how cost grows.
 */
import { PI, cos, createRandom, sin, vec3 } from 'pliant/exact';
import { createLinearModel, createMesh } from 'pliant/parts';
import type { LinearModel, Mesh } from 'pliant/parts';

/** How finely the curtain is woven and what moves it. */
export interface CurtainOptions {
  /** Cells across. */
  readonly columns?: number;
  /** Cells from top to bottom. */
  readonly rows?: number;
  /** Cells of the top row that carry a hook: a vertex in their middle. */
  readonly hooks?: number;
  /** Displacement fields. */
  readonly fieldCount?: number;
  readonly frameCount?: number;
  /** Radius of the ball, in metres. */
  readonly ballRadius?: number;
  /** How far a gliding ball is pressed into the cloth, in metres. */
  readonly press?: number;
  readonly seed?: number;
}

/** The paper's curtain: cells of 2 cm. */
export const CURTAIN_DEFAULTS = {
  columns: 48,
  rows: 125,
  hooks: 10,
  fieldCount: 12,
  frameCount: 110,
  ballRadius: 0.06,
  press: 0.0049,
  seed: 2004,
} as const;

/** Twenty times the triangles, ten fields, and a ball that is smaller by as much as the cells are. */
export const LARGE_CURTAIN = {
  columns: 215,
  rows: 559,
  hooks: 30,
  fieldCount: 10,
  ballRadius: 0.0134,
  press: 0.00105,
} as const;

/** How the ball flies: through the cloth, touching it for a frame or two, or along it, touching it all the time. */
export type Flight = 'pass' | 'glide';

/** A moving curtain and the ball's flights. */
export interface CurtainScene {
  readonly mesh: Mesh;
  readonly model: LinearModel;
  readonly frameCount: number;
  /** The weights of all fields in each frame. */
  readonly weights: readonly Float32Array[];
  readonly ballRadius: number;
  /** The ball's centre in each frame of a flight. */
  readonly centers: Readonly<Record<Flight, readonly Float64Array[]>>;
}

/** Width and height of the cloth, in metres. It hangs from y = HEIGHT, its middle at x = 0. */
export const WIDTH = 0.96;
export const HEIGHT = 2.5;

const LARGEST_AMPLITUDE = 0.25;
const REST_FOLDS = 5;
const REST_FOLD_DEPTH = 0.012;

/** A wave over the cloth: across by cosines, down by sines that vanish at the rail. */
interface Wave {
  readonly across: number;
  readonly down: number;
  readonly amplitude: number;
  /** Share of the motion that is sideways rather than out of the plane. */
  readonly sideways: number;
}

/** Makes the scene. The same options give the same numbers, everywhere. */
export function createCurtainScene(options: CurtainOptions = {}): CurtainScene {
  const settings = { ...CURTAIN_DEFAULTS, ...options };
  const mesh = weave(settings.columns, settings.rows, settings.hooks);
  const waves = chooseWaves(settings.fieldCount);
  const fields = waves.map((wave) => sampleField(mesh, wave));
  const weights = swing(waves.length, settings.frameCount, settings.seed);
  return {
    mesh,
    model: createLinearModel(mesh, fields),
    frameCount: settings.frameCount,
    weights,
    ballRadius: settings.ballRadius,
    centers: {
      pass: throwBall(waves, weights),
      glide: glideBall(waves, weights, settings.ballRadius - settings.press),
    },
  };
}

function weave(columns: number, rows: number, hooks: number): Mesh {
  const gridVertices = (columns + 1) * (rows + 1);
  const positions = new Float32Array((gridVertices + hooks) * 3);
  const triangles: number[] = [];
  for (let row = 0; row <= rows; row++) {
    for (let column = 0; column <= columns; column++) {
      placeVertex(positions, row * (columns + 1) + column, column / columns, row / rows);
    }
  }
  let hook = 0;
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const a = row * (columns + 1) + column;
      const b = a + 1;
      const c = a + columns + 1;
      const d = c + 1;
      const hookColumn = Math.floor(((hook + 0.5) * columns) / hooks);
      if (row === 0 && hook < hooks && column === hookColumn) {
        const middle = gridVertices + hook++;
        placeVertex(positions, middle, (column + 0.5) / columns, (row + 0.5) / rows);
        triangles.push(a, c, middle, c, d, middle, d, b, middle, b, a, middle);
      } else if ((row + column) % 2 === 0) {
        triangles.push(a, c, b, b, c, d);
      } else {
        triangles.push(a, c, d, a, d, b);
      }
    }
  }
  return createMesh({ positions, triangles: Uint32Array.from(triangles) });
}

/** `across` and `down` run from 0 to 1 over the cloth. */
function placeVertex(positions: Float32Array, vertex: number, across: number, down: number): void {
  positions[vertex * 3] = (across - 0.5) * WIDTH;
  positions[vertex * 3 + 1] = (1 - down) * HEIGHT;
  positions[vertex * 3 + 2] = restDepth(across);
}

function restDepth(across: number): number {
  return REST_FOLD_DEPTH * cos(2 * PI * REST_FOLDS * across);
}

/** Waves in rising order of frequency, their amplitudes falling off as one over their rank. */
function chooseWaves(fieldCount: number): Wave[] {
  const candidates: Wave[] = [];
  for (let across = 0; across < 8; across++) {
    for (let down = 0; down < 8; down++) candidates.push({ across, down, amplitude: 0, sideways: 0 });
  }
  // Cells are counted alike in both directions: the cloth is about two and a half times as high as it is wide.
  const frequency = (wave: Wave): number => wave.across * wave.across * 4 + (wave.down + 0.5) * (wave.down + 0.5);
  candidates.sort((a, b) => frequency(a) - frequency(b));
  return candidates.slice(0, fieldCount).map((wave, rank) => ({
    ...wave,
    amplitude: LARGEST_AMPLITUDE / (rank + 1),
    sideways: rank % 3 === 1 ? 0.6 : 0.1,
  }));
}

function sampleField(mesh: Mesh, wave: Wave): Float32Array {
  const field = new Float32Array(mesh.vertexCount * 3);
  const displacement = new Float64Array(3);
  for (let vertex = 0; vertex < mesh.vertexCount; vertex++) {
    const across = mesh.positions[vertex * 3] / WIDTH + 0.5;
    const down = 1 - mesh.positions[vertex * 3 + 1] / HEIGHT;
    displacement.fill(0);
    addWave(displacement, wave, across, down, 1);
    field.set(displacement, vertex * 3);
  }
  return field;
}

function addWave(out: Float64Array, wave: Wave, across: number, down: number, weight: number): void {
  const shape = weight * wave.amplitude * cos(PI * wave.across * across) * sin(PI * (wave.down + 0.5) * down);
  out[0] += shape * wave.sideways;
  out[2] += shape * Math.sqrt(1 - wave.sideways * wave.sideways);
}

/** Every field swings between -1 and 1, so many times from the first frame to the last; then it begins anew, smoothly. */
function swing(fieldCount: number, frameCount: number, seed: number): Float32Array[] {
  const random = createRandom(seed);
  const swings = Array.from({ length: fieldCount }, (_, rank) => ({
    reach: random.range(0.6, 1),
    pace: (2 * PI * (1 + Math.floor(0.35 * rank + random.next()))) / frameCount,
    start: random.range(0, 2 * PI),
  }));
  return Array.from({ length: frameCount }, (_, frame) =>
    Float32Array.from(swings, ({ reach, pace, start }) => reach * sin(pace * frame + start)),
  );
}

/**
 * A ball thrown at 8 m/s, filmed at 60 frames a second: 13 cm from one frame to the next. In the middle of the flight it
 * is right in the cloth.
 */
function throwBall(waves: readonly Wave[], weights: readonly Float32Array[]): Float64Array[] {
  const step = 8 / 60;
  const middle = weights.length >> 1;
  const target = new Float64Array(3);
  surfacePoint(target, waves, weights[middle], 0.6, 0.55);
  return weights.map((_, frame) => Float64Array.of(target[0], target[1], target[2] + (frame - middle) * step));
}

/** A ball that wanders over the cloth, its centre `lift` off the surface along the surface normal. */
function glideBall(waves: readonly Wave[], weights: readonly Float32Array[], lift: number): Float64Array[] {
  const at = new Float64Array(3);
  const right = new Float64Array(3);
  const below = new Float64Array(3);
  const normal = new Float64Array(3);
  const step = 1e-4;
  return weights.map((frameWeights, frame) => {
    const turn = (2 * PI * frame) / weights.length;
    const across = 0.5 + 0.32 * sin(turn);
    const down = 0.5 + 0.35 * cos(turn);
    surfacePoint(at, waves, frameWeights, across, down);
    surfacePoint(right, waves, frameWeights, across + step, down);
    surfacePoint(below, waves, frameWeights, across, down + step);
    vec3.subtract(right, 0, right, 0, at, 0);
    vec3.subtract(below, 0, below, 0, at, 0);
    vec3.cross(normal, 0, below, 0, right, 0);
    const scale = lift / Math.sqrt(vec3.lengthSquared(normal, 0));
    return at.map((coordinate, axis) => coordinate + normal[axis] * scale);
  });
}

/** Where a point of the continuous cloth is, which the mesh samples. */
function surfacePoint(
  out: Float64Array,
  waves: readonly Wave[],
  weights: Float32Array,
  across: number,
  down: number,
): void {
  out[0] = (across - 0.5) * WIDTH;
  out[1] = (1 - down) * HEIGHT;
  out[2] = restDepth(across);
  waves.forEach((wave, j) => addWave(out, wave, across, down, weights[j]));
}
