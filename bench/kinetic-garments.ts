/**
 * Kinetic trees of garments and recordings against refitting, ours and that of three-mesh-bvh: time per frame to bring a tree up to date and ask it which triangles a small ball meets. All sides answer the same. The kinetic tree
 * writes no positions: it poses the leaves that the ball reaches. Refitting poses everything, with the leaves that are best for it. Both have all keys in the order of their leaves before time starts; what that takes is printed.
 */
import { createHits } from 'pliant';
import { ballMeetsTriangle } from 'pliant/exact';
import { advance, createKineticTree, findLeavesInBox, readLeafItems, writeLeafPositions } from 'pliant/kinetic';
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
/** Best for each side of those that were tried: binary and wide trees, leaves of 32 to 4095, and to 255 of refitted trees. */
function kineticOptions({ mesh }: MovingClip): KineticOptions {
  return { arity: 4, leafSize: mesh.triangleCount > LARGE ? 2400 : 1023, keepKeys: true };
}
/** Meshes of more triangles have larger leaves. */
const LARGE = 200_000;
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
      printSetUp(clip, print);
      figures.garment_update_vs_tmb = compareWithPeer(clip, print);
      figures.garment_update_vs_refit_keys_by_turns = compare(
        '  the same, keys put in order as they come',
        clip,
        FRAMES_PER_KEY,
        print,
        {
          ...kineticOptions(clip),
          keepKeys: false,
        },
      );
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

function compare(
  name: string,
  clip: MovingClip,
  framesPerKey: number,
  print: Print,
  options = kineticOptions(clip),
): number {
  const tree = createKineticTree(clip.plan, clip.mesh.triangles, options);
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

/** What both sides do before time starts. */
function printSetUp(clip: MovingClip, print: Print): void {
  const timeOf = (make: () => unknown): string => {
    const begin = performance.now();
    make();
    return (performance.now() - begin).toFixed(0);
  };
  const kinetic = (keepKeys: boolean): string =>
    timeOf(() => createKineticTree(clip.plan, clip.mesh.triangles, { ...kineticOptions(clip), keepKeys }));
  print(
    `  before time starts, once for each recording: kinetic tree ${kinetic(true)} ms with ${new Set(clip.frames).size} keys in order, ${kinetic(false)} ms without; refit ${timeOf(() => new KeyedRefitBody(clip, REFIT))} ms with the same keys in order`,
  );
}

function compareWithPeer(clip: MovingClip, print: Print): number {
  const tree = createKineticTree(clip.plan, clip.mesh.triangles, kineticOptions(clip));
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
  const { corners, firsts, items } = orderTriangles(clip, tree);
  const positions = new Float32Array(clip.mesh.vertexCount * 3);
  const sphere = new Float64Array(4);
  const box = new Float64Array(6);
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
        writeLeafPositions(tree, found[i], positions);
        for (let k = firsts[found[i]]; k < firsts[found[i] + 1]; k++) {
          const a = corners[k * 3];
          const b = corners[k * 3 + 1];
          const c = corners[k * 3 + 2];
          if (isBeside(positions, a * 3, b * 3, c * 3, box)) continue;
          if (ballMeetsTriangle(sphere, positions, a, b, c)) sum += triangleMark(items[k]);
        }
      }
      return sum;
    },
  };
}

/** Triangles in the order of the leaves, as the refitted tree has them, and where those of each node begin. */
function orderTriangles(
  { mesh }: MovingClip,
  tree: KineticTree,
): { readonly corners: Uint32Array; readonly firsts: Uint32Array; readonly items: Uint32Array } {
  const items = new Uint32Array(mesh.triangleCount);
  const firsts = new Uint32Array(tree.nodeCount + 1);
  const ofLeaf = new Uint32Array(tree.leafSize);
  for (let node = 0; node < tree.nodeCount; node++) {
    const count = readLeafItems(tree, node, ofLeaf);
    items.set(ofLeaf.subarray(0, count), firsts[node]);
    firsts[node + 1] = firsts[node] + count;
  }
  const corners = Uint32Array.from(
    { length: items.length * 3 },
    (_, i) => mesh.triangles[items[Math.floor(i / 3)] * 3 + (i % 3)],
  );
  return { corners, firsts, items };
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
