#!/usr/bin/env node
/** The command `pliant`. */
import { runCommand } from './command.js';
import { EXIT_INTERRUPTED } from './exit-codes.js';
import type { Terminal } from './terminal.js';
import { wantsColors } from './terminal.js';
import { removeUnfinished } from './write-whole.js';

const controller = new AbortController();
const INTERRUPTIONS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
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

/** Whoever reads the output may have seen enough: `pliant audit … | head`. The work goes on for the files that it writes. */
function writerTo(stream: NodeJS.WriteStream): (text: string) => void {
  let isOpen = true;
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    isOpen = false;
  });
  return (text) => {
    if (isOpen) stream.write(text);
  };
}

for (const signal of INTERRUPTIONS) process.on(signal, interrupt);
process.exitCode = await runCommand(process.argv.slice(2), terminal);
for (const signal of INTERRUPTIONS) process.removeListener(signal, interrupt);
