/** What a benchmark leaves behind: a table for people, a JSON file for machines. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, platform, totalmem } from 'node:os';
import { dirname } from 'node:path';

/** Takes a line of the report. */
export type Print = (line: string) => void;

/** A benchmark: prints what it likes while it runs, and returns its figures. */
export type Benchmark = (print: Print) => Promise<Figures> | Figures;

/** Named numbers; most are ratios. */
export type Figures = Readonly<Record<string, number>>;

/** What the figures were measured on. */
export function describeMachine(): string {
  const [cpu] = cpus();
  const gigabytes = Math.round(totalmem() / 2 ** 30);
  return `${cpu?.model.trim() ?? 'unknown'}, ${cpus().length} cores, ${gigabytes} GiB, ${platform()}, Node ${process.version}`;
}

/** The figures as lines of a table. */
export function tableOf(figures: Figures): string {
  const width = Math.max(...Object.keys(figures).map((name) => name.length));
  return Object.entries(figures)
    .map(([name, value]) => `${name.padEnd(width)}  ${formatNumber(value)}`)
    .join('\n');
}

/** Writes the result file, with as many digits as mean something. */
export function writeResult(file: string, name: string, figures: Figures, memoryNanoseconds: number): void {
  const rounded = Object.fromEntries(Object.entries(figures).map(([key, value]) => [key, Number(formatNumber(value))]));
  mkdirSync(dirname(file), { recursive: true });
  const result = {
    name,
    machine: describeMachine(),
    memoryNanoseconds: Math.round(memoryNanoseconds),
    figures: rounded,
  };
  writeFileSync(file, `${JSON.stringify(result, null, 2)}\n`);
}

function formatNumber(value: number): string {
  return String(Number(value.toPrecision(4)));
}
