/**
 * Forces of tetrahedral elements on their vertices: the reference for ../assembly/element-forces.ts, same words. Every operation is one of float32.
 *
 * The last number of a row says nothing. With the edges of an element from its first corner as they are, and the gradients g of its linear functions at rest, F = Σ edge gᵀ says how it is stretched, and D, of velocities, how fast that changes. Twice its
 * strain is C = FᵀF - 1, its strain rate is (FᵀD + DᵀF) / 2. Stress is S = λ/2 tr(C) + μC, and φ and 2ψ times the same of the rate. A corner is pulled with -volume F S g. Where the volume, as a
 * share of that at rest, det F, falls below a limit, `push (det F - limit) cof F` is added to F S.
 *
 * How stiff an element is now is its weight times 1 + 3|strain|; where it is pushed, plus its share times |cof F|² + 2 (limit - det F) |F|. src/sim/elements/stable-step.ts says why.
 */
import { ELEMENTS, ELEMENT_GROUP, ELEMENT_VERTEX, LEAST_VOLUME, STRAIN_STIFFNESS } from '../layout/elements.js';
import { LANES } from '../layout/child-words.js';
import { ROW_WORDS } from '../layout/record.js';

const fround = Math.fround;

/** A memory, seen in two ways. */
export interface ElementMemory {
  readonly f32: Float32Array;
  readonly u32: Uint32Array;
}

function dot(a: number, b: number, c: number, d: number, e: number, f: number): number {
  return fround(fround(fround(a * b) + fround(c * d)) + fround(e * f));
}

function cross(a: number, b: number, c: number, d: number): number {
  return fround(fround(a * b) - fround(c * d));
}

/** Gradients of the element in hand: three numbers, two and one. */
const gradients = new Float32Array(6);
/** Nine numbers each, row by row: how it is stretched, how fast that changes, and its cofactors. */
const stretch = new Float32Array(9);
const speed = new Float32Array(9);
const cofactors = new Float32Array(9);
/** F S, which becomes minus the volume times that. */
const pull = new Float32Array(9);
/** Stress. */
const stress = new Float32Array(9);

/** What the corners of a group are pulled with: four rows for each corner, one per element. */
const pulls = new Float32Array(4 * LANES * ROW_WORDS);

/**
 * Adds up on each vertex what its elements pull it with: group by group, corners 3, 2, 1 and 0 of each, and of each corner its four elements. `state` is the word where those of `ELEMENTS` begin.
 */
export function measureForces({ f32, u32 }: ElementMemory, state: number): void {
  const vertices = u32[state + ELEMENTS.vertices] >>> 2;
  for (let i = 0; i < u32[state + ELEMENTS.vertexCount]; i++) {
    const force = vertices + i * ELEMENT_VERTEX.wordCount + ELEMENT_VERTEX.force;
    f32.fill(0, force, force + ROW_WORDS);
  }
  f32[state + ELEMENTS.stiffest] = 0;
  let group = u32[state + ELEMENTS.groups] >>> 2;
  const end = group + u32[state + ELEMENTS.groupCount] * ELEMENT_GROUP.wordCount;
  for (; group < end; group += ELEMENT_GROUP.wordCount) {
    for (let lane = 0; lane < LANES; lane++) pullCorners(f32, u32, state, group, lane);
    for (let corner = 3; corner >= 0; corner--) {
      for (let lane = 0; lane < LANES; lane++) {
        const vertex = u32[group + ELEMENT_GROUP.corners + lane * ROW_WORDS + corner] >>> 2;
        const row = vertex + ELEMENT_VERTEX.force;
        const from = (corner * LANES + lane) * ROW_WORDS;
        for (let axis = 0; axis < 3; axis++) f32[row + axis] = fround(f32[row + axis] + pulls[from + axis]);
      }
    }
  }
}

/** Writes what one element of a group pulls its corners with. */
function pullCorners(f32: Float32Array, u32: Uint32Array, state: number, group: number, lane: number): void {
  const corners = group + ELEMENT_GROUP.corners + lane * ROW_WORDS;
  for (let i = 0; i < 6; i++) gradients[i] = f32[group + ELEMENT_GROUP.first + i * ROW_WORDS + lane];
  readMatrix(f32, u32, ELEMENT_VERTEX.position, corners, stretch);
  const trace = writeStress(f32, state);
  if (u32[state + ELEMENTS.isDamped] !== 0) {
    readMatrix(f32, u32, ELEMENT_VERTEX.velocity, corners, speed);
    addDamping(f32, state);
  }
  const minusVolume = f32[group + ELEMENT_GROUP.volumes + lane];
  for (let i = 0; i < 9; i++) {
    const own = i % 4 === 0 ? fround(stress[i] + even[0]) : stress[i];
    stress[i] = fround(own * minusVolume);
  }
  for (let i = 0; i < 9; i++) {
    const row = i - (i % 3);
    const column = i % 3;
    pull[i] = dot(
      stretch[row],
      stress[column],
      stretch[row + 1],
      stress[3 + column],
      stretch[row + 2],
      stress[6 + column],
    );
  }
  const weight = f32[group + ELEMENT_GROUP.weights + lane];
  const stiff = fround(stiffness(weight) + pushBack(f32, state, weight, trace, minusVolume));
  f32[state + ELEMENTS.stiffest] = Math.max(f32[state + ELEMENTS.stiffest], stiff);
  writePulls(lane * ROW_WORDS);
}

/** How the element is stretched, or how fast that changes, from some row of its corners. */
function readMatrix(f32: Float32Array, u32: Uint32Array, some: number, corners: number, out: Float32Array): void {
  const origin = (u32[corners] >>> 2) + some;
  const a = (u32[corners + 1] >>> 2) + some;
  const b = (u32[corners + 2] >>> 2) + some;
  const c = (u32[corners + 3] >>> 2) + some;
  for (let row = 0; row < 3; row++) {
    const first = f32[origin + row];
    const alongA = fround(f32[a + row] - first);
    const alongB = fround(f32[b + row] - first);
    const alongC = fround(f32[c + row] - first);
    out[row * 3] = fround(alongA * gradients[0]);
    out[row * 3 + 1] = fround(fround(alongA * gradients[1]) + fround(alongB * gradients[3]));
    out[row * 3 + 2] = dot(alongA, gradients[2], alongB, gradients[4], alongC, gradients[5]);
  }
}

/** The product of a column of one matrix with a column of another. */
function columns(a: Float32Array, i: number, b: Float32Array, j: number): number {
  return dot(a[i], b[j], a[3 + i], b[3 + j], a[6 + i], b[6 + j]);
}

/** The part of the stress that is the same along all axes. */
const even = new Float32Array(1);
/** The strain rate on the diagonal. */
const along = new Float32Array(3);
/** Twice the strain: on the diagonal, then the others. */
const strain = new Float32Array(6);

/** Writes the elastic stress, but for what is the same along all axes, and answers twice the trace of the strain. */
function writeStress(f32: Float32Array, state: number): number {
  for (let i = 0; i < 3; i++) {
    strain[i] = fround(columns(stretch, i, stretch, i) - 1);
    strain[3 + i] = columns(stretch, i === 2 ? 1 : 0, stretch, i === 0 ? 1 : 2);
  }
  const mu = f32[state + ELEMENTS.mu];
  const trace = fround(fround(strain[0] + strain[1]) + strain[2]);
  even[0] = fround(f32[state + ELEMENTS.halfLambda] * trace);
  for (let i = 0; i < 3; i++) stress[i * 4] = fround(mu * strain[i]);
  stress[1] = stress[3] = fround(mu * strain[3]);
  stress[2] = stress[6] = fround(mu * strain[4]);
  stress[5] = stress[7] = fround(mu * strain[5]);
  return trace;
}

function addDamping(f32: Float32Array, state: number): void {
  const psi = f32[state + ELEMENTS.psi];
  const twicePsi = fround(psi + psi);
  for (let i = 0; i < 3; i++) along[i] = columns(stretch, i, speed, i);
  const rate = fround(fround(along[0] + along[1]) + along[2]);
  even[0] = fround(even[0] + fround(f32[state + ELEMENTS.phi] * rate));
  for (let i = 0; i < 3; i++) {
    stress[i * 4] = fround(stress[i * 4] + fround(twicePsi * along[i]));
    const a = i === 2 ? 1 : 0;
    const b = i === 0 ? 1 : 2;
    const across = fround(columns(stretch, a, speed, b) + columns(speed, a, stretch, b));
    stress[a * 3 + b] = stress[b * 3 + a] = fround(stress[a * 3 + b] + fround(psi * across));
  }
}

/** How stiff the element is as it is stretched now. */
function stiffness(weight: number): number {
  const shear = dot(strain[3], strain[3], strain[4], strain[4], strain[5], strain[5]);
  const diagonal = dot(strain[0], strain[0], strain[1], strain[1], strain[2], strain[2]);
  const length = fround(Math.sqrt(fround(diagonal + fround(shear + shear))));
  return fround(weight * fround(1 + fround(STRAIN_STIFFNESS * length)));
}

/** Pushes the element back if its volume is below the limit. Answers how much stiffer that makes it. */
function pushBack(f32: Float32Array, state: number, weight: number, trace: number, minusVolume: number): number {
  for (let row = 0; row < 3; row++) {
    const next = ((row + 1) % 3) * 3;
    const last = ((row + 2) % 3) * 3;
    for (let column = 0; column < 3; column++) {
      const b = (column + 1) % 3;
      const c = (column + 2) % 3;
      cofactors[row * 3 + column] = cross(stretch[next + b], stretch[last + c], stretch[next + c], stretch[last + b]);
    }
  }
  const volume = dot(stretch[0], cofactors[0], stretch[1], cofactors[1], stretch[2], cofactors[2]);
  if (!(volume < LEAST_VOLUME)) return 0;
  const lack = fround(volume - LEAST_VOLUME);
  const push = fround(fround(f32[state + ELEMENTS.push] * lack) * minusVolume);
  for (let i = 0; i < 9; i++) pull[i] = fround(pull[i] + fround(push * cofactors[i]));
  const length = fround(Math.sqrt(Math.max(fround(trace + 3), 0)));
  const turn = fround(fround(-2 * lack) * length);
  const share = fround(weight * f32[state + ELEMENTS.pushShare]);
  const areas = fround(fround(rowSquared(0) + rowSquared(3)) + rowSquared(6));
  return fround(share * fround(areas + turn));
}

function rowSquared(row: number): number {
  const [x, y, z] = [cofactors[row], cofactors[row + 1], cofactors[row + 2]];
  return dot(x, x, y, y, z, z);
}

/** Writes what the four corners are pulled with, which adds up to nothing. */
function writePulls(out: number): void {
  const corner = LANES * ROW_WORDS;
  for (let axis = 0; axis < 3; axis++) {
    const x = pull[axis * 3];
    const y = pull[axis * 3 + 1];
    const z = pull[axis * 3 + 2];
    const first = dot(x, gradients[0], y, gradients[1], z, gradients[2]);
    const second = fround(fround(y * gradients[3]) + fround(z * gradients[4]));
    const third = fround(z * gradients[5]);
    pulls[out + axis] = fround(fround(-third - second) - first);
    pulls[out + corner + axis] = first;
    pulls[out + corner * 2 + axis] = second;
    pulls[out + corner * 3 + axis] = third;
  }
}
