/**
 * Picking and touching meshes of three.js while they deform, against three.js itself and three-mesh-bvh: in Node, and in Chromium.
 * Sides take turns after every sixteen frames, in both, because the clock of a browser is coarse. In Node they do so after every
 * frame as well: then each finds what it needs driven out of the caches by the others, which tells most on whoever needs least.
 */
import { readFileSync } from 'node:fs';
import type { Benchmark } from './report.js';
import { sharedData } from './shared-data.js';
import { runInChromium } from './three-chromium.js';
import { racePicksEveryFrame, raceThree } from './three-races.js';

/** Frames that are measured as one. */
const BATCH = 16;
const FILES = { runner: 'skinned/Xbot.glb', face: 'face/facecap-plain.glb' } as const;

/** `npm run bench -- three` */
export const benchThree: Benchmark = async (print) => {
  const files = { runner: readShared(FILES.runner), face: readShared(FILES.face) };
  const inNode = await raceThree(files, BATCH, print);
  const everyFrame = await racePicksEveryFrame(files, print);
  const inChromium = await runInChromium(files, BATCH, (line) => print(`Chromium: ${line}`));
  const renamed = Object.entries(inChromium).map(([name, value]) => [`${name}_chromium`, value] as const);
  return { ...inNode, ...everyFrame, ...Object.fromEntries(renamed) };
};

function readShared(path: string): ArrayBuffer | undefined {
  const file = sharedData(path);
  return file === undefined ? undefined : new Uint8Array(readFileSync(file)).buffer;
}
