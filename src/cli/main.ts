#!/usr/bin/env node
/** The command `pliant`. */
import { runCommand } from './command.js';
import { EXIT_BAD_INPUT, EXIT_CLEAN, EXIT_INTERRUPTED } from './exit-codes.js';
import type { Terminal } from './terminal.js';
import { wantsColors } from './terminal.js';
import { removeUnfinished } from './write-whole.js';

const controller = new AbortController();
const INTERRUPTIONS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
let leastCode = EXIT_CLEAN;
const terminal: Terminal = {
  out: writerTo(process.stdout),
  err: writerTo(process.stderr),
  hasColors: wantsColors(process.stdout.isTTY, process.env),
  isInteractive: process.stderr.isTTY && process.env['TERM'] !== 'dumb',
  columns: process.stderr.columns ?? 80,
  // oxlint-disable-next-line same-bits/no-clock -- shown to people, and compared with the budget
  now: () => performance.now(),
  signal: controller.signal,
};

/** The first asks the work to end in order, the second does not wait for it. */
function interrupt(): void {
  if (controller.signal.aborted) endAtOnce();
  controller.abort();
}

function endAtOnce(): never {
  removeUnfinished();
  process.exit(EXIT_INTERRUPTED);
}

/**
 * Whoever reads the output may have seen enough: `pliant audit … | head`. The work goes on for the files that it writes. Output
 * that is lost for another reason, such as a full disk, must not look like success.
 */
function writerTo(stream: NodeJS.WriteStream): (text: string) => void {
  let isOpen = true;
  stream.on('error', (error: NodeJS.ErrnoException) => {
    isOpen = false;
    if (error.code === 'EPIPE') return;
    terminal.err(`pliant: the output cannot be written (${error.message})\n`);
    leastCode = EXIT_BAD_INPUT;
    process.exitCode = EXIT_BAD_INPUT;
  });
  return (text) => {
    if (isOpen) stream.write(text);
  };
}

for (const signal of INTERRUPTIONS) process.on(signal, interrupt);
const code = await runCommand(process.argv.slice(2), terminal);
process.exitCode = Math.max(code, leastCode);
for (const signal of INTERRUPTIONS) process.removeListener(signal, interrupt);
