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
