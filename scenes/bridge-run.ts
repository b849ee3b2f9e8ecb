/**
 * A recorded run of a bridge: weights are put on a few places one after the other, and the bridge swings. A coarse solid of finite elements around it moves; its frames, carried over to the surface, are the recording, and the ten principal components of it are the modes of the bridge. Every number follows from
 * the options, bit for bit.
 */
import { createPose, createTetEmbedding, fitLinearModel, poseMesh, setPoints } from 'pliant/parts';
import type { LinearFit, Mesh } from 'pliant/parts';
import { addForce, createLattice, createMaterial, createSoftBody, stepSoftBody } from 'pliant/sim';
import type { SoftBody } from 'pliant/sim';

/** What to record. */
export interface BridgeRunOptions {
  /** Cells of the lattice along the bridge. */
  readonly cells?: number;
  /** Frames to record. */
  readonly frameCount?: number;
  /** Modes to keep. */
  readonly modeCount?: number;
}

/** As the benchmark has it. */
const BRIDGE_RUN_DEFAULTS: Required<BridgeRunOptions> = { cells: 60, frameCount: 48, modeCount: 10 };

/** Seconds from frame to frame. */
export const BRIDGE_FRAME_TIME = 1 / 20;

/** Soft for a bridge, so that it is seen how it swings. */
const MATERIAL = { young: 1.5e7, poisson: 0.3, density: 800, phi: 5e3, psi: 1e4 };
/** Where weights lie in turn, x and z, in metres. Some are off the middle line, so that the deck is twisted, too. */
const PLACES = [
  [0, 0.9],
  [-4.5, -0.9],
  [4.5, 0.9],
  [1.5, -1.2],
] as const;
/** Newtons, on as many points of the solid as lie so near. */
const WEIGHT = 9000;
const REACH = 1;
/** What is so deep below the deck, or so far out, stands on rock. */
const FOOT = -2.1;
const END = 11.2;

/** Records the run, and fits a linear model to it. Takes some seconds. */
export function recordBridge(bridge: Mesh, options: BridgeRunOptions = {}): LinearFit {
  const { cells, frameCount, modeCount } = { ...BRIDGE_RUN_DEFAULTS, ...options };
  const lattice = createLattice(bridge, { cells });
  const { points } = lattice;
  const body = createSoftBody(lattice, {
    material: createMaterial(MATERIAL),
    fills: lattice.fills,
    pinned: choosePoints(points, (x, y) => y < FOOT || Math.abs(x) > END),
    // It is built to be straight under its own weight: only what is put on it bends it.
    gravity: [0, 0, 0],
  });
  const loaded = PLACES.map(([atX, atZ]) =>
    choosePoints(points, (x, y, z) => y > -0.5 && y < 0.5 && (x - atX) ** 2 + (z - atZ) ** 2 < REACH * REACH),
  );
  const embedding = createTetEmbedding(bridge, lattice);
  const pose = createPose(embedding.poseLayout);
  const frames: Float32Array[] = [];
  for (let frame = 0; frame < frameCount; frame++) {
    load(body, loaded[Math.floor((frame * PLACES.length) / frameCount)]);
    stepSoftBody(body, BRIDGE_FRAME_TIME);
    setPoints(pose, body.positions);
    frames.push(new Float32Array(bridge.vertexCount * 3));
    poseMesh(embedding, pose, frames[frame]);
  }
  return fitLinearModel(frames, bridge.triangles, { fieldCount: modeCount });
}

function load(body: SoftBody, vertices: readonly number[]): void {
  for (const vertex of vertices) addForce(body, vertex, 0, -WEIGHT / vertices.length, 0);
}

function choosePoints(points: Float32Array, isChosen: (x: number, y: number, z: number) => boolean): number[] {
  const chosen: number[] = [];
  for (let at = 0; at < points.length; at += 3) {
    if (isChosen(points[at], points[at + 1], points[at + 2])) chosen.push(at / 3);
  }
  return chosen;
}
