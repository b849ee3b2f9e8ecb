/**
 * The hot loops, in WebAssembly SIMD where the machine has it and in TypeScript where it has not. Both work on the same
 * arena with the same pointers and write the same words, so nothing above this room can tell them apart but by time.
 */
import { requireInteger, requireOneOf, withDefaults } from '../checks.js';
import { PliantError } from '../errors.js';
import { Arena } from './arena.js';
import { FILTER_BYTES, layOutFilter } from './filter-layout.js';
import { SCRATCH_BYTES } from './lazy-layout.js';
import { KERNELS_WASM_BASE64 } from './generated/kernels-wasm.js';
import { composeBones } from './twin/compose-bones.js';
import { deformLinear } from './twin/deform-linear.js';
import { evaluateBlock } from './twin/evaluate-block.js';
import { filterPairs } from './twin/filter-pairs.js';
import { poseBlendVertices } from './twin/pose-blend.js';
import { placeVertices, poseLeaf } from './twin/pose-leaf.js';
import { refitBlocks } from './twin/refit-blocks.js';
import { refitBoxes } from './twin/refit-boxes.js';
import { refitSpheres } from './twin/refit-spheres.js';
import { unfoldStars } from './twin/unfold-stars.js';
import { walkPairs } from './twin/walk-pairs.js';
import { walkRay } from './twin/walk-ray.js';
import { walkSegment } from './twin/walk-segment.js';
import { writeGovernors } from './twin/write-governors.js';
import { Uploads } from './uploads.js';

/** Where the hot loops run. */
export type Backend = 'wasm' | 'typescript';

/** How to load the kernels. */
export interface LoadKernelsOptions {
  /** `auto` takes WebAssembly where it works, SIMD included, and TypeScript elsewhere. */
  readonly backend?: Backend | 'auto';
  /**
   * Bytes of memory to begin with, in WebAssembly, where so much can be had. It grows when bodies need more, which makes every access to typed
   * arrays in the program a little slower, for good: name what you will need where it is much. Most systems give memory when it is first used.
   */
  readonly memoryBytes?: number;
}

/** Defaults of {@link LoadKernelsOptions}: memory for some characters of 50,000 triangles. */
export const LOAD_KERNELS_DEFAULTS: Required<LoadKernelsOptions> = { backend: 'auto', memoryBytes: 33_554_432 };

/** The hot loops over byte offsets into an arena. The files of the twins describe each. */
interface KernelFunctions {
  readonly deformLinear: (
    rest: number,
    fields: number,
    active: number,
    weights: number,
    activeCount: number,
    fieldCount: number,
    blockCount: number,
    out: number,
  ) => void;
  readonly refitBoxes: (
    nodes: number,
    nodeCount: number,
    arity: number,
    leafVertices: number,
    positions: number,
    boxes: number,
  ) => void;
  readonly refitSpheres: (
    nodes: number,
    nodeCount: number,
    arity: number,
    leafVertices: number,
    positions: number,
    spheres: number,
  ) => void;
  readonly evaluateBlock: (body: number, block: number) => number;
  readonly poseLeaf: (body: number, word: number) => void;
  readonly placeVertices: (positions: number, vertexCount: number, placement: number) => void;
  readonly refitBlocks: (body: number, firstBlock: number, blockCount: number) => void;
  readonly poseBlendVertices: (body: number, first: number, count: number) => void;
  readonly unfoldStars: (body: number, first: number, end: number) => void;
  readonly walkSegment: (body: number, state: number) => number;
  readonly walkRay: (body: number, state: number) => number;
  readonly walkPairs: (bodyA: number, bodyB: number, state: number) => number;
  readonly filterPairs: (bodyA: number, bodyB: number, state: number) => void;
  readonly composeBones: (state: number) => number;
  readonly writeGovernors: (body: number, arePoints: number, isPlaced: number) => void;
}

/** Loaded kernels with a memory of their own. Bodies that are to meet each other must share them. */
export interface Kernels {
  /** Where the hot loops run. */
  readonly backend: Backend;
  /**
   * The memory that bodies live in.
   * @internal
   */
  readonly arena: Arena;
  /**
   * Precomputed data that bodies share.
   * @internal
   */
  readonly uploads: Uploads;
  /**
   * Room for one walk at a time: its state, its stack and its output.
   * @internal
   */
  readonly scratch: number;
  /**
   * Room for filtering pairs of triangles, of one walk at a time.
   * @internal
   */
  readonly filter: number;
  /**
   * The hot loops.
   * @internal
   */
  readonly run: KernelFunctions;
}

const PAGE = 65_536;
/** As much as pointers of 32 bits reach. */
const MOST_BYTES = 65_536 * PAGE;

let compiled: Promise<WebAssembly.Module> | undefined;

/** Loads the kernels: nothing to configure, nothing to fetch, the WebAssembly module is part of this one. */
export async function loadKernels(options: LoadKernelsOptions = {}): Promise<Kernels> {
  const { backend, memoryBytes } = withDefaults(LOAD_KERNELS_DEFAULTS, options);
  requireOneOf('loadKernels', 'backend', backend, ['auto', 'wasm', 'typescript'] as const);
  requireInteger('loadKernels', 'memoryBytes', memoryBytes, 0, MOST_BYTES);
  if (backend === 'typescript') return typescriptKernels();
  try {
    return await wasmKernels(memoryBytes);
  } catch (cause) {
    // No WebAssembly, no SIMD, or a content security policy that forbids compiling it.
    if (backend === 'auto') return typescriptKernels();
    throw new PliantError(
      'unsupported',
      `loadKernels: WebAssembly with SIMD cannot be used here (${String(cause)}); use backend 'auto'`,
    );
  }
}

/**
 * {@link loadKernels} without waiting: compiles in the calling thread, which takes a few milliseconds. Browsers allow that for
 * modules as small as this one; where one does not, TypeScript serves.
 */
export function loadKernelsNow(): Kernels {
  try {
    const memory = createMemory(LOAD_KERNELS_DEFAULTS.memoryBytes);
    const module = new WebAssembly.Module(decodeBase64(KERNELS_WASM_BASE64));
    return kernelsOf(new WebAssembly.Instance(module, { env: { memory } }), memory);
  } catch {
    return typescriptKernels();
  }
}

async function wasmKernels(memoryBytes: number): Promise<Kernels> {
  compiled ??= WebAssembly.compile(decodeBase64(KERNELS_WASM_BASE64));
  // A failure is not remembered: what stood in the way may be gone next time.
  const module = await compiled.catch((cause: unknown) => {
    compiled = undefined;
    throw cause;
  });
  const memory = createMemory(memoryBytes);
  return kernelsOf(await WebAssembly.instantiate(module, { env: { memory } }), memory);
}

/**
 * A memory that need not grow for a while, where it can be had. Growing detaches the buffer that was there; from the first buffer on that
 * is detached, V8 looks before every access to any typed array whether its own is, in the whole program: that makes code longer, and took
 * 4 % of the time of our picks on a character; of three-mesh-bvh beside them it took 9 %, and a fifth of its refits of a curtain.
 */
function createMemory(byteLength: number): WebAssembly.Memory {
  try {
    return new WebAssembly.Memory({ initial: Math.max(1, Math.ceil(byteLength / PAGE)) });
  } catch {
    return new WebAssembly.Memory({ initial: 1 });
  }
}

function kernelsOf(instance: WebAssembly.Instance, memory: WebAssembly.Memory): Kernels {
  const arena = new Arena((byteLength) => {
    const { byteLength: size } = memory.buffer;
    if (byteLength > size) grow(byteLength, () => growMemory(memory, byteLength - size, size / 2));
    return memory.buffer;
  });
  const run = instance.exports as unknown as KernelFunctions;
  return { backend: 'wasm', arena, uploads: new Uploads(arena), ...allocateRooms(arena), run };
}

/**
 * Grows by what is wanted, or what is needed where that is too much. Engines count the whole memory as new each time, and collect
 * garbage accordingly: grown body by body, 200 characters took 18 s to create, grown by halves 3 s. What is not used costs no pages.
 */
function growMemory(memory: WebAssembly.Memory, needed: number, wanted: number): void {
  try {
    memory.grow(Math.ceil(Math.max(needed, wanted) / PAGE));
  } catch {
    memory.grow(Math.ceil(needed / PAGE));
  }
}

/** What walks work in, one at a time. */
function allocateRooms(arena: Arena): Pick<Kernels, 'scratch' | 'filter'> {
  const scratch = arena.allocate(SCRATCH_BYTES);
  const filter = arena.allocate(FILTER_BYTES);
  layOutFilter(arena.u32, filter);
  return { scratch, filter };
}

/** Engines refuse memory with errors of their own; users get one that says what to do. */
function grow<Result>(byteLength: number, attempt: () => Result): Result {
  try {
    return attempt();
  } catch {
    throw new PliantError(
      'unsupported',
      `Kernels: the bodies need ${byteLength} bytes, more than can be had here; dispose of some, or load kernels of ` +
        'their own for them',
    );
  }
}

function typescriptKernels(): Kernels {
  let memory = new ArrayBuffer(PAGE);
  const arena = new Arena((byteLength) => {
    if (byteLength > memory.byteLength) {
      // Half as much again, so that creating many bodies does not copy the memory each time.
      const size = Math.max(byteLength, memory.byteLength * 1.5);
      const grown = grow(byteLength, () => new ArrayBuffer(Math.ceil(size / PAGE) * PAGE));
      new Uint8Array(grown).set(new Uint8Array(memory));
      memory = grown;
    }
    return memory;
  });
  // Written out, since bound functions and rest parameters allocate on each call.
  const run: KernelFunctions = {
    deformLinear: (rest, fields, active, weights, activeCount, fieldCount, blockCount, out) =>
      deformLinear(arena, rest, fields, active, weights, activeCount, fieldCount, blockCount, out),
    refitBoxes: (nodes, nodeCount, arity, leafVertices, positions, boxes) =>
      refitBoxes(arena, nodes, nodeCount, arity, leafVertices, positions, boxes),
    refitSpheres: (nodes, nodeCount, arity, leafVertices, positions, spheres) =>
      refitSpheres(arena, nodes, nodeCount, arity, leafVertices, positions, spheres),
    evaluateBlock: (body, block) => evaluateBlock(arena, body, block),
    poseLeaf: (body, word) => poseLeaf(arena, body, word),
    placeVertices: (positions, vertexCount, placement) => placeVertices(arena, positions, vertexCount, placement),
    refitBlocks: (body, firstBlock, blockCount) => refitBlocks(arena, body, firstBlock, blockCount),
    poseBlendVertices: (body, first, count) => poseBlendVertices(arena, body, first, count),
    unfoldStars: (body, first, end) => unfoldStars(arena, body, first, end),
    walkSegment: (body, state) => walkSegment(arena, body, state),
    walkRay: (body, state) => walkRay(arena, body, state),
    walkPairs: (bodyA, bodyB, state) => walkPairs(arena, bodyA, bodyB, state),
    filterPairs: (bodyA, bodyB, state) => filterPairs(arena, bodyA, bodyB, state),
    composeBones: (state) => composeBones(arena, state),
    writeGovernors: (body, arePoints, isPlaced) => writeGovernors(arena, body, arePoints, isPlaced),
  };
  return { backend: 'typescript', arena, uploads: new Uploads(arena), ...allocateRooms(arena), run };
}

function decodeBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}
