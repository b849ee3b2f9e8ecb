// Compiles the WebAssembly kernels and embeds them in a TypeScript module, so that users configure nothing.
//
//   src/kernels/layout             →  src/kernels/assembly/generated/layout.ts  where things are (build-layout.mjs)
//   src/kernels/assembly/index.ts  →  src/kernels/generated/kernels-wasm.ts   the module, as text (wasm-text.mjs)
//                                     build/kernels.wat                       the same, to be read
//   src/kernels/assembly/regions.ts → src/kernels/generated/regions-wasm.ts   those that only searches of bodies with themselves need
//   src/kernels/assembly/fitted.ts  → src/kernels/generated/fitted-wasm.ts    those that only fitted bodies need then
//   src/kernels/assembly/paths.ts   → src/kernels/generated/paths-wasm.ts     those of bodies that paths move
//   src/kernels/assembly/agenda.ts  → src/kernels/generated/agenda-wasm.ts    the one of large kinetic trees
//   src/kernels/assembly/elements.ts → src/kernels/generated/elements-wasm.ts those of bodies made of tetrahedral elements
//
// The host creates the memory and lays it out. So the compiled module may import `env.memory` and nothing else, must
// accept a memory of any size (no limits are declared), and must not bring data of its own that would land in it.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { buildLayout } from './build-layout.mjs';
import { isMain, projectPath } from './paths.mjs';
import { exitOnError } from './run.mjs';
import { encodeWasm } from './wasm-text.mjs';

const OPTIMISATION = ['--converge', '--optimizeLevel', '3', '--shrinkLevel', '0', '--noAssert', '--enable', 'simd'];
const SELF_CONTAINED = ['--runtime', 'stub', '--use', 'abort=', '--importMemory', '--noExportMemory'];
const OPTIONS = [...OPTIMISATION, ...SELF_CONTAINED];
/** The main module calls rules that are modules of their own: the host puts their functions into its table. */
const CALLS_OTHERS = ['--exportTable'];

/**
 * Builds the kernels, unless the sources are those of the last build.
 *
 * @param {{ sources?: string, uses?: string, entry?: string, generated?: string, text?: string }} [places] Where to read, what else is read
 *   from there, and where to write; the project's own places by default.
 * @returns {Promise<string>} What was done, in one line.
 */
export async function buildKernels(places) {
  if (places) return buildModule(places);
  // A module of its own: who never searches a body for collisions with itself need not load it.
  const regions = await buildModule({
    entry: 'regions.ts',
    generated: projectPath('src/kernels/generated/regions-wasm.ts'),
    text: projectPath('build/regions.wat'),
  });
  const fitted = await buildModule({
    entry: 'fitted.ts',
    generated: projectPath('src/kernels/generated/fitted-wasm.ts'),
    text: projectPath('build/fitted.wat'),
  });
  const paths = await buildModule({
    entry: 'paths.ts',
    generated: projectPath('src/kernels/generated/paths-wasm.ts'),
    text: projectPath('build/paths.wat'),
  });
  const agenda = await buildModule({
    entry: 'agenda.ts',
    generated: projectPath('src/kernels/generated/agenda-wasm.ts'),
    text: projectPath('build/agenda.wat'),
  });
  const elements = await buildModule({
    entry: 'elements.ts',
    generated: projectPath('src/kernels/generated/elements-wasm.ts'),
    text: projectPath('build/elements.wat'),
  });
  return `${await buildModule({ options: CALLS_OTHERS })}\nregion ${regions}\nfitted ${fitted}\npath ${paths}\nagenda ${agenda}\nelement ${elements}`;
}

/** @param {{ sources?: string, uses?: string, entry?: string, generated?: string, text?: string, options?: string[] }} places @returns {Promise<string>} */
async function buildModule(places) {
  const sources = places.sources ?? projectPath('src/kernels/assembly');
  const entry = places.entry ?? 'index.ts';
  const generated = places.generated ?? projectPath('src/kernels/generated/kernels-wasm.ts');
  const text = places.text ?? projectPath('build/kernels.wat');
  const options = [...OPTIONS, ...(places.options ?? [])];

  await buildLayout();
  const fingerprint = fingerprintOf(places.uses === undefined ? [sources] : [sources, places.uses], options);
  if (existsSync(text) && existsSync(generated) && readFileSync(generated, 'utf8').includes(fingerprint)) {
    return 'kernels: unchanged';
  }

  const { bytes, wat } = await compile(sources, entry, options);
  refuseUnlessSelfContained(bytes, wat);
  mkdirSync(join(generated, '..'), { recursive: true });
  mkdirSync(join(text, '..'), { recursive: true });
  writeFileSync(text, wat);
  writeFileSync(generated, moduleText(bytes, sources, fingerprint));
  return `kernels: ${bytes.length} bytes of WebAssembly`;
}

/**
 * Builds the kernels of the refit and the spatial hashing that benchmarks compare with.
 *
 * @returns {Promise<string>} What was done, in one line.
 */
export async function buildRefitKernels() {
  const outcome = await buildKernels({
    sources: projectPath('bench/refit/assembly'),
    // Spatial hashing filters pairs as everybody does.
    uses: projectPath('src/kernels/assembly'),
    generated: projectPath('bench/refit/generated/refit-wasm.ts'),
    text: projectPath('build/refit.wat'),
  });
  return `refit ${outcome}`;
}

/** @param {string[]} folders @param {string[]} options @returns {string} A hash of everything the compiled bytes depend on. */
function fingerprintOf(folders, options) {
  const compilerPackage = readFileSync(projectPath('node_modules/assemblyscript/package.json'));
  // Two releases may have the same kernels, and write other things to where these read them.
  const { version } = /** @type {{ version: string }} */ (
    JSON.parse(readFileSync(projectPath('package.json'), 'utf8'))
  );
  const hash = createHash('sha256')
    .update(compilerPackage)
    .update(readFileSync(projectPath('scripts/wasm-text.mjs')))
    .update(JSON.stringify([version, ...options]));
  for (const folder of folders) {
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
    for (const name of files.sort()) hash.update(`\0${name}\0`).update(readFileSync(join(folder, name)));
  }
  return hash.digest('hex');
}

/** @param {string} sources @param {string} entry @param {string[]} options @returns {Promise<{ bytes: Uint8Array<ArrayBuffer>, wat: string }>} The compiled module. */
async function compile(sources, entry, options) {
  // Loaded only here: it takes longer than finding out that there is nothing to do.
  const { createMemoryStream, main: runCompiler } = await import('assemblyscript/asc');
  /** @type {Map<string, string | Uint8Array>} */
  const written = new Map();
  const files = [entry, '--baseDir', sources, '--outFile', 'kernels.wasm', '--textFile', 'kernels.wat'];
  const stderr = createMemoryStream();
  const { error } = await runCompiler([...files, ...options], {
    readFile: (name, baseDir) => {
      const path = join(baseDir, name);
      return existsSync(path) ? readFileSync(path, 'utf8') : null;
    },
    writeFile: (name, contents) => void written.set(name, contents),
    listFiles: () => null,
    stderr,
  });
  const messages = stderr.toString();
  if (error) throw new Error(`the kernels in ${relative('.', sources)} do not compile\n${messages}`);
  if (messages !== '') process.stderr.write(messages);
  return {
    bytes: Uint8Array.from(/** @type {Uint8Array} */ (written.get('kernels.wasm'))),
    wat: String(written.get('kernels.wat')),
  };
}

/** @param {Uint8Array<ArrayBuffer>} bytes @param {string} wat */
function refuseUnlessSelfContained(bytes, wat) {
  const imports = WebAssembly.Module.imports(new WebAssembly.Module(bytes));
  const names = imports.map(({ module, name }) => `${module}.${name}`).join(', ');
  if (names !== 'env.memory') {
    throw new Error(`kernels: the module imports ${names || 'nothing'}; it must import env.memory alone`);
  }
  const data = /^ \(data .*$/m.exec(wat);
  if (data) {
    throw new Error(
      `kernels: static data would be written into the host's memory: ${data[0].trim().slice(0, 100)}; ` +
        'pass such data in, or compute it',
    );
  }
}

/** @param {Uint8Array} bytes @param {string} sources @param {string} fingerprint */
function moduleText(bytes, sources, fingerprint) {
  const isPublished = sources.startsWith(projectPath('src'));
  return `// Made by scripts/build-kernels.mjs from ${relative(projectPath('.'), sources)}: do not edit.
// ${fingerprint}

/** The kernels as a WebAssembly module with SIMD, as ${isPublished ? 'text that packs well (../wasm-text.ts)' : 'base64'}. It imports \`env.memory\` and nothing else. */
export const KERNELS_WASM_TEXT =
  '${isPublished ? encodeWasm(bytes) : Buffer.from(bytes).toString('base64')}';

/** Says which sources the kernels were made from: others may lay bodies out differently. */
export const KERNELS_FINGERPRINT = '${fingerprint.slice(0, 16)}';
`;
}

if (isMain(import.meta.url)) {
  await exitOnError(async () => {
    console.log(await buildKernels());
    console.log(await buildRefitKernels());
  });
}
