/** Union-find: sets that grow together. `parents[i]` leads from i to the root of its set, which is its own parent. */

/** Puts each of the first `count` numbers into a set of its own. */
export function separate(parents: Uint32Array, count: number): void {
  for (let i = 0; i < count; i++) parents[i] = i;
}

/** The root of a set. Paths are halved on the way. */
export function findRoot(parents: Uint32Array, member: number): number {
  while (parents[member] !== member) {
    parents[member] = parents[parents[member]];
    member = parents[member];
  }
  return member;
}

/** Makes two sets one. The lower root wins, so that a root is the lowest member of its set, in whatever order they join. */
export function joinSets(parents: Uint32Array, a: number, b: number): void {
  const rootA = findRoot(parents, a);
  const rootB = findRoot(parents, b);
  if (rootA < rootB) parents[rootB] = rootA;
  else parents[rootA] = rootB;
}
