/** Keys as the kernel reads them: leaf by leaf, so that each is read in one sweep. A key is put there when it becomes the next one; where keys are kept, it stays there. */
import { AGENDA } from '../../kernels/layout/agenda.js';
import type { KineticTree } from '../tree-record.js';
import type { AgendaKernel } from './kernel-record.js';

/** Where a key lies, after it was put there if it was not; the key `beside` it stays. */
export function takeKey(kernel: AgendaKernel, key: Float32Array, beside: Float32Array): number {
  const { f32, frameOfKey, frames, held, run, u32 } = kernel;
  let which = frameOfKey?.get(key) ?? held.indexOf(key);
  if (which < 0) which = held[0] === beside ? 1 : 0;
  if (held[which] !== key) {
    held[which] = key;
    f32.set(key, u32[AGENDA.raw] >>> 2);
    run.takeFrame(0, frames[which]);
  }
  return frames[which];
}

/** Puts all keys there of a tree that keeps them. */
export function takeAllKeys({ agenda: { kernel }, paths }: KineticTree): void {
  if (kernel?.frameOfKey === undefined) return;
  for (const key of kernel.frameOfKey.keys()) takeKey(kernel, key, paths.plan.frames[paths.key]);
}

/**
 * Writes where the vertices of a leaf are at present, at three times their numbers, if both keys around the present lie in the order of the leaves; returns whether they do. By the formula of `flightplan.ts`: nobody in a leaf that is listed has a flight of
 * its own.
 */
export function poseListedLeaf(tree: KineticTree, leaf: number, out: Float32Array): boolean {
  const { agenda, corners, isListed, leafSize, leafVertices, paths, structure, vertexCounts } = tree;
  const { kernel } = agenda;
  const { frames, times } = paths.plan;
  const { key } = paths;
  if (!kernel || agenda.structure !== structure || isListed[leaf] === 0 || key + 1 >= frames.length) return false;
  const last = findFrame(kernel, frames[key]);
  const next = findFrame(kernel, frames[key + 1]);
  if (last < 0 || next < 0) return false;
  const { f32, u32 } = kernel;
  const passed = paths.time - times[key];
  const rate = paths.rates[key];
  const first = u32[(u32[AGENDA.leafFirsts] >>> 2) + leaf] >>> 2;
  let from = (last >>> 2) + first;
  let to = (next >>> 2) + first;
  const begin = leaf * corners * leafSize;
  for (let slot = begin; slot < begin + vertexCounts[leaf]; slot++) {
    const at = leafVertices[slot] * 3;
    out[at] = f32[from] + passed * ((f32[to] - f32[from]) * rate);
    out[at + 1] = f32[from + 1] + passed * ((f32[to + 1] - f32[from + 1]) * rate);
    out[at + 2] = f32[from + 2] + passed * ((f32[to + 2] - f32[from + 2]) * rate);
    from += 3;
    to += 3;
  }
  return true;
}

/** Where a key lies, or -1. */
function findFrame({ frameOfKey, frames, held }: AgendaKernel, key: Float32Array): number {
  const which = frameOfKey?.get(key) ?? held.indexOf(key);
  return which >= 0 && held[which] === key ? frames[which] : -1;
}
