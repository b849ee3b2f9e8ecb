/** What `pliant audit` was asked. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { AUDIT_DEFAULTS, MOST_THREADS } from '../audit/options.js';
import { isModelName } from './find-files.js';
import type { SequenceArguments } from './find-sequence.js';
import type { OptionSpec, ParsedArguments } from './parse-arguments.js';
import { parseArguments } from './parse-arguments.js';
import { parseCount, parseDuration, parseLength, parseNumber, parseTimes } from './units.js';
import { UsageError } from './usage-error.js';

/** When the models are looked at; the same for `audit` and `bake`. */
export interface InstantArguments {
  /** Patterns of names; undefined for all, and the rest pose. */
  readonly clips: readonly string[] | undefined;
  readonly fps: number;
  readonly times: readonly number[] | undefined;
  /** A model to take the clips from. */
  readonly anim: string | undefined;
}

/** What ends with exit code 1. */
export type FailOn = 'new' | 'any' | 'never';

/** Arguments of `pliant audit`, checked one by one. */
export interface AuditArguments extends InstantArguments {
  /** Files, folders and patterns. */
  readonly places: readonly string[];
  readonly self: boolean;
  readonly pairs: boolean;
  readonly only: readonly string[] | undefined;
  readonly ignore: readonly string[];
  /** `rest`, `none`, or the file of an earlier report. */
  readonly baseline: 'rest' | 'none' | { readonly file: string };
  readonly clearance: number;
  readonly minTriangles: number;
  readonly minDepth: number;
  readonly failOn: FailOn;
  readonly json: string | undefined;
  readonly html: string | undefined;
  readonly sarif: string | undefined;
  readonly glb: string | undefined;
  readonly listPairs: boolean;
  /** Whether what happens between instants is looked at as well. */
  readonly continuous: boolean;
  /** Undefined for as many as the machine has. */
  readonly threads: number | undefined;
  readonly budgetSeconds: number;
  readonly quiet: boolean;
  /** A recording to audit, in place of models. */
  readonly sequence: SequenceArguments | undefined;
}

/** Options that choose instants. */
export const INSTANT_OPTIONS: Readonly<Record<string, OptionSpec>> = {
  clip: { type: 'string', multiple: true },
  fps: { type: 'string' },
  times: { type: 'string' },
  anim: { type: 'string' },
};

/** Options of every command. */
export const COMMON_OPTIONS: Readonly<Record<string, OptionSpec>> = {
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean' },
  quiet: { type: 'boolean', short: 'q' },
  'no-color': { type: 'boolean' },
};

const AUDIT_OPTIONS: Readonly<Record<string, OptionSpec>> = {
  ...COMMON_OPTIONS,
  ...INSTANT_OPTIONS,
  self: { type: 'boolean' },
  pairs: { type: 'boolean' },
  only: { type: 'string', multiple: true },
  ignore: { type: 'string', multiple: true },
  baseline: { type: 'string' },
  clearance: { type: 'string' },
  'min-triangles': { type: 'string' },
  'min-depth': { type: 'string' },
  'fail-on': { type: 'string' },
  json: { type: 'string' },
  html: { type: 'string' },
  sarif: { type: 'string' },
  glb: { type: 'string' },
  'list-pairs': { type: 'boolean' },
  continuous: { type: 'boolean' },
  threads: { type: 'string' },
  budget: { type: 'string' },
  sequence: { type: 'string' },
  mesh: { type: 'string' },
};

/** Reads the arguments behind `pliant audit`. */
export function parseAuditArguments(commandArguments: readonly string[]): AuditArguments {
  const parsed = parseArguments('audit', commandArguments, AUDIT_OPTIONS);
  const { places, instants } = parseInstants('audit', parsed);
  const sequence = parseSequence(parsed, places);
  if (places.length === 0 && sequence === undefined) {
    throw new UsageError('pliant audit: name a model to audit, such as pliant audit hero.glb; see pliant audit --help');
  }
  const saysBoth = parsed.has('self') === parsed.has('pairs');
  requireDifferentOutputs(parsed);
  if (parsed.has('list-pairs') && !parsed.has('json')) {
    throw new UsageError('pliant audit: --list-pairs adds to the JSON; pass --json FILE as well');
  }
  return {
    ...instants,
    places,
    self: saysBoth || parsed.has('self'),
    pairs: saysBoth || parsed.has('pairs'),
    only: parsed.has('only') ? parsed.all('only') : undefined,
    ignore: parsed.all('ignore'),
    baseline: baselineOf(parsed.one('baseline')),
    clearance: numberOf(parsed, 'clearance', parseLength, AUDIT_DEFAULTS.clearance),
    minTriangles: numberOf(parsed, 'min-triangles', (option, text) => parseCount(option, text, 0), 0),
    minDepth: numberOf(parsed, 'min-depth', parseLength, AUDIT_DEFAULTS.minDepth),
    failOn: failOnOf(parsed.one('fail-on')),
    json: parsed.one('json'),
    html: parsed.one('html'),
    sarif: parsed.one('sarif'),
    glb: parsed.one('glb'),
    listPairs: parsed.has('list-pairs'),
    continuous: parsed.has('continuous'),
    threads: parsed.has('threads') ? parseThreads(parsed.one('threads')!) : undefined,
    budgetSeconds: numberOf(parsed, 'budget', parseDuration, Infinity),
    quiet: parsed.has('quiet'),
    sequence,
  };
}

/** What was said about a recording; refuses what is for models alone. */
function parseSequence(parsed: ParsedArguments, places: readonly string[]): SequenceArguments | undefined {
  const path = parsed.one('sequence');
  const mesh = parsed.one('mesh');
  if (path === undefined) {
    if (mesh === undefined) return undefined;
    throw new UsageError('pliant audit: --mesh belongs to --sequence; pass the recording as well');
  }
  if (parsed.all('sequence').length > 1)
    throw new UsageError('pliant audit: --sequence takes one recording; audit them one by one');
  if (places.length > 0) {
    throw new UsageError(`pliant audit: --sequence excludes models, but there is "${places[0]}"; audit it by itself`);
  }
  if (parsed.has('anim')) throw new UsageError('pliant audit: --anim is for models; a recording moves as it does');
  if (parsed.has('glb')) throw new UsageError('pliant audit: --glb is for models; use --html for a recording');
  return { path, mesh, fps: parsed.has('fps') ? parseFps(parsed) : undefined };
}

/** Reports go to files of their own; one of those that are text may go to standard output, `-`. */
function requireDifferentOutputs(parsed: ParsedArguments): void {
  for (const name of ['html', 'glb']) {
    if (parsed.one(name) !== '-') continue;
    throw new UsageError(`--${name}: only JSON and SARIF can go to standard output; name a file`);
  }
  const places = ['json', 'html', 'sarif', 'glb']
    .flatMap((name) => parsed.one(name) ?? [])
    .map((path) => (path === '-' ? path : resolve(path)));
  if (new Set(places).size === places.length) return;
  throw new UsageError('pliant audit: two outputs go to the same file; name another one');
}

/** Takes clips and instants out of the arguments; what is left are places. */
export function parseInstants(
  command: string,
  parsed: ParsedArguments,
): { places: readonly string[]; instants: InstantArguments } {
  // Of a recording the first says when its frames are, and the second which of all instants are looked at.
  if (parsed.has('fps') && parsed.has('times') && !parsed.has('sequence')) {
    throw new UsageError(`pliant ${command}: --fps and --times exclude each other; pass one of them`);
  }
  const fps = parseFps(parsed);
  const places: string[] = [];
  const clips: string[] = [];
  let isAmongClips = false;
  for (const token of parsed.tokens) {
    if (token.kind === 'option') {
      isAmongClips = token.name === 'clip';
      if (isAmongClips) clips.push(token.value!);
    } else if (isAmongClips && !isPlace(token.value)) {
      clips.push(token.value);
    } else {
      isAmongClips = false;
      places.push(token.value);
    }
  }
  return {
    places,
    instants: {
      clips: clips.length > 0 ? clips : undefined,
      fps,
      times: parsed.has('times') ? parseTimes('--times', parsed.one('times')!) : undefined,
      anim: parsed.one('anim'),
    },
  };
}

function parseFps(parsed: ParsedArguments): number {
  const fps = numberOf(parsed, 'fps', parseNumber, AUDIT_DEFAULTS.fps);
  if (fps === 0) throw new UsageError('--fps: 0 is out of range; pass a number above 0');
  return fps;
}

/** Behind `--clip Walk` may come more names, or a model. A model's name ends as one, or is there. */
function isPlace(text: string): boolean {
  return isModelName(text) || existsSync(text);
}

function numberOf(
  parsed: ParsedArguments,
  name: string,
  parse: (option: string, text: string) => number,
  otherwise: number,
): number {
  const text = parsed.one(name);
  return text === undefined ? otherwise : parse(`--${name}`, text);
}

function parseThreads(text: string): number {
  const threads = parseCount('--threads', text, 1);
  if (threads > MOST_THREADS) throw new UsageError(`--threads: ${text} is out of range; pass ${MOST_THREADS} or fewer`);
  return threads;
}

function baselineOf(text = 'rest'): AuditArguments['baseline'] {
  return text === 'rest' || text === 'none' ? text : { file: text };
}

function failOnOf(text = 'new'): FailOn {
  if (text === 'new' || text === 'any' || text === 'never') return text;
  throw new UsageError(`--fail-on: "${text}" is none of new, any, never`);
}
