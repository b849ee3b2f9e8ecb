/**
 * What is asked about a character in each frame, chosen so that there is one right answer: rays that hit well inside a face and far
 * from the next one, balls that clearly touch or clearly do not. Rounding then cannot make two right methods differ.
 */
import { createRandom } from 'pliant/exact';
import type { Random } from 'pliant/exact';

import { Box3, Raycaster, Sphere, SkinnedMesh, Vector3 } from 'three';
import type { Intersection, Mesh } from 'three';
import { FRAMES } from './three-characters.js';
import type { Character } from './three-characters.js';
import { triangleMark } from './checksum.js';

/** A ray in the world, and what three.js says that it hits first. */
export interface Pick {
  readonly origin: Vector3;
  readonly direction: Vector3;
  readonly mesh: number;
  readonly face: number;
  readonly distance: number;
  readonly point: Vector3;
  readonly normal: Vector3;
}

/** How near to an edge, in barycentric coordinates, and how close behind each other, in sizes of the character, hits may be. */
const EDGE = 0.02;
const GAP = 1e-3;
/** How far distances may differ, as a part of them. */
const TOLERANCE = 1e-5;
const ATTEMPTS = 100;
/** How far from the surface the center of a ball is, as a part of the size of the character, and how clear it is that it touches. */
const BALL = 0.05;
const CLEAR = 0.005;

/** One ray per frame, from somewhere around to a point of the surface. */
export function choosePicks(character: Character, seed = 6): readonly Pick[] {
  const random = createRandom(seed);
  return Array.from({ length: FRAMES }, (_, frame) => {
    character.pose(frame);
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const pick = tryPick(character, random);
      if (pick) return pick;
    }
    throw new Error(`frame ${frame}: no clear ray was found with seed ${seed}`);
  });
}

/** The checksum of a hit; not a number, which equals nothing, when it is not the one that is right. */
export function pickMark(pick: Pick, mesh: number, face: number, distance: number): number {
  const isRight = Math.abs(distance - pick.distance) <= TOLERANCE * pick.distance;
  return isRight ? triangleMark(face * 4 + mesh) : NaN;
}

/** One ball per frame, in the space of the meshes: it grazes the surface in even frames and stays just off it in odd ones. */
export function chooseBalls(character: Character, picks: readonly Pick[]): readonly Sphere[] {
  const toLocal = character.meshes[0].matrixWorld.clone().invert();
  return picks.map(({ normal, point }, frame) => {
    character.pose(frame);
    const size = sizeOf(character);
    const center = point
      .clone()
      .addScaledVector(normal, BALL * size)
      .applyMatrix4(toLocal);
    const distances = character.meshes.map((mesh) => mesh.deformTree!.closestPointToPoint(center)!.distance);
    return new Sphere(center, Math.min(...distances) * (frame % 2 === 0 ? 1 + CLEAR : 1 - CLEAR));
  });
}

/** What three.js finds, its bounding spheres computed for the pose. */
export function raycastByThree(raycaster: Raycaster, meshes: readonly Mesh[]): Intersection[] {
  // A skinned mesh keeps the sphere of the first pose it was asked in; other meshes have one for all influences.
  for (const mesh of meshes) if (mesh instanceof SkinnedMesh) mesh.computeBoundingSphere();
  return raycaster.intersectObjects(meshes as Mesh[], false);
}

function tryPick(character: Character, random: Random): Pick | undefined {
  const { meshes } = character;
  const target = pointOnSurface(meshes[random.integer(meshes.length)], random);
  const size = sizeOf(character);
  const angle = random.range(0, 2 * Math.PI);
  const from = new Vector3(Math.cos(angle), random.range(-0.2, 0.4), Math.sin(angle)).multiplyScalar(1.5 * size);
  const origin = target.clone().add(from);
  const direction = from.negate().normalize();
  const [first, second] = raycastByThree(new Raycaster(origin, direction), meshes);
  if (first?.barycoord === null || first?.barycoord === undefined) return undefined;
  const { x, y, z } = first.barycoord;
  if (Math.min(x, y, z) < EDGE || (second && second.distance - first.distance < GAP * size)) return undefined;
  const normal = first.face!.normal.clone().transformDirection(first.object.matrixWorld);
  if (normal.dot(direction) > 0) normal.negate();
  const { distance, faceIndex, point } = first;
  return { origin, direction, mesh: meshes.indexOf(first.object as Mesh), face: faceIndex!, distance, point, normal };
}

function pointOnSurface(mesh: Mesh, random: Random): Vector3 {
  const { index } = mesh.geometry;
  const face = random.integer(index!.count / 3);
  const sum = new Vector3();
  const corner = new Vector3();
  for (let k = 0; k < 3; k++) sum.add(mesh.getVertexPosition(index!.getX(face * 3 + k), corner));
  return sum.divideScalar(3).applyMatrix4(mesh.matrixWorld);
}

function sizeOf({ meshes }: Character): number {
  const box = new Box3();
  const own = new Box3();
  for (const mesh of meshes) box.union(mesh.deformTree!.boundingBox(own).applyMatrix4(mesh.matrixWorld));
  return box.getSize(new Vector3()).length();
}
