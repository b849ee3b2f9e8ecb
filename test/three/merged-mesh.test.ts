/** Several meshes as one: of what it is made, what it shares and keeps, and where it is. */
import { createRandom } from 'pliant/exact';
import { MergedMesh, computeDeformTree, deserializeDeformTree, serializeDeformTree } from 'pliant/three';
import { type Bone, BoxGeometry, Group, Matrix4, Mesh, Raycaster, Skeleton, SkinnedMesh, Vector3 } from 'three';
import { afterEach, describe, expect, it } from 'vitest';
import {
  BOTH_SIDES,
  addMorphTargets,
  addSkin,
  aimAtRandom,
  makeSkinnedTube,
  makeTube,
  makeTubeGeometry,
} from './make-meshes.js';
import { expectSameAsThree, makeCharacter } from './merged-character.js';
import { raycastByTrees, restorePrototypes } from './same-hits.js';

afterEach(restorePrototypes);

describe('a merged mesh', () => {
  it('has a tree that is stored as others are', () => {
    const { root } = makeCharacter();
    const data = serializeDeformTree(computeDeformTree.call(new MergedMesh(root)));
    const again = new MergedMesh(root);
    deserializeDeformTree(data, again);
    expectSameAsThree(root, again);
  });

  it('stays where its meshes are when it is in the scene, and is not drawn', () => {
    const { root, body } = makeCharacter();
    const merged = new MergedMesh(root);
    root.add(new Group().add(merged));
    merged.position.set(7, 7, 7);
    const wanted = body.matrixWorld.clone();
    root.updateMatrixWorld(true);
    root.updateWorldMatrix(true, true);
    merged.updateWorldMatrix(true, true);
    expect(body.matrixWorld.equals(wanted)).toBe(true);
    expect(merged.matrixWorld.equals(wanted)).toBe(true);
    expect(merged.visible).toBe(false);
    // It is left out when the character is merged once more.
    expect(new MergedMesh(root).meshes).toEqual(merged.meshes);
    const below = new Group();
    below.position.x = 2;
    merged.add(below);
    root.updateMatrixWorld(true);
    expect(below.getWorldPosition(new Vector3()).x).toBeCloseTo(new Vector3(2, 0, 0).applyMatrix4(wanted).x);
  });

  it('is made of the meshes of a list, and not of those below them', () => {
    const { root, body, coat } = makeCharacter();
    const button = new Mesh(new BoxGeometry(), BOTH_SIDES);
    coat.add(button);
    expect(new MergedMesh([coat, body]).meshes).toEqual([coat, body]);
    expect(new MergedMesh([coat, body, coat]).meshes).toEqual([coat, body]);
    // Those of merged meshes are taken instead of them.
    expect(new MergedMesh([new MergedMesh([coat, body]), button, body]).meshes).toEqual([coat, body, button]);
    expect(new MergedMesh(root).meshes).toEqual([body, coat, button]);
  });

  it('leaves out meshes without faces, and those that say themselves what is hit', () => {
    const { root, body, coat } = makeCharacter();
    const label = new Mesh(new BoxGeometry(9, 9, 9), BOTH_SIDES);
    label.raycast = () => undefined;
    root.add(new Mesh(), label);
    const merged = new MergedMesh(root);
    expect(merged.meshes).toEqual([body, coat]);
    expect(() => new MergedMesh([body, new Mesh()])).toThrow(/no attribute "position"/);
  });

  it('takes skeletons and bind matrices as they are when it is made', () => {
    const { root, body, coat } = makeCharacter();
    const merged = new MergedMesh(root);
    const point = new Vector3(3, 1, 2);
    const wanted = computeDeformTree.call(new MergedMesh(root)).closestPointToPoint(point)!.distance;
    body.bind(body.skeleton, new Matrix4().makeTranslation(2, 0, 0));
    body.skeleton.boneInverses[1].multiply(new Matrix4().makeScale(2, 2, 2));
    root.updateMatrixWorld(true);
    const tree = computeDeformTree.call(merged);
    expect(tree.closestPointToPoint(point)!.distance).toBeCloseTo(wanted, 5);
    coat.skeleton.boneInverses[2].multiply(new Matrix4().makeScale(3, 3, 3));
    expect(tree.closestPointToPoint(point)!.distance).toBeCloseTo(wanted, 5);
  });

  it('follows the world matrix of its first mesh, which three.js may have updated alone', () => {
    const { root, body, coat } = makeCharacter();
    const merged = new MergedMesh(root);
    computeDeformTree.call(merged);
    const raycaster = new Raycaster();
    aimAtRandom(coat, createRandom(5), raycaster);
    const [wanted] = raycastByTrees(raycaster, merged);
    expect(wanted).toBeDefined();
    root.position.x += 4;
    // Of bones and other meshes, nothing is known yet.
    body.updateWorldMatrix(true, false);
    const [found] = raycastByTrees(raycaster, merged);
    expect(found.object).toBe(wanted.object);
    expect(found.point.distanceTo(wanted.point)).toBeLessThan(1e-5);
  });

  it('is cloned over the same meshes, and left alone by what three.js does to influences', () => {
    const { root, coat } = makeCharacter();
    addMorphTargets(coat.geometry, true);
    coat.updateMorphTargets();
    const merged = new MergedMesh(root);
    root.add(merged);
    const copy = root.clone().children.find((child) => child instanceof MergedMesh)!;
    expect(copy.meshes).toEqual(merged.meshes);
    coat.morphTargetInfluences![1] = 0.5;
    merged.updateMorphTargets();
    expect(merged.morphTargetInfluences).toEqual([0, 0.5, 0]);
  });

  it('shares what is precomputed with characters that have the same geometries', () => {
    const { root, body, coat } = makeCharacter();
    const [first, second] = [new MergedMesh(root), new MergedMesh(root)];
    expect(second.geometry).toBe(first.geometry);
    // Other bones, in the same order.
    const other = makeSkinnedTube(body.geometry);
    const group = new Group().add(other);
    const otherCoat = new SkinnedMesh(coat.geometry, BOTH_SIDES);
    group.add(otherCoat);
    otherCoat.bind(other.skeleton, other.bindMatrix);
    const third = new MergedMesh(group);
    expect(third.geometry).toBe(first.geometry);
    expect(third.skeleton.bones).not.toEqual(first.skeleton.bones);
    expectSameAsThree(group, third);
    // In another order, or apart, they are not the same.
    otherCoat.bind(makeSkinnedTube().skeleton, other.bindMatrix);
    expect(new MergedMesh(group).geometry).not.toBe(first.geometry);
    expect(new MergedMesh([coat, body]).geometry).not.toBe(first.geometry);
    expect(new MergedMesh([body]).geometry).not.toBe(first.geometry);
    // Nor is a mesh that bones do not move what one is that a single bone moves by half.
    const geometry = addSkin(makeTubeGeometry(4));
    geometry.getAttribute('skinIndex').array.fill(0);
    for (let i = 0; i < geometry.getAttribute('position').count; i++) {
      geometry.getAttribute('skinWeight').setXYZW(i, 0.5, 0, 0, 0);
    }
    const [single, alone] = [makeSkinnedTube(geometry), makeTube(geometry)];
    expect(new MergedMesh([body, single]).geometry).not.toBe(new MergedMesh([body, alone]).geometry);
    coat.geometry.scale(2, 1, 2);
    coat.geometry.getAttribute('position').needsUpdate = true;
    const changed = new MergedMesh(root);
    expect(changed.geometry).not.toBe(first.geometry);
    expectSameAsThree(root, changed);
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
