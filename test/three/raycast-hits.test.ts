/** Raycasts on every kind of mesh that three.js knows, against those of three.js. */
import { createRandom } from 'pliant/exact';
import { computeDeformTree } from 'pliant/three';
import {
  Bone,
  Box3,
  BufferAttribute,
  DetachedBindMode,
  Group,
  type Mesh,
  type Object3D,
  REVISION,
  Raycaster,
  Skeleton,
  SkinnedMesh,
  Vector3,
} from 'three';
import { afterEach, describe, expect, it } from 'vitest';
import {
  BACK_ALONE,
  BOTH_SIDES,
  FRONT_ALONE,
  addMorphTargets,
  addSkin,
  aimAtRandom,
  interleaved,
  makeSkinnedTube,
  makeTube,
  makeTubeGeometry,
  nested,
  poseAtRandom,
  quantised,
  withoutIndex,
} from './make-meshes.js';
import { expectSameRaycast, raycastByThree, raycastByTrees, refreshBounds, restorePrototypes } from './same-hits.js';

afterEach(restorePrototypes);

const POSES = 4;
const MANY_BONES = 700;
const RAYS = 25;

/** Casts rays at a mesh in several poses, and compares all hits; most rays must hit. */
function expectSameAsThree(mesh: Mesh, change: (mesh: Mesh, pose: number) => void = () => undefined): void {
  const seed = 11;
  const random = createRandom(seed);
  const raycaster = new Raycaster();
  let hits = 0;
  if (!mesh.deformTree) computeDeformTree.call(mesh);
  for (let pose = 0; pose < POSES; pose++) {
    change(mesh, pose);
    poseAtRandom(mesh, random);
    refreshBounds(mesh);
    const size = new Box3().setFromObject(mesh, true).getSize(new Vector3()).length();
    for (let ray = 0; ray < RAYS; ray++) {
      aimAtRandom(mesh, random, raycaster);
      hits += expectSameRaycast(raycaster, mesh, size, `seed ${seed}, pose ${pose}, ray ${ray}`);
    }
  }
  expect(hits).toBeGreaterThan(POSES * RAYS * 0.3);
  mesh.deformTree!.dispose();
}

describe('rays hit what three.js hits', () => {
  it.each([0.7, 1])('with more bones than are copied at a time, weights that sum to %d', (sum) => {
    const geometry = addSkin(makeTubeGeometry(), () => sum);
    const { count } = geometry.getAttribute('position');
    const joints = Uint16Array.from({ length: count * 4 }, (_, i) => (Math.floor(i / 4) * 4 + (i % 4)) % MANY_BONES);
    geometry.setAttribute('skinIndex', new BufferAttribute(joints, 4));
    const mesh = new SkinnedMesh(geometry, BOTH_SIDES);
    const bones = Array.from({ length: MANY_BONES }, () => new Bone());
    mesh.add(...bones);
    mesh.updateMatrixWorld(true);
    mesh.bind(new Skeleton(bones));
    expectSameAsThree(mesh);
  });

  it('on a mesh that does not deform', () => {
    expectSameAsThree(makeTube());
  });

  it('on a skinned mesh', () => {
    expectSameAsThree(makeSkinnedTube());
  });

  it.each([true, false])('on a mesh with morph targets, relative: %s', (isRelative) => {
    expectSameAsThree(makeTube(addMorphTargets(makeTubeGeometry(), isRelative)));
  });

  it.each([true, false])('on a skinned mesh with morph targets, relative: %s', (isRelative) => {
    expectSameAsThree(makeSkinnedTube(addSkin(addMorphTargets(makeTubeGeometry(), isRelative))));
  });

  it('on a mesh with fewer influences than morph targets: the missing ones are 0', () => {
    const short = makeTube(addMorphTargets(makeTubeGeometry(), true));
    const whole = makeTube(short.geometry);
    short.morphTargetInfluences = [0.7];
    whole.morphTargetInfluences = [0.7, 0, 0];
    const raycaster = new Raycaster(new Vector3(0.1, 3, 9), new Vector3(0, 0, -1));
    computeDeformTree.call(short);
    refreshBounds(whole);
    const faces = raycastByThree(raycaster, whole).map((hit) => hit.faceIndex);
    expect(raycastByTrees(raycaster, short).map((hit) => hit.faceIndex)).toEqual(faces);
    short.morphTargetInfluences = undefined;
    expect(raycastByTrees(raycaster, short).length).toBeGreaterThan(0);
  });

  it.each([
    ['interleaved', interleaved],
    ['quantised', quantised],
    ['without an index', withoutIndex],
  ])('on geometry that is %s, skinned and not', (_, convert) => {
    expectSameAsThree(makeTube(convert(makeTubeGeometry())));
    expectSameAsThree(makeSkinnedTube(convert(addSkin(makeTubeGeometry()))));
  });

  it.each([
    ['mirrored', new Vector3(-1, 1, 1)],
    ['mirrored on all axes', new Vector3(-1, -2, -1)],
    ['stretched', new Vector3(0.2, 1, 30)],
    ['tiny', new Vector3(1e-4, 1e-4, 1e-4)],
    ['huge and flat', new Vector3(1e5, 1e5, 1)],
  ])('on a mesh that is %s, skinned and not, from each side', (_, scale) => {
    for (const material of [BOTH_SIDES, FRONT_ALONE, BACK_ALONE]) {
      const meshes = [makeTube(), makeSkinnedTube()];
      for (const mesh of meshes) {
        mesh.material = material;
        nested(mesh, (outer, inner) => {
          outer.scale.copy(scale);
          outer.rotation.set(0.3, 1, 2);
          inner.rotation.set(1, 0, 0.5);
          inner.position.set(3, 1, -2);
        });
        expectSameAsThree(mesh);
      }
    }
  });

  it('far from the origin of the world', () => {
    // Of weights that sum to 1 but for rounding, three.js multiplies what is missing by the distance.
    const geometry = addSkin(makeTubeGeometry());
    const weights = geometry.getAttribute('skinWeight').array;
    for (let i = 0; i < weights.length; i++) weights[i] = Math.round(weights[i] * 64) / 64;
    expectSameAsThree(nested(makeSkinnedTube(geometry), (outer) => outer.position.set(50_000, -20_000, 70_000)));
  });

  it('on a mesh that was bound away from the origin, turned and stretched', () => {
    const place = (mesh: Object3D): void => {
      mesh.position.set(4, -2, 7);
      mesh.rotation.set(0.4, 2, 1);
      mesh.scale.set(2, 0.5, 1);
    };
    expectSameAsThree(makeSkinnedTube(undefined, place));
  });

  it('in the detached bind mode, with bones elsewhere in the scene', () => {
    const mesh = makeSkinnedTube();
    mesh.bindMode = DetachedBindMode;
    const skeleton = new Group().add(mesh.skeleton.bones[0]);
    skeleton.position.set(2, 3, 4);
    skeleton.rotation.y = 1;
    mesh.bindMatrix.makeRotationX(0.3).setPosition(1, 2, 3);
    nested(mesh, (outer, inner) => {
      inner.add(skeleton);
      outer.scale.set(1, 2, 1);
      outer.position.x = 5;
    });
    expectSameAsThree(mesh);
  });

  it.each([
    ['less than 1', (vertex: number) => (vertex % 3 === 0 ? 0.4 : 1)],
    ['more than 1', (vertex: number) => (vertex % 3 === 0 ? 1.6 : vertex % 3 === 1 ? 1.02 : 1)],
    ['less, more, and nothing', (vertex: number) => (vertex % 50 === 0 ? 0 : 0.6 + (vertex % 7) / 8)],
  ])('where weights sum to %s', (_, sumOf) => {
    const place = (mesh: Object3D): void => {
      mesh.position.set(1, 2, 3);
      mesh.rotation.z = 0.5;
    };
    const mesh = makeSkinnedTube(addSkin(makeTubeGeometry(), sumOf), place);
    nested(mesh, (outer) => outer.rotation.set(1, 1, 1));
    expectSameAsThree(mesh);
  });

  it('when bones are bound anew, replaced, or missing', () => {
    const mesh = makeSkinnedTube();
    expectSameAsThree(mesh, (_, pose) => {
      if (pose === 1) mesh.skeleton.calculateInverses();
      if (pose === 2) mesh.bind(makeSkinnedTube().skeleton, mesh.matrixWorld.clone());
      if (pose === 3) mesh.bindMatrix.makeTranslation(0, 1, 0);
    });
  });

  it('when inverses of bones are not quite affine, as some files have them', () => {
    const mesh = makeSkinnedTube();
    // Older releases divide by what the last row makes, newer ones do not: by rounding alone, both come to the same.
    const size = Number(REVISION) > 170 ? 1e-3 : 1e-7;
    mesh.skeleton.boneInverses.forEach(({ elements }, bone) => {
      elements[3] = size * bone;
      elements[11] = -size;
      elements[15] = 1 + 10 * size;
    });
    expectSameAsThree(nested(mesh, (outer) => outer.position.set(5, -4, 3)));
  });

  it('when a bone is scaled to nothing, to hide what it moves', () => {
    const mesh = makeSkinnedTube();
    mesh.skeleton.bones[2].scale.setScalar(0);
    expectSameAsThree(mesh);
  });

  it('within near and far', () => {
    const mesh = nested(makeSkinnedTube(), (outer) => outer.scale.set(1, 3, 0.5));
    computeDeformTree.call(mesh);
    const random = createRandom(3);
    const raycaster = new Raycaster();
    poseAtRandom(mesh, random);
    refreshBounds(mesh);
    for (let ray = 0; ray < 60; ray++) {
      aimAtRandom(mesh, random, raycaster);
      raycaster.near = random.range(0, 15);
      raycaster.far = raycaster.near + random.range(0, 10);
      expectSameRaycast(raycaster, mesh, 30, `seed 3, ray ${ray}`);
    }
    raycaster.near = 0;
    raycaster.far = -1;
    expect(raycastByTrees(raycaster, mesh)).toEqual([]);
  });

  it('in draw ranges and groups, with a material for each, groups that overlap and faces in none', () => {
    for (const geometry of [addSkin(makeTubeGeometry()), withoutIndex(addSkin(makeTubeGeometry()))]) {
      const mesh = makeSkinnedTube(geometry);
      geometry.setDrawRange(60, 900);
      expectSameAsThree(mesh);
      geometry.addGroup(0, 300, 0);
      geometry.addGroup(300, 600, 2);
      geometry.addGroup(450, 300, 1);
      mesh.material = [FRONT_ALONE, BACK_ALONE, BOTH_SIDES];
      computeDeformTree.call(mesh);
      expectSameAsThree(mesh);
      mesh.material = [];
      computeDeformTree.call(mesh);
      expect(raycastByTrees(new Raycaster(new Vector3(0, 3, 9), new Vector3(0, 0, -1)), mesh)).toEqual([]);
    }
  });

  it('when a draw range or a group begins within a face, and makes up faces from there', () => {
    for (const geometry of [addSkin(makeTubeGeometry()), withoutIndex(addSkin(makeTubeGeometry()))]) {
      const mesh = makeSkinnedTube(geometry);
      mesh.material = BOTH_SIDES;
      geometry.setDrawRange(61, 900);
      expectSameAsThree(mesh);
      geometry.setDrawRange(0, Infinity);
      geometry.addGroup(0, 300, 0);
      geometry.addGroup(301, 900, 1);
      mesh.material = [FRONT_ALONE, BOTH_SIDES];
      computeDeformTree.call(mesh);
      expectSameAsThree(mesh);
    }
  });

  it('when draw range, groups and material change after the tree was made', () => {
    const mesh = makeTube();
    expectSameAsThree(mesh, (_, pose) => {
      mesh.geometry.setDrawRange(pose * 90, 1200 - pose * 60);
      mesh.material = [FRONT_ALONE, BACK_ALONE, BOTH_SIDES][pose % 3];
    });
  });
});
