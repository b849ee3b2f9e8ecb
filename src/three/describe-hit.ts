/**
 * What three.js says of a hit. Written out in numbers: after other work, code has to come from memory as much as data has, and
 * the methods of its vectors, each inlined where it is called, are several times as long.
 */
import { Triangle, Vector2, Vector3 } from 'three';
import type { BufferAttribute, Intersection, Mesh } from 'three';
import { isSideHit } from './face-filter.js';
import type { FaceUse } from './face-filter.js';
import type { Attribute } from './geometry-source.js';
import type { RayQuery } from './ray-query.js';

/** Three posed corners in a row for each face, by the place of the face in the order of the leaves. */
export interface PosedFaces {
  readonly corners: Uint32Array;
  readonly posed: Float32Array;
}

// Written and read within one call, in which nobody else's code runs.
const barycoord = new Vector3();

/**
 * Describes where the ray hits a face, its place and use being known; undefined where the hit does not count: from its side, or
 * at its distance.
 */
export function describeHit(
  query: RayQuery,
  mesh: Mesh,
  { corners, posed }: PosedFaces,
  place: number,
  face: number,
  parameter: number,
  use: FaceUse,
): Intersection | undefined {
  const { ray } = query;
  const dx = ray[3];
  const dy = ray[4];
  const dz = ray[5];
  const atA = corners[place * 3] * 3;
  const atB = corners[place * 3 + 1] * 3;
  const atC = corners[place * 3 + 2] * 3;
  const ax = posed[atA];
  const ay = posed[atA + 1];
  const az = posed[atA + 2];
  // Edges from A to B and to C.
  const bx = posed[atB] - ax;
  const by = posed[atB + 1] - ay;
  const bz = posed[atB + 2] - az;
  const cx = posed[atC] - ax;
  const cy = posed[atC + 1] - ay;
  const cz = posed[atC + 2] - az;
  const nx = by * cz - bz * cy;
  const ny = bz * cx - bx * cz;
  const nz = bx * cy - by * cx;
  if (!isSideHit(use.side, nx * dx + ny * dy + nz * dz)) return undefined;

  const px = ray[0] + dx * parameter;
  const py = ray[1] + dy * parameter;
  const pz = ray[2] + dz * parameter;
  const point = new Vector3(px, py, pz);
  if (query.toWorld) point.applyMatrix4(query.toWorld);
  const distance = query.origin.distanceTo(point);
  if (distance < query.near || distance > query.far) return undefined;

  const { attributes, index } = mesh.geometry;
  const a = index === null ? face * 3 : index.array[face * 3];
  const b = index === null ? face * 3 + 1 : index.array[face * 3 + 1];
  const c = index === null ? face * 3 + 2 : index.array[face * 3 + 2];
  // The shares of B and C solve two equations, the point's products with both edges; a face without area has none.
  const bb = bx * bx + by * by + bz * bz;
  const bc = bx * cx + by * cy + bz * cz;
  const cc = cx * cx + cy * cy + cz * cz;
  const bp = bx * (px - ax) + by * (py - ay) + bz * (pz - az);
  const cp = cx * (px - ax) + cy * (py - ay) + cz * (pz - az);
  const determinant = bb * cc - bc * bc;
  const shareB = determinant === 0 ? 0 : (cc * bp - bc * cp) / determinant;
  const shareC = determinant === 0 ? 0 : (bb * cp - bc * bp) / determinant;
  barycoord.set(determinant === 0 ? 0 : 1 - shareB - shareC, shareB, shareC);
  const length = Math.sqrt(nx * nx + ny * ny + nz * nz);
  const normalScale = length > 0 ? 1 / length : 0;
  const normal = new Vector3(nx * normalScale, ny * normalScale, nz * normalScale);

  const hit: Intersection = {
    distance,
    point,
    object: mesh,
    face: { a, b, c, normal, materialIndex: use.materialIndex },
    faceIndex: face,
    barycoord: new Vector3(barycoord.x, barycoord.y, barycoord.z),
  };
  const { uv, uv1, normal: normals } = attributes as Record<string, Attribute | undefined>;
  if (uv) hit.uv = interpolatePair(uv, a, b, c);
  if (uv1) hit.uv1 = interpolatePair(uv1, a, b, c);
  if (normals) {
    hit.normal = interpolateTriple(normals, a, b, c);
    const { x, y, z } = hit.normal;
    if (x * dx + y * dy + z * dz > 0) hit.normal.set(-x, -y, -z);
  }
  return hit;
}

/** Interpolates the first two numbers of an attribute, by {@link barycoord}. */
function interpolatePair(attribute: Attribute, a: number, b: number, c: number): Vector2 {
  if (!isPlain(attribute)) return Triangle.getInterpolatedAttribute(attribute, a, b, c, barycoord, new Vector2());
  const { array, itemSize } = attribute;
  const { x, y, z } = barycoord;
  return new Vector2(
    array[a * itemSize] * x + array[b * itemSize] * y + array[c * itemSize] * z,
    array[a * itemSize + 1] * x + array[b * itemSize + 1] * y + array[c * itemSize + 1] * z,
  );
}

/** The same for three numbers. */
function interpolateTriple(attribute: Attribute, a: number, b: number, c: number): Vector3 {
  if (!isPlain(attribute)) return Triangle.getInterpolatedAttribute(attribute, a, b, c, barycoord, new Vector3());
  const { array, itemSize } = attribute;
  const { x, y, z } = barycoord;
  return new Vector3(
    array[a * itemSize] * x + array[b * itemSize] * y + array[c * itemSize] * z,
    array[a * itemSize + 1] * x + array[b * itemSize + 1] * y + array[c * itemSize + 1] * z,
    array[a * itemSize + 2] * x + array[b * itemSize + 2] * y + array[c * itemSize + 2] * z,
  );
}

/** Whether its numbers are float32 in a row, to be taken as they are. */
function isPlain(attribute: Attribute): attribute is BufferAttribute & { readonly array: Float32Array } {
  return !('data' in attribute) && attribute.array instanceof Float32Array && !attribute.normalized;
}
