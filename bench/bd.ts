/**
 * Lazy queries on the BD-Tree against three-mesh-bvh, which deforms and refits, and against our own SIMD refit. All sides
 * answer with the same triangles.
 */
import { LARGE_CURTAIN, createCurtainScene } from '../scenes/curtain.js';
import { balls } from './bd-balls.js';
import { growth } from './bd-growth.js';
import { pairs } from './bd-pairs.js';
import { paperTables } from './bd-paper.js';
import { rays } from './bd-rays.js';
import { switching } from './bd-switch.js';
import type { Benchmark } from './report.js';
import { loadRoomyKernels } from './roomy-kernels.js';

/** `npm run bench -- bd` */
export const benchBd: Benchmark = async (print) => {
  const kernels = await loadRoomyKernels();
  const curtain = createCurtainScene();
  const large = createCurtainScene(LARGE_CURTAIN);
  return {
    ...paperTables(curtain, kernels, print),
    ...balls('curtain', curtain, kernels, print),
    ...balls('large', large, kernels, print),
    ...pairs(large, kernels, print),
    ...rays(large, kernels, print),
    ...growth(large, kernels, print),
    ...switching(kernels, print),
  };
};
