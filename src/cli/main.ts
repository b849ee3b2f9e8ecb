#!/usr/bin/env node
/** The command `pliant`. */
import { runCommand } from './command.js';
import { EXIT_INTERRUPTED } from './exit-codes.js';
import type { Terminal } from './terminal.js';
import { wantsColors } from './terminal.js';
import { removeUnfinished } from './write-whole.js';

const controller = new AbortController();
const terminal: Terminal = {
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
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

process.on('SIGINT', interrupt);
process.on('SIGTERM', interrupt);
// Whoever reads the output may have seen enough: `pliant audit … | head`.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  removeUnfinished();
  process.exit(0);
});

process.exitCode = await runCommand(process.argv.slice(2), terminal);
process.removeListener('SIGINT', interrupt);
process.removeListener('SIGTERM', interrupt);
