/**
 * Contact proxies (James & Pai 2004, section 5): the nodes at some level of a tree, or of some size, taken as spheres that
 * stand for the triangles below them. Contacts are then between those spheres, walks end there, and no vertex is posed.
 * Coarser nodes wrap the proxies below them for every pose; ./proxy-fit.ts proves it.
 */
import { describe } from '../checks.js';
import type { LinearModel } from '../deform/linear.js';
import { PliantError } from '../errors.js';
import { LANES, LEAF_FIRST_BITS, NO_CHILD, leafWord } from '../kernels/lazy-layout.js';
import { runInSlices, runNow } from '../long-work.js';
import type { LongWork, LongWorkOptions } from '../long-work.js';
import type { Mesh } from '../mesh/mesh.js';
import { NO_NODE, isLeaf } from '../tree/tree.js';
import type { Tree } from '../tree/tree.js';
import { widenTree } from '../tree/widen.js';
import { cutTree } from './cut-tree.js';
import { PROXY_ROWS, ProxyFit } from './proxy-fit.js';

/** Where to stop. A node becomes a proxy at the level, or at the size, or because it is a leaf, whichever comes first. */
export interface ContactProxyOptions {
  /** Level of the tree whose nodes become proxies, 0 being the root's; `Infinity` for no limit. */
  readonly level?: number;
  /** Radius at rest, in metres, from which on down a node becomes a proxy; 0 for no limit. */
  readonly errorSize?: number;
}

/** Defaults of {@link ContactProxyOptions}: every leaf is a proxy. */
export const CONTACT_PROXY_DEFAULTS: Required<ContactProxyOptions> = { level: Infinity, errorSize: 0 };

/** Spheres that follow a linear model. Plain data: it can be cloned, moved to a worker and shared by bodies. */
export interface ContactProxies {
  /** Displacement fields of the model. */
  readonly fieldCount: number;
  /** How many proxies there are. They are numbered in the order of the tree. */
  readonly proxyCount: number;
  /** Blocks of four children: the nodes above the proxies, and before them one that has the root alone. */
  readonly blockCount: number;
  /** Levels from the root to the deepest proxy, both counted, in nodes of four children. */
  readonly depth: number;
  /** Four words per block: a block, a proxy, or nothing. */
  readonly words: Uint32Array;
  /** Per block, first at rest and then for each field: four rows of four lanes, three of centres and one of radii. */
  readonly rows: Float32Array;
  /** Where each proxy is: four times its block, plus its lane. */
  readonly slots: Uint32Array;
  /** Two entries per proxy: where its triangles begin in `triangleOrder`, and how many there are. */
  readonly ranges: Uint32Array;
  /** The triangles of the mesh, in the order of the tree. */
  readonly triangleOrder: Uint32Array;
  /** How far any sphere reaches from the origin at rest, and by how much more for a weight of one of each field. */
  readonly reaches: Float64Array;
}

/** Nodes between two chances to give way. */
const NODES_PER_STEP = 64;

/** Computes the proxies of a deforming mesh from a tree over it, binary or wide. */
export function createContactProxies(
  mesh: Mesh,
  model: LinearModel,
  tree: Tree,
  options: ContactProxyOptions = {},
): ContactProxies {
  return runNow(proxySteps('createContactProxies', mesh, model, tree, options));
}

/** {@link createContactProxies} in slices, with progress and the option to call it off. */
export function createContactProxiesAsync(
  mesh: Mesh,
  model: LinearModel,
  tree: Tree,
  options: ContactProxyOptions & LongWorkOptions = {},
): Promise<ContactProxies> {
  return runInSlices(proxySteps('createContactProxiesAsync', mesh, model, tree, options), options);
}

function* proxySteps(
  caller: string,
  mesh: Mesh,
  model: LinearModel,
  tree: Tree,
  options: ContactProxyOptions,
): LongWork<ContactProxies> {
  const { level, errorSize } = { ...CONTACT_PROXY_DEFAULTS, ...options };
  requireCut(caller, level, errorSize);
  if (tree.triangleCount !== mesh.triangleCount || model.vertexCount !== mesh.vertexCount) {
    throw new PliantError(
      'mismatch',
      `${caller}: mesh, model and tree do not belong together; create them from one mesh`,
    );
  }
  const cut = cutTree(mesh, tree, level, errorSize);
  const wide = tree.arity === 2 ? widenTree(cut) : cut;
  const layout = layOutProxies(wide);
  if (layout.proxyCount >= (1 << LEAF_FIRST_BITS) - 1) {
    throw new PliantError(
      'unsupported',
      `${caller}: ${layout.proxyCount} proxies are too many; stop at a higher level`,
    );
  }
  const slotCount = model.fieldCount + 1;
  const rows = new Float32Array(layout.blockCount * slotCount * PROXY_ROWS * LANES);
  const fit = new ProxyFit(model, rows, slotCount);
  const vertices = new VertexLister(mesh, wide);
  // Children come behind their parents, so backward every proxy comes before the nodes that wrap it.
  for (let node = wide.nodeCount - 1; node >= 0; node--) {
    const at = layout.nodeSlots[node];
    if (isLeaf(wide, node)) fit.aroundVertices(at, vertices.list, vertices.gather(node));
    else fit.aroundProxies(at, layout.proxySlots, layout.firstProxies[node], layout.endProxies[node]);
    if (node % NODES_PER_STEP === 0) yield 1 - node / wide.nodeCount;
  }
  return {
    fieldCount: model.fieldCount,
    proxyCount: layout.proxyCount,
    blockCount: layout.blockCount,
    depth: wide.depth,
    words: layout.words,
    rows,
    slots: layout.proxySlots,
    ranges: layout.ranges,
    triangleOrder: wide.triangleOrder,
    reaches: fit.reaches,
  };
}

function requireCut(caller: string, level: unknown, errorSize: unknown): void {
  const isLevel = level === Infinity || (typeof level === 'number' && Number.isInteger(level) && level >= 0);
  if (!isLevel) {
    throw new PliantError(
      'bad-count',
      `${caller}: level is ${describe(level)}; pass a whole number from 0, or Infinity`,
    );
  }
  if (!(typeof errorSize === 'number' && errorSize >= 0 && errorSize < Infinity)) {
    throw new PliantError('bad-number', `${caller}: errorSize is ${describe(errorSize)}; pass a length from 0`);
  }
}

interface ProxyLayout {
  readonly blockCount: number;
  readonly proxyCount: number;
  readonly words: Uint32Array;
  /** The slot of each node, and of each proxy. */
  readonly nodeSlots: Uint32Array;
  readonly proxySlots: Uint32Array;
  readonly ranges: Uint32Array;
  /** The first proxy below each node, and the one behind the last. */
  readonly firstProxies: Uint32Array;
  readonly endProxies: Uint32Array;
}

/** Numbers proxies and blocks in depth-first order, the blocks behind one that holds the root. */
function layOutProxies(tree: Tree): ProxyLayout {
  const { arity, children, nodeCount } = tree;
  const numbers = new Uint32Array(nodeCount);
  const firstProxies = new Uint32Array(nodeCount);
  const endProxies = new Uint32Array(nodeCount);
  let blockCount = 1;
  let proxyCount = 0;
  for (let node = 0; node < nodeCount; node++) {
    firstProxies[node] = proxyCount;
    numbers[node] = isLeaf(tree, node) ? proxyCount++ : blockCount++;
  }
  const words = new Uint32Array(blockCount * LANES).fill(NO_CHILD);
  const nodeSlots = new Uint32Array(nodeCount);
  const proxySlots = new Uint32Array(proxyCount);
  const ranges = new Uint32Array(proxyCount * 2);
  for (let node = 0; node < nodeCount; node++) {
    const slot = nodeSlots[node];
    if (isLeaf(tree, node)) {
      words[slot] = leafWord(numbers[node], 1);
      proxySlots[numbers[node]] = slot;
      ranges.set(tree.ranges.subarray(node * 2, node * 2 + 2), numbers[node] * 2);
    } else {
      words[slot] = numbers[node];
    }
    for (let lane = 0; lane < arity && children[node * arity + lane] !== NO_NODE; lane++) {
      nodeSlots[children[node * arity + lane]] = numbers[node] * LANES + lane;
    }
  }
  for (let node = nodeCount - 1; node >= 0; node--) {
    let end = firstProxies[node] + 1;
    for (let lane = 0; lane < arity && children[node * arity + lane] !== NO_NODE; lane++) {
      end = endProxies[children[node * arity + lane]];
    }
    endProxies[node] = end;
  }
  return { blockCount, proxyCount, words, nodeSlots, proxySlots, ranges, firstProxies, endProxies };
}

/** Lists the vertices below a node, each once. */
class VertexLister {
  readonly list: Uint32Array;
  readonly #mesh: Mesh;
  readonly #tree: Tree;
  readonly #seenBy: Int32Array;

  constructor(mesh: Mesh, tree: Tree) {
    this.#mesh = mesh;
    this.#tree = tree;
    this.list = new Uint32Array(mesh.vertexCount);
    this.#seenBy = new Int32Array(mesh.vertexCount).fill(-1);
  }

  gather(node: number): number {
    const { ranges, triangleOrder } = this.#tree;
    const { triangles } = this.#mesh;
    let count = 0;
    for (let i = ranges[node * 2]; i < ranges[node * 2] + ranges[node * 2 + 1]; i++) {
      for (let corner = triangleOrder[i] * 3; corner < triangleOrder[i] * 3 + 3; corner++) {
        const vertex = triangles[corner];
        if (this.#seenBy[vertex] === node) continue;
        this.#seenBy[vertex] = node;
        this.list[count++] = vertex;
      }
    }
    return count;
  }
}
