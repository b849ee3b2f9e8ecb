// Writes down for the AssemblyScript sources, which cannot import TypeScript, where the kernels find things.
//
//   src/kernels/layout/for-assembly.ts  →  src/kernels/assembly/generated/layout.ts
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { projectPath } from './paths.mjs';

const ENTRY = 'src/kernels/layout/for-assembly.ts';
const GENERATED = 'src/kernels/assembly/generated/layout.ts';
/** Everything that the numbers may depend on. */
const SOURCES = [
  'src/math/float.ts',
  ...readdirSync(projectPath('src/kernels/layout')).map((name) => `src/kernels/layout/${name}`),
];

/** @typedef {Record<string, Record<string, number>>} Groups Numbers by name, in groups by name. */
/** @typedef {{ WORD_LAYOUTS: Groups, DOUBLE_LAYOUTS: Groups, NUMBERS: Groups }} Layouts */

/** Writes the constants, unless all they are made of is as it was the last time. */
export async function buildLayout() {
  const generated = projectPath(GENERATED);
  const fingerprint = fingerprintOf();
  if (existsSync(generated) && readFileSync(generated, 'utf8').includes(fingerprint)) return;
  const text = moduleText(await loadLayouts(), fingerprint);
  mkdirSync(join(generated, '..'), { recursive: true });
  writeFileSync(generated, text);
}

/** @returns {string} A hash of everything the constants depend on. */
function fingerprintOf() {
  const hash = createHash('sha256').update(readFileSync(new URL(import.meta.url)));
  for (const name of SOURCES.toSorted()) hash.update(`\0${name}\0`).update(readFileSync(projectPath(name)));
  return hash.digest('hex');
}

/** @returns {Promise<Layouts>} What the TypeScript module exports. */
async function loadLayouts() {
  // Loaded only here: it takes longer than finding out that there is nothing to do.
  const { build } = await import('vite');
  const result = await build({
    configFile: false,
    root: projectPath(),
    logLevel: 'error',
    build: { write: false, minify: false, lib: { entry: projectPath(ENTRY), formats: ['es'], fileName: 'layout' } },
  });
  const outputs = (Array.isArray(result) ? result : [result]).flatMap((one) => ('output' in one ? one.output : []));
  const [chunk] = outputs;
  if (outputs.length !== 1 || chunk.type !== 'chunk') throw new Error('layout: the bundle is not one script');
  const others = chunk.moduleIds.map((id) => relative(projectPath(), id)).filter((name) => !SOURCES.includes(name));
  if (others.length > 0)
    throw new Error(`layout: ${ENTRY} imports ${others.join(', ')}, whose changes nobody would see`);
  const address = `data:text/javascript;base64,${Buffer.from(chunk.code).toString('base64')}`;
  return /** @type {Promise<Layouts>} */ (import(address));
}

/** @param {Layouts} layouts @param {string} fingerprint @returns {string} */
function moduleText({ WORD_LAYOUTS, DOUBLE_LAYOUTS, NUMBERS }, fingerprint) {
  const lines = [
    ...Object.entries(WORD_LAYOUTS).flatMap(([name, layout]) => offsets(name, layout, 4, 'wordCount')),
    ...Object.entries(DOUBLE_LAYOUTS).flatMap(([name, layout]) => offsets(name, layout, 8, 'count')),
    ...Object.entries(NUMBERS).flatMap(([type, numbers]) =>
      Object.entries(numbers).map(([name, value]) => constant(name, type, value)),
    ),
  ];
  return `// Made by scripts/build-layout.mjs from src/kernels/layout: do not edit.\n// ${fingerprint}\n\n${lines.join('\n')}\n`;
}

/** @param {string} name @param {Record<string, number>} layout @param {number} unit Bytes @param {string} size Its key */
function offsets(name, layout, unit, size) {
  return Object.entries(layout).map(([key, place]) => {
    const word = key === size ? 'BYTES' : key.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();
    return constant(`${name}_${word}`, 'usize', place * unit);
  });
}

/** @param {string} name @param {string} type @param {number} value */
function constant(name, type, value) {
  return `export const ${name}: ${type} = ${value};`;
}
