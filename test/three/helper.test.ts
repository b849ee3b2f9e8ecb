/** The lines that show a deform tree. */
import { createRandom } from 'pliant/exact';
import { DeformTreeHelper, computeDeformTree, disposeDeformTree } from 'pliant/three';
import { Box3, Group, Sphere, Vector3 } from 'three';
import { describe, expect, it } from 'vitest';
import { bakeByThree, makeSkinnedTube, poseAtRandom } from './make-meshes.js';

/** The boxes that are drawn. */
function boxesOf(helper: DeformTreeHelper): Box3[] {
  const { index, drawRange } = helper.geometry;
  const position = helper.geometry.getAttribute('position');
  const edges = 24;
  return Array.from({ length: drawRange.count / edges }, (_, box) => {
    const points = Array.from({ length: edges }, (__, i) =>
      new Vector3().fromBufferAttribute(position, index!.getX(box * edges + i)),
    );
    for (let i = 0; i < edges; i += 2) {
      const along = points[i]
        .clone()
        .sub(points[i + 1])
        .toArray()
        .filter((value) => value !== 0);
      expect(along.length, 'edges are along one axis').toBeLessThanOrEqual(1);
    }
    return new Box3().setFromPoints(points);
  });
}

describe('a DeformTreeHelper', () => {
  const mesh = makeSkinnedTube();
  const tree = computeDeformTree.call(mesh, { strategy: 'lazy' });

  it('draws a level, whose boxes hold all vertices, pose after pose', () => {
    const helper = new DeformTreeHelper(mesh, { level: 2 });
    const random = createRandom(3);
    for (let pose = 0; pose < 3; pose++) {
      poseAtRandom(mesh, random);
      helper.update();
      const boxes = boxesOf(helper);
      expect(boxes.length).toBeGreaterThan(4);
      const outside = bakeByThree(mesh).filter((vertex) => boxes.every((box) => box.distanceToPoint(vertex) > 1e-5));
      expect(outside).toEqual([]);
    }
    helper.level = 0;
    helper.update();
    expect(boxesOf(helper).length).toBe(1);
    helper.level = 60;
    helper.update();
    expect(boxesOf(helper).length).toBe(0);
    helper.dispose();
  });

  it('draws what was visited in this pose, and its front', () => {
    const helper = new DeformTreeHelper(mesh, { display: 'visited', color: 'red' });
    expect(helper.material.color.getHex()).toBe(0xff0000);
    poseAtRandom(mesh, createRandom(8));
    helper.update();
    expect(boxesOf(helper).length).toBe(0);
    const { point } = tree.closestPointToPoint(new Vector3(3, 3, 3))!;
    helper.update();
    const visited = boxesOf(helper);
    helper.display = 'front';
    helper.update();
    const front = boxesOf(helper);
    expect(front.length).toBeGreaterThan(1);
    expect(visited.length).toBeGreaterThan(front.length);
    expect(front.some((box) => box.distanceToPoint(point) < 1e-6)).toBe(true);
    // The front still holds everything.
    const outside = bakeByThree(mesh).filter((vertex) => front.every((box) => box.distanceToPoint(vertex) > 1e-5));
    expect(outside).toEqual([]);
    tree.intersectsSphere(new Sphere(new Vector3(0, 3, 0), 2));
    helper.update();
    expect(boxesOf(helper).length).toBeGreaterThan(front.length);
  });

  it('follows its mesh, is not hit by rays, and draws nothing when there is no tree', () => {
    const helper = new DeformTreeHelper(mesh);
    const scene = new Group().add(mesh, new Group().add(helper));
    scene.children[1].position.x = 50;
    mesh.position.set(1, 2, 3);
    scene.updateMatrixWorld(true);
    expect(helper.matrixWorld.equals(mesh.matrixWorld)).toBe(true);
    expect(helper.raycast()).toBeUndefined();
    expect(boxesOf(helper).length).toBeGreaterThan(0);
    disposeDeformTree.call(mesh);
    helper.update();
    expect(helper.geometry.drawRange.count).toBe(0);
    computeDeformTree.call(mesh);
    helper.update();
    expect(boxesOf(helper).length).toBeGreaterThan(0);
  });

  it('is cloned with its scene', () => {
    const helper = new DeformTreeHelper(mesh, { display: 'front', level: 1, color: 'red' });
    helper.visible = false;
    const scene = new Group().add(helper).clone();
    const copy = scene.children[0] as DeformTreeHelper;
    expect(copy).toBeInstanceOf(DeformTreeHelper);
    expect([copy.mesh, copy.display, copy.level, copy.visible]).toEqual([mesh, 'front', 1, false]);
    expect(copy.material.color.getHex()).toBe(0xff0000);
    expect([copy.material === helper.material, copy.geometry === helper.geometry]).toEqual([false, false]);
  });

  it('refuses what it cannot draw', () => {
    const helper = new DeformTreeHelper(mesh);
    helper.level = -1;
    expect(() => helper.update()).toThrow('DeformTreeHelper: level is -1');
    expect(() => new DeformTreeHelper(mesh, { display: 'all' as 'level' })).toThrow(
      'DeformTreeHelper: display is "all"',
    );
  });
});
