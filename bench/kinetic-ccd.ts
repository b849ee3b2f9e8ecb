/**
 * Exact first touches on the shared queries: every answer against the known one, and the time that it takes beside big
 * integers alone. Both sides give the same first times and places, in turns; the slow one takes a sample of the queries.
 */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { loadKernels } from 'pliant';
import {
  TOUCH_LENGTH,
  createRandom,
  doEdgeEdgeMeet,
  doVertexFaceMeet,
  findEdgeEdgeTouch,
  findVertexFaceTouch,
} from 'pliant/exact';
import { isEdgeEdgeDecidedInDoubles, isVertexFaceDecidedInDoubles } from 'pliant/inspect';
import { exactEdgeEdgeTouch, exactEdgeEdgeMeet, exactVertexFaceTouch, exactVertexFaceMeet } from 'pliant/oracle';
import { readSceneQueries, readSingleQueries } from '../scenes/touch-queries.js';
import type { TouchQueries } from '../scenes/touch-queries.js';
import { race as raceSides } from './protocol.js';
import type { Side } from './protocol.js';
import type { Figures, Print } from './report.js';
import { sharedData } from './shared-data.js';
import { checkTwoFrameScenes } from './two-frame-scenes.js';

const SEED = 17;
/** A frame of the race is so many queries, drawn from all of them. */
const BATCH = 256;
const BATCHES = 20;

type Find = (start: Float64Array, end: Float64Array, out: Float64Array) => boolean;

/** One query. */
interface Query {
  readonly isFace: boolean;
  readonly start: Float64Array;
  readonly end: Float64Array;
}

/** Counts wrong answers over all queries and in both scenes of two frames, and races the two ways; no figures where the data is not there. */
export async function benchTouches(print: Print): Promise<Figures> {
  const root = sharedData('ccd');
  if (root === undefined) {
    print('\nexact first touch: the shared queries are not there');
    return {};
  }
  const files = {
    list: (folder: string) => readdirSync(join(root, folder)).sort(),
    read: (path: string) => new Uint8Array(readFileSync(join(root, path))),
  };
  const all = [...readSingleQueries(files), ...readSceneQueries(files)];
  const { asked, decided, wrong } = checkAnswers(all);
  const share = ((100 * decided) / asked).toFixed(2);
  print(`\nexact first touch, ${asked} queries: ${wrong} wrong, ${share} % decided in doubles`);
  let wrongInScenes = 0;
  for (const { found, invented, missed, name, trianglePairs } of checkTwoFrameScenes(await loadKernels(), files)) {
    print(
      `  ${name}: ${trianglePairs} pairs of triangles meet by ${found} pairs of parts, ${missed} missed, ${invented} invented`,
    );
    wrongInScenes += missed + invented;
  }
  return { ccd_wrong: wrong + wrongInScenes, ...raceRoutes(all, print) };
}

function checkAnswers(all: readonly TouchQueries[]): { asked: number; decided: number; wrong: number } {
  const counts = { asked: 0, decided: 0, wrong: 0 };
  const out = new Float64Array(TOUCH_LENGTH);
  for (const queries of all) {
    for (let i = 0; i < queries.count; i++) {
      const { isFace, start, end } = queryOf(queries, i);
      const met = (isFace ? doVertexFaceMeet : doEdgeEdgeMeet)(start, end);
      const found = (isFace ? findVertexFaceTouch : findEdgeEdgeTouch)(start, end, out);
      const isDecided = isFace ? isVertexFaceDecidedInDoubles : isEdgeEdgeDecidedInDoubles;
      counts.asked++;
      if (isDecided(start, end)) counts.decided++;
      if (met !== queries.hits[i] || found !== met) counts.wrong++;
    }
  }
  return counts;
}

/** Big integers over the filter and what it leaves to them. */
function raceRoutes(all: readonly TouchQueries[], print: Print): Figures {
  const random = createRandom(SEED);
  const count = all.reduce((sum, queries) => sum + queries.count, 0);
  const sample = Array.from({ length: BATCH * BATCHES }, () => nth(all, random.integer(count)));
  print(`  ${sample.length} of them, seed ${SEED}, in doubles where they tell, and in big integers alone:`);
  const race = (name: string, ours: readonly [Find, Find], exact: readonly [Find, Find]): number => {
    const sides = [sideOf('filter', sample, ours), sideOf('big integers', sample, exact)];
    const [fast, slow] = raceSides(sides, BATCHES).microseconds.map((time) => time / BATCH);
    print(`    ${name}: ${fast.toFixed(2)} µs and ${slow.toFixed(1)} µs each, ${(slow / fast).toFixed(1)} x`);
    return slow / fast;
  };
  return {
    ccd_filter_vs_exact: race(
      'whether they meet',
      [doVertexFaceMeet, doEdgeEdgeMeet],
      [exactVertexFaceMeet, exactEdgeEdgeMeet],
    ),
    ccd_first_times_vs_exact: race(
      'first times and places',
      [findVertexFaceTouch, findEdgeEdgeTouch],
      [exactVertexFaceTouch, exactEdgeEdgeTouch],
    ),
  };
}

function sideOf(name: string, sample: readonly Query[], [findFace, findEdges]: readonly [Find, Find]): Side {
  const out = new Float64Array(TOUCH_LENGTH);
  const frame = (batch: number): number => {
    let sum = 0;
    for (let i = batch * BATCH; i < (batch + 1) * BATCH; i++) {
      const { isFace, start, end } = sample[i];
      if (!(isFace ? findFace : findEdges)(start, end, out)) continue;
      for (let k = 0; k < TOUCH_LENGTH; k++) sum += out[k];
      sum++;
    }
    return sum;
  };
  return { name, frame };
}

function nth(all: readonly TouchQueries[], index: number): Query {
  let rest = index;
  for (const queries of all) {
    if (rest < queries.count) return queryOf(queries, rest);
    rest -= queries.count;
  }
  throw new Error(`there are less than ${index + 1} queries`);
}

function queryOf({ kind, starts, ends }: TouchQueries, i: number): Query {
  return {
    isFace: kind === 'vertex-face',
    start: starts.slice(12 * i, 12 * i + 12),
    end: ends.slice(12 * i, 12 * i + 12),
  };
}
