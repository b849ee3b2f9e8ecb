/** Objects that are kept on a deforming surface, against the corners that three.js poses. */
import { createRandom } from 'pliant/exact';
import { computeDeformTree, disposeDeformTree } from 'pliant/three';
import { Group, type Mesh, Object3D, Raycaster, Triangle, Vector3 } from 'three';
import { afterEach, describe, expect, it } from 'vitest';
import { aimAtRandom, makeSkinnedTube, makeTube, poseAtRandom } from './make-meshes.js';
import { raycastByTrees, restorePrototypes } from './same-hits.js';

afterEach(restorePrototypes);

/** Expects an object to be where the place on the face is now, its axes along the face. */
function expectOnSurface(object: Object3D, mesh: Mesh, corners: readonly number[], place: Vector3, what: string): void {
  const [a, b, c] = corners.map((vertex) =>
    mesh.getVertexPosition(vertex, new Vector3()).applyMatrix4(mesh.matrixWorld),
  );
  const wanted = new Vector3().addScaledVector(a, place.x).addScaledVector(b, place.y).addScaledVector(c, place.z);
  object.parent?.updateMatrixWorld(true);
  object.updateMatrixWorld(true);
  expect(object.getWorldPosition(new Vector3()).distanceTo(wanted), `${what}: place`).toBeLessThan(1e-4);
  const normal = Triangle.getNormal(a, b, c, new Vector3());
  if (mesh.matrixWorld.determinant() < 0) normal.negate();
  const [x, y, z] = [new Vector3(1, 0, 0), new Vector3(0, 1, 0), new Vector3(0, 0, 1)].map((axis) =>
    axis.applyQuaternion(object.getWorldQuaternion(object.quaternion.clone())),
  );
  expect(z.distanceTo(normal), `${what}: normal`).toBeLessThan(1e-3);
  expect(x.distanceTo(b.sub(a).normalize()), `${what}: edge`).toBeLessThan(1e-3);
  expect(y.distanceTo(z.cross(x)), `${what}: no mirror`).toBeLessThan(1e-3);
}

describe('an attachment', () => {
  it.each([
    ['in the scene', 1, (_: Mesh, scene: Object3D) => scene],
    ['in the mesh', 1, (mesh: Mesh) => mesh],
    ['in a group that is turned', 1, (_: Mesh, scene: Object3D) => scene.children[1]],
    ['in the scene, on a mirrored mesh', -1, (_: Mesh, scene: Object3D) => scene],
    ['in no scene at all', 1, () => undefined],
  ] as const)('stays where the ray has hit, %s', (_, mirror, parentOf) => {
    const random = createRandom(31);
    const mesh = makeSkinnedTube();
    const scene = new Group();
    const turned = new Group();
    turned.rotation.set(1, 2, 3);
    turned.position.set(4, 5, 6);
    turned.scale.setScalar(2);
    scene.add(new Group().add(mesh), turned);
    scene.children[0].scale.set(mirror, 1, 1);
    scene.updateMatrixWorld(true);
    const tree = computeDeformTree.call(mesh);
    const raycaster = new Raycaster();
    for (let i = 0; i < 8; i++) {
      poseAtRandom(mesh, random);
      aimAtRandom(mesh, random, raycaster);
      const [hit] = raycastByTrees(raycaster, mesh);
      if (!hit) continue;
      const object = new Object3D();
      object.scale.setScalar(3);
      parentOf(mesh, scene)?.add(object);
      const attachment = tree.attach(object, hit);
      const { a, b, c } = hit.face!;
      expect(
        object.parent ? object.parent.localToWorld(object.position.clone()).distanceTo(hit.point) : 0,
      ).toBeLessThan(1e-4);
      for (let pose = 0; pose < 3; pose++) {
        poseAtRandom(mesh, random);
        attachment.update();
        expectOnSurface(object, mesh, [a, b, c], hit.barycoord!, `seed 31, hit ${i}, pose ${pose}`);
      }
      expect(object.scale.x).toBe(3);
      attachment.dispose();
      const { position } = object;
      const before = position.clone();
      poseAtRandom(mesh, random);
      attachment.update();
      expect(position.equals(before)).toBe(true);
      object.removeFromParent();
    }
  });

  it.each([
    ['mirrored', new Vector3(-1, 1, 1)],
    ['mirrored and stretched', new Vector3(1, -2, 0.5)],
  ])('keeps its normal in a parent that is %s, and is left alone in one that is nothing', (_, scale) => {
    const mesh = makeTube();
    const tree = computeDeformTree.call(mesh);
    const parent = new Group();
    const object = new Object3D();
    new Group().add(parent.add(object)).rotation.set(1, 0.5, 2);
    parent.rotation.set(2, 1, 0.3);
    parent.position.set(1, 2, 3);
    parent.scale.copy(scale);
    parent.parent!.updateMatrixWorld(true);
    for (const faceIndex of [0, 101, 202]) {
      const barycoord = new Vector3(0.2, 0.3, 0.5);
      const attachment = tree.attach(object, { faceIndex, barycoord });
      object.updateMatrixWorld(true);
      const corners = [0, 1, 2].map((k) => mesh.geometry.index!.getX(faceIndex * 3 + k));
      const [a, b, c] = corners.map((vertex) => mesh.getVertexPosition(vertex, new Vector3()));
      const place = a.clone().multiplyScalar(0.2).addScaledVector(b, 0.3).addScaledVector(c, 0.5);
      const axis = (column: number): Vector3 =>
        new Vector3().setFromMatrixColumn(object.matrixWorld, column).normalize();
      expect(axis(3).setFromMatrixPosition(object.matrixWorld).distanceTo(place)).toBeLessThan(1e-5);
      expect(axis(2).distanceTo(Triangle.getNormal(a, b, c, new Vector3()))).toBeLessThan(1e-5);
      const isConformal = Math.abs(scale.y) === 1;
      if (isConformal) expect(axis(0).distanceTo(b.clone().sub(a).normalize())).toBeLessThan(1e-5);
      const before = object.matrix.clone();
      parent.scale.setScalar(0);
      attachment.update();
      expect(object.matrix.equals(before)).toBe(true);
      parent.scale.copy(scale);
    }
  });

  it('costs three vertices, and is not kept by the hit', () => {
    const mesh = makeSkinnedTube();
    const tree = computeDeformTree.call(mesh, { strategy: 'lazy' });
    const hit = { faceIndex: 100, barycoord: new Vector3(0.2, 0.3, 0.5) };
    const attachment = tree.attach(new Object3D(), hit);
    hit.barycoord.set(1, 0, 0);
    expect(attachment.barycoord.toArray()).toEqual([0.2, 0.3, 0.5]);
    poseAtRandom(mesh, createRandom(1));
    attachment.update();
    expect(tree.statistics).toMatchObject({ blocksEvaluated: 0, verticesPosed: 0 });
  });

  it('outlives its tree when the mesh has another one, and is refused when it has none', () => {
    const mesh = makeSkinnedTube();
    const object = new Object3D();
    const place = { faceIndex: 100, barycoord: new Vector3(0.2, 0.3, 0.5) };
    const attachment = computeDeformTree.call(mesh).attach(object, place);
    computeDeformTree.call(mesh, { strategy: 'lazy' });
    poseAtRandom(mesh, createRandom(3));
    attachment.update();
    const corners = [0, 1, 2].map((k) => mesh.geometry.index!.getX(300 + k));
    expectOnSurface(object, mesh, corners, place.barycoord, 'seed 3');
    disposeDeformTree.call(mesh);
    expect(() => attachment.update()).toThrow('DeformTree: used after disposeDeformTree()');
    attachment.dispose();
    attachment.update();
  });

  it('keeps its orientation on a face without area', () => {
    const mesh = makeTube();
    const { index } = mesh.geometry;
    index!.setX(1, index!.getX(0));
    const tree = computeDeformTree.call(mesh);
    const object = new Object3D();
    object.rotation.set(1, 2, 3);
    const before = object.quaternion.clone();
    tree.attach(object, { faceIndex: 0, barycoord: new Vector3(1, 0, 0) });
    expect(object.quaternion.equals(before)).toBe(true);
    expect(object.position.distanceTo(mesh.getVertexPosition(index!.getX(0), new Vector3()))).toBeLessThan(1e-6);
  });
});
