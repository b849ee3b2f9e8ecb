/** Holds the raycasts of deform trees against those of three.js itself. */
import { type Intersection, Mesh, type Object3D, type Raycaster, SkinnedMesh, Sphere, Vector3 } from 'three';
import { acceleratedDeformRaycast, intersectFirst } from 'pliant/three';
import { expect } from 'vitest';

// oxlint-disable typescript/unbound-method -- called on the meshes that they are put on
const meshRaycast = Mesh.prototype.raycast;
const skinnedRaycast = SkinnedMesh.prototype.raycast;
// oxlint-enable typescript/unbound-method

/** How near to an edge a hit may be for three.js and us to see it in different faces. */
const EDGE = 1e-4;

/** What is compared: the ray, how far apart points may be, and what has been found wrong; one `expect` per ray is fast. */
interface Comparison {
  readonly direction: Vector3;
  readonly tolerance: number;
  readonly problems: string[];
}

/** Has deform trees do raycasts, as users would. */
function patchPrototypes(): void {
  Mesh.prototype.raycast = acceleratedDeformRaycast;
  SkinnedMesh.prototype.raycast = acceleratedDeformRaycast;
}

/** Leaves raycasts to three.js again. */
export function restorePrototypes(): void {
  Mesh.prototype.raycast = meshRaycast;
  SkinnedMesh.prototype.raycast = skinnedRaycast;
}

/** Hits of three.js. */
export function raycastByThree(raycaster: Raycaster, object: Object3D): Intersection[] {
  restorePrototypes();
  return raycaster.intersectObject(object);
}

/** Hits of the deform trees in a scene. */
export function raycastByTrees(raycaster: Raycaster, object: Object3D, firstHitOnly = false): Intersection[] {
  patchPrototypes();
  raycaster.firstHitOnly = firstHitOnly;
  try {
    return raycaster.intersectObject(object);
  } finally {
    raycaster.firstHitOnly = false;
    restorePrototypes();
  }
}

/**
 * Expects the same hits: the same faces at the same distances, with the same fields. A face may be missing on one side where the
 * ray passes it at an edge, within what rounding a vertex to float32 explains. `size` is that of the scene in the world; `asked` are those
 * who answer, if not what three.js is asked about. Returns how many hits there are.
 */
export function expectSameRaycast(
  raycaster: Raycaster,
  object: Object3D,
  size: number,
  what: string,
  asked: readonly Object3D[] = [object],
): number {
  const wanted = raycastByThree(raycaster, object);
  for (const one of asked) {
    const found = raycastByTrees(raycaster, one);
    const comparison: Comparison = { direction: raycaster.ray.direction, tolerance: size * 2e-6, problems: [] };
    compareHits(found, wanted, comparison);
    const firsts = raycastByTrees(raycaster, one, true);
    const most = 'isMergedMesh' in one ? 1 : new Set(firsts.map((hit) => hit.object)).size;
    if (firsts.length > most) comparison.problems.push('more than one first hit');
    compareFirst(firsts[0], wanted, comparison);
    compareFirst(intersectFirst(raycaster, one) ?? undefined, wanted, comparison);
    expect(comparison.problems, what).toEqual([]);
  }
  return wanted.length;
}

/** Makes the bounding volumes that three.js keeps right for the present pose. */
export function refreshBounds(object: Object3D): void {
  object.traverse((part) => {
    if ('isSkinnedMesh' in part) {
      (part as SkinnedMesh).computeBoundingSphere();
      (part as SkinnedMesh).computeBoundingBox();
    } else if ('isMesh' in part) {
      // Of morph targets three.js bounds influences from 0 to 1 alone; here there are others too.
      const { geometry } = part as Mesh;
      geometry.boundingSphere = new Sphere(new Vector3(), 1e12);
      geometry.boundingBox = null;
    }
  });
}

function compareHits(found: readonly Intersection[], wanted: readonly Intersection[], comparison: Comparison): void {
  const { problems } = comparison;
  if (found.some((hit, i) => i > 0 && found[i - 1].distance > hit.distance)) problems.push('not nearest first');
  const unmatched = new Set(found);
  for (const hit of wanted) {
    const match = found.find((other) => unmatched.has(other) && isSameFace(other, hit));
    if (match) {
      unmatched.delete(match);
      compareFields(match, hit, comparison);
    } else if (edgeDistance(hit) > EDGE) {
      problems.push(`face ${hit.faceIndex} at ${hit.distance} is missing`);
    }
  }
  for (const hit of unmatched) {
    if (edgeDistance(hit) > EDGE) problems.push(`face ${hit.faceIndex} at ${hit.distance} is too much`);
  }
}

/** The first of our hits must be the first of three.js, or one that ties with it. */
function compareFirst(found: Intersection | undefined, wanted: readonly Intersection[], comparison: Comparison): void {
  const { problems, tolerance } = comparison;
  const first = wanted[0] as Intersection | undefined;
  if (!found || !first) {
    const lone = found ?? first;
    if (lone && edgeDistance(lone) > EDGE) problems.push('only one side has a first hit');
  } else if (isSameFace(found, first)) {
    compareFields(found, first, comparison);
  } else if (
    Math.abs(found.distance - first.distance) > 4 * tolerance &&
    Math.min(edgeDistance(found), edgeDistance(first)) > EDGE
  ) {
    problems.push(`face ${found.faceIndex} is first, not ${first.faceIndex}`);
  }
}

function isSameFace(a: Intersection, b: Intersection): boolean {
  return a.faceIndex === b.faceIndex && a.object === b.object && a.face!.materialIndex === b.face!.materialIndex;
}

function compareFields(found: Intersection, wanted: Intersection, comparison: Comparison): void {
  const { direction, problems, tolerance } = comparison;
  const face = worldFace(wanted);
  // Where the ray is nearly in the plane of the face, the point slides along.
  const slide = tolerance / Math.max(1e-3, Math.abs(face.normal.dot(direction)));
  // What is interpolated changes all over a face within its height: small and thin faces are not known better.
  const share = slide / face.height;
  const check = (name: string, difference: number, limit: number): void => {
    if (!(difference <= limit)) problems.push(`${name} of face ${wanted.faceIndex} is off by ${difference}`);
  };
  const keys = Object.keys(wanted).sort().join();
  if (Object.keys(found).sort().join() !== keys) problems.push(`fields ${Object.keys(found).join()}, not ${keys}`);
  check('distance', Math.abs(found.distance - wanted.distance), slide);
  check('point', found.point.distanceTo(wanted.point), slide);
  check('face normal', found.face!.normal.distanceTo(wanted.face!.normal), 1e-4 + 4 * share);
  check('barycoord', found.barycoord!.distanceTo(wanted.barycoord!), 1e-4 + 4 * share);
  for (const key of ['a', 'b', 'c'] as const) check(key, Math.abs(found.face![key] - wanted.face![key]), 0);
  for (const key of ['uv', 'uv1', 'normal'] as const) {
    const a = found[key]?.toArray() ?? [];
    const b = wanted[key]?.toArray() ?? [];
    check(`numbers of ${key}`, Math.abs(a.length - b.length), 0);
    a.forEach((value, i) => check(key, Math.abs(value - b[i]), 1e-3 + 8 * share));
  }
}

/** Least weight of a corner: 0 on an edge. */
function edgeDistance({ barycoord }: Intersection): number {
  return Math.min(Math.abs(barycoord!.x), Math.abs(barycoord!.y), Math.abs(barycoord!.z));
}

function worldFace({ face, object }: Intersection): { normal: Vector3; height: number } {
  const mesh = object as Mesh;
  const [a, b, c] = [face!.a, face!.b, face!.c].map((vertex) =>
    mesh.getVertexPosition(vertex, new Vector3()).applyMatrix4(mesh.matrixWorld),
  );
  const normal = b.clone().sub(a).cross(c.clone().sub(a));
  const area = normal.length();
  const longest = Math.max(a.distanceTo(b), b.distanceTo(c), c.distanceTo(a));
  return { normal: normal.normalize(), height: area / longest };
}
