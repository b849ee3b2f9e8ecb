/** What of the weights of a skin a frame leaves: φ and ψ of steepness.ts at vertices, and how steep they are on triangles, each computed once for a frame. */
import { placesOf } from './cells.js';
import type { RestSurface } from './rest-surface.js';
import type { SkinWeights } from './skin-weights.js';
import type { Frame } from './affine-fits.js';

/** Values and slopes under the frame that was begun with last. */
export interface SkinSlopes {
  readonly begin: (frame: Frame) => void;
  /** Where the values of φ and ψ at a vertex are, four for each governor; -1 where a governor moves it that the frame does not list. */
  readonly valuesAt: (vertex: number) => number;
  /** Where the squares of the steepness of φ and ψ on a triangle are, two numbers for each governor; -1 where a governor moves it that the frame does not list, or it is too thin. */
  readonly steepnessOf: (triangle: number) => number;
  /** Grow while they are filled: look at them anew after each call. */
  values: Float64Array;
  steepness: Float64Array;
}

/** Prepares to compute them. */
export function createSkinSlopes(surface: RestSurface, weights: SkinWeights): SkinSlopes {
  const { altitudes, corners, frames, positions } = surface;
  const vertexMarks = new Int32Array(surface.vertexCount);
  const vertexRows = new Int32Array(surface.vertexCount);
  const triangleMarks = new Int32Array(surface.triangleCount);
  const triangleRows = new Int32Array(surface.triangleCount);
  let mark = 0;
  let vertexUsed = 0;
  let triangleUsed = 0;
  let frame: Frame;
  let count = 0;
  let places: Int32Array = new Int32Array(0);

  const valuesAt = (vertex: number): number => {
    if (vertexMarks[vertex] === mark) return vertexRows[vertex];
    vertexMarks[vertex] = mark;
    const row = vertexUsed;
    vertexUsed += count * 4;
    if (vertexUsed > slopes.values.length) slopes.values = enlarge(slopes.values);
    vertexRows[vertex] = row;
    const { values } = slopes;
    const { matrices, middle } = frame;
    const x = positions[vertex * 3] - middle[0];
    const y = positions[vertex * 3 + 1] - middle[1];
    const z = positions[vertex * 3 + 2] - middle[2];
    for (let i = 0; i < count; i++) {
      const m = i * 9;
      values[row + i * 4] = -(matrices[m] * x + matrices[m + 1] * y + matrices[m + 2] * z);
      values[row + i * 4 + 1] = -(matrices[m + 3] * x + matrices[m + 4] * y + matrices[m + 5] * z);
      values[row + i * 4 + 2] = -(matrices[m + 6] * x + matrices[m + 7] * y + matrices[m + 8] * z);
      values[row + i * 4 + 3] = -(frame.slopes[i * 3] * x + frame.slopes[i * 3 + 1] * y + frame.slopes[i * 3 + 2] * z);
    }
    for (let k = weights.starts[vertex]; k < weights.starts[vertex + 1]; k++) {
      const i = places[weights.governors[k]] ?? -1;
      if (i < 0) return (vertexRows[vertex] = -1);
      const w = weights.weights[k];
      values[row + i * 4] += w * x;
      values[row + i * 4 + 1] += w * y;
      values[row + i * 4 + 2] += w * z;
      values[row + i * 4 + 3] += w;
    }
    return row;
  };

  const steepnessOf = (triangle: number): number => {
    if (triangleMarks[triangle] === mark) return triangleRows[triangle];
    triangleMarks[triangle] = mark;
    const row = triangleUsed;
    triangleUsed += count * 2;
    if (triangleUsed > slopes.steepness.length) slopes.steepness = enlarge(slopes.steepness);
    const a = valuesAt(corners[triangle * 3]);
    const b = valuesAt(corners[triangle * 3 + 1]);
    const c = valuesAt(corners[triangle * 3 + 2]);
    if (a < 0 || b < 0 || c < 0 || !(altitudes[triangle] > 0)) return (triangleRows[triangle] = -1);
    const { steepness, values } = slopes;
    const perLength = frames[triangle * 3];
    const share = frames[triangle * 3 + 1];
    const perAltitude = frames[triangle * 3 + 2];
    for (let i = 0; i < count; i++) {
      let uu = 0;
      let vv = 0;
      let uv = 0;
      for (let k = i * 4; k < i * 4 + 3; k++) {
        const e = values[b + k] - values[a + k];
        const f = values[c + k] - values[a + k];
        const u = e * perLength;
        const v = (f - share * e) * perAltitude;
        uu += u * u;
        vv += v * v;
        uv += u * v;
      }
      const half = (uu - vv) / 2;
      steepness[row + i * 2] = (uu + vv) / 2 + Math.sqrt(half * half + uv * uv);
      const e = values[b + i * 4 + 3] - values[a + i * 4 + 3];
      const f = values[c + i * 4 + 3] - values[a + i * 4 + 3];
      const u = e * perLength;
      const v = (f - share * e) * perAltitude;
      steepness[row + i * 2 + 1] = u * u + v * v;
    }
    return (triangleRows[triangle] = row);
  };

  const slopes: SkinSlopes = {
    begin: (next) => {
      frame = next;
      count = next.governors.length;
      places = placesOf(next.governors);
      mark++;
      vertexUsed = 0;
      triangleUsed = 0;
    },
    valuesAt,
    steepnessOf,
    values: new Float64Array(1 << 14),
    steepness: new Float64Array(1 << 14),
  };
  return slopes;
}

function enlarge(values: Float64Array): Float64Array {
  const larger = new Float64Array(values.length * 2);
  larger.set(values);
  return larger;
}
