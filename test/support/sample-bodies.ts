/** Bodies for tests: one call from a mesh and its fields to something that can be queried, on either backend. */
import { type Body, type Kernels, createBody, loadKernels } from 'pliant';
import {
  type Backend,
  type BuildOptions,
  type Mesh,
  type Model,
  type Tree,
  BLEND_MODEL,
  buildTree,
  createBdTree,
  createBlendTree,
  createLinearModel,
} from 'pliant/parts';

/** Both backends, loaded once per test file. */
export const BACKENDS: Readonly<Record<Backend, Kernels>> = {
  wasm: await loadKernels({ backend: 'wasm' }),
  typescript: await loadKernels({ backend: 'typescript' }),
};

/** Kinds of bounds and trees that every test of bodies goes through. */
export const SETUPS: readonly { readonly bound: 'box' | 'sphere'; readonly build: Required<BuildOptions> }[] = [
  { bound: 'box', build: { split: 'surface-area', leafSize: 4, arity: 4 } },
  { bound: 'box', build: { split: 'mean', leafSize: 1, arity: 2 } },
  { bound: 'sphere', build: { split: 'mean', leafSize: 1, arity: 2 } },
  { bound: 'sphere', build: { split: 'surface-area', leafSize: 3, arity: 4 } },
];

/** A body with a model and a tree of its own, refitted when its pose has changed. */
export function makeBody(
  kernels: Kernels,
  mesh: Mesh,
  fields: readonly Float32Array[] = [],
  { bound, build }: (typeof SETUPS)[number] = SETUPS[0],
): Body {
  return refittedBody(kernels, { mesh, model: createLinearModel(mesh, fields), tree: buildTree(mesh, build), bound });
}

/** A body of given parts that deforms the whole mesh and refits all bounds when its pose has changed. */
export function refittedBody(
  kernels: Kernels,
  parts: { readonly mesh: Mesh; readonly model: Model; readonly tree: Tree; readonly bound?: 'box' | 'sphere' },
): Body {
  const { bound = 'box', mesh, model, tree } = parts;
  const bounds =
    model.kind === BLEND_MODEL ? createBlendTree(mesh, model, tree) : createBdTree(mesh, model, tree, { bound });
  return createBody(kernels, { mesh, model, bounds }, { strategy: 'refit' });
}
