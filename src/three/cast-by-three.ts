/**
 * Rays that three.js casts itself. A draw range or group that begins in the middle of a face makes up faces of its own: three.js
 * takes corners three by three from there, across those of the geometry. No tree has such faces. All vertices are posed then, for
 * every ray, which is slow and right.
 */
// Methods that are called on whatever they were taken from:
// oxlint-disable typescript/unbound-method
import { BatchedMesh, InstancedMesh, Matrix4, Mesh, Raycaster, SkinnedMesh, Sphere, Vector3 } from 'three';
import type { BufferGeometry, Intersection, Material, Ray } from 'three';
import type { MaterialOrSide } from './face-filter.js';

/** A ray, and what counts of its hits. */
export interface RayOfThree {
  readonly ray: Ray;
  readonly near: number;
  readonly far: number;
  /** Left out, those of the mesh. */
  readonly materials: MaterialOrSide | undefined;
  readonly firstOnly: boolean;
}

// What three.js does, or whoever was there before this module was loaded.
const meshRaycast = Mesh.prototype.raycast;
const skinnedRaycast = SkinnedMesh.prototype.raycast;
const instancedRaycast = InstancedMesh.prototype.raycast;
const batchedRaycast = BatchedMesh.prototype.raycast;

// Written and read within one call; the raycasts of three.js, which run in it, keep what they need in such a way themselves.
const raycaster = new Raycaster();
const everywhere = new Sphere(new Vector3(), Infinity);
const space = new Matrix4();

/** What takes a part to the space of a mesh. It holds until the next call. */
export function spaceIn({ matrixWorld }: Mesh, part: Mesh): Matrix4 {
  if (part.matrixWorld === matrixWorld) return space.identity();
  return space.copy(matrixWorld).invert().multiply(part.matrixWorld);
}

/** Appends what three.js finds. */
export function raycastByThree(mesh: Mesh, caster: Raycaster, intersects: Intersection[]): void {
  if ('isSkinnedMesh' in mesh) skinnedRaycast.call(mesh as SkinnedMesh, caster, intersects);
  else if ('isInstancedMesh' in mesh) instancedRaycast.call(mesh as InstancedMesh, caster, intersects);
  else if ('isBatchedMesh' in mesh) batchedRaycast.call(mesh as BatchedMesh, caster, intersects);
  else meshRaycast.call(mesh, caster, intersects);
}

/**
 * What three.js finds on meshes in their present pose, nearest first: bounds that it has kept, of another pose, do not matter.
 * `spaceOf` says what takes a mesh to where the ray is.
 */
export function castByThree(
  meshes: readonly Mesh[],
  ray: RayOfThree,
  spaceOf: (mesh: Mesh) => Matrix4,
): Intersection[] {
  const found = meshes.flatMap((mesh) => castAt(mesh, ray, spaceOf(mesh)));
  found.sort((a, b) => a.distance - b.distance);
  if (ray.firstOnly) found.length = Math.min(found.length, 1);
  return found;
}

function castAt(mesh: Mesh, { ray, near, far, materials: given }: RayOfThree, toWorld: Matrix4): Intersection[] {
  const materials: MaterialOrSide | undefined = given ?? mesh.material;
  // Without a material, or in a space that has no inverse, there is nothing to hit.
  if (materials === undefined || !(Math.abs(toWorld.determinant()) > 0)) return [];
  raycaster.ray.copy(ray);
  raycaster.near = near;
  raycaster.far = far;
  const bounds = { boundingSphere: { value: everywhere }, boundingBox: { value: null } };
  const { drawRange, groups } = mesh.geometry;
  // The mesh and its geometry, but for what is said here.
  const geometry = Object.create(mesh.geometry, {
    ...bounds,
    drawRange: { value: wholeFaces(mesh.geometry, drawRange.start, drawRange.count) },
    groups: {
      value: groups
        .filter(({ materialIndex = 0 }) => hasMaterial(materials, materialIndex))
        .map(({ start, count, materialIndex }) => {
          const begin = Math.max(start, drawRange.start);
          const end = Math.min(start + count, drawRange.start + drawRange.count);
          return { ...wholeFaces(mesh.geometry, begin, end - begin), materialIndex };
        }),
    },
  }) as BufferGeometry;
  const seen = Object.create(mesh, {
    ...bounds,
    geometry: { value: geometry },
    material: { value: typeof materials === 'number' ? { side: materials } : materials },
    matrixWorld: { value: toWorld },
  }) as Mesh;
  const found: Intersection[] = [];
  raycastByThree(seen, raycaster, found);
  for (const hit of found) hit.object = mesh;
  return found;
}

/** Without a last face that lacks corners because the buffer ends there: three.js would look for bones that are not. */
function wholeFaces(
  { index, attributes }: BufferGeometry,
  start: number,
  count: number,
): { start: number; count: number } {
  const corners = Math.max(0, (index ?? attributes['position']).count - start);
  return { start, count: 3 * Math.min(Math.ceil(count / 3), Math.floor(corners / 3)) };
}

function hasMaterial(materials: MaterialOrSide, index: number): boolean {
  return !Array.isArray(materials) || (materials as (Material | undefined)[])[index] !== undefined;
}
