/** What to do when a certificate of a BoxTree fails. */
import { PLANE, ROOT_CERTIFICATES } from './box-tree-record.js';
import type { KineticBoxTree } from './box-tree-record.js';
import { renewUpward } from './planes.js';
import { rebuildSpoiled } from './rebuild-part.js';

/** Gives a plane to the vertex that has overtaken its holder, or builds anew what is spoiled. */
export function handleBoxEvent(tree: KineticBoxTree, certificate: number): void {
  const ofNode = certificate - ROOT_CERTIFICATES;
  if (ofNode >= 0 && ofNode % PLANE.stride === PLANE.overlap) rebuildSpoiled(tree, Math.floor(ofNode / PLANE.stride));
  else if (renewUpward(tree, certificate)) tree.counts.treeEvents++;
  else tree.counts.renewals++;
}
