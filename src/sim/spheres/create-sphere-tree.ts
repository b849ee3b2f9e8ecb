/**
 * Builds a tree of spheres around the medial axis of a surface, after Bradshaw and O'Sullivan 2004 ("Adaptive medial-axis approximation for sphere-tree construction"): spheres
 * stand out of the object as little as possible, each encloses the part of the surface that it answers for, and parts that stand out most get most spheres.
 *
 * A level is built in two steps. First each part finds out how little its spheres stand out with the full number of them; the worst part decides what the level can reach. Then
 * each part takes as few spheres as reach that. So a level of equal error has fewer spheres than one where all nodes have as many children.
 */
import { describe, requireInteger, requireNames, withDefaults } from '../../checks.js';
import { PliantError } from '../../errors.js';
import { rescale, runInSlices, runNow } from '../../long-work.js';
import type { LongWork, LongWorkOptions } from '../../long-work.js';
import type { Mesh } from '../../parts.js';
import { createLayout, finishTree } from './lay-out.js';
import type { Layout } from './lay-out.js';
import { CENTER } from './move-center.js';
import { createPieces } from './pieces.js';
import { DISTANCE, createSolid, measureDistance } from './solid.js';
import type { SphereTree } from './sphere-tree.js';
import { planPart, splitPart } from './split-part.js';
import type { Group, Plan } from './split-part.js';
import type { Fitting } from './candidate-pool.js';

/** How a tree of spheres is built. */
export interface SphereTreeOptions {
  /** Levels below the root, 0 to 12. A level has up to `branching` times the spheres of the one above. Default 4. */
  readonly depth?: number;
  /** Most children of a node, 2 to 32. Default 8. */
  readonly branching?: number;
  /** No sphere is split whose surface is nowhere farther from the object than this, in the unit of the mesh. 0 or more. Default 0. */
  readonly tolerance?: number;
  /**
   * Holes in the surface that are at most as wide as this share of its diagonal count as closed, so that the surface has an inside. 0 or more; 0 leaves all of them open.
   * Default 0.2.
   */
  readonly holes?: number;
}

/** Used where {@link SphereTreeOptions} are left out. */
export const SPHERE_TREE_DEFAULTS: Required<SphereTreeOptions> = { depth: 4, branching: 8, tolerance: 0, holes: 0.2 };

/**
 * Builds a tree of spheres over a surface. What parts of the surface that are closed enclose belongs to the object: a sphere may be in there as it likes. Open parts have no
 * inside; there, spheres sit on the surface. Takes seconds for some thousand spheres.
 *
 * @throws PliantError `bad-type`, `bad-count`, `bad-number` or `unsupported`, naming the option and its range.
 */
export function createSphereTree(mesh: Mesh, options: SphereTreeOptions = {}): SphereTree {
  return runNow(sphereTreeSteps('createSphereTree', mesh, options));
}

/** {@link createSphereTree} in slices of a few milliseconds, with the same result. */
export async function createSphereTreeAsync(
  mesh: Mesh,
  options: SphereTreeOptions & LongWorkOptions = {},
): Promise<SphereTree> {
  const { onProgress, signal, ...treeOptions } = options;
  return runInSlices(sphereTreeSteps('createSphereTreeAsync', mesh, treeOptions), {
    ...(onProgress && { onProgress }),
    ...(signal && { signal }),
  });
}

/** A part that spheres are to be found for. */
interface Part {
  readonly node: number;
  readonly group: Group;
}

/** Shares of the work. */
const PREPARED = 0.05;
const BUILT = 0.9;

function* sphereTreeSteps(caller: string, mesh: Mesh, options: SphereTreeOptions): LongWork<SphereTree> {
  const { branching, depth, holes, tolerance } = requireOptions(caller, options);
  const solid = yield* rescale(createSolid(mesh, holes), 0, PREPARED);
  const fitting: Fitting = { mesh, solid, pieces: createPieces(mesh) };
  const layout = createLayout();
  let parts: Part[] = [yield* placeRoot(fitting, layout)];
  let share = PREPARED;
  for (let level = 1; level <= depth && parts.length > 0; level++) {
    // Each level costs about as much as all others together times `branching`.
    const end =
      BUILT - ((BUILT - PREPARED) * (sizeOf(branching, depth) - sizeOf(branching, level))) / sizeOf(branching, depth);
    parts = yield* rescale(buildLevel(fitting, layout, parts, branching, tolerance), share, end - share);
    share = end;
  }
  return yield* rescale(finishTree(fitting, layout), BUILT, 1 - BUILT);
}

/** Nodes that are split to have a level. */
function sizeOf(branching: number, level: number): number {
  let sum = 0;
  for (let l = 0, count = 1; l < level; l++, count *= branching) sum += count;
  return sum;
}

function* placeRoot(fitting: Fitting, layout: Layout): LongWork<Part> {
  const { box } = fitting.solid;
  const middle = new Float64Array(4);
  const measured = new Float64Array(DISTANCE.count);
  for (let axis = 0; axis < 3; axis++) middle[axis] = 0.5 * (box[axis] + box[3 + axis]);
  measureDistance(fitting.solid, middle, 0, measured);
  middle[CENTER.distance] = measured[DISTANCE.high];
  const whole = Uint32Array.from({ length: fitting.mesh.triangleCount }, (_, piece) => piece);
  const plan = planPart(fitting, whole, middle, 1);
  yield 0;
  const [group] = yield* quietly(splitPart(fitting, plan, plan.choices[0]));
  layout.spheres.push(...sphereOf(group));
  layout.errors.push(errorOf(group));
  layout.parents.push(0);
  layout.parts.push(group.part);
  layout.levelStart.push(0, 1);
  return { node: 0, group };
}

/** Splits the parts of a level; returns those of the next that can be split again. */
function* buildLevel(
  fitting: Fitting,
  layout: Layout,
  parts: readonly Part[],
  branching: number,
  tolerance: number,
): LongWork<Part[]> {
  const plans: Plan[] = [];
  for (const { node, group } of parts) {
    if (layout.errors[node] > tolerance) plans.push(planPart(fitting, group.part, group.sphere, branching));
    else plans.push({ part: group.part, centers: group.sphere, choices: [] });
    yield (0.3 * plans.length) / parts.length;
  }
  const reached = plans.reduce((largest, { choices }) => Math.max(largest, choices.at(-1)?.cost ?? 0), 0);
  const children: Part[] = [];
  for (const [k, { node, group }] of parts.entries()) {
    const plan = plans[k];
    const choice = plan.choices.find(({ centers, cost }) => centers.length > 1 && cost <= reached);
    if (choice === undefined) continue;
    const share = 0.3 + (0.7 * k) / parts.length;
    const groups = yield* quietly(splitPart(fitting, plan, choice), share);
    if (groups.length < 2) continue;
    for (const child of groups) children.push(addNode(layout, node, keepWithin(layout.errors[node], group, child)));
    yield share;
  }
  if (children.length > 0) layout.levelStart.push(layout.parents.length);
  return children;
}

/** A child that would stand out more than its parent has the sphere of its parent, which encloses its part as well. */
function keepWithin(error: number, parent: Group, child: Group): Group {
  return errorOf(child) <= error ? child : { sphere: parent.sphere, part: child.part };
}

function addNode(layout: Layout, parent: number, group: Group): Part {
  const node = layout.parents.length;
  layout.spheres.push(...sphereOf(group));
  layout.errors.push(errorOf(group));
  layout.parents.push(parent);
  layout.parts.push(group.part);
  return { node, group };
}

function sphereOf({ sphere }: Group): number[] {
  return [sphere[0], sphere[1], sphere[2], sphere[CENTER.radius]];
}

/** No point of the sphere is farther from the object: the signed distance changes by no more than the way from the centre. */
function errorOf({ sphere }: Group): number {
  return Math.max((sphere[CENTER.radius] + sphere[CENTER.distance]) * (1 + 1e-15), 0);
}

/** Turns steps into long work. */
function* quietly<Result>(steps: Generator<void, Result, void>, share = 0): LongWork<Result> {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    yield share;
  }
}

function requireOptions(caller: string, options: SphereTreeOptions): Required<SphereTreeOptions> {
  requireNames(caller, options, Object.keys(SPHERE_TREE_DEFAULTS));
  const chosen = withDefaults(SPHERE_TREE_DEFAULTS, options);
  requireInteger(caller, 'depth', chosen.depth, 0, 12);
  requireInteger(caller, 'branching', chosen.branching, 2, 32);
  for (const name of ['tolerance', 'holes'] as const) {
    const value: unknown = chosen[name];
    if (typeof value !== 'number') {
      throw new PliantError('bad-type', `${caller}: ${name} is ${describe(value)}; pass a number of 0 or more`);
    }
    if (!(value >= 0)) throw new PliantError('bad-number', `${caller}: ${name} is ${value}; pass 0 or more`);
  }
  return chosen;
}
