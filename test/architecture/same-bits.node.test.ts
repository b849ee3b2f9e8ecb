import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { projectPath } from '../../scripts/paths.mjs';

const ENGINE_DEPENDENT = [
  ['sin', 'cos', 'tan', 'asin', 'acos', 'atan', 'atan2', 'sinh', 'cosh', 'tanh', 'asinh', 'acosh', 'atanh'],
  ['exp', 'expm1', 'log', 'log1p', 'log2', 'log10', 'pow', 'hypot', 'cbrt', 'random'],
].flat();

const REFUSED = [
  ...ENGINE_DEPENDENT.map((name) => `Math.${name}(1);`),
  'x = 2 ** x;',
  'x **= 2;',
  'const { sin } = Math;',
  'const alias = Math;',
  'Math["sin"](1);',
  'globalThis.Math.sin(1);',
  'Date.now();',
  'new Date();',
  'performance.now();',
  'globalThis.performance.now();',
];

const ACCEPTED = [
  'x = Math.sqrt(2) + Math.PI + Math.fround(x) + Math.imul(2, 3);',
  'x = sine(record.performance);',
  'record = { Date: 1, performance: 2 };',
];

describe('lint of the core', () => {
  let reported = new Set<number>();
  beforeAll(async () => {
    reported = await linesReported([...REFUSED, ...ACCEPTED].join('\n'));
  });

  it.each(REFUSED.map((line, index) => [line, index] as const))('refuses %s', (_line, index) => {
    expect(reported).toContain(index + 1);
  });

  it.each(ACCEPTED.map((line, index) => [line, index] as const))('accepts %s', (_line, index) => {
    expect(reported).not.toContain(REFUSED.length + index + 1);
  });
});

interface LintReport {
  readonly diagnostics: readonly { readonly labels: readonly { readonly span: { readonly line: number } }[] }[];
}

/** The numbers of the lines that the core's own rules report in a file of the given text. */
async function linesReported(text: string): Promise<Set<number>> {
  const folder = await mkdtemp(join(tmpdir(), 'pliant-lint-'));
  try {
    const configuration = join(folder, 'lint.json');
    await writeFile(join(folder, 'sample.ts'), text);
    await writeFile(
      configuration,
      JSON.stringify({
        categories: { correctness: 'off' },
        jsPlugins: [projectPath('scripts/lint/same-bits.mjs')],
        rules: { 'same-bits/no-platform-math': 'error', 'same-bits/no-clock': 'error' },
      }),
    );
    const report = JSON.parse(await lint(folder, configuration)) as LintReport;
    return new Set(report.diagnostics.flatMap(({ labels }) => labels.map(({ span }) => span.line)));
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Oxlint ends with an exit code other than 0 when it finds something, and then `execFile` rejects with what it printed. */
async function lint(folder: string, configuration: string): Promise<string> {
  const command = [
    projectPath('node_modules/oxlint/bin/oxlint'),
    '--config',
    configuration,
    '--format',
    'json',
    folder,
  ];
  try {
    return (await promisify(execFile)(process.execPath, command)).stdout;
  } catch (error) {
    return (error as { stdout: string }).stdout;
  }
}
