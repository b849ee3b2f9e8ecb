/** Arguments of a command by `parseArgs` of Node, with messages that say what was probably meant. */
import type { ParseArgsConfig } from 'node:util';
import { parseArgs } from 'node:util';
import { UsageError } from './usage-error.js';

/** An option of a command. */
export interface OptionSpec {
  readonly type: 'string' | 'boolean';
  readonly multiple?: boolean;
  readonly short?: string;
}

/** Arguments in the order in which they stand. */
type ArgumentToken =
  | { readonly kind: 'option'; readonly name: string; readonly value: string | undefined }
  | { readonly kind: 'positional'; readonly value: string };

/** What was typed, taken apart. Options that were not given are missing. */
export interface ParsedArguments {
  readonly tokens: readonly ArgumentToken[];
  /** The last value of an option. */
  one(name: string): string | undefined;
  /** All values of an option. */
  all(name: string): readonly string[];
  /** Whether a switch was given. */
  has(name: string): boolean;
}

/** Takes the arguments of a command apart, and refuses options that it does not have. */
export function parseArguments(
  command: string,
  commandArguments: readonly string[],
  options: Readonly<Record<string, OptionSpec>>,
): ParsedArguments {
  const config: ParseArgsConfig = {
    args: [...commandArguments],
    options,
    allowPositionals: true,
    strict: false,
    tokens: true,
  };
  const raw = (parseArgs(config) as { tokens: readonly RawToken[] }).tokens;
  const tokens: ArgumentToken[] = [];
  for (const token of raw) {
    if (token.kind === 'option-terminator') continue;
    if (token.kind === 'positional') tokens.push({ kind: 'positional', value: token.value });
    else tokens.push(optionToken(command, token, options));
  }
  const valuesOf = (name: string): (string | undefined)[] =>
    tokens.flatMap((token) => (token.kind === 'option' && token.name === name ? [token.value] : []));
  for (const [name, { multiple }] of Object.entries(options)) {
    if (multiple !== true && new Set(valuesOf(name)).size > 1) {
      throw new UsageError(`pliant ${command}: --${name} is given twice, with different values`);
    }
  }
  return {
    tokens,
    one: (name) => valuesOf(name).at(-1),
    all: (name) => valuesOf(name).filter((value) => value !== undefined),
    has: (name) => valuesOf(name).length > 0,
  };
}

type RawToken =
  | {
      readonly kind: 'option';
      readonly name: string;
      readonly rawName: string;
      readonly value?: string;
      readonly inlineValue?: boolean;
    }
  | { readonly kind: 'positional'; readonly value: string }
  | { readonly kind: 'option-terminator' };

function optionToken(
  command: string,
  { name, rawName, value, inlineValue }: Extract<RawToken, { kind: 'option' }>,
  options: Readonly<Record<string, OptionSpec>>,
): ArgumentToken {
  const spec = Object.hasOwn(options, name) ? options[name] : undefined;
  if (spec === undefined) {
    const near = closestTo(name, Object.keys(options));
    const remedy = near === undefined ? `see pliant ${command} --help` : `did you mean --${near}?`;
    throw new UsageError(`pliant ${command}: there is no option ${rawName}; ${remedy}`);
  }
  if (spec.type === 'boolean' && value !== undefined) {
    throw new UsageError(`pliant ${command}: --${name} takes no value, but got "${value}"`);
  }
  // A value that looks like an option was most probably forgotten; `--name=-value` says that it is meant.
  const wasForgotten = value === undefined || value === '' || (inlineValue !== true && /^-[^\d.]/.test(value));
  if (spec.type === 'string' && wasForgotten) {
    throw new UsageError(`pliant ${command}: --${name} needs a value; see pliant ${command} --help`);
  }
  return { kind: 'option', name, value };
}

/** The name that takes the fewest edits, if those are few for its length. */
export function closestTo(typed: string, names: readonly string[]): string | undefined {
  const rated = names.map((name) => ({ name, edits: editsBetween(typed, name) })).sort((a, b) => a.edits - b.edits);
  const best = rated.at(0);
  return best !== undefined && best.edits <= Math.max(1, Math.floor(typed.length * 0.4)) ? best.name : undefined;
}

/** Letters to insert, remove or replace (Levenshtein 1966). */
function editsBetween(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let k = 1; k <= b.length; k++) {
      const replaced = row[k - 1] + (a[i - 1] === b[k - 1] ? 0 : 1);
      next.push(Math.min(replaced, row[k] + 1, next[k - 1] + 1));
    }
    row = next;
  }
  return row[b.length];
}
