/** A box and a sphere around a body, from the bound of its root. */
import type { Box3, Sphere } from 'three';
import type { Body } from '../index.js';

// Written and read within one call, in which nobody else's code runs.
const rootBox = new Float64Array(6);

/** Makes `target` a box around the body. */
export function writeBoundingBox(body: Body, target: Box3): Box3 {
  body.rootBox(rootBox);
  target.min.fromArray(rootBox, 0);
  target.max.fromArray(rootBox, 3);
  return target;
}

/** Makes `target` a sphere around the body. */
export function writeBoundingSphere(body: Body, target: Sphere): Sphere {
  body.rootBox(rootBox);
  let squared = 0;
  for (let axis = 0; axis < 3; axis++) {
    const center = rootBox[axis] + (rootBox[axis + 3] - rootBox[axis]) / 2;
    target.center.setComponent(axis, center);
    // From the centre as it was rounded, which far from the origin is not the middle.
    const half = Math.max(rootBox[axis + 3] - center, center - rootBox[axis]);
    squared += half * half;
  }
  target.radius = Math.sqrt(squared) * (1 + 1e-15) + 1e-300;
  return target;
}
