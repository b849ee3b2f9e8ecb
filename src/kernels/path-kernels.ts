/**
 * The hot loops for bodies that paths move: compiled when the first of them is created, in the calling thread, since that does not wait. They are a rule of their own, which the loops of all bodies call: by
 * the table of the main module, or by what is lent to the arena. So who has no such body does not load them.
 */
import { PliantError } from '../errors.js';
import { KERNELS_WASM_TEXT } from './generated/paths-wasm.js';
import type { PathFunctions } from './kernel-functions.js';
import type { Kernels } from './kernels.js';
import { PATH_ENTRY } from './layout/paths.js';
import { boundPaths } from './twin/bound-paths.js';
import { poseAllPaths, posePaths } from './twin/pose-paths.js';
import { decodeWasm } from './wasm-text.js';

/**
 * Sees to it that the kernels know the rule.
 *
 * @throws PliantError `unsupported` where the module cannot be compiled.
 */
export function loadPathKernels(caller: string, kernels: Kernels): void {
  kernels.paths ??= kernels.memory ? compile(caller, kernels.memory, kernels.run.table!) : lendTwins(kernels);
}

function lendTwins({ arena }: Kernels): PathFunctions {
  arena.paths = { boundPaths, posePaths };
  return { poseAllPaths: (body, count) => poseAllPaths(arena, body, count) };
}

function compile(caller: string, memory: WebAssembly.Memory, table: WebAssembly.Table): PathFunctions {
  try {
    const module = new WebAssembly.Module(decodeWasm(KERNELS_WASM_TEXT));
    const { exports } = new WebAssembly.Instance(module, { env: { memory } });
    const last = Math.max(PATH_ENTRY.bound, PATH_ENTRY.pose);
    if (table.length <= last) table.grow(last + 1 - table.length);
    table.set(PATH_ENTRY.bound, exports.boundPaths);
    table.set(PATH_ENTRY.pose, exports.posePaths);
    return exports as unknown as PathFunctions;
  } catch (cause) {
    throw new PliantError(
      'unsupported',
      `${caller}: WebAssembly cannot be compiled here without waiting (${String(cause)}); use kernels of loadKernels({ backend: 'typescript' })`,
    );
  }
}
