/** More bodies that the golden hash asks, behind the others: what carries vertices otherwise, what was fitted, and what was cut. */
import { type Body, type Kernels, createBody } from 'pliant';
import {
  type Mesh,
  buildTree,
  createBdTree,
  createBlendTree,
  createCuttableBody,
  createLinkTransforms,
  createLinks,
  createMesh,
  createParticles,
  createSkinModel,
  cutBody,
  fitRegions,
  subdivideLoop,
  writeLinkTransforms,
  writeParticleTransforms,
} from 'pliant/parts';
import { createBlob } from '../../scenes/blob.js';
import { createCoil, writeCoilPose } from '../../scenes/coil.js';
import { createCurtainScene } from '../../scenes/curtain.js';
import { type GoldenBody, type GoldenMaker, BLOB, POSES, blend, cubeCorners, shaken } from './golden-bodies.js';

const CURTAIN = createCurtainScene({ columns: 14, rows: 20, hooks: 3, fieldCount: 5, frameCount: 60, ballRadius: 0.2 });
const COIL = createCoil({ columns: 80, rows: 4, bones: 16 });

/** Everything that is asked, by name. */
export const FURTHER_BODIES: Readonly<Record<string, GoldenMaker>> = {
  'surface of Loop': loopSurface,
  'blob of particles': particleBlob,
  'fitted coil': fittedCoil,
  'cut curtain': cutCurtain,
  'cut coil': cutCoil,
  'linked blob': linkedBlob,
};

/** An octahedron with sharp edges around its middle, cut into four three times. */
function loopSurface(kernels: Kernels): GoldenBody {
  const positions = Float32Array.from([1, 0, 0, 0, 1, 0, 0, 0, 1, -1, 0, 0, 0, -1, 0, 0, 0, -1]);
  const triangles = Uint8Array.of(0, 1, 2, 1, 3, 2, 3, 4, 2, 4, 0, 2, 1, 0, 5, 3, 1, 5, 4, 3, 5, 0, 4, 5);
  const creases = [[0, 1, 1.5], [1, 3, 1.5], [3, 4]] as const; // prettier-ignore
  const { mesh, model, points } = subdivideLoop({ positions, triangles }, { levels: 3, creases });
  const made = blend(kernels, mesh, model, { pruning: 'always' });
  return { name: 'loop', ...made, setPose: (pose) => made.body.setPoints(flung(points, 3 + pose)) };
}

function particleBlob(kernels: Kernels): GoldenBody {
  const { mesh } = BLOB;
  const points = cubeCorners(0.5);
  const particles = createParticles(mesh, { points, neighbours: 4 });
  const made = blend(kernels, mesh, createSkinModel(mesh, particles), { strategy: 'lazy' });
  const transforms = new Float32Array((points.length / 3) * 12);
  const setPose = (pose: number): void => {
    writeParticleTransforms(particles, flung(points, 6 + pose), transforms);
    made.body.setTransforms(transforms);
  };
  return { name: 'particles', ...made, setPose };
}

/** Linked to a coarser blob, of which a part is drawn into a line in the second pose, and keeps the frames of the first. */
function linkedBlob(kernels: Kernels): GoldenBody {
  const { mesh } = BLOB;
  const { positions: points, triangles } = createBlob(3).mesh;
  const links = createLinks(mesh, { points, triangles });
  const made = blend(kernels, mesh, createSkinModel(mesh, links), { strategy: 'lazy' });
  const transforms = createLinkTransforms(links);
  const setPose = (pose: number): void => {
    const flungPoints = flung(points, 9 + pose);
    writeLinkTransforms(
      links,
      pose === 1 ? flungPoints.map((value, i) => (i % 3 > 0 && i < 60 ? 0.1 : value)) : flungPoints,
      transforms,
    );
    made.body.setTransforms(transforms);
  };
  return { name: 'links', ...made, setPose };
}

/** Its regions are proved free by bones alone where that can be. */
function fittedCoil(kernels: Kernels): GoldenBody {
  const { mesh } = COIL;
  const model = createSkinModel(mesh, COIL);
  const bounds = createBlendTree(mesh, model, buildTree(mesh));
  const body = createBody(kernels, fitRegions({ mesh, model, bounds }), { pruning: 'always' });
  return winding('fitted coil', body, mesh);
}

/** With a hole, and a flap of new vertices at its border. */
function cutCurtain(kernels: Kernels): GoldenBody {
  const { mesh, model, weights } = CURTAIN;
  const bounds = createBdTree(mesh, model, buildTree(mesh));
  const remove = Array.from({ length: 40 }, (_, i) => 150 + i);
  const body = createCuttableBody(kernels, { mesh, model, bounds }, { pruning: 'always' });
  cutBody(body, { remove, add: [10, 60, 110, 11, 61, 111] });
  const left = numberedMesh(body);
  const setPose = (pose: number): void => body.setWeights(weights[5 + 17 * pose]);
  return { name: 'cut curtain', mesh: left, tree: buildTree(left), body, poseCount: POSES, setPose };
}

/** In two cuts, the second of what the first has left, with a fin of new vertices. */
function cutCoil(kernels: Kernels): GoldenBody {
  const { mesh } = COIL;
  const model = createSkinModel(mesh, COIL);
  const bounds = createBlendTree(mesh, model, buildTree(mesh));
  const body = createCuttableBody(kernels, { mesh, model, bounds });
  cutBody(body, { remove: Array.from({ length: 60 }, (_, i) => 300 + i) });
  const positions = mesh.positions.slice(0, 3).map((value) => value * 1.2);
  const deformation = {
    joints: Uint8Array.of(0),
    weights: Float32Array.of(1),
    influencesPerVertex: 1,
    jointCount: COIL.jointCount,
  };
  const add = [0, 1, mesh.vertexCount, 1, 2, mesh.vertexCount];
  cutBody(body, { remove: [3, 5], add, vertices: { positions, deformation } });
  return winding('cut coil', body, numberedMesh(body));
}

/** The mesh of a body that was cut, by its numbers: triangles that went are there, with one vertex three times. */
function numberedMesh({ mesh }: Body): Mesh {
  return createMesh({ positions: mesh.positions, triangles: mesh.triangles.slice(0, mesh.triangleCount * 3) });
}

function winding(name: string, body: Body, mesh: Mesh): GoldenBody {
  const matrices = new Float32Array(COIL.jointCount * 12);
  const setPose = (pose: number): void => {
    writeCoilPose(COIL, 'ramp', (pose + 0.6) / POSES, matrices);
    body.setTransforms(matrices);
  };
  return { name, mesh, tree: buildTree(mesh), body, poseCount: POSES, setPose };
}

/** So far that the surface between them runs through itself. */
function flung(points: Float32Array, pose: number): Float32Array {
  return shaken(points, pose).map((value, k) => 9 * value - 8 * points[k]);
}
