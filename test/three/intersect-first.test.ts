/** The first hit over many objects, against the first of all hits that three.js finds. */
import { createRandom } from 'pliant/exact';
import { computeDeformTree, disposeDeformTree, intersectFirst } from 'pliant/three';
import {
  BackSide,
  Box3,
  BoxGeometry,
  BufferGeometry,
  FrontSide,
  Group,
  type Intersection,
  Line,
  Mesh,
  MeshBasicMaterial,
  Object3D,
  Raycaster,
  Vector3,
} from 'three';
import { describe, expect, it, vi } from 'vitest';
import {
  BOTH_SIDES,
  addMorphTargets,
  aimAtRandom,
  makeSkinnedTube,
  makeTube,
  makeTubeGeometry,
  poseAtRandom,
} from './make-meshes.js';
import { raycastByThree, refreshBounds } from './same-hits.js';

const POSES = 8;
const RAYS = 60;

/** Tubes of all kinds that cross each other, some with trees, and other things to hit. */
function makeCrowd(): { readonly crowd: Group; readonly tubes: readonly Mesh[] } {
  const withTrees = [
    makeSkinnedTube(),
    makeTube(),
    makeTube(addMorphTargets(makeTubeGeometry(), true)),
    makeSkinnedTube(),
  ];
  const withoutTree = makeTube(makeTubeGeometry(7));
  const tubes = [...withTrees, withoutTree];
  tubes.forEach((tube, i) => {
    tube.position.set(i * 0.4, 0, (i % 3) * 0.7);
    tube.rotation.set(0.2 * i, i, 0.5 * i);
    tube.scale.set(1, i === 1 ? -1.5 : 1, 1 + i / 4);
  });
  const line = new Line(new BufferGeometry().setFromPoints([new Vector3(-9, 3, 0), new Vector3(9, 3, 0)]));
  const crowd = new Group();
  crowd.add(tubes[0], line, tubes[1].add(tubes[2]), tubes[3], withoutTree);
  crowd.updateMatrixWorld(true);
  for (const tube of withTrees) computeDeformTree.call(tube);
  return { crowd, tubes };
}

/** A square that faces z, with a tree. */
function makePlate(z: number, material = BOTH_SIDES): Mesh {
  const plate = new Mesh(new BoxGeometry(2, 2, 0.1), material);
  plate.position.z = z;
  plate.updateMatrixWorld(true);
  computeDeformTree.call(plate);
  return plate;
}

const toPlates = (): Raycaster => new Raycaster(new Vector3(0.1, 0.2, 10), new Vector3(0, 0, -1));

describe('the first hit of all', () => {
  it('is that of three.js, on tubes that cross each other and move, with trees and without', () => {
    const seed = 21;
    const random = createRandom(seed);
    const { crowd, tubes } = makeCrowd();
    const size = new Box3().setFromObject(crowd, true).getSize(new Vector3()).length();
    const raycaster = new Raycaster();
    const firsts = new Map<Object3D, number>();
    for (let pose = 0; pose < POSES; pose++) {
      for (const tube of tubes) poseAtRandom(tube, random);
      refreshBounds(crowd);
      for (let ray = 0; ray < RAYS; ray++) {
        aimAtRandom(tubes[random.integer(tubes.length)], random, raycaster);
        raycaster.near = ray % 3 === 0 ? random.range(0, 6) : 0;
        raycaster.far = ray % 5 === 0 ? random.range(4, 12) : Infinity;
        const wanted = raycastByThree(raycaster, crowd)[0] as Intersection | undefined;
        const found = intersectFirst(raycaster, crowd);
        const what = `seed ${seed}, pose ${pose}, ray ${ray}`;
        expect(found === null, what).toBe(wanted === undefined);
        if (!found || !wanted) continue;
        expect(Math.abs(found.distance - wanted.distance), what).toBeLessThan(size * 1e-5);
        expect(found.object, what).toBe(wanted.object);
        firsts.set(found.object, (firsts.get(found.object) ?? 0) + 1);
      }
    }
    // Every tube is in front of the others now and then.
    for (const tube of tubes) expect(firsts.get(tube)).toBeGreaterThan(5);
  });

  it('leaves out what lies behind', () => {
    const [near, far] = [makeTube(), makeTube()];
    far.position.z = -5;
    far.updateMatrixWorld(true);
    for (const tube of [near, far]) computeDeformTree.call(tube);
    const raycaster = new Raycaster(new Vector3(0.1, 3, 9), new Vector3(0, 0, -1));
    intersectFirst(raycaster, far);
    const alone = far.deformTree!.statistics;
    expect(alone.triangleTests).toBeGreaterThan(0);
    // The first time, it is not known yet which one is in front.
    for (let time = 0; time < 2; time++) expect(intersectFirst(raycaster, [far, near])?.object).toBe(near);
    expect(far.deformTree!.statistics.nodesVisited).toBeLessThan(alone.nodesVisited);
    expect(far.deformTree!.statistics.triangleTests).toBe(0);
  });

  it('is found once more where an object is named twice', () => {
    const plate = makePlate(0);
    const once = intersectFirst(toPlates(), plate);
    expect(once?.object).toBe(plate);
    expect(intersectFirst(toPlates(), [plate, plate])).toEqual(once);
  });

  it('is that of the object which comes first where two are equally far', () => {
    const plates = [makePlate(0), makePlate(0), makePlate(0)];
    const plain = new Mesh(plates[0].geometry, BOTH_SIDES);
    for (const objects of [plates, plates.toReversed(), [plain, ...plates], [plates[1], plain, plates[0]]]) {
      expect(intersectFirst(toPlates(), objects)?.object).toBe(objects[0]);
    }
  });

  it('is that of the object which comes first far from the origin of the world too, whichever was hit last', () => {
    const seed = 5;
    const random = createRandom(seed);
    for (let k = 0; k < 60; k++) {
      const [first, second] = [makePlate(0), makePlate(0)];
      const place = new Vector3(1, -2, 3).multiplyScalar(random.range(1e5, 6.4e6));
      for (const plate of [first, second]) {
        plate.position.copy(place);
        plate.updateMatrixWorld(true);
      }
      const direction = new Vector3(random.range(-0.3, 0.3), random.range(-0.3, 0.3), -1).normalize();
      const away = 10 ** random.range(-3, 0);
      const front = place.clone().add(new Vector3(0.1, 0.2, 0.05));
      const raycaster = new Raycaster(front.addScaledVector(direction, -away), direction);
      expect(intersectFirst(raycaster, second)?.object).toBe(second);
      expect(intersectFirst(raycaster, [first, second])?.object, `seed ${seed}, pair ${k}`).toBe(first);
    }
  });

  it('is found through world matrices that are not affine', () => {
    const [near, far] = [makePlate(0), makePlate(-3)];
    near.matrixWorld.elements[15] = 2;
    expect(intersectFirst(toPlates(), far)?.object).toBe(far);
    const [wanted] = raycastByThree(toPlates(), new Group().add(near, far));
    expect(wanted.object).toBe(near);
    expect(intersectFirst(toPlates(), [near, far])).toMatchObject({ object: near, faceIndex: wanted.faceIndex });
  });

  it('counts from the sides that materials show', () => {
    const plates = [
      makePlate(2, new MeshBasicMaterial({ side: BackSide })),
      makePlate(0, new MeshBasicMaterial({ side: FrontSide })),
    ];
    const hit = intersectFirst(toPlates(), plates);
    // The back of the nearer plate is its far side, which is seen through the front.
    expect(hit?.object).toBe(plates[0]);
    expect(hit?.distance).toBeCloseTo(10 - 2 + 0.05);
  });

  it('is found where groups begin in the middle of a face', () => {
    const plate = makePlate(0);
    plate.geometry.setDrawRange(1, 30);
    const others = [makePlate(-3), plate];
    const [wanted] = raycastByThree(toPlates(), new Group().add(...others));
    expect(intersectFirst(toPlates(), others)?.distance).toBeCloseTo(wanted.distance);
  });

  it('is nothing where nothing is hit', () => {
    const raycaster = new Raycaster(new Vector3(0, 9, 0), new Vector3(0, 1, 0));
    const flat = makePlate(0);
    flat.matrixWorld.makeScale(1, 0, 1);
    expect(intersectFirst(raycaster, [makePlate(0), flat])).toBeNull();
    expect(intersectFirst(raycaster, [])).toBeNull();
    expect(intersectFirst(new Raycaster(new Vector3(NaN, 0, 9), new Vector3(0, 0, -1)), makePlate(0))).toBeNull();
    raycaster.far = -1;
    expect(intersectFirst(raycaster, makePlate(0))).toBeNull();
  });
});

describe('as in three.js', () => {
  it('layers, and what is below an object', () => {
    const [parent, child] = [makePlate(0), makePlate(3)];
    parent.add(child);
    parent.updateMatrixWorld(true);
    const raycaster = toPlates();
    expect(intersectFirst(raycaster, parent)?.object).toBe(child);
    expect(intersectFirst(raycaster, parent, false)?.object).toBe(parent);
    child.layers.set(3);
    expect(intersectFirst(raycaster, parent)?.object).toBe(parent);
    raycaster.layers.set(3);
    expect(intersectFirst(raycaster, [parent])?.object).toBe(child);
  });

  it('a mesh with a raycast of its own is asked by that', () => {
    const [silent, behind] = [makePlate(3), makePlate(0)];
    const raycast = vi.fn<Mesh['raycast']>();
    silent.raycast = raycast;
    expect(intersectFirst(toPlates(), [silent, behind])?.object).toBe(behind);
    expect(raycast).toHaveBeenCalledOnce();
  });

  it('who answers false speaks for what is below', () => {
    const group = new Group();
    group.add(makePlate(0));
    group.raycast = () => false as unknown as void;
    expect(intersectFirst(toPlates(), group)).toBeNull();
  });

  it('the raycaster is as it was, even after an error', () => {
    const raycaster = toPlates();
    raycaster.far = 50;
    raycaster.firstHitOnly = false;
    intersectFirst(raycaster, makePlate(0));
    expect(raycaster).toMatchObject({ far: 50, near: 0, firstHitOnly: false });
    const broken = new Object3D();
    broken.raycast = () => {
      throw new Error('broken');
    };
    expect(() => intersectFirst(raycaster, [makePlate(0), broken])).toThrow('broken');
    expect(raycaster).toMatchObject({ far: 50, near: 0, firstHitOnly: false });
  });

  it('a raycast may add objects, take trees away, and leave out whose hit it is', () => {
    const [near, far] = [makePlate(2), makePlate(0)];
    const group = new Group();
    const meddler = new Object3D();
    meddler.raycast = (raycaster, intersects) => {
      group.add(makePlate(4));
      disposeDeformTree.call(near);
      intersects.push({ distance: 9.99, point: raycaster.ray.at(9.99, new Vector3()) } as Intersection);
    };
    group.add(near, meddler, far);
    expect(intersectFirst(toPlates(), group)?.object).toBe(near);
    expect(group.children).toHaveLength(4);
    // From now on the nearest is one of those that were added.
    expect(intersectFirst(toPlates(), group)?.distance).toBeCloseTo(10 - 4 - 0.05);
    const alone = intersectFirst(toPlates(), [makePlate(-5), meddler]);
    expect(alone?.distance).toBe(9.99);
    expect(alone?.object).toBeUndefined();
  });

  it('a raycast may look for the first hit of others', () => {
    const [near, far] = [makePlate(2), makePlate(0)];
    const stand = new Object3D();
    stand.raycast = (raycaster, intersects) => {
      const hit = intersectFirst(raycaster, near);
      if (hit) intersects.push({ ...hit, object: stand });
    };
    expect(intersectFirst(toPlates(), [far, stand])?.object).toBe(stand);
  });
});
