/**
 * The hot loops of tetrahedral elements, in a memory of their own: a module that is compiled when somebody first makes a soft body, in the calling thread, since that does not wait. Who has none does not load it. Memories
 * never grow, so views of them stay.
 */
import { PliantError } from '../errors.js';
import { KERNELS_WASM_TEXT } from './generated/elements-wasm.js';
import { PAGE } from './grow-memory.js';
import { LANES } from './layout/child-words.js';
import { ELEMENTS, ELEMENT_GROUP, ELEMENT_VERTEX } from './layout/elements.js';
import { ROW_WORDS } from './layout/record.js';
import { measureForces } from './twin/element-forces.js';
import { decodeWasm } from './wasm-text.js';

/** What elements are at rest, and what they are made of. */
export interface ElementSource {
  readonly vertexCount: number;
  /** Four vertices per element. */
  readonly corners: Uint32Array;
  /** Nine numbers per element: the gradients of the linear functions that are 1 in corners 1, 2 and 3. */
  readonly gradients: Float64Array;
  /** Volume per element. */
  readonly volumes: Float64Array;
  /** How stiff each element is at rest. */
  readonly weights: Float64Array;
  /** Constants of the material; `push` and `pushShare` are those of elements that are nearly turned inside out. */
  readonly constants: Readonly<Record<'lambda' | 'mu' | 'phi' | 'psi' | 'push' | 'pushShare', number>>;
}

/** Loaded elements. */
export interface ElementKernel {
  readonly backend: 'wasm' | 'typescript';
  /** Words of all vertices (`ELEMENT_VERTEX`): where they are and how fast they move, to be written by the caller, and the forces on them, once measured. */
  readonly vertices: Float32Array;
  /** Measures the forces; answers how stiff the stiffest element is now. */
  readonly measure: () => number;
}

/** Where everything is, in bytes. */
type Places = Readonly<Record<'groups' | 'vertices', number>>;

let compiled: WebAssembly.Module | undefined;

/**
 * Loads elements into a memory.
 *
 * @throws PliantError `unsupported` where WebAssembly with SIMD is asked for and cannot be had.
 */
export function createElementKernel(
  caller: string,
  backend: 'auto' | 'wasm' | 'typescript',
  source: ElementSource,
): ElementKernel {
  const { byteLength, places } = planMemory(source);
  const wasm = backend === 'typescript' ? undefined : takeWasm(caller, backend, byteLength);
  const buffer = wasm?.memory.buffer ?? new ArrayBuffer(byteLength);
  const memory = { f32: new Float32Array(buffer), u32: new Uint32Array(buffer) };
  writeState(memory.u32, memory.f32, source, places);
  writeGroups(memory.u32, memory.f32, source, places);
  const { f32 } = memory;
  return {
    backend: wasm ? 'wasm' : 'typescript',
    vertices: new Float32Array(buffer, places.vertices, source.vertexCount * ELEMENT_VERTEX.wordCount),
    measure: () => {
      if (wasm) wasm.measureForces(0);
      else measureForces(memory, 0);
      return f32[ELEMENTS.stiffest];
    },
  };
}

function planMemory({ corners, vertexCount }: ElementSource): { readonly byteLength: number; readonly places: Places } {
  const groupCount = Math.ceil(corners.length / 4 / LANES);
  const words = {
    state: ELEMENTS.wordCount,
    groups: groupCount * ELEMENT_GROUP.wordCount,
    vertices: vertexCount * ELEMENT_VERTEX.wordCount,
  };
  const places: Record<keyof typeof words, number> = { ...words };
  let end = 0;
  for (const name of Object.keys(words) as (keyof typeof words)[]) {
    places[name] = end;
    // Each begins at a cache line.
    end += Math.ceil(words[name] / 16) * 64;
  }
  return { byteLength: end, places };
}

function takeWasm(
  caller: string,
  backend: 'auto' | 'wasm',
  byteLength: number,
): { readonly memory: WebAssembly.Memory; readonly measureForces: (state: number) => void } | undefined {
  try {
    compiled ??= new WebAssembly.Module(decodeWasm(KERNELS_WASM_TEXT));
    const memory = new WebAssembly.Memory({ initial: Math.ceil(byteLength / PAGE) });
    const { exports } = new WebAssembly.Instance(compiled, { env: { memory } });
    return { memory, measureForces: exports.measureForces as (state: number) => void };
  } catch (cause) {
    if (backend === 'auto') return undefined;
    throw new PliantError(
      'unsupported',
      `${caller}: WebAssembly with SIMD and ${byteLength} bytes of memory cannot be had here (${String(cause)}); use backend 'auto'`,
    );
  }
}

function writeState(u32: Uint32Array, f32: Float32Array, source: ElementSource, places: Places): void {
  for (const name of Object.keys(places) as (keyof Places | 'state')[]) {
    if (name !== 'state') u32[ELEMENTS[name]] = places[name];
  }
  const { constants, corners, vertexCount } = source;
  u32[ELEMENTS.groupCount] = Math.ceil(corners.length / 4 / LANES);
  u32[ELEMENTS.vertexCount] = vertexCount;
  u32[ELEMENTS.isDamped] = constants.phi > 0 || constants.psi > 0 ? 1 : 0;
  f32[ELEMENTS.halfLambda] = constants.lambda / 2;
  for (const name of ['mu', 'phi', 'psi', 'push', 'pushShare'] as const) f32[ELEMENTS[name]] = constants[name];
}

/**
 * The elements of a group are far from each other, if neighbours have near numbers: what is added to a vertex need not wait for what was added just before. Lanes that are left over hold the last element once more,
 * without a volume and as soft as can be.
 */
function writeGroups(u32: Uint32Array, f32: Float32Array, source: ElementSource, places: Places): void {
  const { corners, gradients, volumes, weights } = source;
  const count = volumes.length;
  const groupCount = Math.ceil(count / LANES);
  for (let slot = 0; slot < groupCount * LANES; slot++) {
    const lane = Math.floor(slot / groupCount);
    const element = Math.min(slot, count - 1);
    const group = (places.groups >>> 2) + (slot % groupCount) * ELEMENT_GROUP.wordCount;
    const turned = turnGradients(gradients.subarray(element * 9, element * 9 + 9));
    for (let i = 0; i < 6; i++) f32[group + ELEMENT_GROUP.first + i * ROW_WORDS + lane] = turned[i];
    f32[group + ELEMENT_GROUP.volumes + lane] = slot < count ? -volumes[element] : 0;
    f32[group + ELEMENT_GROUP.weights + lane] = slot < count ? weights[element] : 0;
    for (let corner = 0; corner < 4; corner++) {
      const vertex = places.vertices + corners[element * 4 + corner] * ELEMENT_VERTEX.wordCount * 4;
      u32[group + ELEMENT_GROUP.corners + lane * ROW_WORDS + corner] = vertex;
    }
  }
}

/**
 * Three gradients, turned so that the third lies along z and the second in the plane of y and z. An isotropic element does not know the difference, and a third of the products that make a stretch are zero then.
 */
function turnGradients([ax, ay, az, bx, by, bz, cx, cy, cz]: Float64Array): readonly number[] {
  const third = Math.sqrt(cx * cx + cy * cy + cz * cz);
  const z = [cx / third, cy / third, cz / third];
  const bOnZ = bx * z[0] + by * z[1] + bz * z[2];
  const across = [bx - bOnZ * z[0], by - bOnZ * z[1], bz - bOnZ * z[2]];
  const second = Math.sqrt(across[0] * across[0] + across[1] * across[1] + across[2] * across[2]);
  const y = [across[0] / second, across[1] / second, across[2] / second];
  const x = [y[1] * z[2] - y[2] * z[1], y[2] * z[0] - y[0] * z[2], y[0] * z[1] - y[1] * z[0]];
  const along = (axis: readonly number[]): number => ax * axis[0] + ay * axis[1] + az * axis[2];
  return [along(x), along(y), along(z), second, bOnZ, third];
}
