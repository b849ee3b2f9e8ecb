// slow: compares every face of merged characters with three.js
/** Several meshes as one, hit by rays: against three.js asked about each of them. */
import { createRandom } from 'pliant/exact';
import { MergedMesh, computeDeformTree, intersectFirst } from 'pliant/three';
import {
  BackSide,
  BoxGeometry,
  DoubleSide,
  FrontSide,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  Raycaster,
  Skeleton,
  Vector3,
} from 'three';
import { afterEach, describe, expect, it } from 'vitest';
import {
  BOTH_SIDES,
  addMorphTargets,
  addSkin,
  aimAtRandom,
  makeSkinnedTube,
  makeTubeGeometry,
  withoutIndex,
} from './make-meshes.js';
import { addCoat, expectSameAsThree, makeCharacter } from './merged-character.js';
import { raycastByThree, raycastByTrees, restorePrototypes } from './same-hits.js';

afterEach(restorePrototypes);

const RAYS = 25;

describe('a merged mesh is hit as its meshes are', () => {
  it('that share a skeleton', () => {
    const { root } = makeCharacter();
    expectSameAsThree(root, new MergedMesh(root));
  });

  it('while all of it moves, turned, stretched and mirrored', () => {
    const { root } = makeCharacter();
    expectSameAsThree(root, new MergedMesh(root), (random) => {
      root.position.set(random.range(-9, 9), random.range(-9, 9), random.range(-9, 9));
      root.rotation.set(random.range(-3, 3), random.range(-3, 3), random.range(-3, 3));
      root.scale.set(random.range(0.5, 2), -random.range(0.5, 2), random.range(0.5, 2));
    });
  });

  it('that are in different places, while bones keep them together', () => {
    const { root, coat } = makeCharacter();
    expectSameAsThree(root, new MergedMesh(root), (random) => {
      coat.position.set(random.range(-2, 2), 1, 2);
      coat.rotation.set(0, random.range(-3, 3), 1);
      coat.scale.set(2, -0.5, 1);
    });
  });

  it('that were bound in different places', () => {
    const { root, body, coat } = makeCharacter();
    coat.bind(body.skeleton, new Matrix4().makeRotationY(1).setPosition(0.5, 0.2, -0.3));
    const merged = new MergedMesh(root);
    expect(merged.skeleton.bones.length).toBe(2 * body.skeleton.bones.length);
    expectSameAsThree(root, merged);
  });

  it('that have a skeleton each, with bones in common', () => {
    const { root, body, coat } = makeCharacter();
    const { bones, boneInverses } = body.skeleton;
    // The same bones in another order, as exporters write a skin for each mesh.
    coat.bind(new Skeleton(bones.toReversed(), boneInverses.toReversed()), coat.bindMatrix);
    const stranger = makeSkinnedTube();
    stranger.position.set(2, 1, 0);
    root.add(stranger);
    const merged = new MergedMesh(root);
    expect(merged.skeleton.bones.length).toBe(2 * bones.length);
    expectSameAsThree(root, merged);
  });

  it('with what hangs on bones, and what stands beside', () => {
    const { root, body } = makeCharacter();
    const sword = new Mesh(new BoxGeometry(0.3, 5, 0.1), BOTH_SIDES);
    sword.position.set(2, 1, 0);
    body.skeleton.bones[2].add(sword);
    const stool = new Mesh(new BoxGeometry(1, 1, 1).toNonIndexed(), BOTH_SIDES);
    stool.position.set(-3, 0, 0);
    root.add(stool);
    const merged = new MergedMesh(root);
    expect(merged.meshes.length).toBe(4);
    expectSameAsThree(root, merged, (random) => {
      sword.rotation.z = random.range(-2, 2);
      sword.scale.x = random.range(0.5, 2);
      stool.position.y = random.range(-1, 3);
    });
  });

  it('that have morph targets, relative or not', () => {
    const { root, body, coat } = makeCharacter();
    addMorphTargets(coat.geometry, true, 3, 8);
    coat.updateMorphTargets();
    const scarf = addCoat(body, 1.6, addMorphTargets(addSkin(makeTubeGeometry(9)), false, 2, 4));
    expect(scarf.morphTargetInfluences).toHaveLength(2);
    const merged = new MergedMesh(root);
    expectSameAsThree(root, merged);
    expect(merged.morphTargetInfluences).toEqual([...coat.morphTargetInfluences!, ...scarf.morphTargetInfluences!]);
  });

  it('that have weights of any sum, and faces without an index', () => {
    const { root, body } = makeCharacter();
    addCoat(body, 1.7, withoutIndex(addSkin(makeTubeGeometry(5), (vertex) => 0.8 + (vertex % 5) / 10)));
    expectSameAsThree(root, new MergedMesh(root));
  });

  it('with materials, groups and draw ranges that change', () => {
    const { root, body, coat } = makeCharacter();
    const [front, back, both] = [FrontSide, BackSide, DoubleSide].map((side) => new MeshBasicMaterial({ side }));
    const count = coat.geometry.index!.count;
    coat.geometry.addGroup(0, 300, 0);
    coat.geometry.addGroup(300, count - 600, 1);
    coat.geometry.addGroup(150, 300, 2);
    const merged = new MergedMesh(root);
    const choices = [both, front, back, [front, back, both], [both, both, back]];
    let pose = 0;
    expectSameAsThree(root, merged, () => {
      body.material = [front, back, both][pose % 3];
      coat.material = choices[pose % choices.length];
      body.geometry.setDrawRange(pose * 30, pose === 3 ? 600 : Infinity);
      pose++;
    });
  });

  it('where a draw range begins within a face, and where a mesh has no material', () => {
    const { root, body, coat } = makeCharacter();
    const merged = new MergedMesh(root);
    let pose = 0;
    const { count } = coat.geometry.index!;
    expectSameAsThree(root, merged, () => {
      coat.position.x = pose++;
      coat.geometry.setDrawRange(pose % 3, count - 6);
    });
    coat.geometry.setDrawRange(0, Infinity);
    coat.material = undefined as unknown as MeshBasicMaterial;
    computeDeformTree.call(merged);
    const raycaster = new Raycaster();
    const random = createRandom(3);
    for (let ray = 0; ray < RAYS; ray++) {
      aimAtRandom(body, random, raycaster);
      const found = raycastByTrees(raycaster, merged);
      expect(found.every(({ object }) => object === body)).toBe(true);
      expect(found.length).toBe(raycastByThree(raycaster, body).length);
    }
  });

  it('but for those that are scaled to nothing', () => {
    const { root, body, coat } = makeCharacter();
    const box = new Mesh(new BoxGeometry(), BOTH_SIDES);
    box.position.x = 4;
    root.add(box);
    const merged = new MergedMesh(root);
    computeDeformTree.call(merged);
    const raycaster = new Raycaster();
    const toBox = (): Raycaster => {
      root.updateMatrixWorld(true);
      const goal = new Vector3(0.1, 0.2, 0.3).applyMatrix4(new Matrix4().copy(root.matrixWorld).multiply(box.matrix));
      raycaster.set(goal.clone().add(new Vector3(0, 0, 30)), new Vector3(0, 0, -1));
      return raycaster;
    };
    expect(intersectFirst(toBox(), merged)?.object).toBe(box);
    // The space of the merged mesh is that of the first one; with it gone, others are still there.
    body.scale.setScalar(0);
    expect(intersectFirst(toBox(), merged)?.object).toBe(box);
    body.scale.setScalar(1);
    box.scale.set(1, 0, 1);
    expect(raycastByTrees(toBox(), merged).some(({ object }) => object === box)).toBe(false);
    expect(merged.meshes).toEqual([body, coat, box]);
  });
});
