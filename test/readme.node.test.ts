import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { projectPath } from '../scripts/paths.mjs';

// Examples are taken from the documents as they stand there, put into a project of their own, compiled by the strict settings
// that users are advised to have, and run. Each must print what its document says, or what follows from it.
const directory = projectPath('build/readme');

interface Example {
  readonly document: string;
  readonly printed: readonly (readonly unknown[])[];
}

const EXAMPLES: readonly Example[] = [
  { document: 'README.md', printed: [[1, 'triangles touched:', Uint32Array.of(1)]] },
  {
    document: 'docs/getting-started.md',
    // The lifted half is at a height of 0.25: 2.75 below the ray's origin, 0.25 below one ball and 0.75 above the other.
    printed: [
      ['the ray hits', 1, 'triangle after', 2.75],
      ['the ball touches', true],
      ['and not where the strip has been', false],
    ],
  },
  {
    document: 'docs/bd-tree.md',
    // The ball is around the middle of a square; the ray goes down through the first triangle of another one. There the arch
    // has risen by 50 · 4 · 0.25 · 0.75, and the chord of a column lies a little below it.
    printed: [
      [2, 'triangles touched;', true, 'few vertices of', 2002, 'computed'],
      ['from above, triangle', 500, 'is hit after', (100 - (chord(250) + chord(251)) / 2).toFixed(2)],
    ],
  },
  {
    document: 'docs/skin.md',
    // A tube as wide as a quarter of its length bends a little without meeting itself; folded, its halves cross.
    printed: [
      [30, 'degrees: it passes through itself:', false, false],
      [160, 'degrees: it passes through itself:', true, true],
    ],
  },
  {
    document: 'docs/three.md',
    // The ray comes along z at a height of 5. The upright tube is met there; turned about x by 90 degrees at a height of 3, its
    // upper half lies along z and is passed by above.
    printed: [
      ['upright:', 'the ray hits at a height of', '5.00', 'and few vertices of', 1525, 'were computed:', true],
      ['bent:', 'the ray hits nothing'],
      ['the ball touches the bent arm:', true],
    ],
  },
];

/** Height of the arch at a column. */
function chord(column: number): number {
  return (50 * 4 * column * (1000 - column)) / 1000 ** 2;
}

function readExample(document: string): string {
  const text = readFileSync(projectPath(document), 'utf8');
  const [, code, ...more] = text.split(/<!-- example[^>]*-->\s*```ts\n/);
  expect(code, `${document} has an example`).toBeDefined();
  expect(more, `${document} has one`).toEqual([]);
  return code.slice(0, code.indexOf('```'));
}

describe.each(EXAMPLES)('the example in $document', ({ document, printed }) => {
  it('compiles, and prints what it should', async () => {
    const name = basename(document, '.md');
    const file = join(directory, `${name}.ts`);
    mkdirSync(directory, { recursive: true });
    writeFileSync(file, readExample(document));
    writeFileSync(
      join(directory, `${name}.json`),
      JSON.stringify({
        extends: '../../tsconfig.base.json',
        compilerOptions: {
          noEmit: true,
          composite: false,
          paths: {
            pliant: ['../../src/index.ts'],
            'pliant/meaning': ['../../src/meaning.ts'],
            'pliant/three': ['../../src/three/web.ts'],
          },
        },
        files: [`${name}.ts`],
      }),
    );
    execFileSync(projectPath('node_modules/.bin/tsc'), ['-p', join(directory, `${name}.json`)], { stdio: 'pipe' });

    const log = vi.spyOn(console, 'log').mockImplementation(() => undefined);
    await import(/* @vite-ignore */ file);
    expect(log.mock.calls).toEqual(printed);
    log.mockRestore();
  });
});

describe('the documents', () => {
  it.each(['README.md', 'docs/bd-tree.md'])('show pictures that are there, in %s', (document) => {
    const pictures = [...readFileSync(projectPath(document), 'utf8').matchAll(/!\[[^\]]+\]\(([^)]+)\)/g)];
    expect(pictures.length).toBeGreaterThan(0);
    for (const [, path] of pictures) {
      const picture = readFileSync(join(projectPath(document), '..', path));
      expect(picture.length, path).toBeLessThan(300_000);
    }
  });
});
