/**
 * Picking and touching meshes of three.js while they deform, against three.js itself and three-mesh-bvh: in Node, and in Chromium,
 * where the clock is coarse and several frames are measured as one.
 */
import { readFileSync } from 'node:fs';
import { race } from './protocol.js';
import type { Benchmark } from './report.js';
import { sharedData } from './shared-data.js';
import { runInChromium } from './three-chromium.js';
import { raceThree } from './three-races.js';

/** Frames that are measured as one in Chromium. */
const BATCH = 16;
const FILES = { runner: 'skinned/Xbot.glb', face: 'face/facecap-plain.glb' } as const;

/** `npm run bench -- three` */
export const benchThree: Benchmark = async (print) => {
  const files = { runner: readShared(FILES.runner), face: readShared(FILES.face) };
  const inNode = await raceThree(files, race, print);
  const inChromium = await runInChromium(files, BATCH, (line) => print(`Chromium: ${line}`));
  const renamed = Object.entries(inChromium).map(([name, value]) => [`${name}_chromium`, value] as const);
  return { ...inNode, ...Object.fromEntries(renamed) };
};

function readShared(path: string): ArrayBuffer | undefined {
  const file = sharedData(path);
  return file === undefined ? undefined : new Uint8Array(readFileSync(file)).buffer;
}
