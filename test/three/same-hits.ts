/** Holds the raycasts of deform trees against those of three.js itself. */
import { type Intersection, Mesh, type Object3D, type Raycaster, SkinnedMesh, Sphere, Vector3 } from 'three';
import { acceleratedDeformRaycast } from 'pliant/three';
import { expect } from 'vitest';

// oxlint-disable typescript/unbound-method -- called on the meshes that they are put on
const meshRaycast = Mesh.prototype.raycast;
const skinnedRaycast = SkinnedMesh.prototype.raycast;
// oxlint-enable typescript/unbound-method

/** How near to an edge a hit may be for three.js and us to see it in different faces. */
const EDGE = 1e-4;

/** What is compared: the ray, the size of the scene in the world, and what to say when it fails. */
interface Comparison {
  readonly direction: Vector3;
  readonly tolerance: number;
  readonly what: string;
}

/** Has deform trees do raycasts, as users would. */
export function patchPrototypes(): void {
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
 * ray passes it at an edge, within what rounding a vertex to float32 explains. `size` is that of the scene in the world. Returns
 * how many hits there are.
 */
export function expectSameRaycast(raycaster: Raycaster, object: Object3D, size: number, what: string): number {
  const wanted = raycastByThree(raycaster, object);
  const found = raycastByTrees(raycaster, object);
  const comparison: Comparison = { direction: raycaster.ray.direction, tolerance: size * 2e-6, what };
  expectSameHits(found, wanted, comparison);
  const firsts = raycastByTrees(raycaster, object, true);
  expect(new Set(firsts.map((hit) => hit.object)).size, `${what}: one hit for each object`).toBe(firsts.length);
  expectSameFirst(firsts[0], wanted, comparison);
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

function expectSameHits(found: readonly Intersection[], wanted: readonly Intersection[], comparison: Comparison): void {
  const { what } = comparison;
  expect(
    found.every((hit, i) => i === 0 || found[i - 1].distance <= hit.distance),
    `${what}: nearest first`,
  ).toBe(true);
  const unmatched = new Set(found);
  for (const hit of wanted) {
    const match = found.find((other) => unmatched.has(other) && isSameFace(other, hit));
    if (match) {
      unmatched.delete(match);
      expectSameFields(match, hit, comparison);
    } else {
      expect(edgeDistance(hit), `${what}: face ${hit.faceIndex} at ${hit.distance} is missing`).toBeLessThan(EDGE);
    }
  }
  for (const hit of unmatched) {
    expect(edgeDistance(hit), `${what}: face ${hit.faceIndex} at ${hit.distance} is too much`).toBeLessThan(EDGE);
  }
}

/** Expects the first of our hits to be the first of three.js, or one that ties with it. */
function expectSameFirst(
  found: Intersection | undefined,
  wanted: readonly Intersection[],
  comparison: Comparison,
): void {
  const { tolerance, what } = comparison;
  const first = wanted[0] as Intersection | undefined;
  if (!found || !first) {
    const lone = found ?? first;
    expect(lone ? edgeDistance(lone) : 0, `${what}: only one side has a hit`).toBeLessThan(EDGE);
  } else if (isSameFace(found, first)) {
    expectSameFields(found, first, comparison);
  } else if (Math.abs(found.distance - first.distance) > 4 * tolerance) {
    expect(Math.min(edgeDistance(found), edgeDistance(first)), `${what}: another face is first`).toBeLessThan(EDGE);
  }
}

function isSameFace(a: Intersection, b: Intersection): boolean {
  return a.faceIndex === b.faceIndex && a.object === b.object && a.face!.materialIndex === b.face!.materialIndex;
}

function expectSameFields(found: Intersection, wanted: Intersection, comparison: Comparison): void {
  const { direction, tolerance, what } = comparison;
  const where = `${what}, face ${wanted.faceIndex}`;
  const face = worldFace(wanted);
  // Where the ray is nearly in the plane of the face, the point slides along.
  const slide = tolerance / Math.max(1e-3, Math.abs(face.normal.dot(direction)));
  expect(Object.keys(found).sort(), where).toEqual(Object.keys(wanted).sort());
  expect(Math.abs(found.distance - wanted.distance), `${where}: distance`).toBeLessThanOrEqual(slide);
  expect(found.point.distanceTo(wanted.point), `${where}: point`).toBeLessThanOrEqual(slide);
  const { normal: foundNormal, ...foundFace } = found.face!;
  const { normal: wantedNormal, ...wantedFace } = wanted.face!;
  expect(foundFace, where).toEqual(wantedFace);
  // What is interpolated changes all over a face within its height: small and thin faces are not known better.
  const share = slide / face.height;
  expect(foundNormal.distanceTo(wantedNormal), `${where}: normal of the face`).toBeLessThan(1e-4 + 4 * share);
  expect(found.barycoord!.distanceTo(wanted.barycoord!), `${where}: barycoord`).toBeLessThan(1e-4 + 4 * share);
  for (const key of ['uv', 'uv1', 'normal'] as const) {
    const a = found[key]?.toArray() ?? [];
    const b = wanted[key]?.toArray() ?? [];
    expect(a.length, `${where}: ${key}`).toBe(b.length);
    a.forEach((value, i) => expect(Math.abs(value - b[i]), `${where}: ${key}`).toBeLessThan(1e-3 + 8 * share));
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
