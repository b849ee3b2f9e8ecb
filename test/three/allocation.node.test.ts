/** Queries allocate nothing but the hits that they answer, pose after pose. */
import { createPairHits } from 'pliant';
import { type HitPointInfo, computeDeformTree } from 'pliant/three';
import { Box3, type Intersection, Matrix4, Raycaster, Sphere, Vector3 } from 'three';
import { expect, it } from 'vitest';
import { addMorphTargets, addSkin, makeSkinnedTube, makeTubeGeometry } from './make-meshes.js';

const ROUNDS = 1200;

it('queries on a moving mesh leave the heap as it was', () => {
  const mesh = makeSkinnedTube(addSkin(addMorphTargets(makeTubeGeometry(), true)));
  const other = makeSkinnedTube();
  const tree = computeDeformTree.call(mesh);
  const otherTree = computeDeformTree.call(other);
  const raycaster = new Raycaster(new Vector3(20, 3, 9), new Vector3(0, 0, -1));
  const found: Intersection[] = [];
  const target: HitPointInfo = { point: new Vector3(), distance: 0, faceIndex: 0 };
  const point = new Vector3(3, 2, 1);
  const sphere = new Sphere(new Vector3(2, 3, 0), 0.5);
  const box = new Box3(new Vector3(-3, 1, 1), new Vector3(-2, 2, 2));
  const turned = new Matrix4().makeRotationY(0.3);
  const elsewhere = new Matrix4().makeTranslation(9, 0, 0);
  const hits = createPairHits(100);
  const { elements } = mesh.skeleton.bones[1].matrixWorld;
  const round = (i: number): void => {
    elements[12] = (i % 10) / 50;
    mesh.morphTargetInfluences![1] = (i % 7) / 10;
    tree.raycastObject3D(raycaster, found);
    tree.closestPointToPoint(point, target);
    tree.intersectsSphere(sphere);
    tree.intersectsBox(box);
    tree.intersectsBox(box, turned);
    tree.boundingBox(box);
    tree.boundingSphere(sphere);
    tree.collide(otherTree, elsewhere, hits);
    tree.collideSelf();
    box.min.set(-3, 1, 1);
    box.max.set(-2, 2, 2);
    sphere.radius = 0.5;
    sphere.center.set(2, 3, 0);
  };
  for (let i = 0; i < ROUNDS; i++) round(i);
  globalThis.gc!();
  const before = process.memoryUsage().heapUsed;
  for (let i = 0; i < ROUNDS; i++) round(i);
  const grown = process.memoryUsage().heapUsed - before;
  expect(found.length).toBe(0);
  // Eleven queries in a new pose: a number or two on the heap for each, and no object.
  expect(grown / ROUNDS).toBeLessThan(11 * 24);
});
