/** What is near a deforming mesh, and what meets it, against brute force over the vertices that three.js poses. */
import { type PairHits, CROSSING, createPairHits } from 'pliant';
import { createRandom, meetTriangles } from 'pliant/exact';
import { CONTAINED, type HitPointInfo, computeDeformTree, disposeDeformTree } from 'pliant/three';
import { Box3, Group, Matrix4, type Mesh, Quaternion, Sphere, Triangle, Vector3 } from 'three';
import { describe, expect, it } from 'vitest';
import { sharedKernels } from '../../src/three/shared-kernels.js';
import { takeFreeMemory } from '../support/take-memory.js';
import {
  addMorphTargets,
  addSkin,
  bakeByThree,
  makeSkinnedTube,
  makeTube,
  makeTubeGeometry,
  poseAtRandom,
  withoutIndex,
} from './make-meshes.js';

const SEED = 21;

/** Meshes of each kind. */
function makeMeshes(): Mesh[] {
  return [
    makeTube(),
    makeTube(addMorphTargets(makeTubeGeometry(), true)),
    makeSkinnedTube(),
    makeSkinnedTube(withoutIndex(addSkin(addMorphTargets(makeTubeGeometry(), true)))),
    makeSkinnedTube(addSkin(makeTubeGeometry(), (vertex) => 0.7 + (vertex % 5) / 8)),
  ];
}

/** All faces as three.js poses them, in the space of the mesh. */
function facesOf(mesh: Mesh): Triangle[] {
  const vertices = bakeByThree(mesh);
  const { index } = mesh.geometry;
  const corners = index ? Array.from(index.array) : vertices.map((_, i) => i);
  return Array.from(
    { length: corners.length / 3 },
    (_, face) =>
      new Triangle(vertices[corners[face * 3]], vertices[corners[face * 3 + 1]], vertices[corners[face * 3 + 2]]),
  );
}

describe.each(makeMeshes().map((mesh, kind) => [kind, mesh] as const))('of mesh %i', (kind, mesh) => {
  const tree = computeDeformTree.call(mesh);
  const what = `mesh ${kind}, seed ${SEED}`;

  it('the closest point is as close as any, on the face that it names', () => {
    const random = createRandom(SEED);
    const target: HitPointInfo = { point: new Vector3(), distance: 0, faceIndex: 0 };
    for (let i = 0; i < 24; i++) {
      if (i % 8 === 0) poseAtRandom(mesh, random);
      const faces = facesOf(mesh);
      const point = new Vector3(random.range(-4, 4), random.range(-2, 8), random.range(-4, 4));
      const near = new Vector3();
      const distances = faces.map((face) => face.closestPointToPoint(point, near).distanceTo(point));
      const least = Math.min(...distances);
      expect(tree.closestPointToPoint(point, target), what).toBe(target);
      expect(Math.abs(target.distance - least), what).toBeLessThan(1e-5);
      expect(Math.abs(target.point.distanceTo(point) - least), what).toBeLessThan(1e-5);
      expect(distances[target.faceIndex] - least, what).toBeLessThan(1e-5);
      expect(tree.closestPointToPoint(point, undefined, 0, least * 0.9)).toBeNull();
      expect(tree.closestPointToPoint(point, undefined, 0, -1)).toBeNull();
      const any = tree.closestPointToPoint(point, {} as HitPointInfo, least * 2)!;
      expect(any.distance).toBeLessThan(least * 2 + 1e-5);
      expect(distances[any.faceIndex]).toBeLessThan(least * 2 + 1e-5);
    }
  });

  it('spheres meet it exactly where a face is within their radius', () => {
    const random = createRandom(SEED);
    let met = 0;
    for (let i = 0; i < 60; i++) {
      if (i % 15 === 0) poseAtRandom(mesh, random);
      const center = new Vector3(random.range(-4, 4), random.range(-2, 8), random.range(-4, 4));
      const near = new Vector3();
      const least = Math.min(...facesOf(mesh).map((face) => face.closestPointToPoint(center, near).distanceTo(center)));
      const radius = least * random.range(0.8, 1.2);
      const answer = tree.intersectsSphere(new Sphere(center, radius));
      if (Math.abs(radius - least) > 1e-5) expect(answer, `${what}, sphere ${i}`).toBe(radius > least);
      if (answer) met++;
    }
    expect(met).toBeGreaterThan(10);
    expect(tree.intersectsSphere(new Sphere(new Vector3(0, 3, 0), -1))).toBe(false);
  });

  it('boxes meet it where three.js says that they do, turned, mirrored and stretched', () => {
    const random = createRandom(SEED);
    let met = 0;
    for (let i = 0; i < 60; i++) {
      if (i % 15 === 0) poseAtRandom(mesh, random);
      const size = new Vector3(random.range(0.05, 0.8), random.range(0.05, 0.8), random.range(0.05, 0.8));
      const place = new Vector3(random.range(-2, 2), random.range(-1, 7), random.range(-2, 2));
      const isPlain = i % 4 === 0;
      const box = new Box3().setFromCenterAndSize(isPlain ? place : new Vector3(), size);
      const turn = new Quaternion(random.range(-1, 1), random.range(-1, 1), random.range(-1, 1), 1).normalize();
      const matrix = new Matrix4().compose(place, turn, new Vector3(i % 3 === 0 ? -1 : 1, random.range(0.5, 2), 1));
      const inverse = matrix.clone().invert();
      const wanted = facesOf(mesh).some(({ a, b, c }) => {
        if (isPlain) return box.intersectsTriangle(new Triangle(a, b, c));
        const [x, y, z] = [a, b, c].map((corner) => corner.clone().applyMatrix4(inverse));
        return box.intersectsTriangle(new Triangle(x, y, z));
      });
      const answer = isPlain ? tree.intersectsBox(box) : tree.intersectsBox(box, matrix);
      expect(answer, `${what}, box ${i}`).toBe(wanted);
      expect(isPlain || tree.intersectsBox(box, matrix), `${what}, box ${i}`).toBe(isPlain || wanted);
      if (answer) met++;
    }
    expect(met).toBeGreaterThan(4);
    expect(tree.intersectsBox(new Box3())).toBe(false);
  });

  it('a shapecast comes to every face in a region, in boxes that hold it, in the order that is asked for', () => {
    const random = createRandom(SEED);
    poseAtRandom(mesh, random);
    const faces = facesOf(mesh);
    const region = new Box3(new Vector3(-2, 1, -2), new Vector3(2, 3, 0.5));
    const boxes: Box3[] = [];
    const seen = new Set<number>();
    const ended = tree.shapecast({
      intersectsBounds: (box, _isLeaf, _score, depth) => {
        boxes[depth] = box.clone();
        return box.intersectsBox(region);
      },
      intersectsTriangle: (triangle, faceIndex, contained, depth) => {
        expect(contained).toBe(false);
        seen.add(faceIndex);
        const { a, b, c } = faces[faceIndex];
        for (const [found, wanted] of [
          [triangle.a, a],
          [triangle.b, b],
          [triangle.c, c],
        ] as const) {
          expect(found.distanceTo(wanted)).toBeLessThan(1e-5);
          expect(boxes.slice(0, depth + 1).every((box) => box.distanceToPoint(found) < 1e-9)).toBe(true);
        }
      },
    });
    expect(ended).toBe(false);
    const inside = faces.flatMap((face, i) => (region.intersectsTriangle(face) ? [i] : []));
    expect(inside.length).toBeGreaterThan(10);
    expect(inside.filter((face) => !seen.has(face))).toEqual([]);
    expect(seen.size).toBeLessThan(faces.length);

    // By distance to a point, the first face that is looked at is near the closest one.
    const from = new Vector3(5, 2, 1);
    let best = Infinity;
    tree.shapecast({
      boundsTraverseOrder: (box) => box.distanceToPoint(from),
      intersectsBounds: (_box, _isLeaf, score) => score! < best,
      intersectsTriangle: (triangle) => {
        best = Math.min(best, triangle.closestPointToPoint(from, new Vector3()).distanceTo(from));
      },
    });
    const visited = tree.statistics.triangleTests;
    expect(visited).toBeLessThan(faces.length / 3);
    expect(Math.abs(best - tree.closestPointToPoint(from)!.distance)).toBeLessThan(1e-9);
  });

  it('a shapecast ends when it is told to, asks nothing about what is contained, and may be nested', () => {
    let asked = 0;
    let shown = 0;
    const all = { intersectsBounds: () => (asked++, CONTAINED), intersectsTriangle: () => void shown++ };
    expect(tree.shapecast(all)).toBe(false);
    expect([asked, shown]).toEqual([1, tree.faceCount]);
    let outer = 0;
    const nested = tree.shapecast({
      intersectsBounds: () => true,
      intersectsTriangle: (triangle, faceIndex) => {
        const corner = triangle.a.clone();
        let inner = 0;
        expect(tree.shapecast({ intersectsBounds: () => true, intersectsTriangle: () => ++inner === 7 })).toBe(true);
        expect(inner).toBe(7);
        expect(triangle.a.equals(corner)).toBe(true);
        return ++outer === 5 && faceIndex >= 0;
      },
    });
    expect(nested).toBe(true);
    expect(outer).toBe(5);
  });

  it('a shapecast shows faces where they are, though a callback makes trees, and memory grow', () => {
    const faces = facesOf(mesh);
    const { arena } = sharedKernels();
    const taken = takeFreeMemory(sharedKernels());
    const before = arena.u32;
    const others: Mesh[] = [];
    let farthest = 0;
    tree.shapecast({
      intersectsBounds: () => true,
      intersectsTriangle: ({ a, b, c }, faceIndex) => {
        const face = faces[faceIndex];
        farthest = Math.max(farthest, face.a.distanceTo(a), face.b.distanceTo(b), face.c.distanceTo(c));
        if (arena.u32 !== before) return;
        others.push(makeTube());
        computeDeformTree.call(others.at(-1)!);
      },
    });
    for (const other of others) disposeDeformTree.call(other);
    for (const block of taken) arena.free(block);
    expect(arena.u32 === before).toBe(false);
    expect(farthest).toBeLessThan(1e-5);
  });

  it('the bounding box and sphere hold every vertex, and are not far larger', () => {
    const random = createRandom(SEED);
    for (let i = 0; i < 5; i++) {
      poseAtRandom(mesh, random);
      const exact = new Box3().setFromPoints(bakeByThree(mesh));
      const box = tree.boundingBox(new Box3());
      const sphere = tree.boundingSphere(new Sphere());
      expect(box.clone().expandByScalar(1e-5).containsBox(exact)).toBe(true);
      expect(bakeByThree(mesh).every((vertex) => sphere.distanceToPoint(vertex) < 1e-5)).toBe(true);
      expect(box.getSize(new Vector3()).length()).toBeLessThan(4 * exact.getSize(new Vector3()).length());
    }
  });
});

/** Pairs of faces that cross, as one number each. */
function crossings(hits: PairHits): Set<number> {
  const found = new Set<number>();
  for (let i = 0; i < hits.count; i++) {
    if (hits.meetings[i] === CROSSING) found.add(hits.pairs[i * 2] * 1e6 + hits.pairs[i * 2 + 1]);
  }
  return found;
}

function bruteCrossings(a: readonly Triangle[], b: readonly Triangle[], isSelf: boolean): Set<number> {
  const found = new Set<number>();
  const positions = new Float32Array(18);
  const boxesB = b.map((face) => new Box3().setFromPoints([face.a, face.b, face.c]));
  a.forEach((faceA, i) => {
    const boxA = new Box3().setFromPoints([faceA.a, faceA.b, faceA.c]);
    b.forEach((faceB, j) => {
      if ((isSelf && j <= i) || !boxA.intersectsBox(boxesB[j])) return;
      [faceA.a, faceA.b, faceA.c, faceB.a, faceB.b, faceB.c].forEach((corner, k) => corner.toArray(positions, k * 3));
      if (isSelf && sharesCorner(positions)) return;
      if (meetTriangles(positions, 0, 1, 2, positions, 3, 4, 5) === CROSSING) found.add(i * 1e6 + j);
    });
  });
  return found;
}

function sharesCorner(p: Float32Array): boolean {
  return [0, 3, 6].some((i) =>
    [9, 12, 15].some((j) => p[i] === p[j] && p[i + 1] === p[j + 1] && p[i + 2] === p[j + 2]),
  );
}

describe('collisions', () => {
  it('between two meshes are those of their faces in the world, mirrored and stretched ones too', () => {
    const random = createRandom(SEED);
    const meshes = makeMeshes();
    for (const mesh of meshes) computeDeformTree.call(mesh);
    let total = 0;
    for (let i = 0; i < 10; i++) {
      const [mesh, other] = [meshes[i % meshes.length], meshes[(i + 1 + (i >> 2)) % meshes.length]];
      const [outer, parent] = [new Group(), new Group()];
      outer.add(mesh, parent.add(other));
      parent.position.set(random.range(-1, 1), random.range(1, 3), random.range(-1, 1));
      parent.rotation.set(random.range(-1, 1), random.range(-1, 1), random.range(1, 2));
      parent.scale.set(i % 2 === 0 ? -1 : 1, random.range(0.6, 1.5), i % 3 === 0 ? 2 : 1);
      outer.scale.set(1, i % 2 === 0 ? 3 : 1, 1);
      for (const posed of [mesh, other]) poseAtRandom(posed, random, 0.3);
      const matrix = mesh.matrixWorld.clone().invert().multiply(other.matrixWorld);
      const theirs = facesOf(other);
      for (const corner of new Set(theirs.flatMap(({ a, b, c }) => [a, b, c]))) corner.applyMatrix4(matrix);
      const wanted = bruteCrossings(facesOf(mesh), theirs, false);
      const hits = createPairHits(100_000);
      const what = `seed ${SEED}, pair ${i}`;
      expect(mesh.deformTree!.collide(other.deformTree!, undefined, hits), what).toBe(hits.count);
      expect(crossings(hits), what).toEqual(wanted);
      expect(mesh.deformTree!.collide(other.deformTree!, matrix, hits), what).toBe(hits.count);
      expect(crossings(hits), what).toEqual(wanted);
      expect(mesh.deformTree!.collide(other.deformTree!), what).toBe(wanted.size > 0 ? 1 : 0);
      expect(mesh.deformTree!.collide(other.deformTree!, new Matrix4().makeTranslation(50, 0, 0)), what).toBe(0);
      total += wanted.size;
    }
    expect(total).toBeGreaterThan(100);
  });

  it('in one space need no placement', () => {
    const [a, b] = [makeSkinnedTube(), makeSkinnedTube(addSkin(makeTubeGeometry(9)))];
    poseAtRandom(b, createRandom(SEED));
    for (const mesh of [a, b]) computeDeformTree.call(mesh);
    const hits = createPairHits(100_000);
    const wanted = bruteCrossings(facesOf(a), facesOf(b), false);
    expect(a.deformTree!.collide(b.deformTree!, new Matrix4(), hits)).toBeGreaterThan(10);
    expect(crossings(hits)).toEqual(wanted);
  });

  it('of a mesh with itself are those of faces that share no corner, seams being closed', () => {
    const random = createRandom(SEED);
    let total = 0;
    for (const geometry of [addSkin(makeTubeGeometry()), withoutIndex(addSkin(makeTubeGeometry()))]) {
      const mesh = makeSkinnedTube(geometry);
      const tree = computeDeformTree.call(mesh);
      expect(tree.collideSelf()).toBe(0);
      for (let i = 0; i < 4; i++) {
        poseAtRandom(mesh, random, 1.6);
        const faces = facesOf(mesh);
        const wanted = bruteCrossings(faces, faces, true);
        const hits = createPairHits(100_000);
        const what = `seed ${SEED}, pose ${i}`;
        expect(tree.collideSelf(hits), what).toBe(hits.count);
        expect(new Set([...crossings(hits)].flatMap((key) => inOrder(faces, key))), what).toEqual(wanted);
        expect(tree.collideSelf(), what).toBe(hits.count > 0 ? 1 : 0);
        total += wanted.size;
      }
    }
    expect(total).toBeGreaterThan(50);
  });
});

/** A pair with its lower face first; none if both have a corner in common. */
function inOrder(faces: readonly Triangle[], key: number): number[] {
  const [a, b] = [Math.floor(key / 1e6), key % 1e6];
  const positions = new Float32Array(18);
  [faces[a], faces[b]].forEach((face, k) => {
    [face.a, face.b, face.c].forEach((corner, c) => corner.toArray(positions, k * 9 + c * 3));
  });
  return sharesCorner(positions) ? [] : [Math.min(a, b) * 1e6 + Math.max(a, b)];
}
