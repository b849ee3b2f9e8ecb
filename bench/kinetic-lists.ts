/** What separation lists do on a falling tablecloth, with itself and with a table: events per frame by kind, and the time of the list beside that of its trees. */
import { advance, advanceList, createKineticTree, createSeparationList, planKeyframes } from 'pliant/kinetic';
import type { KineticTree, SeparationCounts, SeparationList } from 'pliant/kinetic';
import { createTablecloth, tableclothFrames } from '../scenes/tablecloth.js';
import type { Tablecloth } from '../scenes/tablecloth.js';
import type { Print } from './report.js';

/** 125 k triangles, and 100 k of the table. */
const SQUARES = 250;
const TABLE_SQUARES = 224;
const LEAF_SIZES = [64, 128, 255] as const;
const FRAMES_PER_KEY = 10;
/** The last of so many runs counts: the others are for the compiler. */
const RUNS = 3;

/** Prints a line for each size of leaves. */
export function benchLists(print: Print): void {
  const cloth = createTablecloth({ squares: SQUARES });
  const frames = tableclothFrames(cloth, FRAMES_PER_KEY).slice(1);
  for (const leafSize of LEAF_SIZES) {
    const make = (): KineticTree =>
      createKineticTree(planKeyframes(cloth), cloth.mesh.triangles, { leafSize, arity: 4 });
    print(`\ntablecloth of ${cloth.mesh.triangleCount} triangles, leaves of ${leafSize}; per frame:`);
    print(`  with a table: ${follow(() => createSeparationList(make(), createTable(cloth, leafSize)), frames)}`);
    print(`  with itself:  ${follow(() => createSeparationList(make()), frames)}`);
  }
}

function follow(create: () => SeparationList, frames: readonly number[]): string {
  let line = '';
  for (let run = 0; run < RUNS; run++) {
    const list = create();
    const built = { ...list.counts };
    let [treeMs, listMs] = [0, 0];
    for (const time of frames) {
      const begin = performance.now();
      for (const { tree } of list.trees) advance(tree, time);
      const middle = performance.now();
      // The trees are there: only the list follows.
      advanceList(list, time);
      treeMs += middle - begin;
      listMs += performance.now() - middle;
    }
    line = describe(list, built, frames.length, treeMs, listMs);
  }
  return line;
}

function describe(
  list: SeparationList,
  built: SeparationCounts,
  frames: number,
  treeMs: number,
  listMs: number,
): string {
  const { counts } = list;
  const names = Object.keys(counts) as (keyof SeparationCounts)[];
  const perFrame = names.map((name) => `${name} ${((counts[name] - built[name]) / frames).toFixed(0)}`).join(', ');
  const micro = (ms: number): string => ((ms * 1000) / frames).toFixed(0);
  return `${perFrame}; ${list.pairCount} pairs, ${list.overlapCount} of leaves that overlap; list ${micro(listMs)} µs, trees ${micro(treeMs)} µs`;
}

/** A square that never moves, at the height of the table. */
function createTable(cloth: Tablecloth, leafSize: number): KineticTree {
  const side = TABLE_SQUARES + 1;
  const positions = Float32Array.from({ length: side * side * 3 }, (_, i) => {
    const point = Math.floor(i / 3);
    return [(point % side) / TABLE_SQUARES - 0.5, 0.75, Math.floor(point / side) / TABLE_SQUARES - 0.5][i % 3];
  });
  const triangles: number[] = [];
  for (let square = 0; square < TABLE_SQUARES * TABLE_SQUARES; square++) {
    const corner = Math.floor(square / TABLE_SQUARES) * side + (square % TABLE_SQUARES);
    triangles.push(corner, corner + side, corner + 1, corner + 1, corner + side, corner + side + 1);
  }
  const times = [cloth.times[0], cloth.times[cloth.times.length - 1]];
  return createKineticTree(planKeyframes({ times, frames: [positions, positions] }), triangles, { leafSize, arity: 4 });
}
