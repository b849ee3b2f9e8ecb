/** `npm run bench -- NAME [--json FILE]`: runs one benchmark, prints a table, and writes the result file if asked to. */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { benchAudit } from './audit.js';
import { benchBd } from './bd.js';
import { benchBn } from './bn.js';
import { benchKinetic } from './kinetic.js';
import { benchRefit } from './refit.js';
import { benchSim } from './sim.js';
import { benchSkin } from './skin.js';
import { benchThree } from './three.js';
import { measureMemoryLatency } from './memory-latency.js';
import { describeMachine, tableOf, writeResult } from './report.js';
import type { Benchmark } from './report.js';

const BENCHMARKS: Readonly<Record<string, Benchmark>> = {
  audit: benchAudit,
  bd: benchBd,
  bn: benchBn,
  kinetic: benchKinetic,
  refit: benchRefit,
  sim: benchSim,
  skin: benchSkin,
  three: benchThree,
};

const USAGE = `usage: npm run bench -- NAME [--json FILE]

  audit    whole clips of the largest characters against rebuilding and refitting trees, and two workers against one
  bd       lazy queries against three-mesh-bvh and refit, 12 k and 240 k triangles
  bn       self-collision that leaves out what is proved free, against looking at everything, refitting everything and spatial hashing
  kinetic  events and updates of kinetic trees on a falling tablecloth, garments and recordings beside refitting, first touches
  refit    deform + refit + ball query against three-mesh-bvh, 12 k and 240 k triangles
  sim      elements of soft bodies, modes, trees of spheres, contacts within a budget; a thousand chairs, fish on a bridge, two creatures
  skin     lazy queries and self-collision of a skinned quadruped, 245 k triangles, against both
  three    picks and touches of animated three.js meshes against three.js and three-mesh-bvh, in Node and in Chromium

  --json FILE    also write { name, machine, memoryNanoseconds, figures } to FILE; results are kept in bench/results/`;

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    options: { json: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
    allowPositionals: true,
  });
  const [name] = positionals;
  const benchmark = name === undefined ? undefined : BENCHMARKS[name];
  if (values.help === true || name === undefined || benchmark === undefined || positionals.length > 1) {
    if (name !== undefined && benchmark === undefined) console.error(`There is no benchmark "${name}".\n`);
    console.log(USAGE);
    return values.help === true ? 0 : 2;
  }
  console.log(`${name} — ${describeMachine()}`);
  const before = measureMemoryLatency();
  const figures = await benchmark((line) => console.log(line));
  const after = measureMemoryLatency();
  console.log(`\n${tableOf(figures)}`);
  console.log(`\na fetch from memory took ${before.toFixed(0)} ns before, ${after.toFixed(0)} ns after`);
  if (values.json !== undefined) writeResult(resolve(values.json), name, figures, Math.max(before, after));
  return 0;
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 2;
}
