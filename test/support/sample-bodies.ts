/** Bodies for tests: one call from a mesh and its fields to something that can be queried, on either backend. */
import {
  type Backend,
  type BuildOptions,
  type Kernels,
  type Mesh,
  type RefitBody,
  buildTree,
  createLinearModel,
  createRefitBody,
  loadKernels,
} from 'pliant';

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

/** A body with a model and a tree of its own. */
export function makeBody(
  kernels: Kernels,
  mesh: Mesh,
  fields: readonly Float32Array[] = [],
  { bound, build }: (typeof SETUPS)[number] = SETUPS[0],
): RefitBody {
  return createRefitBody(kernels, {
    mesh,
    model: createLinearModel(mesh, fields),
    tree: buildTree(mesh, build),
    bound,
  });
}
