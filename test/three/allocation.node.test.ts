/** Queries on a moving mesh allocate no objects but the hits that they answer. */
import { createPairHits } from 'pliant';
import { type HitPointInfo, computeDeformTree } from 'pliant/three';
import { Box3, type Intersection, Matrix4, Raycaster, Sphere, Vector3 } from 'three';
import { describe, expect, it } from 'vitest';
import { addMorphTargets, addSkin, makeSkinnedTube, makeTubeGeometry } from './make-meshes.js';

/** Some numbers of the vectors of three.js go to the heap, 12 bytes each; a vector would be 40, a hit with its parts 500. */
const ALLOWED_BYTES = 320;

const mesh = makeSkinnedTube(addSkin(addMorphTargets(makeTubeGeometry(), true)));
const tree = computeDeformTree.call(mesh);
const other = computeDeformTree.call(makeSkinnedTube());
const raycaster = new Raycaster(new Vector3(20, 3, 9), new Vector3(0, 0, -1));
const found: Intersection[] = [];
const target: HitPointInfo = { point: new Vector3(), distance: 0, faceIndex: 0 };
const point = new Vector3(3, 2, 1);
const sphere = new Sphere(new Vector3(2, 3, 0), 0.5);
const box = new Box3(new Vector3(-3, 1, 1), new Vector3(-2, 2, 2));
const turned = new Matrix4().makeRotationY(0.3);
const elsewhere = new Matrix4().makeTranslation(9, 0, 0);
const hits = createPairHits(100);
const boundingBox = new Box3();
const boundingSphere = new Sphere();

const QUERIES: Readonly<Record<string, () => unknown>> = {
  'a raycast that hits nothing': () => tree.raycastObject3D(raycaster, found),
  'the closest point': () => tree.closestPointToPoint(point, target),
  'a sphere': () => tree.intersectsSphere(sphere),
  'a box': () => tree.intersectsBox(box),
  'a turned box': () => tree.intersectsBox(box, turned),
  'the bounding box': () => tree.boundingBox(boundingBox),
  'the bounding sphere': () => tree.boundingSphere(boundingSphere),
  'another mesh': () => tree.collide(other, elsewhere, hits),
  itself: () => tree.collideSelf(),
};

function run(query: () => unknown, rounds: number): void {
  const { elements } = mesh.skeleton.bones[1].matrixWorld;
  for (let i = 0; i < rounds; i++) {
    elements[12] = (i % 10) / 50;
    mesh.morphTargetInfluences![1] = (i % 7) / 10;
    query();
  }
}

describe('nothing is left on the heap by a query for', () => {
  it.each(Object.entries(QUERIES))('%s', (_, query) => {
    const rounds = 200;
    run(query, 3000);
    const bytes = Array.from({ length: 5 }, () => {
      globalThis.gc!();
      const before = process.memoryUsage().heapUsed;
      run(query, rounds);
      return (process.memoryUsage().heapUsed - before) / rounds;
    });
    expect(Math.min(...bytes)).toBeLessThan(ALLOWED_BYTES);
    expect(found).toEqual([]);
  });
});
