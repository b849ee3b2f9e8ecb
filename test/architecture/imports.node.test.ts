// slow: reads the imports of every file, as npm run check does too
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { cruise } from 'dependency-cruiser';
import type { ICruiseResult } from 'dependency-cruiser';
import extractOptions from 'dependency-cruiser/config-utl/extract-depcruise-options';
import extractTsConfig from 'dependency-cruiser/config-utl/extract-ts-config';
import { describe, expect, it } from 'vitest';
import { unusedPermissions, usedPermissions } from '../../scripts/check-imports.mjs';
import { projectPath } from '../../scripts/paths.mjs';
import { ROOMS } from '../../scripts/rooms.mjs';

// The rules of `npm run check:imports`, from the same file; here they run with the tests, and are tested themselves.
const options = await extractOptions(projectPath('.dependency-cruiser.mjs'));
const tsConfig = extractTsConfig(projectPath('tsconfig.base.json'));

const REFUSED: readonly (readonly [file: string, imports: string, rule: string])[] = [
  ['src/math/a.ts', '../mesh/b.js', 'math-imports-against-the-direction'],
  ['src/mesh/a.ts', '../deform/b.js', 'mesh-imports-against-the-direction'],
  ['src/tree/a.ts', '../bounds/b.js', 'tree-imports-against-the-direction'],
  ['src/narrow/a.ts', '../query/b.js', 'narrow-imports-against-the-direction'],
  ['src/kernels/a.ts', '../bounds/b.js', 'kernels-imports-against-the-direction'],
  ['src/bounds/a.ts', '../body/b.js', 'bounds-imports-against-the-direction'],
  ['src/body/a.ts', '../query/b.js', 'body-imports-against-the-direction'],
  ['src/three/a.ts', '../query/b.js', 'three-imports-against-the-direction'],
  ['src/audit/a.ts', '../body/b.js', 'audit-imports-against-the-direction'],
  ['src/query/a.ts', '../internals.js', 'query-imports-against-the-direction'],
  ['src/math/a.ts', '../cupboard.js', 'top-files-are-known'],
  ['src/query/a.ts', '../index.js', 'query-imports-against-the-direction'],
  ['src/errors.ts', './math/b.js', 'shared-files-import-no-room'],
  ['src/index.ts', './cellar/b.js', 'unknown-room'],
  ['src/math/a.ts', 'node:fs', 'core-has-one-dependency'],
  ['src/workers/a.ts', 'node:worker_threads', 'core-has-one-dependency'],
  ['src/workers/node.ts', 'node:child_process', 'node-entries-know-node'],
  ['src/workers/web.ts', './node.js', 'nobody-needs-node-entries'],
  ['src/gltf/a.ts', 'node:fs', 'gltf-has-its-libraries'],
  ['src/query/a.ts', '../workers/b.js', 'query-imports-against-the-direction'],
  ['src/query/a.ts', '../three/b.js', 'query-imports-against-the-direction'],
  ['src/three/a.ts', 'node:fs', 'three-knows-three'],
  ['src/three/web.ts', './node.js', 'nobody-needs-node-entries'],
  ['src/mesh/a.ts', '../../scenes/b.js', 'src-stands-alone'],
  ['lab/a.ts', '../src/math/b.js', 'by-name-from-outside'],
  ['bench/a.ts', '../dist/math/b.js', 'by-name-from-outside'],
  ['src/math/a.ts', './missing.js', 'resolvable'],
];

const ACCEPTED: readonly (readonly [file: string, imports: string])[] = [
  ['src/query/a.ts', '../body/b.js'],
  ['src/deform/a.ts', '../mesh/b.js'],
  ['src/three/a.ts', '../internals.js'],
  ['src/workers/a.ts', '../parts.js'],
  ['src/narrow/a.ts', '../errors.js'],
  ['src/workers/node.ts', 'node:worker_threads'],
  ['scenes/a.ts', 'pliant'],
  ['test/math/a.ts', '../../src/math/b.js'],
];

describe('imports', () => {
  it('go in the direction that the table of rooms gives', async () => {
    expect(await violations(projectPath())).toEqual([]);
  });

  it('use every permission of the table, and one that nobody uses would be refused', async () => {
    const used = usedPermissions();
    expect(await unusedPermissions(ROOMS, used)).toEqual([]);
    expect(await unusedPermissions({ ...ROOMS, math: ['cli'] }, used)).toEqual(['math → cli']);
  });

  it.each(REFUSED)('of %s from %s would be refused as %s', async (file, imports, rule) => {
    expect(await violationsOfSample(file, imports)).toContainEqual(expect.stringContaining(`${rule}: ${file}`));
  });

  it.each(ACCEPTED)('of %s from %s would be accepted', async (file, imports) => {
    expect(await violationsOfSample(file, imports)).toEqual([]);
  });

  it('in a circle would be refused', async () => {
    const sample = { 'src/math/a.ts': "export * from './b.js';", 'src/math/b.ts': "export * from './a.js';" };
    expect(await violationsOfFiles(sample)).toContainEqual(expect.stringContaining('no-cycles: src/math/a.ts'));
  });
});

async function violations(folder: string): Promise<string[]> {
  const folders = ['src', 'scenes', 'bench', 'lab', 'test'];
  const { output } = await cruise(folders, { ...options, baseDir: folder }, {}, { tsConfig });
  return (output as ICruiseResult).summary.violations.map(({ from, to, rule }) => `${rule.name}: ${from} → ${to}`);
}

/** What the rules say of a project in which one file imports another, which exists where it can. */
function violationsOfSample(file: string, imports: string): Promise<string[]> {
  const sample: Record<string, string> = { [file]: `import '${imports}';` };
  const target = join(dirname(file), imports).replace(/\.js$/, '.ts');
  if (imports.startsWith('.') && !imports.includes('missing')) sample[target] = 'export const b = 1;';
  return violationsOfFiles(sample);
}

async function violationsOfFiles(files: Readonly<Record<string, string>>): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'pliant-imports-'));
  try {
    for (const room of ['src', 'scenes', 'bench', 'lab', 'test']) await mkdir(join(folder, room));
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), text);
    }
    return await violations(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}
