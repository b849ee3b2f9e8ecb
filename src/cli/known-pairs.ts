/** Which triangle pairs the baseline has: what is drawn as known, not as new. */
import { baselineOf, findFileReport } from '../audit/baseline.js';
import { auditScene } from '../audit/node.js';
import type { AuditOptions } from '../audit/options.js';
import type { AnimatedScene } from '../gltf/scene.js';

/** Whether the baseline has a pair: first object, its triangle, second object, its triangle. */
export type IsKnown = (objectA: number, triangleA: number, objectB: number, triangleB: number) => boolean;

/**
 * Finds what the baseline of an audit has. The rest pose is looked at again: it need not be among the instants. One pose costs
 * little, and without it everything would look new: the budget does not end this.
 */
export async function findKnownPairs(scene: AnimatedScene, options: AuditOptions): Promise<IsKnown> {
  const { baseline = 'rest', file = '' } = options;
  if (baseline === 'none') return () => false;
  const report =
    baseline === 'rest'
      ? await auditScene(
          { ...scene, clips: [] },
          {
            ...options,
            clips: undefined,
            baseline: 'none',
            onProgress: undefined,
            threads: 1,
            budgetSeconds: Infinity,
          },
        )
      : findFileReport(baseline, file);
  if (report === undefined) return () => false;
  const known = new Map<string, ReadonlySet<number>>();
  for (const { kind, objectA, objectB, pairs } of baselineOf(report, scene.objects)) {
    if (kind === 'meeting') known.set(`${objectA} ${objectB}`, new Set(pairs.keys.subarray(0, pairs.count)));
  }
  return (objectA, triangleA, objectB, triangleB) => {
    const keys = known.get(`${objectA} ${objectB}`);
    return keys !== undefined && keys.has(triangleA * scene.objects[objectB].mesh.triangleCount + triangleB);
  };
}
