/** The command, run as a person would, but in this process and with a terminal that remembers. */
import { runCommand } from '../../src/cli/command.js';
import type { Terminal } from '../../src/cli/terminal.js';

/** What a run printed, and how it ended. */
export interface Run {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs `pliant`, and interrupts it when it says for the `times`th time how far it is, which it does at every step here. */
export async function interruptPliant(commandArguments: readonly string[], times: number): Promise<Run> {
  const controller = new AbortController();
  let now = 0;
  let said = 0;
  let err = '';
  const run = await runPliant(commandArguments, {
    signal: controller.signal,
    // Longer than lines are apart.
    now: () => (now += 60_000),
    err: (text) => {
      err += text;
      if (/: [\d,]+ of [\d,]+ /.test(text) && ++said === times) controller.abort();
    },
  });
  return { ...run, err };
}

/** Runs `pliant` with the arguments. One thread unless they say otherwise: workers start from what is built. */
export async function runPliant(commandArguments: readonly string[], terminal: Partial<Terminal> = {}): Promise<Run> {
  let out = '';
  let err = '';
  const isAudit = commandArguments[0] === 'audit' && !commandArguments.includes('--threads');
  const code = await runCommand(isAudit ? [...commandArguments, '--threads', '1'] : commandArguments, {
    out: (text) => void (out += text),
    err: (text) => void (err += text),
    hasColors: false,
    isInteractive: false,
    columns: 80,
    now: () => 0,
    signal: new AbortController().signal,
    ...terminal,
  });
  return { code, out, err };
}
