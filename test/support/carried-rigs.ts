/** Subdivided meshes, and meshes that follow particles or are linked to coarse ones, as rigs: see ../query/lazy-rigs.ts. */
import type { Random } from 'pliant/exact';
import {
  type BlendModel,
  type Crease,
  type Mesh,
  type Particles,
  createLinkTransforms,
  createLinks,
  createParticles,
  createSkinModel,
  subdivideLoop,
  writeLinkTransforms,
  writeParticleTransforms,
} from 'pliant/parts';
import { randomPlacement } from '../bounds/bd-samples.js';
import { RIG_MESHES, STRATEGIES, pick } from '../query/lazy-rigs.js';
import { restPoints } from './blend-models.js';
import { definedPositions } from './blend-oracle.js';
import { type BlendPose, applyPose } from './blend-poses.js';
import { type BlendRig, makeBlendRig } from './blend-rigs.js';
import { CONTROL_MESHES, edgesOf } from './control-meshes.js';
import { changed } from './sample-meshes.js';

/** What carries the mesh. */
export const CARRIERS = ['subdivision', 'particles', 'links'] as const;

/** A kind of carrier. */
export type Carrier = (typeof CARRIERS)[number];

/** A rig, and the points that carry it: control points, particles, or coarse vertices. */
export interface CarriedRig {
  readonly rig: BlendRig;
  readonly points: Float32Array;
  /** The pose in which the points are at these places. */
  readonly poseAt: (points: Float32Array) => BlendPose;
}

interface Carried {
  readonly name: string;
  readonly mesh: Mesh;
  readonly model: BlendModel;
  readonly points: Float32Array;
  readonly poseAt: (points: Float32Array) => BlendPose;
}

/** A small mesh that is carried in this way. */
export function randomCarried(random: Random, carrier: Carrier, most: number): Carried {
  switch (carrier) {
    case 'subdivision':
      return subdivided(random, most);
    case 'particles':
      return moved(random, most);
    case 'links':
      return linked(random, most);
  }
}

/** The same as a rig with some leaves, patches and strategy. */
export function randomCarriedRig(random: Random, carrier: Carrier, most: number): CarriedRig {
  const carried = randomCarried(random, carrier, most);
  const options = {
    strategy: pick(random, STRATEGIES),
    leafSize: 1 + random.integer(5),
    patchSize: pick(random, [1, 4, 16, 64, 4096]),
  };
  const what = `${carried.name}, ${options.strategy}, leaves of ${options.leafSize}, patches of ${options.patchSize}`;
  const rig = makeBlendRig(what, carried.mesh, carried.model, carried.points, { ...options, scale: 1 });
  return { rig, points: carried.points, poseAt: carried.poseAt };
}

/** Where points go, by kind. */
export const POINT_MOVES: Readonly<Record<string, (random: Random, points: Float32Array) => Float32Array>> = {
  'at rest': (_, points) => points,
  shaken: (random, points) => points.map((value) => value + random.range(-0.3, 0.3)),
  scattered: (random, points) => points.map(() => random.range(-1, 1)),
  'folded over': (random, points) => {
    const fold = random.range(-0.5, 0.5);
    const axis = random.integer(3);
    return points.map(
      (value, i) => (i % 3 === axis ? fold + Math.abs(value - fold) : value) + random.range(-0.01, 0.01),
    );
  },
  turned: (random, points) => {
    const angle = random.range(0, 7);
    return points.map((value, i) => {
      const v = i - (i % 3);
      if (i % 3 === 2) return value;
      const [x, y] = [points[v], points[v + 1]];
      return i % 3 === 0 ? Math.cos(angle) * x - Math.sin(angle) * y : Math.sin(angle) * x + Math.cos(angle) * y;
    });
  },
  'in a plane': (random, points) => points.map((value, i) => (i % 3 === 1 ? 0.25 : value + random.range(-0.1, 0.1))),
  'in a line': (random, points) => points.map((value, i) => (i % 3 === 0 ? value : random.range(-1e-7, 1e-7))),
  'in one place': (_, points) => points.map(() => 0.5),
  mirrored: (_, points) => points.map((value, i) => (i % 3 === 0 ? -value : value)),
  'a thousand units away': (random, points) => points.map((value) => value + 1000 + random.range(-0.2, 0.2)),
  'one far out': (random, points) => {
    const far = random.integer(points.length / 3);
    return points.map((value, i) => (Math.floor(i / 3) === far ? value * 50 : value));
  },
};

/** A new pose; now and then a new placement. */
export function moveCarriedRig(random: Random, carried: CarriedRig, distance = 1): void {
  const { rig, points } = carried;
  const pose = carried.poseAt(POINT_MOVES[pick(random, Object.keys(POINT_MOVES))](random, points));
  for (const body of [...rig.lazy, rig.refit]) applyPose(body, pose);
  if (random.integer(4) === 0) {
    rig.placement = randomPlacement(random, distance, random.integer(4) === 0);
    for (const body of rig.lazy) body.setPlacement(rig.placement);
  }
  rig.world = definedPositions(rig.model, rig.lazy[0].pose, rig.placement);
}

function subdivided(random: Random, most: number): Carried {
  const name = pick(random, Object.keys(CONTROL_MESHES));
  const control = CONTROL_MESHES[name](random);
  let levels = 0;
  while ((control.triangles.length / 3) * 4 ** (levels + 1) <= most && levels < 3) levels++;
  const creases = edgesOf(control)
    .filter(() => random.integer(4) === 0)
    .map(([from, to]): Crease => [from, to]);
  const limit = random.integer(2) === 0;
  const { mesh, model, points } = subdivideLoop(control, { levels, creases, limit });
  return {
    name: `${name}, ${levels} levels${limit ? ' and the limit' : ''}`,
    mesh,
    model,
    points,
    poseAt: (places) => ({ weights: [], transforms: [], points: [...places] }),
  };
}

function moved(random: Random, most: number): Carried {
  const name = pick(random, Object.keys(RIG_MESHES));
  const mesh = changed(RIG_MESHES[name](random, most), (value) => value);
  const particles: Particles = createParticles(mesh, {
    points: restPoints(random, mesh, pick(random, [4, 10, 24])),
    neighbours: pick(random, [3, 6, 12]),
  });
  const out = new Float32Array(particles.jointCount * 12);
  return {
    name: `${name} with ${particles.jointCount} particles`,
    mesh,
    model: createSkinModel(mesh, particles),
    points: particles.points,
    poseAt: (places) => {
      writeParticleTransforms(particles, places, out);
      return { weights: [], transforms: [...out], points: [] };
    },
  };
}

/** Linked to points in no order all around the mesh and in it, three of which are in a line now and then. */
function linked(random: Random, most: number): Carried {
  const name = pick(random, Object.keys(RIG_MESHES));
  const mesh = changed(RIG_MESHES[name](random, most), (value) => value);
  const points = restPoints(random, mesh, pick(random, [4, 12, 40]));
  if (random.integer(2) === 0) for (let k = 0; k < 3; k++) points[6 + k] = (points[k] + points[3 + k]) / 2;
  const links = createLinks(mesh, { points });
  const out = createLinkTransforms(links);
  return {
    name: `${name} with ${points.length / 3} coarse vertices in ${links.jointCount / 3} triples`,
    mesh,
    model: createSkinModel(mesh, links),
    points,
    poseAt: (places) => {
      writeLinkTransforms(links, places, out);
      return { weights: [], transforms: [...out], points: [] };
    },
  };
}
