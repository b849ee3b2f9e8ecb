// `npm run check:imports`: rooms import in the direction of the table in rooms.mjs, and use every permission that it gives.
import { cruise } from 'dependency-cruiser';
import extractOptions from 'dependency-cruiser/config-utl/extract-depcruise-options';
import extractTsConfig from 'dependency-cruiser/config-utl/extract-ts-config';
import { projectPath } from './paths.mjs';
import { ROOMS } from './rooms.mjs';
import { run } from './run.mjs';

/** @returns {Promise<import('./run.mjs').Outcome>} What is wrong with the imports of the project. */
export async function checkImports() {
  const outcome = await run('depcruise', ['src', 'scenes', 'bench', 'lab', 'examples', 'test'], { capture: true });
  const unused = await unusedPermissions(ROOMS);
  if (unused.length === 0) return outcome;
  const text = `Nobody uses these permissions of scripts/rooms.mjs; remove them:\n  ${unused.join('\n  ')}\n`;
  return { code: 1, output: outcome.output + text };
}

/**
 * @param {Readonly<Record<string, readonly string[]>>} rooms Which room may import which.
 * @param {Promise<Set<string>>} [used] What {@link usedPermissions} found, for who asks more than once.
 * @returns {Promise<string[]>} Permissions that no file of `src` uses, as "room → other".
 */
export async function unusedPermissions(rooms, used = usedPermissions()) {
  const found = await used;
  const permitted = Object.entries(rooms).flatMap(([room, allowed]) => allowed.map((other) => `${room} → ${other}`));
  return permitted.filter((permission) => !found.has(permission));
}

/** @returns {Promise<Set<string>>} Which room of `src` imports which, as "room → other". */
export async function usedPermissions() {
  const options = await extractOptions(projectPath('.dependency-cruiser.mjs'));
  const tsConfig = extractTsConfig(projectPath('tsconfig.base.json'));
  const { output } = await cruise(['src'], { ...options, baseDir: projectPath() }, {}, { tsConfig });
  const roomOf = (/** @type {string} */ path) => /^src\/([^/]+)\//.exec(path)?.[1] ?? '';
  const { modules } = /** @type {import('dependency-cruiser').ICruiseResult} */ (output);
  return new Set(
    modules.flatMap(({ source, dependencies }) =>
      dependencies.map(({ resolved }) => `${roomOf(source)} → ${roomOf(resolved)}`),
    ),
  );
}
