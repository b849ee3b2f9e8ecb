/**
 * Kinetic trees of garments and recordings against refitting, ours and that of three-mesh-bvh: time per frame to bring a tree up to date and ask it which triangles a small ball meets. All sides answer the same. The kinetic tree
 * writes no positions: it poses the leaves that the ball reaches. Refitting poses everything, with the leaves that are best for it. Both have all keys in the order of their leaves before time starts; what that takes is printed.
 */
import { createHits } from 'pliant';
import { ballMeetsTriangle } from 'pliant/exact';
import { advance, createKineticTree, findLeavesInBox, readLeafItems } from 'pliant/kinetic';
import type { KineticOptions, KineticTree } from 'pliant/kinetic';
import type { BuildOptions } from 'pliant/parts';
import { BufferAttribute, BufferGeometry } from 'three';
import { GARMENT_DETAILS, createGarment } from '../scenes/garments.js';
import type { GarmentKind } from '../scenes/garments.js';
import { checksumOf, triangleMark } from './checksum.js';
import { createClip, raceAlong } from './moving-clip.js';
import type { ClipSide, MovingClip } from './moving-clip.js';
import { RECORDINGS, loadRecordedPlan } from './recorded-plans.js';
import { BallWalk } from './refit/ball-hits.js';
import { KeyedRefitBody } from './refit/keyed-refit-body.js';
import type { Figures, Print } from './report.js';
import { TmbSurface } from './tmb-surface.js';

const KEYS = 11;
const FRAMES_PER_KEY = 10;
/** Best for each side of those that were tried: binary and wide trees, leaves of 32 to 1023, and to 255 of refitted trees. */
const KINETIC: KineticOptions = { arity: 4, leafSize: 1023, keepKeys: true };
const REFIT: BuildOptions = { arity: 4, leafSize: 128 };
const TMB = { strategy: 'center', leafSize: 640 } as const;
const FRAME_RATES = [2, 5, 30] as const;
/** The ball is around a vertex; its radius is this share of the mesh's height. */
const RADIUS_SHARE = 0.01;

/** Prints how garments do, by size and by frames per key, and recordings. */
export function benchGarments(print: Print): Figures {
  const figures: Record<string, number> = {};
  for (const kind of ['shirt', 'dress'] as const) {
    // The paper's smallest and largest.
    for (const detail of [GARMENT_DETAILS[kind][0], GARMENT_DETAILS[kind].at(-1)!]) {
      const clip = clipOf(kind, detail);
      const isLargest = kind === 'dress' && detail === GARMENT_DETAILS.dress.at(-1);
      const ratio = compare(`${kind}, ${clip.mesh.triangleCount} triangles`, clip, FRAMES_PER_KEY, print);
      if (!isLargest) continue;
      figures.garment_update_vs_refit = ratio;
      figures.garment_update_vs_tmb = compareWithPeer(clip, print);
      for (const framesPerKey of FRAME_RATES) {
        figures[`garment_update_vs_refit_at_${framesPerKey}`] = compare('  the same', clip, framesPerKey, print);
      }
    }
  }
  for (const name of RECORDINGS) {
    const recorded = loadRecordedPlan(name);
    if (!recorded) continue;
    const ratio = compare(`recorded ${name}`, createClip(recorded), FRAMES_PER_KEY, print);
    figures[`recorded_${name.replaceAll('-', '_')}_update_vs_refit`] = ratio;
  }
  return figures;
}

function clipOf(kind: GarmentKind, detail: number): MovingClip {
  const { frames, mesh, times } = createGarment(kind, { detail, keys: KEYS, figure: 8 });
  return createClip({ frames, mesh, times });
}

function compare(name: string, clip: MovingClip, framesPerKey: number, print: Print): number {
  const tree = createKineticTree(clip.plan, clip.mesh.triangles, KINETIC);
  const sides = [kineticSide(clip, tree), refitSide(clip)];
  const [kinetic, refit] = raceAlong(clip, sides, framesPerKey);
  const { counts, nodeCount, paths } = tree;
  const perKey = (count: number): number => count / paths.key;
  const events = perKey(counts.leafEvents + counts.treeEvents);
  const share = (100 * events) / (nodeCount * 6 * framesPerKey);
  print(
    `${name}, ${framesPerKey} frames a key: kinetic ${kinetic.toFixed(0)} µs, refit ${refit.toFixed(0)} µs a frame: ${(refit / kinetic).toFixed(2)} x; ` +
      `${(events / framesPerKey).toFixed(0)} events and ${(perKey(counts.numbersWritten) / framesPerKey).toFixed(0)} numbers a frame; ${share.toFixed(1)} % of ${nodeCount * 6} certificates fail`,
  );
  return refit / kinetic;
}

function compareWithPeer(clip: MovingClip, print: Print): number {
  const tree = createKineticTree(clip.plan, clip.mesh.triangles, KINETIC);
  const [kinetic, peer] = raceAlong(clip, [kineticSide(clip, tree), tmbSide(clip)], FRAMES_PER_KEY, 1);
  print(`  beside three-mesh-bvh: kinetic ${kinetic.toFixed(0)} µs, three-mesh-bvh ${peer.toFixed(0)} µs a frame`);
  return peer / kinetic;
}

/** A ball around a vertex, another one at each time. */
class Ball {
  readonly radius: number;
  readonly center = new Float64Array(3);
  readonly #clip: MovingClip;

  constructor(clip: MovingClip) {
    this.#clip = clip;
    const heights = clip.frames[0].filter((_, i) => i % 3 === 1);
    const [low, high] = heights.reduce(([l, h], y) => [Math.min(l, y), Math.max(h, y)], [Infinity, -Infinity]);
    this.radius = RADIUS_SHARE * (high - low);
  }

  move(time: number): void {
    const { frames, mesh, times } = this.#clip;
    const vertex = Math.floor(time * 100_003) % mesh.vertexCount;
    let key = 0;
    while (times[key + 1] <= time) key++;
    for (let axis = 0; axis < 3; axis++) {
      this.center[axis] = coordinate(frames, times, key, vertex * 3 + axis, time);
    }
  }
}

/** The formula of flightplans. */
function coordinate(
  frames: readonly Float32Array[],
  times: ArrayLike<number>,
  key: number,
  at: number,
  time: number,
): number {
  const from = frames[key][at];
  return from + (time - times[key]) * ((frames[key + 1][at] - from) * (1 / (times[key + 1] - times[key])));
}

function kineticSide(clip: MovingClip, tree: KineticTree): ClipSide {
  const ball = new Ball(clip);
  const found = new Uint32Array(4096);
  const items = new Uint32Array(tree.leafSize);
  const positions = new Float32Array(clip.mesh.vertexCount * 3);
  const sphere = new Float64Array(4);
  const box = new Float64Array(6);
  const { triangles } = clip.mesh;
  return {
    name: 'kinetic tree',
    frame: (time) => {
      advance(tree, time);
      ball.move(time);
      sphere.set(ball.center);
      sphere[3] = ball.radius;
      for (let axis = 0; axis < 3; axis++) {
        box[axis] = ball.center[axis] - ball.radius;
        box[axis + 3] = ball.center[axis] + ball.radius;
      }
      const count = findLeavesInBox(tree, box, found);
      let sum = 0;
      for (let i = 0; i < count; i++) {
        poseLeaf(clip, tree, found[i], positions);
        const itemCount = readLeafItems(tree, found[i], items);
        for (let k = 0; k < itemCount; k++) {
          const a = triangles[items[k] * 3];
          const b = triangles[items[k] * 3 + 1];
          const c = triangles[items[k] * 3 + 2];
          if (isBeside(positions, a * 3, b * 3, c * 3, box)) continue;
          if (ballMeetsTriangle(sphere, positions, a, b, c)) sum += triangleMark(items[k]);
        }
      }
      return sum;
    },
  };
}

/** Writes where the vertices of a leaf are now, by the formula of flightplans. */
function poseLeaf({ frames, times }: MovingClip, tree: KineticTree, leaf: number, positions: Float32Array): void {
  const { key, rates, time } = tree.paths;
  const last = frames[key];
  const next = frames[key + 1];
  const passed = time - times[key];
  const rate = rates[key];
  const first = leaf * tree.corners * tree.leafSize;
  for (let slot = first; slot < first + tree.vertexCounts[leaf]; slot++) {
    const at = tree.leafVertices[slot] * 3;
    positions[at] = last[at] + passed * ((next[at] - last[at]) * rate);
    positions[at + 1] = last[at + 1] + passed * ((next[at + 1] - last[at + 1]) * rate);
    positions[at + 2] = last[at + 2] + passed * ((next[at + 2] - last[at + 2]) * rate);
  }
}

/** Whether all three corners are on one side of a box. */
function isBeside(positions: Float32Array, a: number, b: number, c: number, box: Float64Array): boolean {
  for (let axis = 0; axis < 3; axis++) {
    const low = box[axis];
    const high = box[axis + 3];
    const p = positions[a + axis];
    const q = positions[b + axis];
    const r = positions[c + axis];
    if ((p < low && q < low && r < low) || (p > high && q > high && r > high)) return true;
  }
  return false;
}

function refitSide(clip: MovingClip): ClipSide {
  const body = new KeyedRefitBody(clip, REFIT);
  const walk = new BallWalk(body);
  const ball = new Ball(clip);
  const hits = createHits(65_536);
  return {
    name: 'refit',
    frame: (time) => {
      body.pose(time);
      ball.move(time);
      walk.find(ball.center, ball.radius, hits);
      return checksumOf(hits.triangles, hits.count);
    },
  };
}

function tmbSide({ frames, mesh, times, ...clip }: MovingClip): ClipSide {
  const positions = mesh.positions.slice();
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(positions, 3));
  geometry.setIndex(new BufferAttribute(mesh.triangles.slice(), 1));
  const surface = new TmbSurface(mesh, geometry, TMB);
  const ball = new Ball({ frames, mesh, times, ...clip });
  return {
    name: 'three-mesh-bvh',
    frame: (time) => {
      let key = 0;
      while (times[key + 1] <= time) key++;
      const [last, next] = [frames[key], frames[key + 1]];
      const passed = time - times[key];
      const rate = 1 / (times[key + 1] - times[key]);
      for (let i = 0; i < positions.length; i++) positions[i] = last[i] + passed * ((next[i] - last[i]) * rate);
      surface.refit();
      ball.move(time);
      return surface.ballChecksum(ball.center, ball.radius);
    },
  };
}
