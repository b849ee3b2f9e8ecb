/** Files that Khronos made to test validators, each with the report that says what is wrong with it. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { PliantError } from 'pliant';
import { describe, expect, it } from 'vitest';
import { sharedData } from '../support/shared-data.js';
import { loadFile } from './load-file.js';

interface Report {
  readonly issues: { readonly messages: readonly { code: string; severity: number; pointer?: string }[] };
}

const SUFFIX = '.report.json';
const root = sharedData('bad-input/khronos');
const files = root === undefined ? [] : (readdirSync(root, { recursive: true }) as string[]);
const names = files.filter((name) => name.endsWith(SUFFIX)).map((name) => name.slice(0, -SUFFIX.length));
const reports = new Map(
  names.map((name) => [name, JSON.parse(readFileSync(join(root!, name + SUFFIX), 'utf8')) as Report]),
);
const errorsOf = (name: string): Report['issues']['messages'] =>
  reports.get(name)!.issues.messages.filter(({ severity }) => severity === 0);

describe.skipIf(root === undefined)('files of the Khronos validator', () => {
  it('are all there', () => {
    expect(names.length).toBe(101);
  });

  it.each(names.filter((name) => errorsOf(name).length > 0))('%s is refused with code and pointer', async (name) => {
    const error = await loadFile(join(root!, name)).then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(PliantError);
    const { message } = error as PliantError;
    for (const { code, pointer } of errorsOf(name).slice(0, 20)) {
      expect(message).toContain(pointer ? `${code} at ${pointer}: ` : code);
    }
    expect(message).toMatch(/^readGltf: .*; .+/);
  });

  it.each(names.filter((name) => errorsOf(name).length === 0))('%s loads', async (name) => {
    const { nodes } = await loadFile(join(root!, name));
    expect(nodes.length).toBeGreaterThanOrEqual(0);
  });
});
