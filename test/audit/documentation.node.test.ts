/**
 * The programs in docs/audit.md, as they stand there: compiled by the strict settings that users are advised to have, and run. Parts
 * of programs, which print nothing, are compiled with all other snippets.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { projectPath } from '../../scripts/paths.mjs';
import { boxesModel } from '../cli/boxes-model.js';

const folder = projectPath('build/audit-examples');
const model = boxesModel(3, ['Wall', 'Cart'], ['Walk', 'Wait']);

const examples = [...readFileSync(projectPath('docs/audit.md'), 'utf8').matchAll(/```ts\n([\s\S]*?)```/g)]
  .map(([, code]) => code)
  .filter((code) => code.includes('console.log('));

/** What each prints of two boxes, the one walking a quarter into the other within a second. */
const PRINTED = [[['Wall × Cart', 'Walk', 1, 0.25]], [[1, 'new crossings']]];

beforeAll(() => {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'hero.glb'), model);
  vi.stubGlobal('file', new Blob([model as Uint8Array<ArrayBuffer>]));
});
afterAll(() => {
  vi.unstubAllGlobals();
  rmSync(folder, { recursive: true });
});

describe('the examples in docs/audit.md', () => {
  it('are all known here', () => {
    expect(examples).toHaveLength(PRINTED.length);
  });

  it.each([...examples.entries()])('compile, and print what they should: %d', async (i, code) => {
    const source = join(folder, `example-${i}.ts`);
    // What the page brings, and where the file is.
    const whole = `declare const file: Blob;\nexport type Used = typeof file;\n${code}`;
    writeFileSync(
      source,
      whole.replace("'hero.glb'", JSON.stringify(join(folder, 'hero.glb'))).replace('threads: 4', 'threads: 1'),
    );
    writeFileSync(
      join(folder, 'tsconfig.json'),
      JSON.stringify({
        extends: '../../tsconfig.base.json',
        compilerOptions: {
          noEmit: true,
          composite: false,
          types: ['node'],
          paths: { 'pliant/audit': ['../../src/audit/node.ts'] },
        },
        // Types that libraries lack; users have the built declarations, which do without.
        files: [`example-${i}.ts`, '../../src/gltf/draco3dgltf.d.ts', '../../src/gltf/gltf-validator.d.ts'],
      }),
    );
    execFileSync(projectPath('node_modules/.bin/tsc'), ['-p', folder], { stdio: 'pipe' });
    const log = vi.spyOn(console, 'log').mockImplementation(() => undefined);
    await import(/* @vite-ignore */ source);
    expect(log.mock.calls).toEqual(PRINTED[i]);
    log.mockRestore();
  });
});
