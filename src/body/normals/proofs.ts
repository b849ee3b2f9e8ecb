/** Everything that a body keeps to prove regions free by their normals: cones with their front, which nodes are neighbours, and contours or what stands for them. */
import { fingerprintOf } from '../../bounds/normals/fingerprint.js';
import type { NormalBounds } from '../../bounds/normals/layout.js';
import { triangleRanges } from '../../bounds/normals/normal-bounds.js';
import { findConnected } from '../../bounds/regions/connected.js';
import { indexRegions } from '../../bounds/regions/region-index.js';
import type { RegionIndex } from '../../bounds/regions/region-index.js';
import { listRegions } from '../../bounds/regions/regions.js';
import { describe } from '../../checks.js';
import { PliantError } from '../../errors.js';
import { PATHS } from '../../kernels/layout/header.js';
import { hasRegions } from '../../kernels/layout/self.js';
import { loadRegionKernels } from '../../kernels/region-kernels.js';
import { wordAt } from '../../kernels/units.js';
import type { MeshBody } from '../mesh-body.js';
import { takeRegions } from '../regions.js';
import { createContours } from './contours.js';
import type { Contours } from './contours.js';
import { createConeFront } from './front.js';
import type { ConeFront } from './front.js';

export { NO_REGION, nodeOf, regionOf } from '../../bounds/regions/region-index.js';
export type { NormalBounds } from '../../bounds/normals/layout.js';

/** What a body keeps. */
export interface NormalProofs {
  readonly front: ConeFront;
  readonly index: RegionIndex;
  /** Where contours are to be looked at. */
  readonly contours: Contours | undefined;
  /** Where they are not: 1 for each node in one piece. */
  readonly isConnected: Uint8Array;
}

/** Prepares a body. Refuses bounds that were made for another shape. */
export function createNormalProofs(
  caller: string,
  body: MeshBody,
  normals: NormalBounds,
  isConservative: boolean,
): NormalProofs {
  const { bounds } = body;
  requireMatch(caller, body, normals);
  const regions = listRegions(bounds);
  const run = isConservative ? loadRegionKernels(body.kernels) : null;
  if (isConservative && !run) {
    throw new PliantError(
      'unsupported',
      `${caller}: contours cannot be looked at here, because this place does not let WebAssembly be compiled; use the backend typescript`,
    );
  }
  if (run && !hasRegions(body.kernels.arena.u32, wordAt(body.header))) takeRegions(body);
  return {
    front: createConeFront(body, normals, regions.tiles),
    index: indexRegions(bounds, regions),
    contours: run ? createContours(body, run) : undefined,
    isConnected: isConservative ? new Uint8Array(0) : findConnected(bounds, triangleRanges(regions.tiles)),
  };
}

function requireMatch(caller: string, body: MeshBody, normals: NormalBounds): void {
  if (!(normals?.rows instanceof Uint32Array)) {
    throw new PliantError(
      'bad-type',
      `${caller}: the normals are ${describe(normals)}; pass what createNormalBounds made`,
    );
  }
  const { bounds } = body;
  if (bounds.shape === PATHS || normals.fingerprint !== fingerprintOf({ bounds, model: body.model })) {
    throw new PliantError(
      'mismatch',
      `${caller}: the normals are those of another shape; create them from this body's`,
    );
  }
}
