/**
 * The hot loops, in WebAssembly SIMD where the machine has it and in TypeScript where it has not. Both work on the same
 * arena with the same pointers and write the same words, so nothing above this room can tell them apart but by time.
 */
import { requireInteger, requireOneOf, withDefaults } from '../checks.js';
import { PliantError } from '../errors.js';
import { Arena } from './arena.js';
import { PAGE, grow } from './grow-memory.js';
import type { FittedFunctions, KernelFunctions, Loops, PathFunctions, RegionFunctions } from './kernel-functions.js';
import { FILTER_BYTES, layOutFilter } from './layout/filter.js';
import { SCRATCH_BYTES } from './layout/walk.js';
import { KERNELS_FINGERPRINT, KERNELS_WASM_TEXT } from './generated/kernels-wasm.js';
import { Uploads } from './uploads.js';
import type { ByteOffset } from './units.js';
import { WalkStack } from './walk-stack.js';
import { decodeWasm } from './wasm-text.js';

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

/** Loaded kernels with a memory of their own. Bodies that share them meet each other fastest; contacts and worlds want that. */
export interface Kernels {
  /** Where the hot loops run. */
  readonly backend: Backend;
  /**
   * Says which layout bodies have in their memory.
   * @internal
   */
  readonly mark: string;
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
   * Room for one walk at a time: its state and its output.
   * @internal
   */
  readonly scratch: ByteOffset;
  /**
   * The stack of that walk.
   * @internal
   */
  readonly stack: WalkStack;
  /**
   * Room for filtering pairs of triangles, of one walk at a time.
   * @internal
   */
  readonly filter: ByteOffset;
  /**
   * The hot loops.
   * @internal
   */
  readonly run: KernelFunctions;
  /**
   * The hot loops over regions, once somebody has needed them (region-kernels.ts); nothing where they cannot be had.
   * @internal
   */
  regions: RegionFunctions | null | undefined;
  /**
   * The hot loop over regions of fitted bodies, likewise (fitted-kernels.ts).
   * @internal
   */
  fitted?: FittedFunctions | null;
  /**
   * Those for bodies that paths move, once there is one (path-kernels.ts).
   * @internal
   */
  paths?: PathFunctions;
  /**
   * What the arena is in, for other modules to work on.
   * @internal
   */
  readonly memory: WebAssembly.Memory | undefined;
  /**
   * What queries keep between questions about bodies of these kernels (../query/search.ts), once there has been one.
   * @internal
   */
  search: object | undefined;
  /**
   * What is remembered of searches of bodies with themselves (../body/self-memory.ts), once there has been one.
   * @internal
   */
  selfMemories?: WeakMap<object, Float64Array>;
  /**
   * How far the fits of shapes are (../body/gradual-fit.ts), once one has been begun.
   * @internal
   */
  fits?: WeakMap<object, object>;
}

/** As much as pointers of 32 bits reach. */
const MOST_BYTES = 65_536 * PAGE;

let compiled: Promise<WebAssembly.Module> | undefined;

/**
 * Loads the kernels: nothing to configure, nothing to fetch, the WebAssembly module is part of this one. Only where that cannot be used,
 * or is not wanted, another module is imported.
 */
export async function loadKernels(options: LoadKernelsOptions = {}): Promise<Kernels> {
  return loadKernelsBy(options, async () => (await import('./all-twins.js')).runAllTwins());
}

/** {@link loadKernels} for those who say themselves where the loops in TypeScript come from. */
export async function loadKernelsBy(options: LoadKernelsOptions, loadTwins: () => Promise<Loops>): Promise<Kernels> {
  const { backend, memoryBytes } = withDefaults(LOAD_KERNELS_DEFAULTS, options);
  requireOneOf('loadKernels', 'backend', backend, ['auto', 'wasm', 'typescript'] as const);
  requireInteger('loadKernels', 'memoryBytes', memoryBytes, 0, MOST_BYTES);
  if (backend === 'typescript') return kernelsOver(await loadTwins());
  try {
    return await wasmKernels(memoryBytes);
  } catch (cause) {
    // No WebAssembly, no SIMD, or a content security policy that forbids compiling it.
    if (backend === 'auto') return kernelsOver(await loadTwins());
    throw new PliantError(
      'unsupported',
      `loadKernels: WebAssembly with SIMD cannot be used here (${String(cause)}); use backend 'auto'`,
    );
  }
}

/** Kernels in WebAssembly, compiled in the calling thread; throws where that cannot be. */
export function wasmKernelsNow(): Kernels {
  const memory = createMemory(LOAD_KERNELS_DEFAULTS.memoryBytes);
  const module = new WebAssembly.Module(decodeWasm(KERNELS_WASM_TEXT));
  return kernelsOf(new WebAssembly.Instance(module, { env: { memory } }), memory);
}

async function wasmKernels(memoryBytes: number): Promise<Kernels> {
  compiled ??= WebAssembly.compile(decodeWasm(KERNELS_WASM_TEXT));
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
  return kernelsOver({ arena, backend: 'wasm', run, regions: undefined, memory });
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

/** Kernels over a memory, with the rooms that walks work in, one at a time. */
export function kernelsOver(loops: Loops): Kernels {
  const { arena } = loops;
  const scratch = arena.allocate(SCRATCH_BYTES);
  const filter = arena.allocate(FILTER_BYTES);
  layOutFilter(arena.u32, filter);
  return {
    ...loops,
    mark: KERNELS_FINGERPRINT,
    uploads: new Uploads(arena),
    scratch,
    stack: new WalkStack(arena),
    filter,
    search: undefined,
  };
}
