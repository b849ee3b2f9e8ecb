/** How bad it is at each triangle, over all instants, and between them: what the coloured model shows. */
import type { FileReport } from '../audit/report.js';
import type { IsKnown } from './known-pairs.js';

/** A triangle that meets nothing has the mark 0. This one meets something that the baseline has as well. */
export const MARK_KNOWN = 1;
/** It meets something that is not in the baseline. */
export const MARK_NEW = 2;

/** For each object, a mark for each of its triangles. The report must list its pairs. */
export function markTriangles({ objects, instants }: FileReport, isKnown: IsKnown): Uint8Array[] {
  const marks = objects.map(({ triangles }) => new Uint8Array(triangles));
  for (const { passages = [], trianglePairs = [] } of instants) {
    const passing = passages.flatMap((passage) => passage.trianglePairs ?? []);
    for (const [objectA, triangleA, objectB, triangleB] of [...trianglePairs, ...passing]) {
      const mark = isKnown(objectA, triangleA, objectB, triangleB) ? MARK_KNOWN : MARK_NEW;
      marks[objectA][triangleA] = Math.max(marks[objectA][triangleA], mark);
      marks[objectB][triangleB] = Math.max(marks[objectB][triangleB], mark);
    }
  }
  return marks;
}
