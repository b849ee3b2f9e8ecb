import { readFileSync, readdirSync } from 'node:fs';
import { inspectSurface } from 'pliant/inspect';
import { type Mesh, findComponents, findEdges, findUnusedVertices, readObj, readPly, weldVertices } from 'pliant/parts';
import { describe, expect, it } from 'vitest';
import { sharedData } from '../support/shared-data.js';

/** What the list of sources says of a mesh: vertices, triangles, components, boundary and non-manifold edges, unused vertices. */
type Figures = readonly [
  vertices: number,
  triangles: number,
  pieces: number,
  open: number,
  tangled: number,
  unused: number,
];

const MESHES: readonly (readonly [path: string, figures: Figures])[] = [
  ['static/stanford-bunny.obj', [35947, 69451, 1, 223, 0, 1113]],
  ['static/spot.obj', [2930, 5856, 1, 0, 0, 0]],
  ['static/cow.obj', [2903, 5804, 1, 0, 0, 0]],
  ['static/dress-drape.obj', [28467, 54928, 22, 1952, 0, 0]],
  ['ccd/ipc-toolkit/thick-cloth-t0.ply', [233, 404, 2, 56, 0, 0]],
  ['ccd/ipc-toolkit/thick-cloth-t1.ply', [233, 404, 2, 56, 0, 0]],
  ['ccd/ipc-toolkit/two-cubes-close.ply', [262, 480, 2, 0, 0, 18]],
  ['ccd/ipc-toolkit/two-cubes-far.ply', [262, 480, 2, 0, 0, 18]],
  ['ccd/ipc-toolkit/two-cubes-intersecting.ply', [262, 480, 2, 0, 0, 18]],
  ['ccd/cloth-ball/t0.ply', [46598, 92230, 2, 960, 0, 0]],
  ['ccd/armadillo-rollers/t0.ply', [12135, 24242, 7, 0, 0, 0]],
  ['vehicle/toycar-watertight.ply', [8148, 16292, 1, 0, 0, 0]],
  ['conformance/dolphins/ascii.ply', [855, 1689, 3, 24, 3, 0]],
  ['conformance/dolphins/be.ply', [855, 1689, 3, 24, 3, 0]],
  ['conformance/dolphins/le.ply', [855, 1689, 3, 24, 3, 0]],
];

const SEQUENCES: readonly (readonly [path: string, frames: number, figures: Figures])[] = [
  ['sequence/rumba-unfixed', 12, [12811, 25472, 8, 124, 0, 0]],
  ['sequence/walking-cat', 35, [1297, 2576, 1, 20, 0, 0]],
  ['sequence/samba', 10, [9971, 19938, 1, 0, 0, 0]],
  ['sequence/tshirt-run', 35, [4424, 8710, 1, 142, 0, 0]],
  ['sequence/curtain128', 10, [16384, 32258, 1, 508, 0, 0]],
];

function load(path: string): Mesh {
  const file = sharedData(path);
  if (file === undefined) throw new Error(`${path} is missing from the shared data`);
  const bytes = readFileSync(file);
  return path.endsWith('.obj') ? readObj(bytes) : readPly(bytes);
}

function loadJson(path: string): unknown {
  return JSON.parse(readFileSync(sharedData(path) ?? '', 'utf8'));
}

function figuresOf(mesh: Mesh): Figures {
  const report = inspectSurface(mesh, findEdges(mesh));
  expect(report.closed).toBe(report.boundaryEdges.length + report.nonManifoldEdges.length === 0);
  return [
    mesh.vertexCount,
    mesh.triangleCount,
    findComponents(mesh).count,
    report.boundaryEdges.length,
    report.nonManifoldEdges.length,
    findUnusedVertices(mesh).length,
  ];
}

describe.skipIf(sharedData('static') === undefined)('the shared meshes', () => {
  it.each(MESHES)('%s has the figures of its source', (path, figures) => {
    expect(figuresOf(load(path))).toEqual(figures);
  });

  it('are the same in all three encodings of PLY, but for the digits that text leaves out', () => {
    const [text, big, little] = ['ascii', 'be', 'le'].map((name) => load(`conformance/dolphins/${name}.ply`));
    expect(big).toEqual(little);
    expect(text.triangles).toEqual(little.triangles);
    expect(Math.max(...text.positions.map((value, i) => Math.abs(value - little.positions[i])))).toBeLessThan(1e-3);
  });

  it('number their edges as the ground truth for continuous collision detection does', () => {
    const [start, end] = ['t0', 't1'].map((name) => load(`ccd/cloth-ball/${name}.ply`));
    const edges = findEdges(start);
    expect(edges.edgeCount).toBe(138825);
    /** Lowest and highest coordinate of an edge on its way, along an axis. */
    const extent = (edge: number, axis: number): readonly [number, number] => {
      const ends = [edges.vertices[edge * 2], edges.vertices[edge * 2 + 1]];
      const values = ends.flatMap((vertex) => [start.positions[vertex * 3 + axis], end.positions[vertex * 3 + axis]]);
      return [Math.min(...values), Math.max(...values)];
    };
    const pairs = loadJson('ccd/cloth-ball/pairs_ee.json') as [number, number][];
    const hits = loadJson('ccd/cloth-ball/hit_ee.json') as boolean[];
    // Edges that meet on their way have boxes that meet: with any other numbering few would.
    const apart = pairs.filter(([a, b], pair) => {
      const [first, second] = [a - start.vertexCount, b - start.vertexCount];
      const boxesMeet = [0, 1, 2].every((axis) => {
        const [lowA, highA] = extent(first, axis);
        const [lowB, highB] = extent(second, axis);
        return lowA <= highB && lowB <= highA;
      });
      return hits[pair] && !boxesMeet;
    });
    expect(pairs.length).toBe(94825);
    expect(apart).toEqual([]);
  });

  it('have vertices at the same place only where the source has', () => {
    expect(weldVertices(load('static/dress-drape.obj')).mesh.vertexCount).toBe(28467);
    // Its unused vertices lie on used ones.
    expect(weldVertices(load('ccd/ipc-toolkit/two-cubes-far.ply')).mesh.vertexCount).toBe(244);
  });
});

describe.skipIf(sharedData('sequence') === undefined)('the shared sequences', () => {
  it.each(SEQUENCES)('%s keeps its triangles over %i frames', (path, frameCount, figures) => {
    const frames = readdirSync(sharedData(path) ?? '').sort();
    expect(frames.length).toBe(frameCount);
    const first = load(`${path}/${frames[0]}`);
    expect(figuresOf(first)).toEqual(figures);
    for (const frame of frames) {
      const mesh = load(`${path}/${frame}`);
      expect(mesh.vertexCount, frame).toBe(first.vertexCount);
      // Compared by hand: `toEqual` on arrays of this size takes seconds.
      expect(
        mesh.triangles.findIndex((vertex, i) => vertex !== first.triangles[i]),
        frame,
      ).toBe(-1);
    }
  });
});
