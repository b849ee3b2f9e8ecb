/** `pliant audit`: every file is tried, everything that was found is told, and the highest exit code wins. */
import { availableParallelism } from 'node:os';
import { auditScene } from '../audit/node.js';
import type { ModelFile } from '../audit/node-files.js';
import { readModel } from '../audit/node-model.js';
import { MOST_THREADS } from '../audit/options.js';
import type { AuditOptions, AuditProgress } from '../audit/options.js';
import type { FileReport, Report } from '../audit/report.js';
import type { AnimatedScene } from '../gltf/scene.js';
import type { AuditArguments, FailOn } from './audit-arguments.js';
import { parseAuditArguments } from './audit-arguments.js';
import { AskedNames } from './asked-names.js';
import { writeAuditOutputs } from './audit-outputs.js';
import type { AuditedModel } from './audit-outputs.js';
import { reportText, totalLine, warningText } from './audit-text.js';
import { errorText } from './error-text.js';
import { EXIT_BAD_INPUT, EXIT_CLEAN, EXIT_FINDINGS, EXIT_UNFINISHED } from './exit-codes.js';
import { findModels } from './find-files.js';
import type { FoundModels } from './find-files.js';
import { findSequence } from './find-sequence.js';
import type { FoundSequence } from './find-sequence.js';
import { findKnownPairs } from './known-pairs.js';
import { createProgress } from './progress.js';
import type { Progress } from './progress.js';
import { readReport } from './read-report.js';
import { readRecordedScene } from './read-sequence.js';
import type { Reading } from './read-sequence.js';
import type { Failure } from './sarif.js';
import { readClipSource, takeClips } from './take-clips.js';
import type { Terminal } from './terminal.js';
import { printable } from './terminal.js';
import { UsageError } from './usage-error.js';
import { requireOtherPlace, requireWritablePlace } from './write-whole.js';

/** What became of the files. */
interface Outcome {
  readonly audited: AuditedModel[];
  readonly failures: Failure[];
  leftOutCount: number;
  /** The highest exit code so far. */
  code: number;
}

/** Runs `pliant audit`. */
export async function runAudit(commandArguments: readonly string[], terminal: Terminal): Promise<number> {
  const asked = parseAuditArguments(commandArguments);
  const startedAt = terminal.now();
  const recorded = asked.sequence === undefined ? undefined : await findSequence(asked.sequence);
  const { files, missing } = await findSubjects(asked, recorded);
  if (files.length === 0) throw new UsageError(missing.map(({ message }) => `pliant audit: ${message}`).join('\n'));
  await requireOutputs(asked, files, recorded);
  const baseline = typeof asked.baseline === 'string' ? asked.baseline : await readReport(asked.baseline.file);
  const anim = await readClipSource(asked.anim);
  const names = new AskedNames(asked, files.length);

  const outcome: Outcome = { audited: [], failures: [], leftOutCount: 0, code: EXIT_CLEAN };
  const { audited, failures } = outcome;
  for (const { place, message } of missing) {
    terminal.err(`pliant audit: ${printable(message)}\n`);
    failures.push({ file: place, message });
    raiseCode(outcome, EXIT_BAD_INPUT);
  }
  const progress = createProgress(terminal, asked.quiet);
  // Where a report goes to standard output, nothing else may.
  const show = asked.json === '-' || asked.sarif === '-' ? terminal.err : terminal.out;
  for (const file of files) {
    const options: AuditOptions = {
      ...optionsOf(asked, baseline, terminal),
      file,
      budgetSeconds: Math.max(0, asked.budgetSeconds - (terminal.now() - startedAt) / 1000),
      onProgress: (step) => showProgress(progress, file, step),
    };
    try {
      const subject = await readSubject(file, recorded, anim, asked, { progress, isQuiet: asked.quiet, terminal });
      const model = await auditSubject(subject, names, asked, options);
      progress.clear();
      takeModel(outcome, file, model, asked, terminal, show);
    } catch (error) {
      progress.clear();
      terminal.signal.throwIfAborted();
      const message = errorText(error);
      terminal.err(`${printable(file)}: ${message}\n`);
      failures.push({ file, message });
      raiseCode(outcome, EXIT_BAD_INPUT);
    }
  }
  tellNames(outcome, names, asked, terminal);
  if (audited.length > 0) await writeAuditOutputs(asked, audited, failures, terminal);
  if (files.length + missing.length > 1 && !asked.quiet) {
    const reports = audited.map(({ report }) => report);
    show(totalLine(reports, failures.length, outcome.leftOutCount));
  }
  return outcome.code;
}

/** Models, or the one recording. */
async function findSubjects({ places }: AuditArguments, recorded: FoundSequence | undefined): Promise<FoundModels> {
  return recorded === undefined ? findModels(places) : { files: [recorded.path], missing: [] };
}

/** What is audited. */
interface Subject {
  /** Undefined for a recording. */
  readonly file: ModelFile | undefined;
  readonly scene: AnimatedScene;
  /** Whether the rest pose is one of the frames, and need not be looked at by itself. */
  readonly isRestFrame: boolean;
}

async function readSubject(
  path: string,
  recorded: FoundSequence | undefined,
  anim: AnimatedScene | undefined,
  asked: AuditArguments,
  reading: Reading,
): Promise<Subject> {
  if (recorded !== undefined) {
    const scene = await readRecordedScene(recorded, reading);
    return { file: undefined, scene, isRestFrame: recorded.mesh === undefined };
  }
  const { file, scene } = await readModel(path);
  return { file, scene: anim === undefined ? scene : takeClips(scene, anim, asked.anim!), isRestFrame: false };
}

async function auditSubject(
  { file, isRestFrame, scene }: Subject,
  names: AskedNames,
  asked: AuditArguments,
  options: AuditOptions,
): Promise<AuditedModel | { readonly leftOut: string }> {
  const here = names.in(scene);
  if ('leftOut' in here) return here;
  const chosen = { ...options, ...here, clips: here.clips ?? (isRestFrame ? ['*'] : undefined) };
  const report = await auditScene(scene, chosen);
  options.signal?.throwIfAborted();
  if (asked.html === undefined && asked.glb === undefined) return { report, drawn: undefined };
  return { report, drawn: { file, scene, isKnown: await findKnownPairs(scene, chosen) } };
}

function takeModel(
  outcome: Outcome,
  file: string,
  model: AuditedModel | { readonly leftOut: string },
  { failOn, quiet }: AuditArguments,
  terminal: Terminal,
  show: (text: string) => void,
): void {
  if ('leftOut' in model) {
    outcome.leftOutCount++;
    if (!quiet) terminal.err(`${printable(file)}: left out: ${printable(model.leftOut)}\n`);
    return;
  }
  outcome.audited.push(model);
  raiseCode(outcome, exitCodeOf(model.report, failOn));
  show(reportText(model.report, quiet, terminal));
  if (!quiet) terminal.err(warningText(model.report));
}

/** Names that no file has: whoever asked for them must not believe that they were checked. */
function tellNames(outcome: Outcome, names: AskedNames, { quiet }: AuditArguments, { err }: Terminal): void {
  const { audited, leftOutCount } = outcome;
  if (audited.length + leftOutCount === 0) return;
  const missing = names.missing();
  if (audited.length === 0) missing.push('pliant audit: every file was left out, and nothing was checked');
  for (const message of missing) err(`${printable(message)}; check the names\n`);
  if (missing.length > 0) raiseCode(outcome, EXIT_BAD_INPUT);
  if (!quiet) for (const message of names.ignoredInVain()) err(`${printable(message)}\n`);
}

function raiseCode(outcome: Outcome, code: number): void {
  outcome.code = Math.max(outcome.code, code);
}

function optionsOf(asked: AuditArguments, baseline: 'rest' | 'none' | Report, { signal }: Terminal): AuditOptions {
  const { continuous, fps, times, self, pairs, ignore, clearance, minTriangles, minDepth } = asked;
  return {
    fps,
    times,
    continuous,
    self,
    pairs,
    ignore,
    baseline,
    clearance,
    minTriangles,
    minDepth,
    signal,
    // The page and the coloured model show triangles.
    listPairs: asked.listPairs || asked.html !== undefined || asked.glb !== undefined,
    threads: asked.threads ?? Math.min(availableParallelism(), MOST_THREADS),
  };
}

async function requireOutputs(
  asked: AuditArguments,
  files: readonly string[],
  recorded: FoundSequence | undefined,
): Promise<void> {
  const { json, html, sarif, glb, anim } = asked;
  const inputs = [...(recorded?.files ?? files), anim, recorded?.mesh].filter((path) => path !== undefined);
  for (const [option, path] of Object.entries({ json, html, sarif, glb })) {
    if (path === undefined || path === '-') continue;
    await requireWritablePlace(`--${option}`, path);
    await requireOtherPlace(`--${option}`, path, inputs);
  }
  if (glb !== undefined && files.length > 1) {
    throw new UsageError(`--glb writes one model, but there are ${files.length}; audit them one by one`);
  }
}

/** What one file means for the exit code. */
function exitCodeOf({ findings, unchecked }: FileReport, failOn: FailOn): number {
  if (unchecked.some(({ reason }) => reason === 'budget')) return EXIT_UNFINISHED;
  if (failOn === 'any') return findings.length > 0 ? EXIT_FINDINGS : EXIT_CLEAN;
  const hasNew = findings.some((finding) => finding.new && finding.meeting === 'crossing');
  return failOn === 'new' && hasNew ? EXIT_FINDINGS : EXIT_CLEAN;
}

const STAGES: Readonly<Record<AuditProgress['stage'], readonly [string, string]>> = {
  prepare: ['preparing', 'object'],
  search: ['searching', 'instant'],
  measure: ['measuring', 'finding'],
};

function showProgress(progress: Progress, file: string, { stage, done, total }: AuditProgress): void {
  const [verb, noun] = STAGES[stage];
  progress.update(`${verb} ${printable(file)}`, done, total, noun);
}
