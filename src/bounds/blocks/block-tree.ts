/** What the bounds of a body have in common, whatever they follow: a tree in blocks of four over a mesh. */
import { describe } from '../../checks.js';
import type { Model } from '../../deform/model.js';
import { PliantError } from '../../errors.js';
import { LEAF_CAPACITY, LEAF_FIRST_BITS } from '../../kernels/layout/child-words.js';
import type { Mesh } from '../../mesh/mesh.js';
import { NO_NODE } from '../../tree/tree.js';
import type { Tree } from '../../tree/tree.js';
import { requireTree } from '../../tree/validate.js';

/** A four-wide tree as the kernels walk it. */
export interface BlockTree {
  /** Vertices of the mesh. */
  readonly vertexCount: number;
  /** Blocks of four children: the inner nodes of the tree, and before them one that has the root alone. */
  readonly blockCount: number;
  /** Levels of the tree. */
  readonly depth: number;
  /** Four words per block: a block, a leaf, or nothing. */
  readonly words: Uint32Array;
  /** The vertices of the mesh in the order in which the leaves first use them. */
  readonly vertexOrder: Uint32Array;
  /** Three corners per triangle, in the order of the leaves, as places in {@link vertexOrder}. */
  readonly triangles: Uint32Array;
  /** The triangles of the mesh, in the order of the leaves. */
  readonly triangleOrder: Uint32Array;
  /** Set where triangles may be cut out and put in while bodies use the tree (../cut/): beside what was built, there is room below the root. */
  readonly isCuttable?: boolean;
}

/** Refuses a tree that may be cut at any time: what would be found out about it would not hold for long. */
export function requireUncut(caller: string, { isCuttable }: Pick<BlockTree, 'isCuttable'>): void {
  if (isCuttable) {
    throw new PliantError(
      'unsupported',
      `${caller}: the bounds are those of a body that may be cut; use the shape that it was made of, or one made of what collectCut gives`,
    );
  }
}

/** Refuses a mesh, a model and a tree that were not made from one mesh, and trees that are none. */
export function requireParts(caller: string, mesh: Mesh, model: Model, kind: Model['kind'], tree: Tree): void {
  if (!mesh?.triangles || model?.kind !== kind || !tree?.triangleOrder) {
    throw new PliantError(
      'bad-type',
      `${caller}: mesh, model and tree are needed, got ${describe(mesh)}, ${describe(model)}, ${describe(tree)}; ` +
        'use createMesh, a model of the kind that these bounds follow, and buildTree',
    );
  }
  if (tree.triangleCount !== mesh.triangleCount || model.vertexCount !== mesh.vertexCount) {
    throw new PliantError(
      'mismatch',
      `${caller}: mesh, model and tree do not belong together; create them from one mesh`,
    );
  }
  requireTree(caller, tree);
}

/** Refuses a tree that does not fit the layout. */
export function requireFits(caller: string, tree: Tree): void {
  if (tree.triangleCount >= (1 << LEAF_FIRST_BITS) - 1) {
    throw new PliantError('unsupported', `${caller}: ${tree.triangleCount} triangles are too many; split the mesh`);
  }
  for (let node = 0; node < tree.nodeCount; node++) {
    const isLeaf = tree.children[node * tree.arity] === NO_NODE;
    if (isLeaf && tree.ranges[node * 2 + 1] > LEAF_CAPACITY) {
      throw new PliantError(
        'unsupported',
        `${caller}: a leaf has ${tree.ranges[node * 2 + 1]} triangles, at most ${LEAF_CAPACITY} are possible; ` +
          'build the tree with a smaller leafSize',
      );
    }
  }
}
