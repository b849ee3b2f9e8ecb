import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { projectPath } from '../scripts/paths.mjs';

// The example is taken from the README as it stands there, put into a project of its own, compiled by the strict settings
// that users are advised to have, and run.
const directory = projectPath('build/readme');
const file = join(directory, 'example.ts');

function readExample(): string {
  const readme = readFileSync(projectPath('README.md'), 'utf8');
  const [, code] = /<!-- example[^>]*-->\s*```ts\n([^]*?)```/.exec(readme) ?? [];
  expect(code, 'the README has an example').toBeDefined();
  return code;
}

describe('the example in the README', () => {
  it('compiles, and prints the triangle that the ball touches', async () => {
    mkdirSync(directory, { recursive: true });
    writeFileSync(file, readExample());
    writeFileSync(
      join(directory, 'tsconfig.json'),
      JSON.stringify({
        extends: '../../tsconfig.base.json',
        compilerOptions: { noEmit: true, composite: false, paths: { pliant: ['../../src/index.ts'] } },
        files: ['example.ts'],
      }),
    );
    execFileSync(projectPath('node_modules/.bin/tsc'), ['-p', directory], { stdio: 'pipe' });

    const log = vi.spyOn(console, 'log').mockImplementation(() => undefined);
    await import(/* @vite-ignore */ file);
    expect(log.mock.calls).toEqual([[1, 'triangles touched:', Uint32Array.of(1)]]);
    log.mockRestore();
  });
});
