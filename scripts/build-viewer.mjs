// Bundles the page of `pliant audit --html` and embeds it in a TypeScript module, so that the command only adds data.
//
//   src/cli/viewer/main.ts, style.css, body.html  →  src/cli/generated/viewer.ts
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isMain, projectPath } from './paths.mjs';
import { exitOnError } from './run.mjs';

const GENERATED = 'src/cli/generated/viewer.ts';

/**
 * Builds the page, unless all it is made of is as it was at the last build.
 *
 * @returns {Promise<string>} What was done, in one line.
 */
export async function buildViewer() {
  const generated = projectPath(GENERATED);
  const fingerprint = fingerprintOf();
  if (existsSync(generated) && readFileSync(generated, 'utf8').includes(fingerprint)) return 'viewer: unchanged';
  const script = await bundle();
  mkdirSync(join(generated, '..'), { recursive: true });
  writeFileSync(generated, moduleText(script, fingerprint));
  return `viewer: ${script.length} letters of script`;
}

/** @returns {string} A hash of everything the bundle may depend on. */
function fingerprintOf() {
  const hash = createHash('sha256');
  for (const name of ['three', 'vite']) hash.update(readFileSync(projectPath(`node_modules/${name}/package.json`)));
  hash.update(readFileSync(new URL(import.meta.url)));
  const sources = readdirSync(projectPath('src'), { recursive: true, encoding: 'utf8' });
  const isSource = (/** @type {string} */ name) => /\.(ts|css|html)$/.test(name) && !/generated|assembly/.test(name);
  for (const name of sources.filter(isSource).sort()) {
    hash.update(`\0${name}\0`).update(readFileSync(projectPath(`src/${name}`)));
  }
  return hash.digest('hex');
}

/** @returns {Promise<string>} One script without imports, safe inside a script element. */
async function bundle() {
  // Loaded only here: it takes longer than finding out that there is nothing to do.
  const { build } = await import('vite');
  const result = await build({
    configFile: false,
    root: projectPath('src/cli/viewer'),
    logLevel: 'error',
    build: {
      write: false,
      target: 'es2022',
      minify: true,
      lib: { entry: projectPath('src/cli/viewer/main.ts'), formats: ['es'], fileName: 'viewer' },
    },
  });
  const outputs = (Array.isArray(result) ? result : [result]).flatMap((one) => ('output' in one ? one.output : []));
  if (outputs.length !== 1 || outputs[0].type !== 'chunk') throw new Error('viewer: the bundle is not one script');
  const { code } = outputs[0];
  // Neither may stand in a script element; both can only come from within strings, templates or regular expressions.
  return code.replaceAll(/<(?=\/script|!--)/gi, String.raw`\x3c`);
}

/** @param {string} script @param {string} fingerprint */
function moduleText(script, fingerprint) {
  const read = (/** @type {string} */ name) => readFileSync(projectPath(`src/cli/viewer/${name}`), 'utf8').trim();
  return `// Made by scripts/build-viewer.mjs from src/cli/viewer: do not edit.
// ${fingerprint}

/** What is in the page. */
export const VIEWER_BODY = ${JSON.stringify(read('body.html'))};

/** How it looks. */
export const VIEWER_STYLE = ${JSON.stringify(read('style.css'))};

/** What it does: a module without imports. */
export const VIEWER_SCRIPT = ${JSON.stringify(script)};
`;
}

if (isMain(import.meta.url)) await exitOnError(async () => console.log(await buildViewer()));
