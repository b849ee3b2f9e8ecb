/** Raycasts where nothing can be hit, where there is no tree, where very much is hit, and through the tree alone. */
import { computeDeformTree } from 'pliant/three';
import {
  BackSide,
  BatchedMesh,
  Box3,
  BoxGeometry,
  BufferAttribute,
  DoubleSide,
  InstancedMesh,
  Matrix4,
  type Mesh,
  type MeshBasicMaterial,
  Ray,
  Raycaster,
  Sphere,
  Vector3,
} from 'three';
import { afterEach, describe, expect, it } from 'vitest';
import { BACK_ALONE, BOTH_SIDES, FRONT_ALONE, makeSkinnedTube, makeTube, nested } from './make-meshes.js';
import { raycastByThree, raycastByTrees, refreshBounds, restorePrototypes } from './same-hits.js';

afterEach(restorePrototypes);

describe('a raycast', () => {
  const outwards = (): Raycaster => new Raycaster(new Vector3(0, 3, 9), new Vector3(0.01, 0.02, -1).normalize());

  it('finds nothing where a ray has no direction, or is not finite, and without a material', () => {
    const mesh = makeTube();
    computeDeformTree.call(mesh);
    const raycaster = outwards();
    expect(raycastByTrees(raycaster, mesh).length).toBeGreaterThan(0);
    for (const direction of [new Vector3(0, 0, 0), new Vector3(NaN, 0, 1), new Vector3(0, Infinity, 0)]) {
      raycaster.ray.direction.copy(direction);
      expect(raycastByTrees(raycaster, mesh)).toEqual([]);
    }
    mesh.material = undefined as unknown as MeshBasicMaterial;
    expect(raycastByTrees(outwards(), mesh)).toEqual([]);
  });

  it('finds nothing on a mesh that is scaled to nothing, as three.js', () => {
    const mesh = makeSkinnedTube();
    computeDeformTree.call(mesh);
    mesh.scale.setScalar(0);
    mesh.updateMatrixWorld(true);
    expect(raycastByTrees(outwards(), mesh)).toEqual([]);
    expect(raycastByThree(outwards(), mesh)).toEqual([]);
  });

  it('hits both sides where a material does not say which, as three.js', () => {
    const mesh = makeTube();
    computeDeformTree.call(mesh);
    for (const side of [undefined, 3]) {
      mesh.material = { side } as unknown as MeshBasicMaterial;
      expect(raycastByThree(outwards(), mesh).length).toBe(2);
      expect(raycastByTrees(outwards(), mesh).length).toBe(2);
    }
  });

  it('falls back to three.js where a mesh has no deform tree', () => {
    for (const mesh of [makeTube(), makeSkinnedTube()]) {
      const wanted = raycastByThree(outwards(), mesh);
      expect(wanted.length).toBeGreaterThan(0);
      expect(raycastByTrees(outwards(), mesh)).toEqual(wanted);
    }
  });

  it('leaves instanced and batched meshes as they are', () => {
    const instanced = new InstancedMesh(new BoxGeometry(), BOTH_SIDES, 2);
    instanced.setMatrixAt(0, new Matrix4().makeTranslation(0, 3, 0));
    instanced.setMatrixAt(1, new Matrix4().makeTranslation(0.1, 3.1, -4));
    const batched = new BatchedMesh(1, 100, 200, BOTH_SIDES);
    batched.setMatrixAt(
      batched.addInstance(batched.addGeometry(new BoxGeometry())),
      new Matrix4().makeTranslation(0, 3, 0),
    );
    for (const mesh of [instanced, batched]) {
      const wanted = raycastByThree(outwards(), mesh);
      expect(wanted.length).toBeGreaterThan(1);
      expect(raycastByTrees(outwards(), mesh)).toEqual(wanted);
      expect(() => computeDeformTree.call(mesh)).toThrow(/computeDeformTree: an? (Instanced|Batched)Mesh draws many/);
    }
  });

  it('gives all hits of a mesh that a ray crosses hundreds of times', () => {
    const mesh = makeTube();
    const sheets = 500;
    const positions = Float32Array.from({ length: sheets * 9 }, (_, i) => [-1, 2, -9, 1, 2, -9, 0, 5, -9][i % 9]);
    for (let i = 0; i < positions.length; i += 3) positions[i + 2] += Math.floor(i / 9) / 100;
    mesh.geometry.setAttribute('position', new BufferAttribute(positions, 3));
    mesh.geometry.setIndex(null);
    expectSheets(mesh, sheets);
  });

  it('through the tree alone is in the space of the mesh, and takes a side, a material, or several', () => {
    const mesh = nested(makeTube(), (outer) => outer.position.set(100, 0, 0));
    const tree = computeDeformTree.call(mesh);
    const { ray } = outwards();
    const both = tree.raycast(ray, BOTH_SIDES);
    expect(both.length).toBe(2);
    expect(tree.raycast(ray, FRONT_ALONE)).toEqual(both.slice(0, 1));
    expect(tree.raycast(ray)).toEqual(both.slice(0, 1));
    expect(tree.raycast(ray, BackSide)).toEqual(both.slice(1));
    expect(tree.raycastFirst(ray, BACK_ALONE)).toEqual(both[1]);
    expect(tree.raycastFirst(ray, BOTH_SIDES)).toEqual(both[0]);
    expect(tree.raycast(ray, BOTH_SIDES, 0, both[0].distance - 1)).toEqual([]);
    expect(tree.raycastFirst(ray, BOTH_SIDES, both[0].distance + 1)).toEqual(both[1]);
    mesh.geometry.addGroup(0, Infinity, 1);
    expect(tree.raycast(ray, [FRONT_ALONE, BACK_ALONE])).toMatchObject([
      { face: { materialIndex: 1 }, faceIndex: both[1].faceIndex },
    ]);
    expect(both[0].point.z).toBeGreaterThan(0);
    expect(both[0].point.distanceTo(ray.at(both[0].distance, new Vector3()))).toBeLessThan(1e-12);
  });

  it('stays in the space of the mesh, and in its present pose, where three.js has to cast it', () => {
    const mesh = makeSkinnedTube();
    mesh.geometry.setDrawRange(1, Infinity);
    // The first has no material, and is not drawn.
    mesh.geometry.addGroup(0, Infinity, 7);
    mesh.geometry.addGroup(0, Infinity, 0);
    mesh.material = BOTH_SIDES;
    mesh.position.set(100, 0, 0);
    mesh.updateMatrixWorld(true);
    const tree = computeDeformTree.call(mesh);
    // What three.js keeps of poses that were.
    mesh.boundingSphere = new Sphere(new Vector3(), 0.001);
    mesh.boundingBox = new Box3(new Vector3(), new Vector3());
    const ray = new Ray(new Vector3(), new Vector3(0, 0, -1));
    let count = 0;
    for (let height = 0.05; height < 6; height += 0.1) {
      ray.origin.set(0.1, height, 9);
      const hits = tree.raycast(ray, DoubleSide);
      count += hits.length;
      for (const hit of hits) {
        expect(hit.object).toBe(mesh);
        expect(hit.point.distanceTo(ray.at(hit.distance, new Vector3()))).toBeLessThan(1e-12);
      }
      expect(tree.raycastFirst(ray, DoubleSide)).toEqual(hits[0] ?? null);
      const raycaster = new Raycaster(ray.origin.clone().applyMatrix4(mesh.matrixWorld), ray.direction);
      expect(raycastByTrees(raycaster, mesh, true)).toHaveLength(Math.min(1, hits.length));
      expect(tree.raycast(ray, [BOTH_SIDES, FRONT_ALONE])).toHaveLength(hits.length);
    }
    expect(count).toBeGreaterThan(20);
    expect(tree.statistics.nodesVisited).toBe(0);
    tree.dispose();
    expect(() => tree.raycast(ray)).toThrow(/used after disposeDeformTree/);
  });
});

function expectSheets(mesh: Mesh, sheets: number): void {
  computeDeformTree.call(mesh);
  const raycaster = new Raycaster(new Vector3(0.01, 3, 9), new Vector3(0, 0, -1));
  refreshBounds(mesh);
  expect(raycastByThree(raycaster, mesh).length).toBe(sheets);
  expect(raycastByTrees(raycaster, mesh).map((hit) => hit.faceIndex)).toEqual(
    Array.from({ length: sheets }, (_, i) => sheets - 1 - i),
  );
  expect(raycastByTrees(raycaster, mesh, true).map((hit) => hit.faceIndex)).toEqual([sheets - 1]);
}
