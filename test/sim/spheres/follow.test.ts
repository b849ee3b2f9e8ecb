import type { PliantError } from 'pliant';
import { type Random, createRandom } from 'pliant/exact';
import {
  type BlendModel,
  type Mesh,
  createLinkTransforms,
  createLinks,
  createPose,
  createSkinModel,
  createTetEmbedding,
  poseMesh,
  setPoints,
  setTransforms,
  writeLinkTransforms,
} from 'pliant/parts';
import {
  type SphereTree,
  carryByLinks,
  createClosestFollower,
  createEnclosingFollower,
  createSphereTree,
  followSphere,
  followSpheres,
  measureMisses,
} from 'pliant/sim';
import { describe, expect, it } from 'vitest';
import { type ExactPoint, exactVertices, missingNodes } from './exact-balls.js';
import { SURFACES, sheet, torus } from './sample-surfaces.js';
import { tetrahedraAround } from './tetrahedra.js';

interface Carried {
  readonly mesh: Mesh;
  readonly tree: SphereTree;
  readonly model: BlendModel;
  readonly points: Float32Array;
}

function carried(mesh: Mesh, cubes: number): Carried {
  const solid = tetrahedraAround(mesh, cubes);
  return {
    mesh,
    tree: createSphereTree(mesh, { depth: 2 }),
    model: createTetEmbedding(mesh, solid),
    points: solid.points,
  };
}

const TORUS = carried(torus(24, 12), 4);
/** Half of it sticks out of the tetrahedra. */
const OUTSIDE = ((): Carried => {
  const mesh = torus(16, 8);
  const solid = tetrahedraAround(torus(16, 8, 0.6, 0.2), 3);
  return {
    mesh,
    tree: createSphereTree(mesh, { depth: 2 }),
    model: createTetEmbedding(mesh, solid),
    points: solid.points,
  };
})();
const SHEET = carried(SURFACES['a bent sheet'](), 2);
const ALL = { 'a torus': TORUS, 'a torus that sticks out': OUTSIDE, 'a sheet': SHEET };

/** A turn by 3, 4 and 5, and one by 5, 12 and 13, and a way: rigid to the last digits. */
function rigid(points: Float32Array): Float64Array {
  const out = new Float64Array(points.length);
  for (let i = 0; i < points.length; i += 3) {
    const [x, y, z] = points.subarray(i, i + 3);
    const [x1, y1] = [0.6 * x - 0.8 * y, 0.8 * x + 0.6 * y];
    out.set([x1 + 3, (5 * y1 - 12 * z) / 13 - 1, (12 * y1 + 5 * z) / 13 + 0.5], i);
  }
  return out;
}

const POSES: Readonly<Record<string, (points: Float32Array, random: Random) => Float32Array>> = {
  rest: (points) => points,
  rigid: (points) => Float32Array.from(rigid(points)),
  'stretched and sheared': (points) =>
    points.map((x, i) => (i % 3 === 0 ? 2 * x + 0.7 * points[i + 1] : i % 3 === 1 ? 0.4 * x : x)),
  mirrored: (points) => points.map((x, i) => (i % 3 === 0 ? -x : x)),
  flattened: (points) => points.map((x, i) => (i % 3 === 2 ? 0 : x)),
  'in one point': (points) => points.map(() => 0.3),
  shaken: (points, random) => points.map((x) => x + random.range(-0.1, 0.1)),
  'shaken wildly': (points, random) => points.map((x) => x + random.range(-3, 3)),
  'far away': (points, random) => points.map((x) => 4000 + x + random.range(-0.1, 0.1)),
  tiny: (points) => points.map((x) => x * 1e-6),
};

/** Where the model says vertices are, in units of 2^-200: no rounding. */
function exactPose({ model }: Carried, points: Float32Array): (v: number) => ExactPoint {
  const unit = 2 ** 100;
  return (v) => {
    const sum = [0n, 0n, 0n];
    for (let i = model.influenceOffsets[v]; i < model.influenceOffsets[v + 1]; i++) {
      const weight = BigInt(model.weights[i] * unit);
      for (const axis of [0, 1, 2]) {
        const carriedBy =
          BigInt(points[3 * model.governors[i] + axis] * unit) + BigInt(model.rest[3 * v + axis] * unit);
        sum[axis] += weight * carriedBy;
      }
    }
    return [sum[0], sum[1], sum[2]];
  };
}

describe('spheres that enclose what points carry', () => {
  for (const [name, body] of Object.entries(ALL)) {
    const { mesh, model, points, tree } = body;
    const follower = createEnclosingFollower(tree, mesh, model, points);
    it.each(Object.keys(POSES))(`have their part of ${name} inside, %s, in exact arithmetic`, (pose) => {
      const random = createRandom(51);
      const spheres = new Float64Array(4 * tree.nodeCount);
      for (let round = 0; round < 2; round++) {
        const now = POSES[pose](points, random);
        followSpheres(follower, now, spheres);
        expect(missingNodes(tree, mesh, spheres, exactPose(body, now)), `seed 51, round ${round}`).toEqual([]);
        // The vertices of a body are rounded to float32.
        const posed = createPose(model.poseLayout);
        setPoints(posed, now);
        const positions = new Float32Array(mesh.positions.length);
        poseMesh(model, posed, positions);
        expect(missingNodes(tree, mesh, spheres, exactVertices(positions)), `seed 51, round ${round}`).toEqual([]);
      }
    });
  }

  it('make room for what is lost where points in doubles become a pose in single floats', () => {
    const mesh = torus(24, 12);
    const tree = createSphereTree(mesh, { depth: 2 });
    // All points are multiples of 1/256, so all are rounded to one side, by nearly as much as can be; then vertices are rounded again.
    const fine = tetrahedraAround(mesh, 4);
    const solid = { ...fine, points: fine.points.map((x) => Math.round(x * 256) / 256) };
    const model = createTetEmbedding(mesh, solid);
    const follower = createEnclosingFollower(tree, mesh, model, solid.points);
    const spheres = new Float64Array(4 * tree.nodeCount);
    const lost = 0.4999 * 2 ** -13;
    for (let signs = 0; signs < 8; signs++) {
      const now = Float64Array.from(solid.points, (x, i) => x + 1026 + (((signs >> (i % 3)) & 1) === 0 ? lost : -lost));
      const pose = createPose(model.poseLayout);
      setPoints(pose, now);
      const positions = new Float32Array(mesh.positions.length);
      poseMesh(model, pose, positions);
      followSpheres(follower, now, spheres);
      expect(missingNodes(tree, mesh, spheres, exactVertices(positions)), `signs ${signs}`).toEqual([]);
    }
  });

  it('are hardly larger than at rest under a rigid motion, and move with it', () => {
    const { mesh, model, points, tree } = TORUS;
    const follower = createEnclosingFollower(tree, mesh, model, points);
    const spheres = new Float64Array(4 * tree.nodeCount);
    followSpheres(follower, rigid(points), spheres);
    for (let node = 0; node < tree.nodeCount; node++) {
      const radius = tree.spheres[4 * node + 3];
      expect(Math.abs(spheres[4 * node + 3] - radius)).toBeLessThan(3e-6);
      const center = rigid(Float32Array.from(tree.spheres.subarray(4 * node, 4 * node + 3)));
      for (let axis = 0; axis < 3; axis++) expect(spheres[4 * node + axis]).toBeCloseTo(center[axis], 5);
    }
  });

  it('keep their radii where the points of a node lie in a plane', () => {
    const mesh = sheet(4);
    const tree = createSphereTree(mesh, { depth: 1 });
    // Each vertex is a point of its own.
    const count = mesh.vertexCount;
    const surface = {
      vertexCount: count,
      governorCount: count,
      influenceOffsets: Uint32Array.from({ length: count + 1 }, (_, i) => i),
      governors: Uint32Array.from({ length: count }, (_, i) => i),
      weights: new Float64Array(count).fill(1),
      rest: new Float32Array(3 * count),
    };
    const follower = createEnclosingFollower(tree, mesh, surface, mesh.positions);
    const spheres = new Float64Array(4 * tree.nodeCount);
    followSpheres(follower, rigid(mesh.positions), spheres);
    for (let node = 0; node < tree.nodeCount; node++) {
      expect(Math.abs(spheres[4 * node + 3] - tree.spheres[4 * node + 3])).toBeLessThan(3e-6);
    }
  });

  it('make room for vertices that turn about their points in any direction', () => {
    const { mesh, model, points, tree } = TORUS;
    const random = createRandom(53);
    const links = Float32Array.from(mesh.positions, () => random.range(-0.05, 0.05));
    const lengths = Float64Array.from({ length: mesh.vertexCount }, (_, v) =>
      Math.hypot(...links.subarray(3 * v, 3 * v + 3)),
    );
    const turning = { ...model, rest: new Float32Array(3 * mesh.vertexCount), lengths };
    const follower = createEnclosingFollower(tree, mesh, turning, points);
    const spheres = new Float64Array(4 * tree.nodeCount);
    for (let round = 0; round < 4; round++) {
      const now = POSES['shaken'](points, random);
      followSpheres(follower, now, spheres);
      const places = exactPose({ ...TORUS, model: turning }, now);
      // Signs at random keep lengths.
      const turned = links.map((x) => (random.next() < 0.5 ? -x : x));
      const vertex = (v: number): ExactPoint => {
        const place = places(v);
        const link = exactVertices(turned)(v);
        return [place[0] + link[0], place[1] + link[1], place[2] + link[2]];
      };
      expect(missingNodes(tree, mesh, spheres, vertex), `seed 53, round ${round}`).toEqual([]);
    }
  });

  it('enclose linked meshes in every pose', () => {
    const mesh = torus(24, 12);
    const coarse = torus(9, 6, 1, 0.3);
    const tree = createSphereTree(mesh, { depth: 2 });
    const links = createLinks(mesh, { points: coarse.positions, triangles: coarse.triangles });
    const follower = createEnclosingFollower(tree, mesh, carryByLinks(mesh, links), coarse.positions);
    const model = createSkinModel(mesh, links);
    const spheres = new Float64Array(4 * tree.nodeCount);
    const random = createRandom(58);
    const transforms = createLinkTransforms(links);
    for (const [name, posed] of Object.entries(POSES)) {
      const now = posed(coarse.positions, random);
      writeLinkTransforms(links, now, transforms);
      const pose = createPose(model.poseLayout);
      setTransforms(pose, transforms);
      const positions = new Float32Array(mesh.positions.length);
      poseMesh(model, pose, positions);
      followSpheres(follower, now, spheres);
      expect(missingNodes(tree, mesh, spheres, exactVertices(positions)), `seed 58, ${name}`).toEqual([]);
    }
    expect(() => carryByLinks(sheet(), links)).toThrow('carryByLinks: the mesh has 49 vertices, the links 288');
  });

  it('are without end where points are no numbers', () => {
    const { mesh, model, points, tree } = TORUS;
    const spheres = new Float64Array(4 * tree.nodeCount);
    followSpheres(
      createEnclosingFollower(tree, mesh, model, points),
      points.map(() => Number.NaN),
      spheres,
    );
    for (let node = 0; node < tree.nodeCount; node++) {
      expect([...spheres.subarray(4 * node, 4 * node + 4)]).toEqual([0, 0, 0, Infinity]);
    }
  });

  it('are the same for all nodes and for one', () => {
    const { mesh, model, points, tree } = TORUS;
    const follower = createEnclosingFollower(tree, mesh, model, points);
    const now = POSES['shaken'](points, createRandom(54));
    const [all, some, one] = [0, 1, 2].map(() => new Float64Array(4 * tree.nodeCount).fill(-1));
    followSpheres(follower, now, all);
    followSpheres(follower, now, some, [3, 7]);
    followSphere(follower, 7, now, one, 0);
    expect([...one.subarray(0, 4)]).toEqual([...all.subarray(28, 32)]);
    expect([...some.subarray(28, 32)]).toEqual([...all.subarray(28, 32)]);
    expect(some[0]).toBe(-1);
  });

  it('refuses what does not belong together', () => {
    const { mesh, model, points, tree } = TORUS;
    const refused = (call: () => unknown, code: PliantError['code'], message: RegExp): void => {
      expect(call).toThrow(message);
      expect(call).toThrow(expect.objectContaining({ code }));
    };
    refused(
      () => createEnclosingFollower(tree, sheet(), model, points),
      'mismatch',
      /the model has 288 vertices, the mesh 49/,
    );
    refused(() => createEnclosingFollower(tree, mesh, model, points.subarray(3)), 'mismatch', /points/);
    refused(() => createEnclosingFollower(tree, mesh, { ...model, fieldCount: 1 }, points), 'unsupported', /fields/);
    refused(() => createClosestFollower(tree, points, { closest: 0 }), 'bad-count', /closest is 0/);
    refused(() => createClosestFollower(tree, new Float32Array(0)), 'bad-count', /points has 0 numbers/);
    const follower = createClosestFollower(tree, points);
    refused(() => followSpheres(follower, points, new Float64Array(3)), 'bad-count', /room for 3 numbers/);
    refused(
      () => followSpheres(follower, points.subarray(3), new Float64Array(4 * tree.nodeCount)),
      'bad-count',
      /are needed/,
    );
  });
});

describe('spheres that follow their closest points', () => {
  const { mesh, model, points, tree } = TORUS;

  it('follow the points that are closest, by the formula of the paper', () => {
    const follower = createClosestFollower(tree, points, { closest: 3 });
    const now = POSES['shaken'](points, createRandom(55));
    const out = new Float64Array(4 * tree.nodeCount);
    followSpheres(follower, now, out);
    for (let node = 0; node < tree.nodeCount; node++) {
      const [x, y, z, radius] = tree.spheres.subarray(4 * node, 4 * node + 4);
      const far = (k: number, from: ArrayLike<number>, c: readonly number[]): number =>
        Math.hypot(from[3 * k] - c[0], from[3 * k + 1] - c[1], from[3 * k + 2] - c[2]);
      const sorted = Array.from({ length: points.length / 3 }, (_, k) => k).toSorted(
        (a, b) => far(a, points, [x, y, z]) - far(b, points, [x, y, z]) || a - b,
      );
      const own = sorted.slice(0, 3);
      const mean = [0, 1, 2].map(
        (axis) => own.reduce((sum, k) => sum + now[3 * k + axis] - points[3 * k + axis], 0) / 3,
      );
      const center = [x + mean[0], y + mean[1], z + mean[2]];
      const ratio = Math.max(...own.map((k) => far(k, now, center) / far(k, points, [x, y, z])));
      center.forEach((value, axis) => expect(out[4 * node + axis]).toBeCloseTo(value, 12));
      expect(out[4 * node + 3]).toBeCloseTo(radius * ratio, 10);
    }
  });

  it('keep their radii when all points move by the same', () => {
    const follower = createClosestFollower(tree, points);
    const out = new Float64Array(4 * tree.nodeCount);
    followSpheres(
      follower,
      Float64Array.from(points, (x) => x + 0.25),
      out,
    );
    for (let node = 0; node < tree.nodeCount; node++)
      expect(out[4 * node + 3]).toBeCloseTo(tree.spheres[4 * node + 3], 10);
  });

  it('miss something sooner or later, and it is measured; those that enclose never do', () => {
    const random = createRandom(56);
    const closest = createClosestFollower(tree, points, { closest: 2 });
    const enclosing = createEnclosingFollower(tree, mesh, model, points);
    const out = new Float64Array(4 * tree.nodeCount);
    let missed = 0;
    for (let round = 0; round < 5; round++) {
      const now = POSES['shaken'](points, random);
      const pose = createPose(model.poseLayout);
      setPoints(pose, now);
      const positions = new Float32Array(mesh.positions.length);
      poseMesh(model, pose, positions);
      followSpheres(closest, now, out);
      const misses = measureMisses(tree, mesh, out, positions);
      const exactly = missingNodes(tree, mesh, out, exactVertices(positions));
      expect(misses.nodes, `seed 56, round ${round}`).toBe(exactly.length);
      expect(misses.share).toBe(exactly.length / tree.nodeCount);
      missed += misses.nodes;
      if (misses.nodes > 0) expect(misses.largest).toBeGreaterThan(0);
      followSpheres(enclosing, now, out);
      expect(measureMisses(tree, mesh, out, positions)).toEqual({ largest: 0, nodes: 0, share: 0 });
    }
    expect(missed).toBeGreaterThan(0);
  });
});
