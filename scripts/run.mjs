// Starts the project's own tools (node_modules/.bin), without a shell and from the project's folder.
import { spawn } from 'node:child_process';
import { delimiter } from 'node:path';
import { projectPath } from './paths.mjs';

/**
 * @typedef {object} Outcome
 * @property {number} code The exit code; 1 when a signal ended it.
 * @property {string} output What it printed, if it was captured.
 */

/**
 * Runs a command to its end.
 *
 * @param {string} command The name of a tool of this project, or of the machine.
 * @param {readonly string[]} commandArguments
 * @param {{ capture?: boolean, environment?: Record<string, string> }} [options] `capture` collects the output instead of showing it.
 * @returns {Promise<Outcome>}
 */
export function run(command, commandArguments, { capture = false, environment = {} } = {}) {
  const path = `${projectPath('node_modules/.bin')}${delimiter}${process.env.PATH ?? ''}`;
  return new Promise((resolve, reject) => {
    const child = spawn(command, commandArguments, {
      cwd: projectPath(),
      env: { ...process.env, ...environment, PATH: path },
      stdio: capture ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
    });
    let output = '';
    const collect = (/** @type {Buffer} */ chunk) => void (output += chunk.toString());
    child.stdout?.on('data', collect);
    child.stderr?.on('data', collect);
    child.on('error', reject);
    child.on('close', (code) => resolve({ code: code ?? 1, output }));
  });
}

/**
 * Runs a command that must succeed.
 *
 * @param {string} command
 * @param {readonly string[]} commandArguments
 */
export async function runOrThrow(command, commandArguments) {
  const { code } = await run(command, commandArguments);
  if (code !== 0) throw new Error(`${command} ${commandArguments.join(' ')} failed with exit code ${code}`);
}

/**
 * Runs the body of a script: an error is told by its message alone, and ends it with exit code 1.
 *
 * @param {() => unknown} body
 */
export async function exitOnError(body) {
  try {
    await body();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}
