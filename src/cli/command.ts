/** `pliant COMMAND …`: which command runs, and how its errors are told. */
import { errorText } from './error-text.js';
import { EXIT_BAD_INPUT, EXIT_CLEAN, EXIT_INTERRUPTED } from './exit-codes.js';
import { AUDIT_HELP, BAKE_HELP, INFO_HELP, MAIN_HELP } from './help.js';
import { closestTo } from './parse-arguments.js';
import type { Terminal } from './terminal.js';
import { UsageError } from './usage-error.js';
import { packageVersion } from './version.js';

interface Command {
  readonly help: string;
  /** Loads the command and runs it: whoever asks for help need not wait for all of it. */
  readonly run: (commandArguments: readonly string[], terminal: Terminal) => Promise<number>;
}

const COMMANDS: Readonly<Record<string, Command>> = {
  audit: { help: AUDIT_HELP, run: async (...given) => (await import('./audit.js')).runAudit(...given) },
  bake: { help: BAKE_HELP, run: async (...given) => (await import('./bake.js')).runBake(...given) },
  info: { help: INFO_HELP, run: async (...given) => (await import('./info.js')).runInfo(...given) },
};

/** Runs the command that the arguments name, and returns the exit code. */
export async function runCommand(allArguments: readonly string[], outer: Terminal): Promise<number> {
  const beforeEnd = allArguments.includes('--') ? allArguments.slice(0, allArguments.indexOf('--')) : allArguments;
  const terminal = beforeEnd.includes('--no-color') ? { ...outer, hasColors: false } : outer;
  const given = allArguments.filter((argument, i) => argument !== '--no-color' || i >= beforeEnd.length);
  try {
    return await dispatch(given, terminal);
  } catch (error) {
    if (terminal.signal.aborted) {
      terminal.err('pliant: interrupted; nothing unfinished was left behind\n');
      return EXIT_INTERRUPTED;
    }
    terminal.err(`${errorText(error)}\n`);
    return EXIT_BAD_INPUT;
  }
}

async function dispatch([name, ...rest]: readonly string[], terminal: Terminal): Promise<number> {
  const isHelp = (argument: string): boolean => argument === '--help' || argument === '-h';
  if (name === undefined) {
    terminal.err(MAIN_HELP);
    return EXIT_BAD_INPUT;
  }
  if (isHelp(name) || name === 'help') {
    terminal.out(commandOf(rest.at(0))?.help ?? MAIN_HELP);
    return EXIT_CLEAN;
  }
  const options = rest.includes('--') ? rest.slice(0, rest.indexOf('--')) : rest;
  if (name === '--version' || (commandOf(name) !== undefined && options.includes('--version'))) {
    terminal.out(`${packageVersion()}\n`);
    return EXIT_CLEAN;
  }
  const command = commandOf(name);
  if (command === undefined) throw new UsageError(unknownCommand(name));
  if (options.some(isHelp)) {
    terminal.out(command.help);
    return EXIT_CLEAN;
  }
  return command.run(rest, terminal);
}

function commandOf(name: string | undefined): Command | undefined {
  return name !== undefined && Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
}

function unknownCommand(name: string): string {
  const near = closestTo(name, Object.keys(COMMANDS));
  if (near !== undefined) return `pliant: there is no command "${name}"; did you mean pliant ${near}?`;
  return `pliant: there is no command "${name}"; there are ${Object.keys(COMMANDS).join(', ')}, see pliant --help`;
}
