// slow: lays lattices around the shared meshes, one of them by winding numbers
import { readFileSync } from 'node:fs';
import { inspectSurface } from 'pliant/inspect';
import {
  type Mesh,
  createPose,
  createTetEmbedding,
  findComponents,
  findEdges,
  poseMesh,
  readObj,
  readPly,
  setPoints,
  weldVertices,
} from 'pliant/parts';
import { createLattice } from 'pliant/sim';
import { describe, expect, it } from 'vitest';
import { sharedData } from '../../support/shared-data.js';
import { expectSound, filledVolume } from './expect-lattice.js';
import { volumeInside } from './solids.js';

const MESHES: readonly string[] = [
  'static/stanford-bunny.obj',
  'static/spot.obj',
  'static/cow.obj',
  'static/dress-drape.obj',
  'vehicle/toycar-watertight.ply',
  'ccd/ipc-toolkit/two-cubes-intersecting.ply',
  'conformance/dolphins/le.ply',
];

function load(path: string): Mesh {
  const bytes = readFileSync(sharedData(path) as string);
  return path.endsWith('.obj') ? readObj(bytes) : readPly(bytes);
}

/** How many connected parts have no edge with one triangle, and how many have some. */
function countParts(mesh: Mesh): readonly [closed: number, open: number] {
  const welded = weldVertices(mesh).mesh;
  const { componentOf, count } = findComponents(welded);
  const edges = findEdges(welded);
  const open = new Set(
    Array.from(inspectSurface(welded, edges).boundaryEdges, (edge) => {
      return componentOf[Math.floor(edges.sides[edges.starts[edge]] / 3)];
    }),
  );
  return [count - open.size, open.size];
}

describe.skipIf(sharedData('static') === undefined)('lattices around the shared meshes', () => {
  it('fill the scanned bunny in spite of its holes', () => {
    const bunny = load('static/stanford-bunny.obj');
    const lattice = createLattice(bunny, { cells: 14, fillOpen: true });
    expectSound(bunny, lattice);
    // What the holes leave open, in the flat bottom, has hardly a share in the flux of the divergence theorem.
    expect(filledVolume(lattice) / volumeInside(bunny)).toBeCloseTo(1, 1);
  });

  it.each(MESHES)('hold %s', (path) => {
    const mesh = load(path);
    const lattice = createLattice(mesh, { cells: 14 });
    expectSound(mesh, lattice, path);
    const [closed, open] = countParts(mesh);
    expect([lattice.closedParts, lattice.openParts]).toEqual([closed, open]);
    if (open === 0 && closed === 1) {
      expect(Math.abs(filledVolume(lattice) / volumeInside(mesh)), path).toBeCloseTo(1, 1);
    }
    const model = createTetEmbedding(mesh, lattice);
    const pose = createPose(model.poseLayout);
    setPoints(pose, lattice.points);
    const out = new Float32Array(mesh.positions.length);
    poseMesh(model, pose, out);
    const reach = mesh.positions.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
    const missed = out.filter((value, k) => !(Math.abs(value - mesh.positions[k]) <= 1e-6 * reach));
    expect(missed.length).toBe(0);
  });
});
