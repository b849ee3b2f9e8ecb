/** The command as a process of its own, made from the sources. */
import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';
import { projectPath } from '../../scripts/paths.mjs';
import { RECORD_VARIABLE } from './process-record.js';

/** A command that can be started. */
export interface BuiltCommand {
  /** Starts it; what it prints is kept, or goes to an open file. */
  start(commandArguments: readonly string[], output?: number): RunningCommand;
  /** The same, and writes what it took, and what it opened, to a file: {@link ProcessRecord}. */
  startWatched(commandArguments: readonly string[], recordPath: string): RunningCommand;
  /** Removes what was built. */
  remove(): Promise<void>;
}

/** A command that runs. */
interface RunningCommand {
  readonly child: ChildProcess;
  /** How it ended: a code, or the signal that killed it. */
  readonly ended: Promise<{ code: number | string; out: string; err: string }>;
}

/** Bundles the command and its worker, into the project so that packages are found. */
export async function buildCommand(): Promise<BuiltCommand> {
  await mkdir(projectPath('build'), { recursive: true });
  const folder = await mkdtemp(projectPath('build/command-'));
  await build({
    configFile: false,
    root: projectPath(),
    logLevel: 'error',
    build: {
      ssr: true,
      outDir: folder,
      target: 'node20',
      rolldownOptions: {
        input: {
          main: projectPath('src/cli/main.ts'),
          'node-worker': projectPath('src/audit/node-worker.ts'),
          'watch-process': projectPath('test/cli/watch-process.ts'),
        },
        // Flat, so that the worker lies beside whoever starts it.
        output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  });
  const main = join(folder, 'main.js');
  const watch = pathToFileURL(join(folder, 'watch-process.js')).href;
  return {
    start: (commandArguments, output) => start([main, ...commandArguments], process.env, output),
    startWatched: (commandArguments, recordPath) =>
      start(['--import', watch, main, ...commandArguments], { ...process.env, [RECORD_VARIABLE]: recordPath }),
    remove: () => rm(folder, { recursive: true }),
  };
}

function start(line: readonly string[], env: NodeJS.ProcessEnv, output: number | 'pipe' = 'pipe'): RunningCommand {
  const child = spawn(process.execPath, line, { stdio: ['pipe', output, 'pipe'], env });
  let out = '';
  let err = '';
  child.stdout?.on('data', (data: Buffer) => void (out += data.toString()));
  child.stderr?.on('data', (data: Buffer) => void (err += data.toString()));
  const ended = new Promise<{ code: number | string; out: string; err: string }>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => resolve({ code: code ?? signal!, out, err }));
  });
  return { child, ended };
}
