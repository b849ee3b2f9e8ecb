/** Where things are in memory: no two words in one place, and every number written down once. */
import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { BLEND_BOUND, BLEND_POSE } from '../../src/kernels/layout/blend-body.js';
import { BODY } from '../../src/kernels/layout/body.js';
import { BOUND_AREA, HEADER, POSE_AREA, SELDOM } from '../../src/kernels/layout/header.js';
import { DISPLACEMENT, LINEAR_BOUND, LINEAR_POSE } from '../../src/kernels/layout/linear.js';
import { PATCHED } from '../../src/kernels/layout/patches.js';
import { PATH_BOUND, PATH_POSE } from '../../src/kernels/layout/paths.js';
import { projectPath } from '../../scripts/paths.mjs';

type Block = Readonly<Record<string, number>>;

const ASSEMBLY = projectPath('src/kernels/assembly');

/** The words of blocks that a body may have at once, in rising order. */
function wordsOf(...blocks: readonly Block[]): number[] {
  return blocks
    .flatMap((block) => Object.entries(block).filter(([name]) => name !== 'wordCount'))
    .map(([, word]) => word)
    .sort((a, b) => a - b);
}

function expectWithin(words: readonly number[], first: number, end: number): void {
  expect(new Set(words).size, 'each word is in a place of its own').toBe(words.length);
  expect(words[0]).toBeGreaterThanOrEqual(first);
  expect(words.at(-1)).toBeLessThan(end);
}

function assemblySources(): { readonly name: string; readonly text: string }[] {
  const names = readdirSync(ASSEMBLY).filter((name) => name.endsWith('.ts'));
  return names.map((name) => ({ name, text: readFileSync(`${ASSEMBLY}/${name}`, 'utf8') }));
}

describe('the words of a body', () => {
  it('keep to the header, to the area of what poses vertices, and to that of what bounds nodes', () => {
    expectWithin(wordsOf(HEADER), 0, POSE_AREA);
    expectWithin(wordsOf(DISPLACEMENT, LINEAR_POSE), POSE_AREA, BOUND_AREA);
    expectWithin(wordsOf(DISPLACEMENT, BLEND_POSE), POSE_AREA, BOUND_AREA);
    expectWithin(wordsOf(LINEAR_BOUND, SELDOM), BOUND_AREA, BODY.wordCount);
    expectWithin(wordsOf(PATCHED, BLEND_BOUND, SELDOM), BOUND_AREA, BODY.wordCount);
    expectWithin(wordsOf(PATH_POSE), POSE_AREA, BOUND_AREA);
    expectWithin(wordsOf(PATCHED, PATH_BOUND, SELDOM), BOUND_AREA, BODY.wordCount);
  });

  it('have names that tell them apart', () => {
    const blocks: Block[] = [HEADER, DISPLACEMENT, LINEAR_POSE, LINEAR_BOUND, BLEND_POSE, PATCHED, BLEND_BOUND, SELDOM];
    const namesOf = (all: readonly Block[]): string[] =>
      all.flatMap((block) => Object.keys(block)).filter((name) => name !== 'wordCount');
    const names = namesOf([...blocks, PATH_POSE, PATH_BOUND]);
    expect(new Set(names).size).toBe(names.length);
    // What paths have, they name themselves.
    expect(new Set(Object.keys(BODY))).toEqual(new Set([...namesOf(blocks), 'wordCount']));
  });

  it('begin at cache lines with each area', () => {
    expect([POSE_AREA % 16, BOUND_AREA % 16]).toEqual([0, 0]);
  });
});

describe('the AssemblyScript sources', () => {
  it('write down no offset themselves', () => {
    for (const { name, text } of assemblySources()) {
      expect(text.match(/const \w+: usize = \d+;/g) ?? [], name).toEqual([]);
    }
  });

  it('write down no margin themselves', () => {
    for (const { name, text } of assemblySources()) {
      const code = text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, '');
      expect(code.match(/^(?:export )?const \w+: (?!usize)\w+ = .*;/gm) ?? [], name).toEqual([]);
      // Halves are exact; anything else that is not whole is a margin, or a number that its twin has too.
      expect(code.match(/\b(?!0\.5\b)\d+\.\d+|\b\d+e-?\d+/g) ?? [], name).toEqual([]);
    }
  });

  it('use every number that is generated for them', () => {
    const generated = readFileSync(`${ASSEMBLY}/generated/layout.ts`, 'utf8');
    const code = assemblySources()
      .map(({ text }) => text.replaceAll(/import \{[^}]*\} from '[^']*';/g, ''))
      .join('\n');
    const single = [...generated.matchAll(/export const (\w+): (?:i32|u32|f32|f64) =/g)].map(([, name]) => name);
    expect(single.length).toBeGreaterThan(0);
    expect(single.filter((name) => !new RegExp(String.raw`\b${name}\b`).test(code))).toEqual([]);
  });
});
