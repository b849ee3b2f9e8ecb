/** Loop's subdivision with control points as governors: against the definition, against another implementation, and at its limit. */
import { positions as bunnyPositions, cells as bunnyCells } from 'bunny';
import { createRandom } from 'pliant/exact';
import type { Random } from 'pliant/exact';
import {
  LOOP_DEFAULTS,
  bakeFrames,
  createMesh,
  createPose,
  findEdges,
  poseMesh,
  setPoints,
  subdivideLoop,
} from 'pliant/parts';
import type { Crease, LoopOptions, LoopSurface, MeshData } from 'pliant/parts';
import { BufferAttribute, BufferGeometry } from 'three';
import { LoopSubdivision } from 'three-subdivide/src/index.js';
import { describe, expect, it } from 'vitest';
import { sheet } from '../mesh/make-meshes.js';
import { edgeName, oracleLoop } from '../oracle/loop.js';
import type { LoopMesh } from '../oracle/loop.js';
import { CONTROL_MESHES, edgesOf, flipEdges, torus } from '../support/control-meshes.js';
import { expectSameWords, hashWords } from '../support/same-words.js';

const NAMES = Object.keys(CONTROL_MESHES);

/** Creases along some edges, of all kinds of sharpness, and some corners. */
function randomCreases(random: Random, control: MeshData): { creases: Crease[]; corners: number[] } {
  const creases = edgesOf(control)
    .filter(() => random.integer(3) === 0)
    .map(([from, to]): Crease => {
      const kind = random.integer(4);
      if (kind === 0) return [to, from];
      return [from, to, [0, Infinity, random.range(0, 3), random.integer(4)][kind]];
    });
  const corners = Array.from({ length: random.integer(3) }, () => random.integer(control.positions.length / 3));
  return { creases, corners };
}

/** The control mesh as the oracle takes it, with its vertices somewhere else. */
function oracleMesh(control: MeshData, places: Float32Array, { creases = [], corners = [] }: LoopOptions): LoopMesh {
  const sharpness = new Map<string, number>();
  for (const [from, to, sharp = Infinity] of creases) sharpness.set(edgeName(from, to), sharp);
  return {
    places: Array.from({ length: places.length / 3 }, (_, v) => [...places.subarray(v * 3, v * 3 + 3)]),
    triangles: Array.from({ length: control.triangles.length / 3 }, (_, t) => [
      ...control.triangles.subarray(t * 3, t * 3 + 3),
    ]),
    sharpness,
    corners: new Set(Array.from(corners)),
  };
}

function posed({ model }: LoopSurface, points: Float32Array): Float32Array {
  const pose = createPose(model.poseLayout);
  setPoints(pose, points);
  const out = new Float32Array(model.vertexCount * 3);
  poseMesh(model, pose, out);
  return out;
}

/** The largest difference of coordinates, corner by corner: how vertices are numbered does not matter. */
function farthest(surface: LoopSurface, places: Float32Array, expected: LoopMesh): number {
  const { triangles } = surface.mesh;
  expect(triangles.length).toBe(expected.triangles.length * 3);
  let most = 0;
  expected.triangles.flat().forEach((vertex, i) => {
    for (let axis = 0; axis < 3; axis++) {
      most = Math.max(most, Math.abs(places[triangles[i] * 3 + axis] - expected.places[vertex][axis]));
    }
  });
  return most;
}

/** As far from each other as rounding once to float32 leaves numbers below 4. */
const ROUNDING = 2.4e-7;

describe('a subdivided mesh', () => {
  it.each(NAMES)('is where the definition has it, wherever its control points are: %s', (name) => {
    const random = createRandom(611);
    for (let round = 0; round < 12; round++) {
      const control = CONTROL_MESHES[name](random);
      const levels = round % 4;
      const options = { levels, ...(round < 3 ? {} : randomCreases(random, control)) };
      const surface = subdivideLoop(control, options);
      for (const points of [control.positions, control.positions.map(() => random.range(-3, 3))]) {
        let expected = oracleMesh(control, points, options);
        for (let level = 0; level < levels; level++) expected = oracleLoop(expected);
        const places = posed(surface, points);
        expect(farthest(surface, places, expected), `seed 611, round ${round}`).toBeLessThan(ROUNDING);
      }
      expectSameWords(posed(surface, surface.points), surface.mesh.positions, `seed 611, round ${round}, at rest`);
    }
  });

  it.each(NAMES)('has weights that are positive, sum to 1, and come in the order of points: %s', (name) => {
    const random = createRandom(612);
    for (let round = 0; round < 8; round++) {
      const control = CONTROL_MESHES[name](random);
      const { creases, corners } = randomCreases(random, control);
      const lasting = creases.map(([from, to]): Crease => [from, to]);
      const { model, mesh } = subdivideLoop(control, { levels: 2, creases: lasting, corners, limit: round % 2 === 0 });
      expect(model.influenceOffsets.length).toBe(mesh.vertexCount + 1);
      for (let vertex = 0; vertex < mesh.vertexCount; vertex++) {
        const row = [model.influenceOffsets[vertex], model.influenceOffsets[vertex + 1]] as const;
        const weights = [...model.weights.subarray(...row)];
        const governors = [...model.governors.subarray(...row)];
        expect(weights.every((weight) => weight > 0 && weight <= 1)).toBe(true);
        expect(Math.abs(weights.reduce((a, b) => a + b) - 1)).toBeLessThan(1e-15);
        expect(governors).toEqual([...new Set(governors)].sort((a, b) => a - b));
      }
      expect(model.normalized.largestError).toBeLessThan(1e-14);
    }
  });

  it('has exact weights, at most twelve to a vertex, where six triangles meet in every vertex', () => {
    const { model } = subdivideLoop(torus(6, 6), { levels: 4 });
    expect(model.normalized).toEqual({ vertexCount: 0, largestError: 0 });
    // Every level multiplies by fractions of sixteen.
    expect(model.weights.every((weight) => Number.isInteger(weight * 16 ** 4))).toBe(true);
    let most = 0;
    for (let v = 0; v < model.vertexCount; v++) {
      most = Math.max(most, model.influenceOffsets[v + 1] - model.influenceOffsets[v]);
    }
    expect(most).toBe(12);
  });

  it('keeps the numbers of control vertices, and cuts triangles in their order and their way round', () => {
    const random = createRandom(613);
    const control = flipEdges(random, sheet(4, 4), 20);
    const { mesh, points, model } = subdivideLoop(control, { levels: 2, corners: [0, 4, 20, 24] });
    expect(mesh.triangleCount).toBe(32 * 16);
    expect(mesh.vertexCount).toBe(17 * 17);
    expect(points).toBe(control.positions);
    expect([model.governorCount, model.usedGovernors.length, model.poseLayout.pointCount]).toEqual([25, 25, 25]);
    // Areas seen from above are positive, and those of a control triangle lie around its middle.
    for (const corner of [0, 4, 20, 24]) {
      expect([...mesh.positions.subarray(corner * 3, corner * 3 + 3)]).toEqual([
        ...control.positions.subarray(corner * 3, corner * 3 + 3),
      ]);
    }
    const { edgeCount } = findEdges(mesh);
    expect(mesh.vertexCount - edgeCount + mesh.triangleCount).toBe(1);
    const flat = subdivideLoop(sheet(4, 4), { levels: 2 }).mesh;
    const area = (t: number): number => {
      const [a, b, c] = [0, 1, 2].map((k) => flat.positions.subarray(flat.triangles[t * 3 + k] * 3).subarray(0, 2));
      return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
    };
    for (let t = 0; t < flat.triangleCount; t++) expect(area(t)).toBeGreaterThan(0);
  });

  it('leaves a mesh as it is after no level, and takes two unless told', () => {
    const control = createMesh(torus(5, 4));
    const none = subdivideLoop(control, { levels: 0 });
    expect(none.mesh).toEqual(control);
    expect(none.model.weights.every((weight) => weight === 1)).toBe(true);
    expect(LOOP_DEFAULTS).toEqual({ levels: 2, creases: [], corners: [], limit: false });
    expect(subdivideLoop(control)).toEqual(subdivideLoop(control, LOOP_DEFAULTS));
    expect(subdivideLoop(control).mesh.triangleCount).toBe(control.triangleCount * 16);
  });

  it('follows points near the origin as exactly as any when it rests a million units away', () => {
    const near = flipEdges(createRandom(614), torus(5, 5), 20);
    const far = { ...near, positions: near.positions.map((value) => value + 1e6) };
    expectSameWords(
      posed(subdivideLoop(far), near.positions),
      subdivideLoop(near).mesh.positions,
      'what is kept of a rest position would have been rounded there',
    );
  });

  it('is baked as it is posed', () => {
    const surface = subdivideLoop(flipEdges(createRandom(615), sheet(3, 3), 10));
    const pose = createPose(surface.model.poseLayout);
    setPoints(pose, surface.points);
    expectSameWords(bakeFrames(surface.model, [pose])[0], surface.mesh.positions, 'at rest');
  });

  it('has the same bits in every engine', () => {
    const random = createRandom(616);
    const control = flipEdges(random, torus(9, 6), 60);
    const { mesh, model } = subdivideLoop(control, { levels: 3, ...randomCreases(random, control) });
    expect(hashWords(mesh.triangles, model.governors)).toBe('e05c0abf');
    expect(hashWords(new Uint32Array(model.weights.buffer))).toBe('edf9ad58');
  });
});

describe('beside three-subdivide', () => {
  /**
   * Large even numbers: it takes places a hundredth apart for one, and finds an edge again by its middle, which must not be rounded.
   */
  function onGrid(control: MeshData, scale: number): MeshData {
    return { ...control, positions: control.positions.map((value) => 2 * Math.round((value * scale) / 2)) };
  }

  /** One level. It gives triangles with corners of their own, in our order. */
  function expectAlike(control: MeshData, isCompared: (triangle: number) => boolean = () => true): LoopSurface {
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', new BufferAttribute(control.positions, 3));
    geometry.setIndex(new BufferAttribute(Uint32Array.from(control.triangles), 1));
    const fine = LoopSubdivision.modify(geometry, 1, { split: false, weight: 1 });
    const expected = fine.attributes.position.array;
    const surface = subdivideLoop(control, { levels: 1 });
    const { positions, triangles } = surface.mesh;
    expect(expected.length).toBe(triangles.length * 3);
    const reach = control.positions.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
    let compared = 0;
    let most = 0;
    for (let i = 0; i < triangles.length; i++) {
      if (!isCompared(Math.floor(i / 3))) continue;
      compared++;
      for (let axis = 0; axis < 3; axis++) {
        most = Math.max(most, Math.abs(positions[triangles[i] * 3 + axis] - expected[i * 3 + axis]));
      }
    }
    expect(compared).toBeGreaterThan(100);
    expect(most).toBeLessThan(reach * 1.2e-7);
    return surface;
  }

  it('a closed surface comes to the same places, level after level', () => {
    const random = createRandom(621);
    for (let round = 0; round < 4; round++) {
      let control = onGrid(flipEdges(random, torus(8, 6), 20 * round), 1e5);
      for (let level = 0; level < 3; level++) control = onGrid(expectAlike(control).mesh, 1);
    }
  });

  it('so does the bunny', () => {
    const positions = Float32Array.from(bunnyPositions.flat());
    expectAlike(onGrid({ positions, triangles: Uint32Array.from(bunnyCells.flat()) }, 1e5));
  });

  it('and what lies inside of a sheet; its border is a curve of its own with us, and not there', () => {
    const { positions, triangles } = flipEdges(createRandom(622), sheet(8, 8), 40);
    const control = { positions: positions.map((value, i) => value + ((i * i) % 7) / 20), triangles };
    const isInner = (vertex: number): boolean => vertex % 9 > 0 && vertex % 9 < 8 && vertex > 8 && vertex < 72;
    // A quarter of a triangle whose corners are all inside.
    expectAlike(onGrid(control, 1e5), (t) => {
      const first = Math.floor(t / 4) * 3;
      return [0, 1, 2].every((k) => isInner(control.triangles[first + k]));
    });
  });
});

describe('the limit of subdivision', () => {
  it.each(NAMES)('is what ever more levels come to: %s', (name) => {
    const random = createRandom(631);
    for (let round = 0; round < 4; round++) {
      const control = CONTROL_MESHES[name](random);
      const { creases, corners } = randomCreases(random, control);
      const lasting = creases.filter(() => random.integer(2) === 0).map(([from, to]): Crease => [from, to]);
      const options = round === 0 ? {} : { creases: lasting, corners };
      const limit = subdivideLoop(control, { ...options, levels: 1, limit: true }).mesh;
      let previous = Infinity;
      for (const levels of [1, 3, 5]) {
        const { mesh } = subdivideLoop(control, { ...options, levels });
        let most = 0;
        for (let k = 0; k < limit.positions.length; k++) {
          most = Math.max(most, Math.abs(limit.positions[k] - mesh.positions[k]));
        }
        // Two levels bring vertices nearer by a factor of four or more, but for the rounding of positions.
        expect(most, `seed 631, round ${round}, ${levels} levels`).toBeLessThan(previous / 2 + 2 * ROUNDING);
        previous = most;
      }
      expect(previous, `seed 631, round ${round}`).toBeLessThan(0.02);
    }
  });

  it('is the same from every level', () => {
    const random = createRandom(632);
    const control = flipEdges(random, sheet(5, 5), 30);
    const creases: Crease[] = [
      [14, 15],
      [15, 21, 1.5],
      [21, 22, 2],
    ].filter(([a, b]) => edgesOf(control).some((edge) => edge.includes(a) && edge.includes(b))) as unknown as Crease[];
    const surfaces = [2, 3, 4].map((levels) => subdivideLoop(control, { levels, creases, limit: true }));
    for (const { mesh } of surfaces) {
      for (let k = 0; k < control.positions.length; k++) {
        expect(Math.abs(mesh.positions[k] - surfaces[0].mesh.positions[k])).toBeLessThan(ROUNDING * 4);
      }
    }
  });
});
