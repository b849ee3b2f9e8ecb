// Packs the package as npm would, and looks at the tarball as its users will.
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { projectPath } from './paths.mjs';
import { run } from './run.mjs';

/** @returns {Promise<import('./run.mjs').Outcome>} */
export async function checkPackage() {
  const folder = projectPath('build/package');
  mkdirSync(folder, { recursive: true });
  const packed = await capture('npm', 'pack', '--ignore-scripts', '--silent', '--json', '--pack-destination', folder);
  if (packed.code !== 0) return packed;
  const [{ filename, files }] = /** @type {[Packed]} */ (JSON.parse(packed.output));
  const strangers = files.map(({ path }) => path).filter((path) => !EXPECTED.test(path) || isStale(path));
  if (strangers.length > 0) {
    const remedy = 'Not meant to be published; where a source is gone, npm run clean helps:';
    return { code: 1, output: `${remedy}\n  ${strangers.join('\n  ')}` };
  }

  const tarball = `${folder}/${filename}`;
  const outcomes = [
    await capture('publint', 'run', tarball, '--strict'),
    await capture('attw', tarball, '--profile', 'esm-only', '--no-color'),
    await runCommandOf(tarball),
  ];
  return {
    code: outcomes.some(({ code }) => code !== 0) ? 1 : 0,
    output: outcomes.map(({ output }) => output).join('\n'),
  };
}

/**
 * Unpacks the tarball where npm would, beside its dependencies, and runs the command that it brings.
 *
 * @param {string} tarball
 * @returns {Promise<import('./run.mjs').Outcome>}
 */
async function runCommandOf(tarball) {
  const project = projectPath('build/package/user');
  rmSync(project, { recursive: true, force: true });
  mkdirSync(`${project}/unpacked`, { recursive: true });
  const unpacked = await capture('tar', '-xzf', tarball, '-C', `${project}/unpacked`);
  if (unpacked.code !== 0) return unpacked;
  mkdirSync(`${project}/unpacked/node_modules`);
  for (const name of Object.keys(dependencies)) {
    const place = `${project}/unpacked/node_modules/${name}`;
    mkdirSync(dirname(place), { recursive: true });
    symlinkSync(projectPath(`node_modules/${name}`), place);
  }
  const command = `${project}/unpacked/package/${bin.pliant}`;
  const told = await capture(process.execPath, command, '--version');
  if (told.code !== 0) return told;
  if (told.output.trim() !== version) return { code: 1, output: `pliant --version printed ${told.output}` };
  // Two triangles that cross, so that everything is loaded: readers, kernels, workers, the page.
  writeFileSync(`${project}/model.gltf`, JSON.stringify(CROSSING_TRIANGLES));
  const outputs = ['--json', `${project}/r.json`, '--html', `${project}/r.html`, '--glb', `${project}/r.glb`];
  const line = ['audit', `${project}/model.gltf`, '--baseline', 'none', '--threads', '2', ...outputs];
  const audited = await capture(process.execPath, command, ...line);
  return audited.code === 1 ? { ...audited, code: 0 } : { ...audited, code: 1 };
}

const positions = Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0.2, 0.2, -1, 0.2, 0.2, 1, 0.3, 0.9, 1);
const CROSSING_TRIANGLES = {
  asset: { version: '2.0' },
  scenes: [{ nodes: [0] }],
  nodes: [{ mesh: 0 }],
  meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
  accessors: [{ bufferView: 0, componentType: 5126, count: 6, type: 'VEC3', min: [0, 0, -1], max: [1, 1, 1] }],
  bufferViews: [{ buffer: 0, byteLength: positions.byteLength }],
  buffers: [
    {
      byteLength: positions.byteLength,
      uri: `data:application/octet-stream;base64,${Buffer.from(positions.buffer).toString('base64')}`,
    },
  ],
};

/** @typedef {{ filename: string, files: { path: string }[] }} Packed */

/** @typedef {{ version: string, bin: { pliant: string }, dependencies: Record<string, string> }} PackageFile */
const packageFile = /** @type {PackageFile} */ (JSON.parse(readFileSync(projectPath('package.json'), 'utf8')));
const { version, bin, dependencies } = packageFile;

const EXPECTED =
  /^(dist\/.*\.(js|d\.ts)(\.map)?|src\/.*\.ts|schema\/.*\.json|package\.json|README\.md|CHANGELOG\.md|LICENSE)$/;

/** @param {string} path @returns {boolean} Whether it was emitted from a source that is no more. */
function isStale(path) {
  const source = path.replace(/^dist\//, 'src/').replace(/(\.d\.ts|\.js)(\.map)?$/, '.ts');
  return path.startsWith('dist/') && !existsSync(projectPath(source));
}

/** @param {string} command @param {string[]} commandArguments */
function capture(command, ...commandArguments) {
  return run(command, commandArguments, { capture: true });
}
