/**
 * The baseline of kinetic trees: pose all vertices of a recorded motion, then refit all boxes bottom-up, each in one sweep of SIMD through memory. Vertices are in the order of the tree, so that leaves find
 * theirs side by side; the keys lie there in that order, too, each of different ones once, before anything is measured.
 */
import type { Mesh, Tree } from 'pliant/parts';
import { buildTree } from 'pliant/parts';
import type { BuildOptions } from 'pliant/parts';
import { KERNELS_WASM_TEXT } from './generated/refit-wasm.js';
import { createRefitPlan } from './refit-plan.js';
import type { RefitPlan } from './refit-plan.js';
import { BOX_STRIDE } from './refit-body.js';

/** A recorded motion. */
export interface RecordedMotion {
  readonly mesh: Mesh;
  readonly times: ArrayLike<number>;
  readonly frames: readonly Float32Array[];
}

const ROW = 16;
const PAGE = 65_536;

interface KeyedKernels {
  readonly poseKeys: (last: number, next: number, passed: number, rate: number, rows: number, out: number) => void;
  readonly refitBoxes: (
    nodes: number,
    nodeCount: number,
    arity: number,
    leafVertices: number,
    positions: number,
    boxes: number,
  ) => void;
}

const compiled = new WebAssembly.Module(Buffer.from(KERNELS_WASM_TEXT, 'base64'));

/** A motion that is posed and refitted as a whole. It has a memory of its own. */
export class KeyedRefitBody {
  readonly tree: Tree;
  /** The tree as words, and corners of triangles by the numbers of `positions`. */
  readonly plan: RefitPlan;
  /** Posed positions, three per vertex, in the order of the tree. */
  readonly positions: Float32Array;
  /** Boxes of all nodes, `BOX_STRIDE` numbers each. */
  readonly boxes: Float32Array;
  readonly #kernels: KeyedKernels;
  readonly #times: ArrayLike<number>;
  readonly #keys: number;
  readonly #keyBytes: number;
  /** Which of the keys in memory each key is. */
  readonly #which: Uint32Array;
  readonly #at: { readonly nodes: number; readonly leaves: number; readonly positions: number; readonly boxes: number };

  /** Over a tree that is built with options, or there already. */
  constructor({ frames, mesh, times }: RecordedMotion, options: BuildOptions | Tree) {
    const built = 'triangleOrder' in options ? options : buildTree(mesh, options);
    const different = [...new Set(frames)];
    this.#which = Uint32Array.from(frames, (frame) => different.indexOf(frame));
    const numbers = numberVertices(mesh, built);
    const triangles = mesh.triangles.map((vertex) => numbers[vertex]);
    this.tree = built;
    this.plan = createRefitPlan(built, { ...mesh, triangles });
    this.#times = times;
    // The load of the last vertex reaches past the last coordinate.
    this.#keyBytes = Math.ceil((mesh.vertexCount * 12) / ROW) * ROW + ROW;
    const sizes = [
      this.plan.nodes.byteLength,
      this.plan.leafVertices.byteLength,
      this.#keyBytes,
      built.nodeCount * BOX_STRIDE * 4,
      this.#keyBytes * different.length,
    ];
    const places = sizes.map((_, i) => sizes.slice(0, i).reduce((sum, size) => sum + Math.ceil(size / ROW) * ROW, 0));
    const end = places[4] + sizes[4];
    const memory = new WebAssembly.Memory({ initial: Math.ceil(end / PAGE) });
    const { buffer } = memory;
    const [nodes, leaves, positions, boxes, keys] = places;
    this.#at = { nodes, leaves, positions, boxes };
    this.#keys = keys;
    new Uint32Array(buffer, nodes).set(this.plan.nodes);
    new Uint32Array(buffer, leaves).set(this.plan.leafVertices);
    different.forEach((frame, key) => {
      const words = new Float32Array(buffer, keys + key * this.#keyBytes, mesh.vertexCount * 3);
      for (let i = 0; i < frame.length; i++) words[numbers[Math.floor(i / 3)] * 3 + (i % 3)] = frame[i];
    });
    this.positions = new Float32Array(buffer, positions, mesh.vertexCount * 3);
    this.boxes = new Float32Array(buffer, boxes, built.nodeCount * BOX_STRIDE);
    this.#kernels = new WebAssembly.Instance(compiled, { env: { memory } }).exports as unknown as KeyedKernels;
  }

  /** Poses all vertices at a time before the last key, and refits all boxes. */
  pose(time: number): void {
    const { boxes, leaves, nodes, positions } = this.#at;
    const times = this.#times;
    let key = 0;
    while (key + 2 < times.length && times[key + 1] <= time) key++;
    const last = this.#keys + this.#which[key] * this.#keyBytes;
    const next = this.#keys + this.#which[key + 1] * this.#keyBytes;
    const rows = this.#keyBytes / ROW - 1;
    const rate = 1 / (times[key + 1] - times[key]);
    this.#kernels.poseKeys(last, next, time - times[key], rate, rows, positions);
    this.#kernels.refitBoxes(nodes, this.tree.nodeCount, this.tree.arity, leaves, positions, boxes);
  }
}

/** Numbers vertices in the order in which the leaves come to them. */
function numberVertices({ triangles, vertexCount }: Mesh, { triangleOrder }: Tree): Uint32Array {
  const numbers = new Uint32Array(vertexCount).fill(0xffffffff);
  let count = 0;
  const give = (vertex: number): void => {
    if (numbers[vertex] === 0xffffffff) numbers[vertex] = count++;
  };
  for (const triangle of triangleOrder)
    for (let corner = 0; corner < 3; corner++) give(triangles[triangle * 3 + corner]);
  for (let vertex = 0; vertex < vertexCount; vertex++) give(vertex);
  return numbers;
}
