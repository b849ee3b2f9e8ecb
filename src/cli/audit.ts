/** `pliant audit`: every file is tried, everything that was found is told, and the highest exit code wins. */
import { availableParallelism } from 'node:os';
import { auditScene } from '../audit/node.js';
import type { AuditOptions, AuditProgress } from '../audit/options.js';
import type { FileReport, Report } from '../audit/report.js';
import type { AnimatedScene } from '../gltf/scene.js';
import type { AuditArguments, FailOn } from './audit-arguments.js';
import { parseAuditArguments } from './audit-arguments.js';
import { writeAuditOutputs } from './audit-outputs.js';
import type { AuditedModel } from './audit-outputs.js';
import { errorText } from './error-text.js';
import { EXIT_BAD_INPUT, EXIT_CLEAN, EXIT_FINDINGS, EXIT_UNFINISHED } from './exit-codes.js';
import { findModels } from './find-files.js';
import { counted, findingLine, headLine, summaryLine } from './finding-lines.js';
import { findKnownPairs } from './known-pairs.js';
import { createProgress } from './progress.js';
import type { Progress } from './progress.js';
import { readModel } from './read-model.js';
import { readReport } from './read-report.js';
import type { Failure } from './sarif.js';
import { takeClips } from './take-clips.js';
import type { Terminal } from './terminal.js';
import { createPaint, printable } from './terminal.js';
import { UsageError } from './usage-error.js';
import { requireWritablePlace } from './write-whole.js';

/** Warnings of one file that are printed; the JSON has all. */
const MOST_WARNINGS = 10;

/** Runs `pliant audit`. */
export async function runAudit(commandArguments: readonly string[], terminal: Terminal): Promise<number> {
  const asked = parseAuditArguments(commandArguments);
  const startedAt = terminal.now();
  const { files, missing } = await findModels(asked.places);
  if (files.length === 0) throw new UsageError(missing.map(({ message }) => `pliant audit: ${message}`).join('\n'));
  await requireOutputs(asked, files);
  const baseline = typeof asked.baseline === 'string' ? asked.baseline : await readReport(asked.baseline.file);
  const anim = asked.anim === undefined ? undefined : (await readModel(asked.anim)).scene;

  const progress = createProgress(terminal, asked.quiet);
  // Where a report goes to standard output, nothing else may.
  const show = asked.json === '-' || asked.sarif === '-' ? terminal.err : terminal.out;
  const audited: AuditedModel[] = [];
  const failures: Failure[] = missing.map(({ place, message }) => ({ file: place, message }));
  for (const { message } of missing) terminal.err(`pliant audit: ${printable(message)}\n`);
  let code = missing.length > 0 ? EXIT_BAD_INPUT : EXIT_CLEAN;
  for (const file of files) {
    try {
      const options: AuditOptions = {
        ...optionsOf(asked, baseline, terminal),
        file,
        budgetSeconds: Math.max(0, asked.budgetSeconds - (terminal.now() - startedAt) / 1000),
        onProgress: (step) => showProgress(progress, file, step),
      };
      const model = await auditModel(file, anim, asked, options);
      terminal.signal.throwIfAborted();
      progress.clear();
      audited.push(model);
      code = Math.max(code, exitCodeOf(model.report, asked.failOn));
      show(reportText(model.report, asked.quiet, terminal));
      if (!asked.quiet) terminal.err(warningText(model.report));
    } catch (error) {
      progress.clear();
      terminal.signal.throwIfAborted();
      const message = errorText(error);
      terminal.err(`${printable(file)}: ${message}\n`);
      failures.push({ file, message });
      code = Math.max(code, EXIT_BAD_INPUT);
    }
  }
  if (audited.length > 0) await writeAuditOutputs(asked, audited, failures, terminal);
  if (files.length + missing.length > 1 && !asked.quiet) show(totalLine(audited, failures));
  return code;
}

async function auditModel(
  file: string,
  anim: AnimatedScene | undefined,
  asked: AuditArguments,
  options: AuditOptions,
): Promise<AuditedModel> {
  const { file: read, scene: own } = await readModel(file);
  const scene = anim === undefined ? own : takeClips(own, anim, asked.anim!);
  const report = await auditScene(scene, options);
  const draws = asked.html !== undefined || asked.glb !== undefined;
  return { file: read, scene, report, isKnown: draws ? await findKnownPairs(scene, options) : () => false };
}

function optionsOf(asked: AuditArguments, baseline: 'rest' | 'none' | Report, { signal }: Terminal): AuditOptions {
  const { clips, fps, times, self, pairs, only, ignore, clearance, minTriangles, minDepth } = asked;
  return {
    clips,
    fps,
    times,
    self,
    pairs,
    only,
    ignore,
    baseline,
    clearance,
    minTriangles,
    minDepth,
    signal,
    // The page and the coloured model show triangles.
    listPairs: asked.listPairs || asked.html !== undefined || asked.glb !== undefined,
    threads: asked.threads ?? availableParallelism(),
  };
}

async function requireOutputs({ json, html, sarif, glb }: AuditArguments, files: readonly string[]): Promise<void> {
  for (const [option, path] of Object.entries({ json, html, sarif, glb })) {
    if (path === undefined || (path === '-' && (option === 'json' || option === 'sarif'))) continue;
    await requireWritablePlace(`--${option}`, path);
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

function reportText(report: FileReport, quiet: boolean, { hasColors }: Terminal): string {
  const paint = createPaint(hasColors);
  const findings = report.findings.map((finding) => findingLine(finding, paint));
  if (quiet) return findings.map((line) => `${printable(report.file)}: ${line}\n`).join('');
  const left = report.unchecked.map(({ message }) => paint('yellow', `not checked: ${printable(message)}`));
  const lines = [...findings, ...left, summaryLine(report, paint)].map((line) => `  ${line}\n`);
  return `${headLine(report, paint)}\n${lines.join('')}`;
}

function warningText({ file, warnings }: FileReport): string {
  const lines = warnings
    .slice(0, MOST_WARNINGS)
    .map(({ code, pointer, message }) => `${code} at ${pointer}: ${printable(message)}`);
  if (warnings.length > lines.length) lines.push(`and ${counted(warnings.length - lines.length, 'warning')} more`);
  return lines.map((line) => `${printable(file)}: warning: ${line}\n`).join('');
}

function totalLine(audited: readonly AuditedModel[], failures: readonly Failure[]): string {
  const findings = audited.reduce((sum, { report }) => sum + report.findings.length, 0);
  const refused = failures.length > 0 ? `, ${failures.length} refused` : '';
  return `${counted(audited.length, 'file')} audited${refused}, ${counted(findings, 'finding')}\n`;
}
