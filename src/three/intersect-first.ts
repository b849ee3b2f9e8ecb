/**
 * The first hit over many objects. Asked one by one, every mesh would be searched as if it were alone; here what lies behind a hit is
 * not looked at. The mesh that was hit last is likely to be in front again, and is asked before the others.
 */
import type { Intersection, Mesh, Object3D, Raycaster } from 'three';
import type { DeformTree } from './deform-tree.js';
import { hasUsualRaycast } from './mesh-methods.js';

/** How far the search is. */
interface Progress {
  readonly raycaster: Raycaster;
  /** Meshes whose deform trees are asked when everything else has been, and when it would have been their turn. */
  readonly meshes: Mesh[];
  readonly turns: number[];
  /** Turns so far. */
  turnCount: number;
  first: Intersection | null;
  firstTurn: number;
  /** The tree that found it, if one did. */
  firstTree: DeformTree | undefined;
}

/** Counts searches that have hit something, of the whole program: who is asked first makes no difference to what is answered. */
let time = 0;

/**
 * What `raycaster.intersectObjects(objects, recursive)[0]` is, or null where nothing is hit: the first hit on meshes with deform trees
 * and on whatever else a ray can hit. Of hits at the same distance it is that of the object which comes first.
 *
 * Deform trees are asked whether `acceleratedDeformRaycast` is on the prototypes or not, but not those of meshes that have
 * a `raycast` of their own.
 */
export function intersectFirst(
  raycaster: Raycaster,
  objects: Object3D | readonly Object3D[],
  recursive = true,
): Intersection | null {
  const progress: Progress = {
    raycaster,
    meshes: [],
    turns: [],
    turnCount: 0,
    first: null,
    firstTurn: 0,
    firstTree: undefined,
  };
  const { far, firstHitOnly } = raycaster;
  // Whoever has no deform tree need not look for more either.
  raycaster.firstHitOnly = true;
  try {
    if (isObject(objects)) visit(progress, objects, recursive);
    else visitAll(progress, objects, recursive);
    askTrees(progress);
  } finally {
    raycaster.far = far;
    // It may not have been set, and three-mesh-bvh declares that as something else than undefined.
    raycaster.firstHitOnly = firstHitOnly as boolean;
  }
  return progress.first;
}

/** Asks an object and those below it, but for deform trees. As in three.js, who answers false speaks for what is below. */
function visit(progress: Progress, object: Object3D, recursive: boolean): void {
  if (object.layers.test(progress.raycaster.layers)) {
    const turn = progress.turnCount++;
    if (hasTree(object as Mesh)) {
      progress.meshes.push(object as Mesh);
      progress.turns.push(turn);
    } else if (!ask(progress, object, turn)) {
      return;
    }
  }
  if (recursive) visitAll(progress, object.children, true);
}

/** Those that are there now: whoever is asked may add others. */
function visitAll(progress: Progress, objects: readonly Object3D[], recursive: boolean): void {
  for (let i = 0, { length } = objects; i < length; i++) visit(progress, objects[i], recursive);
}

/** Asks an object without a deform tree; answers whether those below it are to be asked. */
function ask(progress: Progress, object: Object3D, turn: number): boolean {
  const found: Intersection[] = [];
  const answer = object.raycast(progress.raycaster, found) as unknown;
  for (const hit of found) keepFirst(progress, hit, turn);
  return answer !== false;
}

function askTrees(progress: Progress): void {
  const { meshes } = progress;
  if (meshes.length === 0) return;
  let last = 0;
  for (let i = 1; i < meshes.length; i++) {
    if (firstAt(meshes[i]) > firstAt(meshes[last])) last = i;
  }
  askTree(progress, last);
  for (let i = 0; i < meshes.length; i++) if (i !== last) askTree(progress, i);
  if (progress.firstTree) progress.firstTree.firstAt = ++time;
}

function askTree(progress: Progress, i: number): void {
  const { first, meshes, raycaster, turns } = progress;
  // Not for others: there, three.js takes `near` off it before it looks at bounds.
  if (first && first.distance < raycaster.far) raycaster.far = first.distance;
  const found: Intersection[] = [];
  const { deformTree } = meshes[i];
  // Someone that was asked in between may have taken it away.
  if (deformTree) deformTree.raycastObject3D(raycaster, found);
  else meshes[i].raycast(raycaster, found);
  for (const hit of found) keepFirst(progress, hit, turns[i], deformTree);
}

/** When a mesh was last in front. */
function firstAt({ deformTree }: Mesh): number {
  return deformTree ? deformTree.firstAt : 0;
}

/** Keeps a hit if it comes before the one that is kept; `tree` is whose it is. */
function keepFirst(progress: Progress, hit: Intersection, turn: number, tree?: DeformTree): void {
  const { first, firstTurn } = progress;
  const isBehind = first && (hit.distance > first.distance || (hit.distance === first.distance && turn >= firstTurn));
  if (isBehind) return;
  progress.first = hit;
  progress.firstTurn = turn;
  progress.firstTree = tree;
}

/** Whether a deform tree answers for a mesh: not where it has a way of its own. */
function hasTree(mesh: Mesh): boolean {
  return mesh.deformTree !== undefined && hasUsualRaycast(mesh);
}

function isObject(objects: Object3D | readonly Object3D[]): objects is Object3D {
  return !Array.isArray(objects);
}
