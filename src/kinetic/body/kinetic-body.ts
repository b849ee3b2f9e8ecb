/**
 * Kinetic bodies: every question that there is, asked of a kinetic tree at its present time. A node is bounded by the six vertices that the tree keeps for it, when a walk first reaches it; triangles are posed patch by patch where
 * a walk comes to them. So a question costs what has happened since the last one, and what it touches.
 */
import { MeshBody } from '../../body/mesh-body.js';
import { requireBodyOptions } from '../../body/options.js';
import type { BodyOptions } from '../../body/options.js';
import type { Body } from '../../body/body.js';
import type { BodyParts } from '../../body/parts.js';
import { describe, requireNames } from '../../checks.js';
import type { Model } from '../../deform/model.js';
import { PliantError } from '../../errors.js';
import { KERNELS_FINGERPRINT } from '../../kernels/generated/kernels-wasm.js';
import type { Kernels } from '../../kernels/kernels.js';
import { loadPathKernels } from '../../kernels/path-kernels.js';
import type { KineticTree } from '../tree-record.js';
import { PathBounder } from './bounder.js';
import { mapTree } from './map-tree.js';
import { PathPoser } from './poser.js';

/**
 * Creates a body that is where the triangles of a kinetic tree are. `advance`, `setFlight` and all else that changes the tree is seen by the next query. Triangles of hits are items of the tree, and
 * `body.positions` has its vertices by their numbers. The body may be placed; it holds memory: `dispose()` it when done.
 *
 * After items came or went, and after `rebuildAt`, the next query maps the tree anew, which takes time for each triangle; after anything else it takes the time of what happened, and when a key
 * is passed that of copying it.
 *
 * @throws PliantError `unsupported` when the tree is over points or a BoxTree, `bad-count` when there is nothing in it.
 */
export function createKineticBody(
  kernels: Kernels,
  tree: KineticTree,
  options: Pick<BodyOptions, 'pruning' | 'strategy'> = {},
): Body {
  const caller = 'createKineticBody';
  if ((kernels as Kernels | undefined)?.mark !== KERNELS_FINGERPRINT || !(tree as KineticTree | undefined)?.paths) {
    throw new PliantError(
      'bad-type',
      `${caller}: kernels and a kinetic tree are needed, got ${describe(kernels)} and ${describe(tree)}; pass what loadKernels of this release and createKineticTree gave`,
    );
  }
  if (tree.form !== 'aabb-tree') {
    throw new PliantError(
      'unsupported',
      `${caller}: the tree is a BoxTree, whose nodes have no boxes of their own; use findLeavesInBox, or a tree of createKineticTree`,
    );
  }
  if (tree.corners !== 3) {
    throw new PliantError(
      'unsupported',
      `${caller}: the tree is over points, and queries are about triangles; use findLeavesInBox, or a tree of createKineticTree`,
    );
  }
  requireNames(caller, options, ['pruning', 'strategy']);
  const chosen = requireBodyOptions(caller, options, NO_MODEL);
  loadPathKernels(caller, kernels);
  return new KineticBody(kernels, tree, chosen);
}

/** Stands where other bodies have a model: it has no numbers to pose by, and whoever asks it for more is told why. */
const NO_MODEL = {
  poseLayout: { weightCount: 0, transformCount: 0, pointCount: 0 },
  get kind(): never {
    throw new PliantError(
      'unsupported',
      'Body.model: a kinetic tree moves this body; read body.positions after body.refit(), or use writePositions',
    );
  },
} as unknown as Model;

class KineticBody extends MeshBody {
  readonly #tree: KineticTree;
  #parts: KineticParts;

  constructor(kernels: Kernels, tree: KineticTree, options: Required<BodyOptions>) {
    const parts = partsOf('createKineticBody', tree);
    super(kernels, parts, options);
    this.#tree = tree;
    this.#parts = parts;
    this.#keepFlights();
  }

  override refresh(): void {
    if (this.#tree.structure !== this.#parts.structure) this.#mapAnew();
    super.refresh();
  }

  override get reach(): number {
    this.refresh();
    return this.worldReach[0];
  }

  #mapAnew(): void {
    const parts = partsOf('Body.refresh', this.#tree);
    this.take(parts);
    this.#parts = parts;
    this.#keepFlights();
  }

  #keepFlights(): void {
    const { poser } = this.#parts;
    this.keep({ forget: () => {}, dispose: () => poser.giveBack(this.kernels) });
  }
}

interface KineticParts extends BodyParts {
  readonly poser: PathPoser;
  /** That of the tree when it was mapped. */
  readonly structure: number;
}

function partsOf(caller: string, tree: KineticTree): KineticParts {
  const map = mapTree(caller, tree);
  const { bounds, mesh, structure } = map;
  return {
    mesh,
    model: NO_MODEL,
    bounds,
    poser: new PathPoser(tree, map),
    bounder: new PathBounder(tree, map),
    structure,
  };
}
