/**
 * Lazy queries on a skinned quadruped of 245 k triangles against three-mesh-bvh, which bakes and refits, and against our own
 * SIMD bake and refit. All sides answer with the same triangles.
 */
import type { Benchmark } from './report.js';
import { loadRoomyKernels } from './roomy-kernels.js';
import { spheres } from './skin-balls.js';
import { pairs } from './skin-pairs.js';
import { rays } from './skin-rays.js';
import { selfCollisions } from './skin-self.js';
import { describeBounds, setUp, shapeOf } from './skin-setup.js';
import { switching } from './skin-switch.js';
import { selfOverWorkers } from './skin-workers.js';

/** `npm run bench -- skin` */
export const benchSkin: Benchmark = async (print) => {
  const setup = setUp(await loadRoomyKernels(), print);
  return {
    ...describeBounds(setup, print),
    ...rays(setup, print),
    ...spheres(setup, print),
    ...pairs(setup, print),
    ...switching(setup, print),
    ...selfCollisions(setup, print),
    ...(await selfOverWorkers({ ...setup, shape: shapeOf(setup) }, print)),
  };
};
