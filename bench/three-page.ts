/** What the page does when the benchmark runs in a browser: `window.raceThree` is called from outside. */
import { raceBatches } from './batches.js';
import { raceThree } from './three-races.js';
import type { Figures } from './report.js';

declare global {
  interface Window {
    /** Runs the races with files that the page may fetch. */
    raceThree: (runner: string | undefined, face: string | undefined) => Promise<Figures>;
  }
}

window.raceThree = async (runner, face) =>
  raceThree(
    { runner: await fetchFile(runner), face: await fetchFile(face) },
    (sides, frameCount) => raceBatches(sides, frameCount, frameCount, 'coarse'),
    (line) => console.info(line),
  );

async function fetchFile(path: string | undefined): Promise<ArrayBuffer | undefined> {
  return path === undefined ? undefined : (await fetch(path)).arrayBuffer();
}
