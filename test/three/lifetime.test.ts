/** What belongs to whom, and for how long: trees to meshes, precomputed data to geometries, memory to whoever disposes of it. */
import { createRandom } from 'pliant/exact';
import { DeformTreeHelper, acceleratedDeformRaycast, computeDeformTree, disposeDeformTree } from 'pliant/three';
import { type BufferAttribute, Mesh, Object3D, Raycaster, SkinnedMesh, Sphere, Vector3 } from 'three';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { sharedKernels } from '../../src/three/shared-kernels.js';
import { doWithin } from '../support/take-memory.js';
import {
  addMorphTargets,
  addSkin,
  aimAtRandom,
  interleaved,
  makeSkinnedTube,
  makeTube,
  makeTubeGeometry,
  poseAtRandom,
} from './make-meshes.js';
import { expectSameRaycast, refreshBounds, restorePrototypes } from './same-hits.js';

afterEach(restorePrototypes);

function expectSameAsThree(mesh: Mesh): void {
  const random = createRandom(4);
  const raycaster = new Raycaster();
  mesh.updateMatrixWorld(true);
  refreshBounds(mesh);
  let hits = 0;
  for (let ray = 0; ray < 20; ray++) {
    aimAtRandom(mesh, random, raycaster);
    hits += expectSameRaycast(raycaster, mesh, 10, `seed 4, ray ${ray}`);
  }
  expect(hits).toBeGreaterThan(5);
}

describe('a deform tree', () => {
  it('is made, replaced and taken away by methods of the mesh', () => {
    Mesh.prototype.computeDeformTree = computeDeformTree;
    Mesh.prototype.disposeDeformTree = disposeDeformTree;
    SkinnedMesh.prototype.raycast = acceleratedDeformRaycast;
    const mesh = makeSkinnedTube();
    const first = mesh.computeDeformTree({ strategy: 'lazy' });
    expect(mesh.deformTree).toBe(first);
    expect([first.mesh, first.strategy]).toEqual([mesh, 'lazy']);
    const second = mesh.computeDeformTree();
    expect(mesh.deformTree).toBe(second);
    expect(second.strategy).toBe('adaptive');
    expect(() => first.collideSelf()).toThrow('DeformTree: used after disposeDeformTree()');
    mesh.disposeDeformTree();
    mesh.disposeDeformTree();
    expect(mesh.deformTree).toBeUndefined();
    expect(() => second.statistics).toThrow('DeformTree: used after disposeDeformTree()');
    second.dispose();
  });

  it('shares what is precomputed with all meshes of its geometry, with bones and without', () => {
    const geometry = addSkin(makeTubeGeometry());
    const meshes = [makeSkinnedTube(geometry), makeSkinnedTube(geometry), makeTube(geometry), makeTube(geometry)];
    const [a, b, c, d] = meshes.map((mesh) => computeDeformTree.call(mesh).body.bounds);
    expect(b).toBe(a);
    expect(d).toBe(c);
    expect(c).not.toBe(a);
    // Each has a pose of its own.
    poseAtRandom(meshes[0], createRandom(1));
    for (const mesh of meshes) expectSameAsThree(mesh);
  });

  it('gives its memory back', () => {
    const { arena } = sharedKernels();
    const before = arena.usedBytes;
    const meshes = [makeTube(), makeSkinnedTube(), makeSkinnedTube()];
    for (let round = 0; round < 3; round++) {
      for (const mesh of meshes) computeDeformTree.call(mesh);
      meshes[0].deformTree!.collide(meshes[1].deformTree!, meshes[0].matrixWorld.clone().makeTranslation(1, 0, 0));
      meshes[1].deformTree!.collide(meshes[0].deformTree!, meshes[0].matrixWorld.clone().makeTranslation(1, 0, 0));
    }
    expect(arena.usedBytes).toBeGreaterThan(before);
    for (const mesh of meshes) disposeDeformTree.call(mesh);
    expect(arena.usedBytes).toBe(before);
  });

  it.each([
    ['a tube', makeTube],
    ['a skinned tube', makeSkinnedTube],
  ])('gives its memory back where that is not enough to build it, or to build it again: %s', (_, makeMesh) => {
    const kernels = sharedKernels();
    const before = kernels.arena.usedBytes;
    const mesh = makeMesh();
    let blocks = 0;
    for (; !doWithin(kernels, blocks, () => computeDeformTree.call(mesh)); blocks++) {
      expect(kernels.arena.usedBytes, `after ${blocks} blocks`).toBe(before);
    }
    expect(blocks).toBeGreaterThan(2);
    mesh.geometry.attributes.position.needsUpdate = true;
    for (let few = 0; few < blocks; few++) {
      expect(doWithin(kernels, few, () => mesh.deformTree!.faceCount)).toBe(false);
      expect(kernels.arena.usedBytes, `after ${few} blocks`).toBe(before);
    }
    expectSameAsThree(mesh);
    disposeDeformTree.call(mesh);
    expect(kernels.arena.usedBytes).toBe(before);
  });

  it('may be there by the hundred', () => {
    const geometry = addSkin(makeTubeGeometry());
    const meshes = Array.from({ length: 300 }, () => makeSkinnedTube(geometry));
    for (const mesh of meshes) computeDeformTree.call(mesh);
    poseAtRandom(meshes[299], createRandom(2));
    expectSameAsThree(meshes[0]);
    expectSameAsThree(meshes[299]);
    for (const mesh of meshes) disposeDeformTree.call(mesh);
  });

  it('sees when attributes are marked as changed, replaced, or the geometry is', () => {
    const geometry = addSkin(addMorphTargets(makeTubeGeometry(), true));
    const mesh = makeSkinnedTube(geometry);
    const tree = computeDeformTree.call(mesh);
    mesh.morphTargetInfluences![0] = 1;
    const position = geometry.getAttribute('position');
    for (let i = 0; i < position.count; i++) position.setX(i, position.getX(i) * 1.5);
    position.needsUpdate = true;
    expectSameAsThree(mesh);
    geometry.setAttribute('skinWeight', geometry.getAttribute('skinWeight').clone());
    geometry.getAttribute('skinWeight').setXYZW(30, 0, 1, 0, 0);
    expectSameAsThree(mesh);
    const target = geometry.morphAttributes['position']![0] as BufferAttribute;
    target.setX(3, 7);
    target.needsUpdate = true;
    expectSameAsThree(mesh);
    geometry.morphTargetsRelative = false;
    expectSameAsThree(mesh);
    geometry.morphAttributes['position'] = [];
    expectSameAsThree(mesh);
    geometry.setIndex(Array.from(geometry.index!.array).slice(0, 900));
    expectSameAsThree(mesh);
    geometry.index!.setX(3, 77);
    geometry.index!.needsUpdate = true;
    expectSameAsThree(mesh);
    mesh.geometry = interleaved(addSkin(makeTubeGeometry(8)));
    expectSameAsThree(mesh);
    (mesh.geometry.getAttribute('position') as unknown as { data: { needsUpdate: boolean } }).data.needsUpdate = true;
    mesh.geometry.getAttribute('position').setY(5, 4);
    expectSameAsThree(mesh);
    expect(mesh.deformTree).toBe(tree);
  });

  it('computes nothing again while the mesh keeps its pose', () => {
    const mesh = makeSkinnedTube();
    const tree = computeDeformTree.call(mesh, { strategy: 'lazy' });
    const sphere = new Sphere(new Vector3(1, 3, 0), 0.2);
    expect(tree.statistics).toMatchObject({ verticesPosed: 0, blocksEvaluated: 0, isRefitted: false, nodesVisited: 0 });
    expect(tree.intersectsSphere(sphere)).toBe(true);
    const { blocksEvaluated, verticesPosed, nodesVisited } = tree.statistics;
    expect(verticesPosed).toBeGreaterThan(0);
    expect(verticesPosed).toBeLessThan(tree.body.mesh.vertexCount);
    expect(nodesVisited).toBeGreaterThan(0);
    const { stamp } = tree.body;
    mesh.updateMatrixWorld(true);
    tree.intersectsSphere(sphere);
    expect(tree.statistics).toMatchObject({ blocksEvaluated, verticesPosed, nodesVisited });
    expect(tree.body.stamp).toBe(stamp);
    mesh.skeleton.bones[2].rotation.x = 0.1;
    mesh.updateMatrixWorld(true);
    tree.intersectsSphere(sphere);
    expect(tree.body.stamp).toBe(stamp + 1);
  });

  it('keeps the pose of a skinned mesh while that is scaled to nothing', () => {
    const mesh = makeSkinnedTube();
    const scale = (size: number): void => {
      mesh.scale.setScalar(size);
      mesh.updateMatrixWorld(true);
    };
    scale(0);
    const point = new Vector3(3, 2, 1);
    const tree = computeDeformTree.call(mesh);
    const atRest = tree.closestPointToPoint(point);
    scale(1);
    expect(tree.closestPointToPoint(point)).toEqual(atRest);
    mesh.skeleton.bones[1].rotation.z = -0.5;
    scale(1);
    const bent = tree.closestPointToPoint(point)!;
    expect(bent).not.toEqual(atRest);
    const object = new Object3D();
    const attachment = tree.attach(object, { faceIndex: 300, barycoord: new Vector3(1, 0, 0) });
    const helper = new DeformTreeHelper(mesh);
    mesh.skeleton.bones[1].rotation.z = 0.5;
    mesh.position.set(7, 8, 9);
    scale(0);
    attachment.update();
    helper.update();
    expect(object.position.toArray()).toEqual([7, 8, 9]);
    expect(tree.closestPointToPoint(point)).toEqual(bent);
    mesh.position.set(0, 0, 0);
    mesh.skeleton.bones[1].rotation.z = 0;
    scale(1);
    expect(tree.closestPointToPoint(point)!.distance).toBeCloseTo(atRest!.distance, 5);
  });

  it('answers the same with every strategy', () => {
    const mesh = makeSkinnedTube();
    poseAtRandom(mesh, createRandom(6));
    const tree = computeDeformTree.call(mesh, { strategy: 'refit' });
    const point = new Vector3(3, 2, 1);
    const wanted = tree.closestPointToPoint(point);
    expect(tree.statistics.isRefitted).toBe(true);
    for (const strategy of ['lazy', 'adaptive'] as const) {
      tree.strategy = strategy;
      mesh.skeleton.bones[0].matrixWorld.elements[12] += 1;
      tree.collideSelf();
      mesh.skeleton.bones[0].matrixWorld.elements[12] -= 1;
      expect(tree.closestPointToPoint(point)).toEqual(wanted);
    }
    expect(() => (tree.strategy = 'never' as 'lazy')).toThrow('DeformTree: strategy is "never"');
  });
});

describe('the kernels of all deform trees', () => {
  it('are loaded at once: in WebAssembly, or in TypeScript where it cannot be compiled', async () => {
    const { loadKernelsNow } = await import('../../src/kernels/kernels-at-hand.js');
    expect(loadKernelsNow().backend).toBe('wasm');
    const compile = vi.spyOn(WebAssembly, 'Module').mockImplementation(function refuse() {
      throw new Error('not on this thread');
    });
    try {
      expect(loadKernelsNow().backend).toBe('typescript');
    } finally {
      compile.mockRestore();
    }
  });
});
