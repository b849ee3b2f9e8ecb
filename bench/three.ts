/**
 * Picking and touching meshes of three.js while they deform, against three.js itself and three-mesh-bvh. Sides
 * take turns whenever they have played the clip, which in Chromium, whose clock is coarse, is measured as one. In Node they also take
 * turns after every frame: the others go through the whole mesh, and leave nothing in the caches of a side that does not. Those
 * figures end in `_cold`.
 */
import { readFileSync } from 'node:fs';
import { raceBatches } from './batches.js';
import { race } from './protocol.js';
import type { Benchmark, Figures } from './report.js';
import { sharedData } from './shared-data.js';
import { runInChromium } from './three-chromium.js';
import { raceThree } from './three-races.js';

const FILES = { runner: 'skinned/Xbot.glb', face: 'face/facecap-plain.glb' } as const;

/** `npm run bench -- three` */
export const benchThree: Benchmark = async (print) => {
  const files = { runner: readShared(FILES.runner), face: readShared(FILES.face) };
  const inNode = await raceThree(
    files,
    (sides, frameCount) => raceBatches(sides, frameCount, frameCount, 'fine'),
    print,
  );
  const inChromium = await runInChromium(files, (line) => print(`Chromium: ${line}`));
  const cold = await raceThree(files, race, (line) => print(`cold: ${line}`));
  return { ...inNode, ...rename(inChromium, 'chromium'), ...rename(cold, 'cold') };
};

function rename(figures: Figures, where: string): Figures {
  return Object.fromEntries(Object.entries(figures).map(([name, value]) => [`${name}_${where}`, value]));
}

function readShared(path: string): ArrayBuffer | undefined {
  const file = sharedData(path);
  return file === undefined ? undefined : new Uint8Array(readFileSync(file)).buffer;
}
