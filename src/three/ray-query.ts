/** A ray as deform trees look along it. */
import type { Matrix4, Vector3 } from 'three';
import type { MaterialOrSide } from './face-filter.js';

/** What to look for. A record that is filled again and again. */
export interface RayQuery {
  /** In the space of the mesh; see local-ray.ts. */
  readonly ray: Float64Array;
  /** Left out, each mesh is hit as its own materials show it. */
  materials: MaterialOrSide | undefined;
  near: number;
  far: number;
  /** Takes hits to the world, which is where distances count then; left out, they stay in the space of the mesh. */
  toWorld: Matrix4 | undefined;
  /** Where the ray begins, in the space where distances count. */
  origin: Vector3;
  firstOnly: boolean;
}
