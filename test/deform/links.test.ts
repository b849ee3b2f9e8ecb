/** Rigid links: which coarse vertices a dense one is linked to, and what the links do in a pose, against the definition written out. */
import { createBody, createShape } from 'pliant';
import { createRandom } from 'pliant/exact';
import {
  type Links,
  type Mesh,
  createLinkTransforms,
  createLinks,
  createMesh,
  createPose,
  createSkinModel,
  poseMesh,
  setTransforms,
  writeLinkTransforms,
} from 'pliant/parts';
import { describe, expect, it } from 'vitest';
import { cloud } from './cloud.js';
import { BACKENDS } from '../support/sample-bodies.js';
import { expectSameWords, hashWords } from '../support/same-words.js';
import { changed, soup } from '../support/sample-meshes.js';

type Place = readonly number[];

const U = 2 ** -24;
const placeOf = (points: ArrayLike<number>, k: number): number[] => [0, 1, 2].map((axis) => points[k * 3 + axis]);
const minus = (a: Place, b: Place): number[] => a.map((value, axis) => value - b[axis]);
const dot = (a: Place, b: Place): number => a.reduce((sum, value, axis) => sum + value * b[axis], 0);
const size = (a: Place): number => Math.sqrt(dot(a, a));
const unit = (a: Place): number[] => a.map((value) => value / size(a));
const cross = (a: Place, b: Place): number[] => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

/** The frame as the paper has it. */
function frameOf(points: ArrayLike<number>, triple: Place): number[][] {
  const [q0, q1, q2] = triple.map((k) => placeOf(points, k));
  const edge = minus(q1, q0);
  const n = cross(edge, minus(q2, q0));
  return [unit(n), unit(edge), unit(cross(edge, n))];
}

/** How near to a line three points are: the height over the longest side, as a share of it. */
function flatness(points: ArrayLike<number>, triple: Place): number {
  const [q0, q1, q2] = triple.map((k) => placeOf(points, k));
  const longest = Math.max(size(minus(q1, q0)), size(minus(q2, q0)), size(minus(q2, q1)));
  return size(cross(minus(q1, q0), minus(q2, q0))) / longest ** 2;
}

const tripleOf = (links: Links, vertex: number): number[] => {
  const first = links.joints[vertex * 3];
  return [...links.triples.subarray(first, first + 3)];
};

/** Where a link begins. */
function originOf(links: Links, points: ArrayLike<number>, vertex: number): number[] {
  const corners = tripleOf(links, vertex).map((k) => placeOf(points, k));
  return [0, 1, 2].map((axis) => corners.reduce((sum, q, i) => sum + links.weights[vertex * 3 + i] * q[axis], 0));
}

function posed(mesh: Mesh, links: Links, transforms: Float32Array): Float32Array {
  const model = createSkinModel(mesh, links);
  const pose = createPose(model.poseLayout);
  setTransforms(pose, transforms);
  const out = new Float32Array(mesh.positions.length);
  poseMesh(model, pose, out);
  return out;
}

function linkedAt(mesh: Mesh, links: Links, positions: ArrayLike<number>): Float32Array {
  const transforms = createLinkTransforms(links);
  writeLinkTransforms(links, positions, transforms);
  return posed(mesh, links, transforms);
}

describe('links', () => {
  const random = createRandom(661);
  const mesh = soup(random, 60, 0.1, 0.9);
  const points = cloud(random, 40);
  const links = createLinks(mesh, { points });

  it('lead from the three nearest coarse vertices, weighted by their distances at rest', () => {
    for (let v = 0; v < mesh.vertexCount; v++) {
      const place = placeOf(mesh.positions, v);
      const far = Array.from({ length: 40 }, (_, k) => size(minus(placeOf(points, k), place)));
      const ranked = [...far.keys()].sort((a, b) => far[a] - far[b]);
      const nearest = ranked.slice(0, 3).sort((a, b) => a - b);
      const triple = tripleOf(links, v);
      if (flatness(points, nearest) > 0.07) expect(triple, `seed 661, vertex ${v}`).toEqual(nearest);
      expect(flatness(points, triple)).toBeGreaterThan(0.06);
      const d = triple.map((k) => far[k]);
      const sum = 2 * (d[0] + d[1] + d[2]);
      [(d[1] + d[2]) / sum, (d[2] + d[0]) / sum, (d[0] + d[1]) / sum].forEach((weight, i) =>
        expect(links.weights[v * 3 + i]).toBeCloseTo(weight, 14),
      );
      expect([0, 1, 2].map((i) => links.joints[v * 3 + i] - links.joints[v * 3])).toEqual([0, 1, 2]);
    }
    expect(new Set(Array.from({ length: mesh.vertexCount }, (_, v) => tripleOf(links, v).join())).size).toBe(
      links.jointCount / 3,
    );
    expect(createSkinModel(mesh, links).normalized.vertexCount).toBe(0);
  });

  it('are constant in the frame of the three: posed as the definition says', () => {
    for (let round = 0; round < 20; round++) {
      const positions = points.map((value) => value + random.range(-0.4, 0.4));
      const world = linkedAt(mesh, links, positions);
      for (let v = 0; v < mesh.vertexCount; v++) {
        const triple = tripleOf(links, v);
        if (flatness(positions, triple) < 1e-3) continue;
        const link = minus(placeOf(mesh.positions, v), originOf(links, points, v));
        const rest = frameOf(points, triple).map((e) => dot(e, link));
        const now = frameOf(positions, triple);
        const expected = originOf(links, positions, v).map((o, axis) =>
          rest.reduce((sum, along, i) => sum + along * now[i][axis], o),
        );
        expect(size(minus(placeOf(world, v), expected)), `seed 661, round ${round}, vertex ${v}`).toBeLessThan(1e-6);
      }
    }
  });

  it.each<[string, number, number]>([
    ['as they are', 1, 0],
    ['far from the origin', 1, 1e5],
    ['tiny', 1e-30, 0],
    ['huge', 1e28, 0],
    ['denormal', 1e-42, 0],
  ])('keep their length within the bound that is promised: %s', (_, scale, shift) => {
    const even = createRandom(662);
    const change = (value: number): number => value * scale + shift;
    const there = changed(mesh, change);
    const coarse = points.map(change);
    const made = createLinks(there, { points: coarse });
    const transforms = createLinkTransforms(made);
    for (let round = 0; round < 30; round++) {
      const by = [0.01, 0.5, 20][round % 3] * scale;
      const positions = coarse.map((value) => value + even.range(-by, by));
      if (round % 5 === 4) for (let k = 0; k < 3; k++) positions[3 + k] = positions[k];
      writeLinkTransforms(made, positions, transforms);
      const world = posed(there, made, transforms);
      for (let v = 0; v < there.vertexCount; v++) {
        const link = size(minus(placeOf(there.positions, v), originOf(made, coarse, v)));
        const place = placeOf(world, v);
        const length = size(minus(place, originOf(made, positions, v)));
        let reach = Math.max(...place.map(Math.abs));
        for (const joint of made.joints.subarray(v * 3, v * 3 + 3)) {
          for (const k of [3, 7, 11]) reach = Math.max(reach, Math.abs(transforms[joint * 12 + k]));
        }
        // Where float32 is denormal, roundings are of 2^-150.
        const bound = 1.0001 * (1.5 * U * link + Math.sqrt(3) * U * 2 * reach) + 4 * 2 ** -149;
        expect(Math.abs(length - link), `seed 662, round ${round}, vertex ${v}`).toBeLessThanOrEqual(bound);
      }
    }
  });

  it('leave the mesh as it is, to the last bit, where coarse vertices rest; and move it with them where all are moved alike', () => {
    expectSameWords(linkedAt(mesh, links, points), mesh.positions, 'at rest');
    expectSameWords(posed(mesh, links, createLinkTransforms(links)), mesh.positions, 'a new buffer');
    const even = changed(mesh, (value) => Math.round(value * 1024) / 1024);
    const coarse = points.map((value) => Math.round(value * 1024) / 1024);
    const made = createLinks(even, { points: coarse });
    const moved = linkedAt(
      even,
      made,
      coarse.map((value, i) => value + 5 + (i % 3)),
    );
    expectSameWords(
      moved,
      even.positions.map((value, i) => value + 5 + (i % 3)),
      'moved',
    );
  });

  it('turn with coarse vertices that turn as one', () => {
    const [c, s] = [Math.cos(2), Math.sin(2)];
    const turn = (values: Float32Array): number[] =>
      Array.from({ length: values.length / 3 }, (_, k) => {
        const [x, y, z] = placeOf(values, k);
        return [s * y - c * x, z + 3, s * x + c * y];
      }).flat();
    const expected = turn(mesh.positions);
    linkedAt(mesh, links, turn(points)).forEach((value, i) => expect(Math.abs(value - expected[i])).toBeLessThan(1e-5));
  });

  it('keep the last frame where their coarse vertices come to lie in a line, and take a new one where they no longer do', () => {
    const triangle = Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0);
    const one = createMesh({
      positions: Float32Array.of(0, 0, 1, 1, 0, 1, 0, 1, 1),
      triangles: Uint8Array.of(0, 1, 2),
    });
    const made = createLinks(one, { points: triangle });
    const transforms = createLinkTransforms(made);
    const heights = (positions: number[]): number[] => {
      writeLinkTransforms(made, positions, transforms);
      const world = posed(one, made, transforms);
      return [0, 1, 2].map((v) => world[v * 3 + 2] - originOf(made, positions, v)[2]);
    };
    const line = [0, 0, 0, 1, 0, 0, 2, 0, 0];
    const point = [3, 3, 3, 3, 3, 3, 3, 3, 3];
    // The rest frame is the first one.
    for (const positions of [line, point]) heights(positions).forEach((z) => expect(z).toBeCloseTo(1, 6));
    heights([0, 0, 0, 0, 1, 0, 1, 0, 0]).forEach((z) => expect(z).toBeCloseTo(-1, 6));
    for (const positions of [line, point, line]) heights(positions).forEach((z) => expect(z).toBeCloseTo(-1, 6));
    heights([...triangle]).forEach((z) => expect(z).toBeCloseTo(1, 6));
    heights(line).forEach((z) => expect(z).toBeCloseTo(1, 6));
    transforms.fill(0);
    heights(line).forEach((z) => expect(z).toBeCloseTo(1, 6));
  });

  it('depend on nothing but the buffer and the positions', () => {
    const steps = Array.from({ length: 6 }, (_, step) =>
      points.map((value, i) => (step % 2 === 1 && i % 3 !== 0 ? 0.5 : value + random.range(-0.3, 0.3))),
    );
    const [a, b] = [createLinkTransforms(links), createLinkTransforms(links)];
    for (const step of steps) {
      writeLinkTransforms(links, step, a);
      writeLinkTransforms(links, points, createLinkTransforms(links));
    }
    for (const step of steps) writeLinkTransforms(structuredClone(links), [...step], b);
    expectSameWords(a, b, 'seed 661');
  });

  it('have the same bits in every engine', () => {
    const even = createRandom(663);
    const cube = soup(even, 40, 0.2);
    const made = createLinks(cube, { points: cloud(even, 30) });
    const positions = made.points.map((value) => value + even.range(-0.3, 0.3));
    expect(hashWords(made.joints, made.triples, new Uint32Array(made.weights.buffer))).toBe('054328f8');
    const transforms = createLinkTransforms(made);
    writeLinkTransforms(made, positions, transforms);
    expect(hashWords(new Uint32Array(transforms.buffer))).toBe('164fa5d7');
  });

  it.each(['wasm', 'typescript'] as const)('are a deformation of createShape, and can be cloned: %s', (backend) => {
    const shape = createShape(mesh, links);
    const transforms = createLinkTransforms(links);
    writeLinkTransforms(
      links,
      points.map((value) => value + random.range(-0.3, 0.3)),
      transforms,
    );
    for (const made of [shape, structuredClone(shape)]) {
      const body = createBody(BACKENDS[backend], made);
      body.refit();
      expectSameWords(body.positions, mesh.positions, 'a new body is at rest');
      body.setTransforms(transforms);
      body.refit();
      expectSameWords(body.positions, posed(mesh, links, transforms), 'posed');
      body.dispose();
    }
  });
});

describe('which coarse vertices are taken', () => {
  const at = (...place: number[]): Mesh =>
    createMesh({ positions: Float32Array.from(place), triangles: Uint8Array.of(0, 0, 0) });
  const line = (count: number, step: number): number[] =>
    Array.from({ length: count }, (_, k) => [k * step, 0, 0]).flat();

  it.each<[string, number[], number[], number[]]>([
    ['of those in a line, the next nearest', [0, 0, 0, 1, 0, 0, 2, 0, 0, 0, 1, 0], [1, 0, 0.1], [0, 1, 3]],
    ['of equally near ones, the lower numbers', [1, 0, 0, 0, 1, 0, -1, 0, 0, 0, -1, 0], [0, 0, 1], [0, 1, 2]],
    ['of two at one place, the lower number', [0, 0, 0, 1, 0, 0, 1, 0, 0, 0, 3, 0], [0.9, 0.1, 0], [0, 1, 3]],
    ['nearly in a line is in a line', [0, 0, 0, 1, 0, 0, 2, 0.01, 0, 0, 2, 0], [1, 0, 0], [0, 1, 3]],
    ['beside a long straight border, one far from it', [...line(60, 0.01), 0.3, 5, 0], [0.205, 0, 0], [20, 60]],
    ['along a thin strap, those least like a line', [...line(60, 1), 30, 0.03, 0], [29, 0, 0], [29, 30, 60]],
    [
      'beside a straight border, with none but a thin strap beyond',
      [...line(60, 1), 70, 0.5, 0],
      [29, 0, 0],
      [29, 44, 60],
    ],
  ])('%s', (_, points, place, expected) => {
    const links = createLinks(at(...place), { points: Float32Array.from(points) });
    expect(links.triples.length).toBe(3);
    expect([...links.triples]).toEqual(expect.arrayContaining(expected));
  });

  it('are those that brute force finds, among points with many ties', () => {
    const random = createRandom(664);
    for (let round = 0; round < 30; round++) {
      const points = Float32Array.from({ length: 150 }, () => random.integer(4));
      const mesh = createMesh({
        positions: Float32Array.from({ length: 60 }, () => random.integer(8) / 2),
        triangles: Uint8Array.of(0, 0, 0),
      });
      const links = createLinks(mesh, { points });
      for (let v = 0; v < mesh.vertexCount; v++) {
        const far = Array.from({ length: 50 }, (_, k) => size(minus(placeOf(points, k), placeOf(mesh.positions, v))));
        const ranked = [...far.keys()].sort((a, b) => far[a] - far[b] || a - b);
        expect(tripleOf(links, v), `seed 664, round ${round}, vertex ${v}`).toEqual(firstFlat(points, ranked));
      }
    }
  });

  /** The first triple in order of its last rank, its first and its second that is not nearly a line. */
  function firstFlat(points: Float32Array, ranked: readonly number[]): number[] {
    for (let last = 2; last < ranked.length; last++) {
      for (let first = 0; first < last; first++) {
        for (let second = first + 1; second < last; second++) {
          const triple = [ranked[first], ranked[second], ranked[last]];
          if (flatness(points, triple) > 1 / 16) return triple.sort((a, b) => a - b);
        }
      }
    }
    return [];
  }

  it('are on the surface, where triangles or tetrahedra say which are', () => {
    // Two tetrahedra on one face of a third, whose corner inside all belongs to no outer face.
    const points = Float32Array.of(0, 0, 0, 3, 0, 0, 0, 3, 0, 0, 0, 3, 0.5, 0.5, 0.5);
    const tetrahedra = Uint8Array.of(0, 1, 2, 4, 0, 1, 3, 4, 0, 2, 3, 4, 1, 2, 3, 4);
    const triangles = Uint16Array.of(0, 1, 2, 0, 1, 3, 0, 2, 3, 1, 2, 3);
    const mesh = at(0.5, 0.5, 0.4);
    expect([...createLinks(mesh, { points }).triples]).toContain(4);
    for (const coarse of [
      { points, tetrahedra },
      { points, triangles },
    ])
      expect([...createLinks(mesh, coarse).triples]).not.toContain(4);
  });
});
