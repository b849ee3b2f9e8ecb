/**
 * The baseline of the papers' comparison: deform the whole mesh, then refit all boxes bottom-up, both in one sweep through
 * memory, by SIMD kernels. The time grows with the mesh, whatever is asked; nothing beats it when most of the mesh is touched.
 *
 * The library's strategy 'refit' does the same for its own bounds, in blocks of four with leaves of at most 16. This one may
 * have any leaves: with leaves of 64 a frame of the 240 k curtain takes 1.7 ms, with the library's 2.3.
 */
import type { LinearModel, Mesh, Tree } from 'pliant/parts';
import { KERNELS_WASM_TEXT } from './generated/refit-wasm.js';
import { createRefitPlan } from './refit-plan.js';
import type { RefitPlan } from './refit-plan.js';

/** Floats of a box: lowest corner and padding, highest corner and padding. */
export const BOX_STRIDE = 8;
/** Where its highest corner is. */
export const BOX_HIGH = 4;

/** Bytes of a SIMD register. */
export const ROW = 16;
const PAGE = 65_536;

/** The kernels of the baselines. */
export interface RefitKernels {
  readonly deformLinear: (
    rest: number,
    fields: number,
    active: number,
    weights: number,
    activeCount: number,
    fieldCount: number,
    blockCount: number,
    out: number,
  ) => void;
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

/** The kernels, over a memory of so many bytes. */
export function createRefitKernels(bytes: number): { readonly buffer: ArrayBuffer; readonly kernels: RefitKernels } {
  const memory = new WebAssembly.Memory({ initial: Math.ceil(bytes / PAGE) });
  const kernels = new WebAssembly.Instance(compiled, { env: { memory } }).exports as unknown as RefitKernels;
  return { buffer: memory.buffer, kernels };
}

/** One instance of a linear model that is deformed and refitted as a whole. It has a memory of its own. */
export class RefitBody {
  /** The tree over its triangles. */
  readonly tree: Tree;
  /** The tree as words, and the corners of its triangles. */
  readonly plan: RefitPlan;
  /** Posed positions, three per vertex. */
  readonly positions: Float32Array;
  /** Boxes of all nodes, {@link BOX_STRIDE} numbers each. */
  readonly boxes: Float32Array;

  readonly #kernels: RefitKernels;
  readonly #model: LinearModel;
  readonly #at: Readonly<Record<keyof ReturnType<typeof sizesOf>, number>>;
  readonly #active: Uint32Array;
  readonly #weights: Float64Array;

  constructor(mesh: Mesh, model: LinearModel, tree: Tree) {
    this.tree = tree;
    this.plan = createRefitPlan(tree, mesh);
    this.#model = model;
    const sizes = sizesOf(model, tree, this.plan);
    const at = { ...sizes };
    let end = 0;
    for (const name of Object.keys(sizes) as (keyof typeof sizes)[]) {
      at[name] = end;
      end += Math.ceil(sizes[name] / ROW) * ROW;
    }
    const { buffer, kernels } = createRefitKernels(end);
    new Uint32Array(buffer, at.nodes).set(this.plan.nodes);
    new Uint32Array(buffer, at.leafVertices).set(this.plan.leafVertices);
    new Float32Array(buffer, at.rest).set(model.rest);
    new Float32Array(buffer, at.fields).set(model.fields);
    this.#at = at;
    this.#active = new Uint32Array(buffer, at.active, model.fieldCount);
    this.#weights = new Float64Array(buffer, at.weights, model.fieldCount);
    this.positions = new Float32Array(buffer, at.positions, model.vertexCount * 3);
    this.boxes = new Float32Array(buffer, at.boxes, tree.nodeCount * BOX_STRIDE);
    this.#kernels = kernels;
  }

  /** Deforms all positions by the weights, and refits all boxes. */
  pose(weights: Float32Array): void {
    const at = this.#at;
    const { fieldCount, vertexCount } = this.#model;
    let count = 0;
    for (let field = 0; field < fieldCount; field++) {
      if (weights[field] === 0) continue;
      this.#active[count] = field * ROW;
      this.#weights[count++] = weights[field];
    }
    const { deformLinear, refitBoxes } = this.#kernels;
    const blockCount = rowCountOf(vertexCount);
    deformLinear(at.rest, at.fields, at.active, at.weights, count, fieldCount, blockCount, at.positions);
    refitBoxes(at.nodes, this.tree.nodeCount, this.tree.arity, at.leafVertices, at.positions, at.boxes);
  }
}

/** Bytes of everything. The last row of positions, and the load of the last vertex, reach past the last coordinate. */
function sizesOf({ fieldCount, fields, vertexCount }: LinearModel, { nodeCount }: Tree, plan: RefitPlan) {
  const rowBytes = rowCountOf(vertexCount) * ROW + ROW;
  return {
    nodes: plan.nodes.byteLength,
    leafVertices: plan.leafVertices.byteLength,
    rest: rowBytes,
    fields: fields.byteLength,
    active: fieldCount * 4,
    weights: fieldCount * 8,
    positions: rowBytes,
    boxes: nodeCount * BOX_STRIDE * 4,
  };
}

/** SIMD registers that hold three coordinates per vertex. */
export function rowCountOf(vertexCount: number): number {
  return Math.ceil((vertexCount * 3) / 4);
}
