/** Recorded sequences of the shared data as flightplans. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { planKeyframes } from 'pliant/kinetic';
import type { Flightplan } from 'pliant/kinetic';
import { readSequence, sortFrames } from 'pliant/parts';
import type { Mesh } from 'pliant/parts';
import { sharedData } from './shared-data.js';

/** A recording that vertices fly along, straight from frame to frame. */
export interface RecordedPlan {
  readonly name: string;
  readonly mesh: Mesh;
  readonly times: readonly number[];
  readonly frames: readonly Float32Array[];
  readonly plan: Flightplan;
}

/** Folders of the recordings: dancers, a shirt, a curtain and a cat. */
export const RECORDINGS = ['samba', 'tshirt-run', 'curtain128', 'walking-cat', 'rumba-unfixed'] as const;

/** Reads one, frames 1 / 30 of a second apart; undefined where the data is not there. */
export function loadRecordedPlan(name: (typeof RECORDINGS)[number]): RecordedPlan | undefined {
  const folder = sharedData(`sequence/${name}`);
  if (folder === undefined) return undefined;
  const files = sortFrames(readdirSync(folder)).map((file) => ({ name: file, data: readFileSync(join(folder, file)) }));
  const { frames, mesh, times } = readSequence(files, { fps: 30 });
  return { name, mesh, times: Array.from(times), frames, plan: planKeyframes({ times, frames }) };
}
