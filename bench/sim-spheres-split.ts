/** Trees of spheres that are divided where it is worst: what any tree can do at a given number of spheres. */

/** A sphere, four numbers, and how far it stands out of the object. */
export interface SphereNode {
  readonly sphere: Float64Array;
  readonly error: number;
}

/** How far a sphere stands out of the object. */
export type ErrorOf = (sphere: Float64Array) => number;

/**
 * Divides the node of the largest error, again and again; the spheres that there are when a count is reached, for each of the counts, which ascend. A node that cannot be divided stays as
 * it is, and the next one has its turn.
 */
export function splitWorst<Node extends SphereNode>(
  root: Node,
  counts: readonly number[],
  divide: (node: Node) => readonly Node[],
): Float64Array[] {
  const open: Node[] = [root];
  const done: Node[] = [];
  const found: Float64Array[] = [];
  for (const count of counts) {
    while (open.length + done.length < count && open.length > 0) {
      let worst = 0;
      for (let i = 1; i < open.length; i++) if (open[i].error > open[worst].error) worst = i;
      const node = open[worst];
      open[worst] = open.at(-1)!;
      open.pop();
      const children = divide(node);
      if (children.length === 0) done.push(node);
      else open.push(...children);
    }
    found.push(Float64Array.from([...open, ...done].flatMap(({ sphere }) => [...sphere])));
  }
  return found;
}
