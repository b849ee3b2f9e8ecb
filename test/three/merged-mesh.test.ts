/** Several meshes as one, against three.js asked about each of them. */
import { type Random, createPairHits, createRandom } from 'pliant';
import {
  MergedMesh,
  computeDeformTree,
  deserializeDeformTree,
  disposeDeformTree,
  intersectFirst,
  serializeDeformTree,
} from 'pliant/three';
import {
  BackSide,
  type Bone,
  Box3,
  BoxGeometry,
  DetachedBindMode,
  DoubleSide,
  FrontSide,
  Group,
  InstancedMesh,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  Object3D,
  Ray,
  Raycaster,
  Skeleton,
  SkinnedMesh,
  Sphere,
  Vector3,
} from 'three';
import { afterEach, describe, expect, it } from 'vitest';
import {
  BOTH_SIDES,
  addMorphTargets,
  addSkin,
  aimAtRandom,
  makeSkinnedTube,
  makeTube,
  makeTubeGeometry,
  poseAtRandom,
  withoutIndex,
} from './make-meshes.js';
import { expectSameRaycast, raycastByThree, raycastByTrees, refreshBounds, restorePrototypes } from './same-hits.js';

afterEach(restorePrototypes);

const POSES = 5;
const RAYS = 25;

/** A tube that has the bones of another, thinner or thicker. */
function addCoat(body: SkinnedMesh, width: number, geometry = addSkin(makeTubeGeometry(3))): SkinnedMesh {
  geometry.scale(width, 1, width);
  const coat = new SkinnedMesh(geometry, BOTH_SIDES);
  body.parent!.add(coat);
  coat.bind(body.skeleton, body.bindMatrix);
  body.parent!.updateMatrixWorld(true);
  return coat;
}

/** A tube in a group, and another one around it that the same bones move. */
function makeCharacter(): { readonly root: Group; readonly body: SkinnedMesh; readonly coat: SkinnedMesh } {
  const root = new Group();
  root.position.set(3, -2, 5);
  root.rotation.set(0.3, 0.4, 0.5);
  const body = makeSkinnedTube();
  root.add(body);
  return { root, body, coat: addCoat(body, 1.3) };
}

/** Casts rays at a character in several poses, and compares what the merged mesh says; every mesh must be hit. */
function expectSameAsThree(
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
      expectSameRaycast(raycaster, root, size, `seed ${seed}, pose ${pose}, ray ${ray}`, [merged]);
      for (const { object } of raycastByTrees(raycaster, merged)) hit.add(object);
    }
  }
  expect(hit).toEqual(new Set(merged.meshes));
  disposeDeformTree.call(merged);
}

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

describe('a merged mesh', () => {
  it('answers rays in its own space with points there, and all else as the mesh that is hit has it', () => {
    const { root, body, coat } = makeCharacter();
    coat.position.set(1, 2, 3);
    coat.rotation.x = 1;
    root.updateMatrixWorld(true);
    const merged = new MergedMesh(root);
    const tree = computeDeformTree.call(merged);
    const random = createRandom(23);
    const raycaster = new Raycaster();
    const toLocal = body.matrixWorld.clone().invert();
    for (let ray = 0; ray < RAYS; ray++) {
      aimAtRandom(coat, random, raycaster);
      const [wanted] = raycastByTrees(raycaster, merged);
      const first = tree.raycastFirst(new Ray().copy(raycaster.ray).applyMatrix4(toLocal), DoubleSide);
      expect(first === null).toBe(wanted === undefined);
      if (!first || !wanted) continue;
      expect(first.object).toBe(wanted.object);
      expect(first.faceIndex).toBe(wanted.faceIndex);
      expect(first.point.distanceTo(wanted.point.clone().applyMatrix4(toLocal))).toBeLessThan(1e-5);
      expect(first.face!.normal.distanceTo(wanted.face!.normal)).toBeLessThan(1e-4);
    }
    const shifted = new Ray(new Vector3(0.1, 3, 10), new Vector3(0, 0, -1));
    const whole = tree.raycast(shifted, DoubleSide);
    body.geometry.setDrawRange(1, Infinity);
    // Now three.js casts it; of the coat, which is whole, the hits are the same.
    const byThree = tree.raycast(shifted, DoubleSide).filter(({ object }) => object === coat);
    const ofCoat = whole.filter(({ object }) => object === coat);
    expect(byThree.length).toBe(ofCoat.length);
    byThree.forEach((hit, i) => expect(hit.point.distanceTo(ofCoat[i].point)).toBeLessThan(1e-5));
  });

  it('is asked about all faces at once by other queries', () => {
    const { root, body, coat } = makeCharacter();
    const merged = new MergedMesh(root);
    const tree = computeDeformTree.call(merged);
    const trees = [body, coat].map((mesh) => computeDeformTree.call(mesh));
    const random = createRandom(29);
    for (let pose = 0; pose < POSES; pose++) {
      poseAtRandom(body, random);
      for (let k = 0; k < RAYS; k++) {
        const point = new Vector3(random.range(-3, 3), random.range(-1, 7), random.range(-3, 3));
        const alone = trees.map((each) => each.closestPointToPoint(point)!);
        const nearer = alone[0].distance <= alone[1].distance ? 0 : 1;
        const closest = tree.closestPointToPoint(point)!;
        expect(closest.distance).toBeCloseTo(alone[nearer].distance, 5);
        const part = merged.partAt(closest.faceIndex);
        expect(part.mesh).toBe([body, coat][nearer]);
        const ball = new Sphere(point, random.range(0, 2));
        expect(tree.intersectsSphere(ball)).toBe(trees.some((each) => each.intersectsSphere(ball)));
      }
      // Pairs of one mesh with the other are pairs of the merged one with itself.
      const pairs = createPairHits(20_000);
      const within = trees.map((each) => each.collideSelf(createPairHits(20_000)));
      expect(tree.collideSelf(pairs)).toBe(
        within[0] + within[1] + trees[0].collide(trees[1], undefined, createPairHits(20_000)),
      );
    }
    expect(tree.faceCount).toBe(trees[0].faceCount + trees[1].faceCount);
    expect(merged.partAt(0)).toEqual({ mesh: body, faceIndex: 0 });
    expect(merged.partAt(trees[0].faceCount)).toEqual({ mesh: coat, faceIndex: 0 });
    expect(merged.partAt(tree.faceCount - 1)).toEqual({ mesh: coat, faceIndex: trees[1].faceCount - 1 });
  });

  it('keeps objects where its meshes were hit', () => {
    const { root, body, coat } = makeCharacter();
    const merged = new MergedMesh(root);
    const tree = computeDeformTree.call(merged);
    const random = createRandom(41);
    const raycaster = new Raycaster();
    const seen = new Set<Object3D>();
    for (let k = 0; k < RAYS; k++) {
      aimAtRandom(k % 2 === 0 ? body : coat, random, raycaster);
      const hits = raycastByTrees(raycaster, merged);
      for (const hit of hits) {
        const object = new Object3D();
        const attachment = tree.attach(object, hit);
        expect(object.position.distanceTo(hit.point)).toBeLessThan(1e-4);
        expect(merged.partAt(attachment.faceIndex)).toEqual({ mesh: hit.object, faceIndex: hit.faceIndex });
        seen.add(hit.object);
      }
    }
    expect(seen).toEqual(new Set([body, coat]));
  });

  it('is asked beside others', () => {
    const { root, coat } = makeCharacter();
    const merged = new MergedMesh(root);
    computeDeformTree.call(merged);
    const wall = new Mesh(new BoxGeometry(40, 40, 0.1), BOTH_SIDES);
    wall.position.copy(root.position);
    wall.updateMatrixWorld(true);
    computeDeformTree.call(wall);
    const random = createRandom(43);
    const raycaster = new Raycaster();
    const firsts = new Set<Object3D>();
    refreshBounds(root);
    for (let k = 0; k < 2 * RAYS; k++) {
      aimAtRandom(coat, random, raycaster);
      const [wanted] = raycastByThree(raycaster, new Group().add(root, wall));
      const found = intersectFirst(raycaster, [wall, merged]);
      expect(found?.object).toBe(wanted?.object);
      expect(found?.faceIndex).toBe(wanted?.faceIndex);
      if (found) firsts.add(found.object);
    }
    expect(firsts.has(wall) && firsts.has(coat)).toBe(true);
  });

  it('has a tree that is stored as others are', () => {
    const { root } = makeCharacter();
    const data = serializeDeformTree(computeDeformTree.call(new MergedMesh(root)));
    const again = new MergedMesh(root);
    deserializeDeformTree(data, again);
    expectSameAsThree(root, again);
  });

  it('without a deform tree, has its meshes asked', () => {
    const { root } = makeCharacter();
    const merged = new MergedMesh(root);
    const raycaster = new Raycaster();
    const goal = new Vector3(0.1, 3, 0).applyMatrix4(root.matrixWorld);
    raycaster.set(goal.clone().add(new Vector3(1, 2, 30)), new Vector3(-1, -2, -30).normalize());
    refreshBounds(root);
    const wanted = raycastByThree(raycaster, root);
    expect(wanted.length).toBeGreaterThan(0);
    expect(raycaster.intersectObject(merged)).toEqual(wanted);
    expect(intersectFirst(raycaster, merged)).toEqual(wanted[0]);
  });

  it('stays where its meshes are when it is in the scene, and is not drawn', () => {
    const { root, body } = makeCharacter();
    const merged = new MergedMesh(root);
    root.add(new Group().add(merged));
    merged.position.set(7, 7, 7);
    const wanted = body.matrixWorld.clone();
    root.updateMatrixWorld(true);
    root.updateWorldMatrix(true, true);
    merged.updateWorldMatrix();
    expect(body.matrixWorld.equals(wanted)).toBe(true);
    expect(merged.matrixWorld.equals(wanted)).toBe(true);
    expect(merged.visible).toBe(false);
    // It is left out when the character is merged once more.
    expect(new MergedMesh(root).meshes).toEqual(merged.meshes);
  });

  it('is made of the meshes of a list, and not of those below them', () => {
    const { root, body, coat } = makeCharacter();
    coat.add(new Mesh(new BoxGeometry(), BOTH_SIDES));
    expect(new MergedMesh([coat, body]).meshes).toEqual([coat, body]);
    expect(new MergedMesh(root).meshes).toHaveLength(3);
  });

  it('has bones that are not there where three.js has them', () => {
    const { root, body, coat } = makeCharacter();
    const { bones, boneInverses } = body.skeleton;
    const lost = bones.map((bone, i) => (i === 3 ? (undefined as unknown as Bone) : bone));
    coat.bind(new Skeleton(lost, boneInverses), coat.bindMatrix);
    const merged = new MergedMesh([body, coat]);
    const tree = computeDeformTree.call(merged);
    const alone = [body, coat].map((mesh) => computeDeformTree.call(mesh));
    for (const x of [-2, 0, 3]) {
      const point = new Vector3(x, 8, 1);
      const distances = alone.map((each) => each.closestPointToPoint(point)!.distance);
      expect(tree.closestPointToPoint(point)!.distance).toBeCloseTo(Math.min(...distances), 5);
    }
    expect(root.children).toContain(coat);
  });
});

describe('a merged mesh refuses', () => {
  it('what holds no skinned mesh, and what is no object', () => {
    expect(() => new MergedMesh(new Group().add(makeTube()))).toThrow(/no SkinnedMesh among 1 meshes/);
    expect(() => new MergedMesh([])).toThrow(/no SkinnedMesh among 0 meshes/);
    expect(() => new MergedMesh(undefined as unknown as Object3D)).toThrow(/got undefined; pass an object/);
    expect(() => new MergedMesh([new Object3D() as Mesh])).toThrow(/got an Object3D; call it on/);
  });

  it('meshes that move beside their bones', () => {
    const { root, coat } = makeCharacter();
    coat.name = 'coat';
    coat.bindMode = DetachedBindMode;
    expect(() => new MergedMesh(root)).toThrow(
      /the mesh "coat" is bound in the mode "detached".*a deform tree of its own/,
    );
  });

  it('instances, and skeletons that are missing or too small', () => {
    const { root, coat } = makeCharacter();
    const forest = new InstancedMesh(makeTubeGeometry(), BOTH_SIDES, 3);
    root.add(forest);
    expect(() => new MergedMesh(root)).toThrow(/draws many instances/);
    root.remove(forest);
    coat.skeleton = new Skeleton([]);
    expect(() => new MergedMesh(root)).toThrow(/MergedMesh: the geometry uses bone 3, but the skeleton has 0 bones/);
    coat.skeleton = undefined as unknown as Skeleton;
    expect(() => new MergedMesh(root)).toThrow(/has no skeleton; bind one first/);
  });

  it('faces that there are not', () => {
    const merged = new MergedMesh(makeCharacter().root);
    for (const face of [-1, 0.5, 1e9, NaN]) expect(() => merged.partAt(face)).toThrow(/MergedMesh.partAt: got/);
  });
});
