/** A face of a merged mesh as its own mesh sees it, where that is in another place. */
import { Matrix4, Vector3 } from 'three';
import type { Mesh } from 'three';
import type { PosedFaces } from './describe-hit.js';
import { LOCAL_RAY_LENGTH } from './local-ray.js';
import type { RayQuery } from './ray-query.js';

const CORNERS = 3;

// Written and read within one call, in which nobody else's code runs.
const toPart = new Matrix4();
const vector = new Vector3();

/** The ray and a face, in the space of one of the meshes. */
export class PartView {
  /** The query there; its ray has the same parameters. */
  readonly query: RayQuery;
  /** The face, at place 0. */
  readonly faces: PosedFaces = { corners: Uint32Array.of(0, 1, 2), posed: new Float32Array(CORNERS * 3) };
  readonly #fromPart = new Matrix4();

  constructor(query: RayQuery) {
    this.query = { ...query, ray: new Float64Array(LOCAL_RAY_LENGTH) };
  }

  /**
   * Takes the view that `part` has of a face of `whole`. Answers false where its world matrix has no inverse: three.js has nothing to hit there.
   */
  take(query: RayQuery, whole: Mesh, part: Mesh, faces: PosedFaces, place: number): boolean {
    if (!(Math.abs(part.matrixWorld.determinant()) > 0)) return false;
    toPart.copy(part.matrixWorld).invert().multiply(whole.matrixWorld);
    const { posed } = this.faces;
    for (let k = 0; k < CORNERS; k++) {
      vector.fromArray(faces.posed, faces.corners[place * CORNERS + k] * 3).applyMatrix4(toPart);
      vector.toArray(posed, k * 3);
    }
    const { ray } = this.query;
    const { elements: m } = toPart;
    vector.fromArray(query.ray, 0).applyMatrix4(toPart).toArray(ray, 0);
    // Not made one long: parameters stay what they are.
    for (let row = 0; row < 3; row++) {
      ray[3 + row] = m[row] * query.ray[3] + m[4 + row] * query.ray[4] + m[8 + row] * query.ray[5];
    }
    this.query.near = query.near;
    this.query.far = query.far;
    this.query.origin = query.origin;
    this.query.toWorld = query.toWorld ? part.matrixWorld : this.#fromPart.copy(toPart).invert();
    return true;
  }
}
