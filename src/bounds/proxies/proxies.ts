/**
 * Proxies (James & Pai 2004, section 5): the nodes at some level of a tree, or of some size, taken as spheres that
 * stand for the triangles below them. Contacts are then between those spheres, walks end there, and no vertex is posed.
 * Coarser nodes wrap the proxies below them for every pose; ./fit.ts proves it.
 */
import { describe } from '../../checks.js';
import { LINEAR_MODEL } from '../../deform/linear.js';
import type { LinearModel } from '../../deform/linear.js';
import { PliantError } from '../../errors.js';
import { LANES, LEAF_FIRST_BITS, leafWord } from '../../kernels/layout/child-words.js';
import { runInSlices, runNow } from '../../long-work.js';
import type { LongWork, LongWorkOptions } from '../../long-work.js';
import type { Mesh } from '../../mesh/mesh.js';
import { NO_NODE, isLeaf } from '../../tree/tree.js';
import type { Tree } from '../../tree/tree.js';
import { widenTree } from '../../tree/widen.js';
import { gatherVertices, layOutBlocks, orderTriangles } from '../blocks/lay-out.js';
import type { BlockLayout } from '../blocks/lay-out.js';
import { cutTree } from './cut-tree.js';
import { PROXY_ROWS, ProxyFit } from './fit.js';
import { requireParts } from '../blocks/block-tree.js';

/** Where to stop. A node becomes a proxy at the level, or at the size, or because it is a leaf, whichever comes first. */
export interface ProxyOptions {
  /** Level of the tree whose nodes become proxies, 0 being the root's; `Infinity` for no limit. */
  readonly level?: number;
  /** Radius at rest, in metres, from which on down a node becomes a proxy; 0 for no limit. */
  readonly errorSize?: number;
}

/** Defaults of {@link ProxyOptions}: every leaf is a proxy. */
export const PROXY_DEFAULTS: Required<ProxyOptions> = { level: Infinity, errorSize: 0 };

/** Spheres that follow a linear model. Plain data: it can be cloned, moved to a worker and shared by bodies. */
export interface ProxyShape {
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
export function createProxyShape(mesh: Mesh, model: LinearModel, tree: Tree, options: ProxyOptions = {}): ProxyShape {
  requireParts('createProxyShape', mesh, model, LINEAR_MODEL, tree);
  return runNow(proxySteps('createProxyShape', mesh, model, tree, options));
}

/** {@link createProxyShape} in slices, with progress and the option to call it off. */
export async function createProxyShapeAsync(
  mesh: Mesh,
  model: LinearModel,
  tree: Tree,
  options: ProxyOptions & LongWorkOptions = {},
): Promise<ProxyShape> {
  requireParts('createProxyShapeAsync', mesh, model, LINEAR_MODEL, tree);
  return runInSlices(proxySteps('createProxyShapeAsync', mesh, model, tree, options), options);
}

/** The same, step by step. */
export function* proxySteps(
  caller: string,
  mesh: Mesh,
  model: LinearModel,
  tree: Tree,
  options: ProxyOptions,
): LongWork<ProxyShape> {
  const { level, errorSize } = { ...PROXY_DEFAULTS, ...options };
  requireCut(caller, level, errorSize);
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
  const triangles = orderTriangles(mesh, wide);
  const seenBy = new Int32Array(mesh.vertexCount).fill(-1);
  const vertices = new Uint32Array(mesh.vertexCount);
  // Children come behind their parents, so backward every proxy comes before the nodes that wrap it.
  for (let node = wide.nodeCount - 1; node >= 0; node--) {
    const at = layout.slots[node];
    if (isLeaf(wide, node)) fit.aroundVertices(at, vertices, gatherVertices(wide, triangles, node, seenBy, vertices));
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

interface ProxyLayout extends BlockLayout {
  readonly proxyCount: number;
  /** The slot of each proxy, and its triangles. */
  readonly proxySlots: Uint32Array;
  readonly ranges: Uint32Array;
  /** The first proxy below each node, and the one behind the last. */
  readonly firstProxies: Uint32Array;
  readonly endProxies: Uint32Array;
}

/** Blocks as those of any tree, but that a leaf is a proxy, numbered in depth-first order. */
function layOutProxies(tree: Tree): ProxyLayout {
  const { arity, children, nodeCount } = tree;
  const layout = layOutBlocks(tree);
  const firstProxies = new Uint32Array(nodeCount);
  const endProxies = new Uint32Array(nodeCount);
  const proxySlots: number[] = [];
  const ranges: number[] = [];
  for (let node = 0; node < nodeCount; node++) {
    firstProxies[node] = proxySlots.length;
    if (!isLeaf(tree, node)) continue;
    layout.words[layout.slots[node]] = leafWord(proxySlots.length, 1);
    proxySlots.push(layout.slots[node]);
    ranges.push(tree.ranges[node * 2], tree.ranges[node * 2 + 1]);
  }
  for (let node = nodeCount - 1; node >= 0; node--) {
    let end = firstProxies[node] + 1;
    for (let lane = 0; lane < arity && children[node * arity + lane] !== NO_NODE; lane++) {
      end = endProxies[children[node * arity + lane]];
    }
    endProxies[node] = end;
  }
  return {
    ...layout,
    proxyCount: proxySlots.length,
    proxySlots: Uint32Array.from(proxySlots),
    ranges: Uint32Array.from(ranges),
    firstProxies,
    endProxies,
  };
}
