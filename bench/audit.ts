/**
 * Audits of whole clips, every object against itself and all others, against baking each instant and checking it over a tree
 * that was built or refitted for it; and with two workers against one thread. Of our side everything counts: trees, instants,
 * and measuring what was found, which the others do not do.
 */
import type { Kernels } from 'pliant';
import type { BuildOptions } from 'pliant/parts';
import { auditScene } from 'pliant/audit';
import type { AuditOptions, FileReport } from 'pliant/audit';
import { countTriangles, loadCharacters } from './audit-characters.js';
import type { Character } from './audit-characters.js';
import { instantChecksum, rebuildSide, tmbSide } from './audit-sides.js';
import { fastestOf } from './protocol.js';
import type { Side } from './protocol.js';
import type { Benchmark, Figures, Print } from './report.js';
import { loadRoomyKernels } from './roomy-kernels.js';
import { TMB_CANDIDATES } from './tmb-surface.js';

interface Turns {
  readonly repetitions: number;
  readonly warmUps: number;
}

/** Instants per second of a clip. */
const FPS = 30;
/** How often each side runs, and how often before that. */
const TURNS: Turns = { repetitions: 3, warmUps: 1 };
/**
 * Workers start as programs of their own, which the engine compiles in threads of its own: those would take turns with the two that
 * are measured for the first few audits.
 */
const WORKER_TURNS: Turns = { repetitions: 7, warmUps: 4 };
const REBUILD_CANDIDATES: readonly BuildOptions[] = (['surface-area', 'mean'] as const).flatMap((split) =>
  [4, 8, 16].map((leafSize): BuildOptions => ({ arity: 4, split, leafSize })),
);

/** `npm run bench -- audit` */
export const benchAudit: Benchmark = async (print) => {
  const kernels = await loadRoomyKernels();
  const characters = await loadCharacters();
  return { ...(await againstOthers(kernels, characters, print)), ...(await workers(characters, print)) };
};

async function againstOthers(kernels: Kernels, characters: readonly Character[], print: Print): Promise<Figures> {
  const totals = { audit: 0, rebuild: 0, tmb: 0 };
  for (const character of characters) {
    const { clip, name, scene } = character;
    const options: AuditOptions = { clips: [`#${scene.clips[clip].index}`], fps: FPS, baseline: 'none' };
    const { instants } = await auditScene(scene, { ...options, listPairs: true });
    const times = instants.map(({ time }) => time);
    const expected = instants.map((instant) => instantChecksum(instant, scene.objects.length));

    const rebuildTree = fastestOf(REBUILD_CANDIDATES, (tree) => rebuildSide(kernels, scene, clip, times, tree), 2);
    const tmbTree = fastestOf(TMB_CANDIDATES, (tree) => tmbSide(scene, clip, times, tree), 2);
    const rebuild = rebuildSide(kernels, scene, clip, times, rebuildTree);
    const tmb = tmbSide(scene, clip, times, tmbTree);
    const [auditMs, rebuildMs, tmbMs] = await takeTurns([
      async () => expectSameCounts(await auditScene(scene, options), instants),
      async () => runSide(rebuild, expected),
      async () => runSide(tmb, expected),
    ]);
    rebuild.dispose();
    totals.audit += auditMs;
    totals.rebuild += rebuildMs;
    totals.tmb += tmbMs;
    print(
      `${name}: ${countTriangles(scene)} triangles, ${times.length} instants: audit ${auditMs.toFixed(0)} ms, rebuild ` +
        `${rebuildMs.toFixed(0)} ms (${rebuildTree.split}, leaves of ${rebuildTree.leafSize}), three-mesh-bvh ` +
        `${tmbMs.toFixed(0)} ms (${tmbTree.strategy}, leaves of ${tmbTree.leafSize}), ` +
        `checksum ${expected.reduce((sum, part) => sum + part, 0)}`,
    );
  }
  return { audit_vs_rebuild: totals.rebuild / totals.audit, audit_vs_tmb: totals.tmb / totals.audit };
}

/** Whole files, all clips at thirty instants a second. */
async function workers(characters: readonly Character[], print: Print): Promise<Figures> {
  const totals = [0, 0];
  for (const { name, scene } of characters) {
    const reports: FileReport[] = [];
    const run = async (threads: number): Promise<void> => void reports.push(await auditScene(scene, { threads }));
    const [one, two] = await takeTurns([() => run(1), () => run(2)], WORKER_TURNS);
    const texts = new Set(reports.map((report) => JSON.stringify(report)));
    if (texts.size !== 1) throw new Error(`${name}: one thread and two report different things`);
    totals[0] += one;
    totals[1] += two;
    print(`${name}: whole file in one thread ${one.toFixed(0)} ms, in two workers ${two.toFixed(0)} ms`);
  }
  return { audit_2_workers_speedup: totals[0] / totals[1] };
}

/** Median times in milliseconds of some runs that take turns, after some that do not count. */
async function takeTurns(
  runs: readonly (() => Promise<void>)[],
  { repetitions, warmUps }: Turns = TURNS,
): Promise<number[]> {
  const times = runs.map((): number[] => []);
  for (let repetition = -warmUps; repetition < repetitions; repetition++) {
    const order = [...runs.entries()];
    for (const [i, run] of repetition % 2 === 0 ? order : order.reverse()) {
      const start = performance.now();
      await run();
      if (repetition >= 0) times[i].push(performance.now() - start);
    }
  }
  return times.map((list) => list.toSorted((a, b) => a - b)[list.length >> 1]);
}

function runSide(side: Side, expected: readonly number[]): void {
  expected.forEach((checksum, frame) => {
    const found = side.frame(frame);
    if (found === checksum) return;
    throw new Error(`instant ${frame}: ${side.name} found ${found}, the audit ${checksum}; the race is void`);
  });
}

/** The timed audits do not list pairs; that they find the same is seen from their numbers. */
function expectSameCounts({ instants }: FileReport, expected: FileReport['instants']): void {
  const differs = instants.some(({ pairs, self }, i) => pairs !== expected[i].pairs || self !== expected[i].self);
  if (differs || instants.length !== expected.length) throw new Error('two audits of the same clip differ');
}
