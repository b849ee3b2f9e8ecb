/** Beside three-mesh-bvh: on meshes that do not deform both answer the same, and types and patches do not clash. */
import { createRandom } from 'pliant/exact';
import { acceleratedDeformRaycast, computeDeformTree } from 'pliant/three';
import { Box3, Group, Matrix4, Ray, Raycaster, Sphere, Vector3 } from 'three';
import { MeshBVH, acceleratedRaycast, computeBoundsTree } from 'three-mesh-bvh';
import { describe, expect, it } from 'vitest';
import { BOTH_SIDES, aimAtRandom, makeSkinnedTube, makeTube, makeTubeGeometry, poseAtRandom } from './make-meshes.js';
import { expectSameRaycast, raycastByTrees, refreshBounds } from './same-hits.js';

describe('beside three-mesh-bvh', () => {
  it('queries with the same arguments give the same answers', () => {
    const mesh = makeTube();
    const tree = computeDeformTree.call(mesh);
    const bvh = new MeshBVH(makeTubeGeometry(), { indirect: true });
    const random = createRandom(17);
    const place = (): Vector3 => new Vector3(random.range(-4, 4), random.range(-2, 8), random.range(-4, 4));
    let hits = 0;
    for (let i = 0; i < 100; i++) {
      const what = `seed 17, query ${i}`;
      const point = place();
      const closest = bvh.closestPointToPoint(point)!;
      const found = tree.closestPointToPoint(point)!;
      expect(Math.abs(found.distance - closest.distance), what).toBeLessThan(1e-6);
      const ray = new Ray(place().setX(6), new Vector3());
      ray.lookAt(new Vector3(0, random.range(0, 6), random.range(-1, 1)));
      const wanted = bvh.raycast(ray, BOTH_SIDES).map((hit) => hit.faceIndex!);
      expect(
        tree
          .raycast(ray, BOTH_SIDES)
          .map((hit) => hit.faceIndex!)
          .sort((a, b) => a - b),
        what,
      ).toEqual(wanted.sort((a, b) => a - b));
      expect(tree.raycastFirst(ray, BOTH_SIDES)?.faceIndex, what).toBe(bvh.raycastFirst(ray, BOTH_SIDES)?.faceIndex);
      const sphere = new Sphere(point, closest.distance * random.range(0.5, 1.5));
      expect(tree.intersectsSphere(sphere), what).toBe(bvh.intersectsSphere(sphere));
      const box = new Box3().setFromCenterAndSize(place(), new Vector3(1, 0.5, 0.7));
      const matrix = new Matrix4().makeRotationZ(random.range(-1, 1)).setPosition(0.1, 0.2, 0.3);
      expect(tree.intersectsBox(box, matrix), what).toBe(bvh.intersectsBox(box, matrix));
      hits += wanted.length;
    }
    expect(hits).toBeGreaterThan(20);
  });

  it.each([
    ['many', Infinity],
    ['few', 60],
  ])(
    'faces keep the numbers that the geometry gives them when a tree of it sorts its index, unmarked: %s',
    (_, corners) => {
      const mesh = makeSkinnedTube();
      mesh.geometry.setIndex([...mesh.geometry.index!.array].slice(0, corners));
      computeDeformTree.call(mesh);
      const before = [...mesh.geometry.index!.array];
      computeBoundsTree.call(mesh.geometry, { targetLeafSize: 1 });
      expect([...mesh.geometry.index!.array]).not.toEqual(before);
      const random = createRandom(23);
      const raycaster = new Raycaster();
      let hits = 0;
      poseAtRandom(mesh, random);
      refreshBounds(mesh);
      for (let ray = 0; ray < 150; ray++) {
        aimAtRandom(mesh, random, raycaster);
        hits += expectSameRaycast(raycaster, mesh, 20, `seed 23, ray ${ray}`);
      }
      expect(hits).toBeGreaterThan(10);
    },
  );

  it('each does its own meshes, in one raycast', () => {
    const rigid = makeTube();
    computeBoundsTree.call(rigid.geometry);
    expect(rigid.geometry.boundsTree).toBeInstanceOf(MeshBVH);
    rigid.raycast = acceleratedRaycast;
    const character = makeSkinnedTube();
    character.raycast = acceleratedDeformRaycast;
    computeDeformTree.call(character);
    character.position.z = -4;
    const scene = new Group().add(rigid, character);
    poseAtRandom(character, createRandom(2), 0.1);
    const raycaster = new Raycaster(new Vector3(0.1, 3, 9), new Vector3(0, 0, -1));
    raycaster.firstHitOnly = true;
    expect(raycaster.intersectObject(scene).map((hit) => hit.object)).toEqual([rigid, character]);
    expect(raycastByTrees(raycaster, scene, true).length).toBe(2);
  });
});
