/**
 * Picking and touching meshes of three.js while they deform, against three.js itself and three-mesh-bvh. In Node sides take turns
 * after every frame; in Chromium, whose clock is coarse, whenever they have played the clip, which is measured as one. The others go
 * through the whole mesh, and leave nothing in the caches of a side that does not: figures that end in `_warm` say what Node makes of
 * the clip played in one go.
 */
import { readFileSync } from 'node:fs';
import { raceBatches } from './batches.js';
import { race } from './protocol.js';
import type { Benchmark, Figures } from './report.js';
import { sharedData } from './shared-data.js';
import { runInChromium } from './three-chromium.js';
import { raceThree } from './three-races.js';
import type { Race } from './three-races.js';

const FILES = { runner: 'skinned/Xbot.glb', face: 'face/facecap-plain.glb' } as const;

/** `npm run bench -- three` */
export const benchThree: Benchmark = async (print) => {
  const files = { runner: readShared(FILES.runner), face: readShared(FILES.face) };
  const inNode = await raceThree(files, race, print);
  const inChromium = await runInChromium(files, (line) => print(`Chromium: ${line}`));
  const wholeClips: Race = (sides, frameCount) => raceBatches(sides, frameCount, frameCount, 'fine');
  const warm = await raceThree(files, wholeClips, (line) => print(`warm: ${line}`));
  return { ...inNode, ...rename(inChromium, 'chromium'), ...rename(warm, 'warm') };
};

function rename(figures: Figures, where: string): Figures {
  return Object.fromEntries(Object.entries(figures).map(([name, value]) => [`${name}_${where}`, value]));
}

function readShared(path: string): ArrayBuffer | undefined {
  const file = sharedData(path);
  return file === undefined ? undefined : new Uint8Array(readFileSync(file)).buffer;
}
