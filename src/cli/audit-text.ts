/** What an audit prints: findings, a summary, warnings. */
import type { FileReport } from '../audit/report.js';
import { counted, findingLine, headLine, summaryLine } from './finding-lines.js';
import { subjectLines } from './subject-lines.js';
import type { Paint, Terminal } from './terminal.js';
import { createPaint, printable } from './terminal.js';

/** Warnings of one file that are printed; the JSON has all. */
const MOST_WARNINGS = 10;
/** What passes between instants, and is printed; the JSON has all. */
const MOST_PASSAGES = 20;

/** Findings, what was not checked, and a summary. When quiet, the first two alone, each with the name of the file. */
export function reportText(report: FileReport, quiet: boolean, { hasColors }: Terminal): string {
  const paint = createPaint(hasColors);
  const findings = [
    ...passageLines(report, paint),
    ...report.findings.filter(({ between }) => between !== true).map((finding) => findingLine(finding, paint)),
  ];
  const left = report.unchecked
    .filter(({ reason }) => !quiet || reason === 'budget')
    .map(({ message }) => paint('yellow', `not checked: ${printable(message)}`));
  if (quiet) return [...findings, ...left].map((line) => `${printable(report.file)}: ${line}\n`).join('');
  const lines = [...findings, ...left, summaryLine(report, paint), ...subjectLines(report, paint)];
  return `${headLine(report, paint)}\n${lines.map((line) => `  ${line}\n`).join('')}`;
}

/** What passes unseen, first of all, since nothing else shows it: new first, then by size. */
function passageLines({ findings }: FileReport, paint: Paint): string[] {
  const passing = findings
    .filter(({ between }) => between === true)
    .sort((a, b) => Number(b.new) - Number(a.new) || b.triangles - a.triangles);
  const lines = passing.slice(0, MOST_PASSAGES).map((finding) => findingLine(finding, paint));
  if (passing.length > lines.length) {
    lines.push(paint('dim', `and ${passing.length - lines.length} smaller ones between instants; --json has all`));
  }
  return lines;
}

/** What was wrong with a file but harmless. Points and lines are among what was not checked. */
export function warningText({ file, warnings }: FileReport): string {
  const told = warnings.filter(({ code, pointer }) => code !== 'not-checked' || !pointer.startsWith('/nodes/'));
  const lines = told
    .slice(0, MOST_WARNINGS)
    .map(({ code, pointer, message }) => printable(`${code}${pointer === '' ? '' : ` at ${pointer}`}: ${message}`));
  if (told.length > lines.length) lines.push(`and ${counted(told.length - lines.length, 'warning')} more`);
  return lines.map((line) => `${printable(file)}: warning: ${line}\n`).join('');
}

/** What became of several files. */
export function totalLine(reports: readonly FileReport[], refusedCount: number, leftOutCount: number): string {
  const findings = reports.reduce((sum, report) => sum + report.findings.length, 0);
  const parts = [`${counted(reports.length, 'file')} audited`];
  if (refusedCount > 0) parts.push(`${refusedCount} refused`);
  if (leftOutCount > 0) parts.push(`${leftOutCount} left out`);
  return `${[...parts, counted(findings, 'finding')].join(', ')}\n`;
}
