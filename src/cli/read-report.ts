/** Earlier reports, which serve as a baseline. */
import { readFile, stat } from 'node:fs/promises';
import { requireReport } from '../audit/baseline.js';
import type { Report } from '../audit/report.js';
import { errorText } from './error-text.js';
import { UsageError } from './usage-error.js';

/** Reads a report that `--json` wrote. What it says about triangles is checked where it is used. */
export async function readReport(path: string): Promise<Report> {
  const place = await stat(path).catch(() => undefined);
  if (place?.isFile() !== true) {
    throw new UsageError(`--baseline: there is no file "${path}"; pass rest, none, or a report that --json wrote`);
  }
  const text = await readFile(path, 'utf8');
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    throw new UsageError(`--baseline: "${path}" is no JSON; pass rest, none, or a report that --json wrote`);
  }
  try {
    return requireReport(parsed);
  } catch (error) {
    throw new UsageError(`--baseline: "${path}" is no report that can be read: ${errorText(error)}`);
  }
}
