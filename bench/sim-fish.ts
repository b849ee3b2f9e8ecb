/**
 * Thousands of fish that are poured on a bridge that swings: which share of all spheres a step evaluates, what a step costs, and what it costs where fish do not bend. All 12,000 are in the scene all the time; what is looked at is a window of time, from when the first have come to the deck on, in which some lie there and others are still
 * on their way. Later more of them lie, and a step evaluates more: the last steps of the window are printed apart.
 */
import type { Kernels } from 'pliant';

import {
  copyFish,
  countSpheres,
  createFishBridge,
  createFishBridgeKind,
  disposeFishBridge,
  findFishInView,
  stepFishBridge,
} from '../scenes/fish-bridge.js';
import type { FishBridge, FishBridgeKind } from '../scenes/fish-bridge.js';
import type { Figures, Print } from './report.js';
import { printBridgeBounds } from './sim-fish-bounds.js';

const FISH = 12_000;
/** Until then the first have come to the deck. */
const LANDING = 20;
const STEPS = 60;
/** Steps at the end that are printed apart. */
const LAST = 10;
/** Steps of both kinds in turn. */
const TURNS = 6;
const CONTACTS = 3_000_000;
/** Half-spaces of a view of the middle of the deck. */
const VIEW = [1, 0, 0, 3, -1, 0, 0, 3, 0, 1, 0, 5, 0, -1, 0, 5, 0, 0, 1, 5, 0, 0, -1, 5];

/** Pours fish, counts and times. */
export function benchFish(kernels: Kernels, print: Print): Figures {
  const start = performance.now();
  const kind = createFishBridgeKind();
  const { bridge, fish } = kind;
  print(
    `\nfish: ${fish.mesh.triangleCount} faces, ${fish.model.fieldCount} modes, ${fish.proxies.proxyCount} proxies each; bridge: ${bridge.mesh.triangleCount} faces, ${bridge.model.fieldCount} modes, ` +
      `${(bridge.residual.keptEnergy * 100).toFixed(2)} % of its recorded motion; made in ${seconds(start)} s`,
  );
  const before = kernels.arena.usedBytes;
  const scene = createFishBridge(kernels, kind, { fishCount: FISH, contactCapacity: CONTACTS });
  const bytes = kernels.arena.usedBytes - before;
  print(`  ${FISH} fish and the bridge hold ${(bytes / 1e6).toFixed(0)} MB in the kernels' memory`);
  const share = measureShare(scene, print);
  compareWithRigid(kernels, scene, print);
  disposeFishBridge(scene);
  printBridgeBounds(kernels, kind, print);
  return { fish_spheres_touched: share };
}

function seconds(start: number): string {
  return ((performance.now() - start) / 1000).toFixed(1);
}

/** Spheres of the whole trees: a leaf a triangle, and one node less above them. */
function countAllSpheres({ bridge, fish }: FishBridgeKind): number {
  return FISH * (2 * fish.mesh.triangleCount - 1) + (2 * bridge.mesh.triangleCount - 1);
}

/** The share in the last steps, when most fish lie: the more of them have landed, the larger it is, so a mean from the first landing on would flatter. */
function measureShare(scene: FishBridge, print: Print): number {
  for (let step = 0; step < LANDING; step++) stepFishBridge(scene);
  let [ofFish, ofBridge, last, milliseconds] = [0, 0, 0, 0];
  for (let step = 0; step < STEPS; step++) {
    const start = performance.now();
    stepFishBridge(scene);
    milliseconds += performance.now() - start;
    if (scene.statistics.dropped > 0) throw new Error(`${scene.statistics.dropped} contacts found no room`);
    const counts = countSpheres(scene);
    ofFish += counts.ofFish;
    ofBridge += counts.ofBridge;
    if (step >= STEPS - LAST) last += counts.ofFish + counts.ofBridge;
  }
  const all = countAllSpheres(scene.kind);
  const share = (ofFish + ofBridge) / STEPS / all;
  const downTo = FISH * (2 * scene.kind.fish.proxies.proxyCount - 1);
  const onBridge = scene.onBridge.reduce((sum, is) => sum + is, 0);
  print(
    `  steps ${LANDING} to ${LANDING + STEPS}: ${(ofFish / STEPS).toFixed(0)} spheres of fish and ${(ofBridge / STEPS).toFixed(0)} of the bridge a step: ` +
      `${share.toExponential(2)} of all ${all}, ${((100 * ofFish) / STEPS / downTo).toFixed(1)} % of those of fish down to their proxies; in the last ${LAST} steps ${(last / LAST / all).toExponential(2)} of all`,
  );
  print(
    `  ${(milliseconds / STEPS).toFixed(0)} ms a step; at the end ${onBridge} fish touch the bridge, ${scene.world.touching.count} pairs of fish each other; ` +
      `${scene.contacts.count} and ${scene.statistics.bridgeContacts} contacts`,
  );
  return last / LAST / all;
}

/** Both go on from the same start, in turn. */
function compareWithRigid(kernels: Kernels, scene: FishBridge, print: Print): void {
  const rigid = createFishBridge(kernels, scene.kind, { fishCount: FISH, contactCapacity: CONTACTS, isRigid: true });
  copyFish(scene, rigid);
  const scenes = [scene, rigid];
  const times = [0, 0];
  for (let step = 0; step < TURNS; step++) {
    for (let turn = 0; turn < 2; turn++) {
      const side = (turn + step) % 2;
      const start = performance.now();
      stepFishBridge(scenes[side]);
      times[side] += performance.now() - start;
    }
  }
  print(
    `  fish that bend ${(times[0] / TURNS).toFixed(0)} ms a step, rigid ones ${(times[1] / TURNS).toFixed(0)} ms: ${(times[0] / times[1]).toFixed(2)} times`,
  );
  const seen = new Uint32Array(FISH);
  const start = performance.now();
  const count = findFishInView(scene, VIEW, seen);
  print(`  ${count} of ${FISH} fish are in view of the middle, found in ${(performance.now() - start).toFixed(1)} ms`);
  disposeFishBridge(rigid);
}
