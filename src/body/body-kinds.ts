/** Tags of bodies, and the mark by which one copy of the package knows the bodies of another. */
import { KERNELS_FINGERPRINT } from '../kernels/generated/kernels-wasm.js';

/** A mesh, evaluated where it is asked. */
export const MESH_BODY = 0;
/** Spheres that stand for a mesh. */
export const PROXY_BODY = 1;

/**
 * Says which layout a body has in memory: which release wrote it, and which sources the kernels that read it were made from. Programs may load the package twice, by way of two
 * libraries that use it. Bodies of both copies can meet if the copies are the same release; others are refused, because they would be
 * misread.
 */
export const BODY_MARK = `pliant body ${KERNELS_FINGERPRINT}`;
