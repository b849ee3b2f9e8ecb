/**
 * The baseline of questions about a step: both poses are computed as a whole, then all boxes around both are refitted bottom-up, by the SIMD kernels of refit-body.ts. A leaf lists its vertices twice, where they begin
 * and where they end, so that one sweep makes swept boxes.
 */
import type { LinearModel, Mesh, Tree } from 'pliant/parts';
import { BOX_STRIDE, ROW, createRefitKernels, rowCountOf } from './refit-body.js';
import type { RefitKernels } from './refit-body.js';
import { LEAF_BIT, createRefitPlan } from './refit-plan.js';
import type { RefitPlan } from './refit-plan.js';

/** A linear model that is posed at both ends of a step, with swept boxes. It has a memory of its own. */
export class SweptBody {
  readonly tree: Tree;
  readonly plan: RefitPlan;
  /** Positions at both ends, three per vertex. */
  readonly from: Float32Array;
  readonly to: Float32Array;
  /** Swept boxes of all nodes, `BOX_STRIDE` numbers each. */
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
    const { nodes, leafVertices } = this.plan;
    const sizes = sizesOf(model, tree, this.plan);
    const at = { ...sizes };
    let end = 0;
    for (const name of Object.keys(sizes) as (keyof typeof sizes)[]) {
      at[name] = end;
      end += Math.ceil(sizes[name] / ROW) * ROW;
    }
    const { buffer, kernels } = createRefitKernels(end);
    const twice = new Uint32Array(buffer, at.leafVertices, leafVertices.length * 2);
    const words = new Uint32Array(buffer, at.nodes, nodes.length);
    words.set(nodes);
    for (let node = 0; node < nodes.length; node += tree.arity) {
      if (nodes[node] < LEAF_BIT) continue;
      const first = nodes[node] - LEAF_BIT;
      const count = nodes[node + 1];
      words[node] = LEAF_BIT + first * 2;
      words[node + 1] = count * 2;
      for (let k = 0; k < count; k++) {
        twice[first * 2 + k] = leafVertices[first + k];
        twice[first * 2 + count + k] = leafVertices[first + k] + at.to - at.from;
      }
    }
    new Float32Array(buffer, at.rest).set(model.rest);
    new Float32Array(buffer, at.fields).set(model.fields);
    this.#at = at;
    this.#active = new Uint32Array(buffer, at.active, model.fieldCount);
    this.#weights = new Float64Array(buffer, at.weights, model.fieldCount);
    this.from = new Float32Array(buffer, at.from, model.vertexCount * 3);
    this.to = new Float32Array(buffer, at.to, model.vertexCount * 3);
    this.boxes = new Float32Array(buffer, at.boxes, tree.nodeCount * BOX_STRIDE);
    this.#kernels = kernels;
  }

  /** Computes both poses, and all swept boxes. */
  pose(from: ArrayLike<number>, to: ArrayLike<number>): void {
    const at = this.#at;
    this.#deform(from, at.from);
    this.#deform(to, at.to);
    this.#kernels.refitBoxes(at.nodes, this.tree.nodeCount, this.tree.arity, at.leafVertices, at.from, at.boxes);
  }

  #deform(weights: ArrayLike<number>, out: number): void {
    const at = this.#at;
    const { fieldCount, vertexCount } = this.#model;
    let count = 0;
    for (let field = 0; field < fieldCount; field++) {
      if (weights[field] === 0) continue;
      this.#active[count] = field * ROW;
      this.#weights[count++] = weights[field];
    }
    const rows = rowCountOf(vertexCount);
    this.#kernels.deformLinear(at.rest, at.fields, at.active, at.weights, count, fieldCount, rows, out);
  }
}

/** Bytes of everything. The last row of positions, and the load of the last vertex, reach past the last coordinate. */
function sizesOf({ fieldCount, fields, vertexCount }: LinearModel, { nodeCount }: Tree, plan: RefitPlan) {
  const rowBytes = rowCountOf(vertexCount) * ROW + ROW;
  return {
    nodes: plan.nodes.byteLength,
    leafVertices: plan.leafVertices.byteLength * 2,
    rest: rowBytes,
    fields: fields.byteLength,
    active: fieldCount * 4,
    weights: fieldCount * 8,
    from: rowBytes,
    to: rowBytes,
    boxes: nodeCount * BOX_STRIDE * 4,
  };
}
