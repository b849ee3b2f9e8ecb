/** A character of two meshes, and what is expected of it in one piece. */
import { type Random, createRandom } from 'pliant/exact';
import { type MergedMesh, computeDeformTree, disposeDeformTree } from 'pliant/three';
import { Box3, Group, type Object3D, Raycaster, SkinnedMesh, Vector3 } from 'three';
import { expect } from 'vitest';
import { BOTH_SIDES, addSkin, aimAtRandom, makeSkinnedTube, makeTubeGeometry, poseAtRandom } from './make-meshes.js';
import { expectSameRaycast, raycastByTrees, refreshBounds } from './same-hits.js';

const POSES = 5;
const RAYS = 25;

/** A tube that has the bones of another, thinner or thicker. */
export function addCoat(body: SkinnedMesh, width: number, geometry = addSkin(makeTubeGeometry(3))): SkinnedMesh {
  geometry.scale(width, 1, width);
  const coat = new SkinnedMesh(geometry, BOTH_SIDES);
  body.parent!.add(coat);
  coat.bind(body.skeleton, body.bindMatrix);
  body.parent!.updateMatrixWorld(true);
  return coat;
}

/** A tube in a group, and another one around it that the same bones move. */
export function makeCharacter(): { readonly root: Group; readonly body: SkinnedMesh; readonly coat: SkinnedMesh } {
  const root = new Group();
  root.position.set(3, -2, 5);
  root.rotation.set(0.3, 0.4, 0.5);
  const body = makeSkinnedTube();
  root.add(body);
  return { root, body, coat: addCoat(body, 1.3) };
}

/** Casts rays at a character in several poses, and compares what the merged mesh says; every mesh must be hit. */
export function expectSameAsThree(
  root: Object3D,
  merged: MergedMesh,
  change: (random: Random) => void = () => undefined,
): void {
  const seed = 17;
  const random = createRandom(seed);
  const raycaster = new Raycaster();
  const hit = new Set<Object3D>();
  if (!merged.deformTree) computeDeformTree.call(merged);
  for (let pose = 0; pose < POSES; pose++) {
    for (const mesh of merged.meshes) poseAtRandom(mesh, random);
    change(random);
    root.updateMatrixWorld(true);
    refreshBounds(root);
    const size = new Box3().setFromObject(root, true).getSize(new Vector3()).length();
    for (let ray = 0; ray < RAYS * merged.meshes.length; ray++) {
      const goal = merged.meshes[ray % merged.meshes.length];
      aimAtRandom(goal, random, raycaster);
      raycaster.near = ray % 7 === 0 ? random.range(0, 12) : 0;
      raycaster.far = ray % 5 === 0 ? random.range(4, 16) : Infinity;
      expectSameRaycast(raycaster, root, size, `seed ${seed}, pose ${pose}, ray ${ray}`, [merged]);
      for (const { object } of raycastByTrees(raycaster, merged)) hit.add(object);
    }
  }
  expect(hit).toEqual(new Set(merged.meshes));
  disposeDeformTree.call(merged);
}
