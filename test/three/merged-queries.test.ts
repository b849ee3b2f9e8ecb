/** Several meshes as one, asked in all ways but for the hits of rays in the world. */
import { createPairHits } from 'pliant';
import { createRandom } from 'pliant/exact';
import { MergedMesh, computeDeformTree, intersectFirst } from 'pliant/three';
import { BoxGeometry, DoubleSide, Group, Mesh, Object3D, Ray, Raycaster, Sphere, Vector3 } from 'three';
import { afterEach, describe, expect, it } from 'vitest';
import { BOTH_SIDES, aimAtRandom, makeTube, poseAtRandom } from './make-meshes.js';
import { addCoat, makeCharacter } from './merged-character.js';
import { raycastByThree, raycastByTrees, refreshBounds, restorePrototypes } from './same-hits.js';

afterEach(restorePrototypes);

const POSES = 5;
const RAYS = 25;

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
    const { body } = makeCharacter();
    // So tight that it passes through the body here and there.
    const coat = addCoat(body, 1.05);
    const merged = new MergedMesh([body, coat]);
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
      const across = trees[0].collide(trees[1], undefined, createPairHits(20_000));
      expect(across).toBeGreaterThan(0);
      expect(tree.collideSelf(pairs)).toBe(within[0] + within[1] + across);
    }
    expect(tree.faceCount).toBe(trees[0].faceCount + trees[1].faceCount);
    expect(merged.partAt(0)).toEqual({ mesh: body, faceIndex: 0 });
    expect(merged.partAt(trees[0].faceCount)).toEqual({ mesh: coat, faceIndex: 0 });
    expect(merged.partAt(tree.faceCount - 1)).toEqual({ mesh: coat, faceIndex: trees[1].faceCount - 1 });
  });

  it('keeps objects where its meshes were hit, turned as the front of the face is', () => {
    const { root, body, coat } = makeCharacter();
    coat.scale.x = -1;
    root.updateMatrixWorld(true);
    for (const mesh of [body, coat]) computeDeformTree.call(mesh);
    const merged = new MergedMesh(root);
    const tree = computeDeformTree.call(merged);
    const random = createRandom(41);
    const raycaster = new Raycaster();
    const seen = new Set<Object3D>();
    for (let k = 0; k < RAYS; k++) {
      aimAtRandom(k % 2 === 0 ? body : coat, random, raycaster);
      const hit = raycastByTrees(raycaster, merged).at(k % 4 < 2 ? 0 : -1);
      if (hit) {
        const [object, wanted] = [new Object3D(), new Object3D()];
        const attachment = tree.attach(object, hit);
        expect(object.position.distanceTo(hit.point)).toBeLessThan(1e-4);
        expect(merged.partAt(attachment.faceIndex)).toEqual({ mesh: hit.object, faceIndex: hit.faceIndex });
        const own = (hit.object as Mesh).deformTree!.attach(wanted, hit);
        for (let pose = 0; pose < 2; pose++) {
          expect(object.position.distanceTo(wanted.position)).toBeLessThan(1e-4);
          expect(Math.abs(object.quaternion.dot(wanted.quaternion))).toBeGreaterThan(1 - 1e-4);
          poseAtRandom(body, random);
          attachment.update();
          own.update();
        }
        seen.add(hit.object);
      }
    }
    expect(seen).toEqual(new Set([body, coat]));
    const hit = { barycoord: new Vector3(0.2, 0.3, 0.5), faceIndex: body.deformTree!.faceCount, object: body };
    expect(() => tree.attach(new Object3D(), hit)).toThrow(
      /face 576 of "", and the merged mesh has no such part or face/,
    );
    expect(() => tree.attach(new Object3D(), { ...hit, faceIndex: 3, object: makeTube() })).toThrow(/no such part/);
    expect(tree.attach(new Object3D(), { ...hit, object: merged }).faceIndex).toBe(576);
  });

  it('refuses to answer for faces that were sorted since', () => {
    const { root, coat } = makeCharacter();
    const merged = new MergedMesh(root);
    computeDeformTree.call(merged);
    coat.name = 'coat';
    (coat.geometry.index!.array as Uint16Array).reverse();
    const raycaster = new Raycaster();
    aimAtRandom(coat, createRandom(5), raycaster);
    expect(() => intersectFirst(raycaster, merged)).toThrow(
      /the faces of the mesh "coat" are not those that were merged/,
    );
    const again = new MergedMesh(root);
    computeDeformTree.call(again);
    expect(intersectFirst(raycaster, again)?.object).toBe(coat);
  });

  it('collides where others are', () => {
    const { root, body, coat } = makeCharacter();
    const merged = new MergedMesh(root);
    const tree = computeDeformTree.call(merged);
    const wall = makeTube();
    wall.position.copy(root.position);
    wall.rotation.z = 1;
    wall.updateMatrixWorld(true);
    const wallTree = computeDeformTree.call(wall);
    const trees = [body, coat].map((mesh) => computeDeformTree.call(mesh));
    const random = createRandom(51);
    for (let pose = 0; pose < POSES; pose++) {
      poseAtRandom(body, random);
      const room = createPairHits(20_000);
      const apart = trees.map((each) => wallTree.collide(each, undefined, room));
      expect(apart[0] + apart[1]).toBeGreaterThan(0);
      expect(wallTree.collide(tree, undefined, room)).toBe(apart[0] + apart[1]);
      expect(tree.collide(wallTree, undefined, room)).toBe(apart[0] + apart[1]);
    }
  });

  it('names the mesh whose place is not a number', () => {
    const { root } = makeCharacter();
    const hat = new Mesh(new BoxGeometry(), BOTH_SIDES);
    hat.name = 'hat';
    root.add(hat);
    const tree = computeDeformTree.call(new MergedMesh(root));
    hat.position.x = NaN;
    root.updateMatrixWorld(true);
    expect(() => tree.closestPointToPoint(new Vector3())).toThrow(/the matrixWorld of the mesh "hat" is not/);
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
});
