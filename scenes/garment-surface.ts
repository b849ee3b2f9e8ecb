/**
 * The surface of a garment: a fine net over its pattern, on the cubic B-spline of the cloth that was simulated, with wrinkles where the cloth is slack. Wrinkles are waves across the surface whose height follows from how much
 * shorter the cloth is than it was cut, as that of a strip does which is pushed together.
 */
import { PI, cos, sin } from 'pliant/exact';
import { cellSize } from './garment-cloth.js';
import { nodeAt } from './garment-pattern.js';
import type { PatternNet } from './garment-pattern.js';
import type { ClothState } from './cloth-simulation.js';

/** Points of the coarse net around each fine one, and their weights. */
const TAPS = 16;
/** Waves: how long they are along the pattern, across and down, in metres; and how many times a second they pass. */
const WAVES = [
  [0.085, Infinity, 0.55],
  [0.13, 0.11, 0.4],
  [-0.16, 0.09, 0.3],
] as const;
/** Share of what is missing that wrinkles take up, and the most. */
const TAKEN_UP = 0.3;
const MOST_SLACK = 0.12;

/** How a fine net follows a coarse one. */
export interface GarmentSurface {
  readonly net: PatternNet;
  /** Sixteen points and weights per vertex. */
  readonly points: Uint32Array;
  readonly weights: Float64Array;
  /** Sine and cosine of each wave at time 0, per vertex. */
  readonly waves: Float32Array;
}

/** The surface of a fine net over a coarse one. */
export function createSurface(fine: PatternNet, coarse: PatternNet): GarmentSurface {
  const points = new Uint32Array(fine.nodeCount * TAPS);
  const weights = new Float64Array(fine.nodeCount * TAPS);
  const waves = new Float32Array(fine.nodeCount * WAVES.length * 2);
  const ratio = coarse.scale / fine.scale;
  for (let vertex = 0; vertex < fine.nodeCount; vertex++) {
    const column = fine.nodes[vertex * 3];
    const row = fine.nodes[vertex * 3 + 1];
    const [left, top] = [Math.floor(column * ratio), Math.floor(row * ratio)];
    const across = splineWeights(column * ratio - left);
    const down = splineWeights(row * ratio - top);
    for (let tap = 0; tap < TAPS; tap++) {
      const [i, j] = [tap & 3, tap >> 2];
      points[vertex * TAPS + tap] = nodeAt(coarse, left + i - 1, top + j - 1, fine.nodes[vertex * 3 + 2]);
      weights[vertex * TAPS + tap] = across[i] * down[j];
    }
    const size = cellSize(fine.pattern, column / fine.scale, row / fine.scale);
    WAVES.forEach(([wide, high], wave) => {
      const angle = 2 * PI * ((column * size[0]) / (fine.scale * wide) + (row * size[1]) / (fine.scale * high));
      waves[(vertex * WAVES.length + wave) * 2] = sin(angle);
      waves[(vertex * WAVES.length + wave) * 2 + 1] = cos(angle);
    });
  }
  return { net: fine, points, weights, waves };
}

/** Where its vertices are, moved ahead by so much. */
export function poseSurface(surface: GarmentSurface, state: ClothState, time: number, ahead: number): Float32Array {
  const { net, points, waves, weights } = surface;
  const { places } = state;
  const slack = slackOf(state);
  const positions = new Float32Array(net.nodeCount * 3);
  const heights = new Float32Array(net.nodeCount);
  const turns = WAVES.flatMap(([wide, high, pace]) => {
    const length = 1 / Math.sqrt(1 / (wide * wide) + 1 / (high * high));
    return [(length / PI) * cos(2 * PI * pace * time), (length / PI) * sin(2 * PI * pace * time)];
  });
  for (let vertex = 0; vertex < net.nodeCount; vertex++) {
    let [x, y, z, loose] = [0, 0, 0, 0];
    for (let tap = vertex * TAPS; tap < (vertex + 1) * TAPS; tap++) {
      const weight = weights[tap];
      const p = points[tap] * 3;
      x += weight * places[p];
      y += weight * places[p + 1];
      z += weight * places[p + 2];
      loose += weight * slack[points[tap]];
    }
    positions[vertex * 3] = x;
    positions[vertex * 3 + 1] = y;
    positions[vertex * 3 + 2] = z + ahead;
    let height = 0;
    for (let k = 0; k < turns.length; k += 2) {
      const at = vertex * turns.length + k;
      height += waves[at] * turns[k] + waves[at + 1] * turns[k + 1];
    }
    heights[vertex] = height * Math.sqrt(TAKEN_UP * loose);
  }
  raise(positions, net.triangles, heights);
  return positions;
}

/** By which share the links of each point are shorter than they were cut, in the mean. */
function slackOf({ ends, lengths, places }: ClothState): Float64Array {
  const slack = new Float64Array(places.length / 3);
  const counts = new Uint8Array(slack.length);
  for (let i = 0; i < ends.length; i += 2) {
    const [a, b, length] = [ends[i], ends[i + 1], lengths[i]];
    if (lengths[i + 1] < 1) continue;
    const x = places[a * 3] - places[b * 3];
    const y = places[a * 3 + 1] - places[b * 3 + 1];
    const z = places[a * 3 + 2] - places[b * 3 + 2];
    const short = Math.min(Math.max(1 - Math.sqrt(x * x + y * y + z * z) / length, 0), MOST_SLACK);
    slack[a] += short;
    slack[b] += short;
    counts[a]++;
    counts[b]++;
  }
  return slack.map((sum, point) => sum / counts[point]);
}

/** Moves vertices along their normals. */
function raise(positions: Float32Array, triangles: Uint32Array, heights: Float32Array): void {
  const normals = new Float64Array(positions.length);
  for (let i = 0; i < triangles.length; i += 3) {
    const [a, b, c] = [triangles[i] * 3, triangles[i + 1] * 3, triangles[i + 2] * 3];
    const ux = positions[b] - positions[a];
    const uy = positions[b + 1] - positions[a + 1];
    const uz = positions[b + 2] - positions[a + 2];
    const vx = positions[c] - positions[a];
    const vy = positions[c + 1] - positions[a + 1];
    const vz = positions[c + 2] - positions[a + 2];
    const [x, y, z] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
    for (let corner = i; corner < i + 3; corner++) {
      const at = triangles[corner] * 3;
      normals[at] += x;
      normals[at + 1] += y;
      normals[at + 2] += z;
    }
  }
  for (let vertex = 0; vertex < heights.length; vertex++) {
    const at = vertex * 3;
    const [x, y, z] = [normals[at], normals[at + 1], normals[at + 2]];
    const length = Math.sqrt(x * x + y * y + z * z);
    if (length === 0) continue;
    const by = heights[vertex] / length;
    positions[at] += by * x;
    positions[at + 1] += by * y;
    positions[at + 2] += by * z;
  }
}

/** Weights of the four points around a place between the second and the third. */
function splineWeights(t: number): [number, number, number, number] {
  const s = 1 - t;
  return [(s * s * s) / 6, (3 * t * t * t - 6 * t * t + 4) / 6, (3 * s * s * s - 6 * s * s + 4) / 6, (t * t * t) / 6];
}
