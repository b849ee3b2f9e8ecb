/** What a command may do with the outside, but for files: lines, colours, the clock, Ctrl-C. Tests bring one of their own. */

/** Where a command runs. */
export interface Terminal {
  /** Writes to standard output: what was asked for. */
  readonly out: (text: string) => void;
  /** Writes to standard error: progress, warnings, errors. */
  readonly err: (text: string) => void;
  /** Whether standard output shows colours. */
  readonly hasColors: boolean;
  /** Whether standard error is a terminal, whose last line can be drawn again. */
  readonly isInteractive: boolean;
  /** Characters in a line of the terminal. */
  readonly columns: number;
  /** Milliseconds from any moment on. */
  readonly now: () => number;
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
}

/** Ways to set text apart. */
export type Style = 'bold' | 'dim' | 'red' | 'yellow' | 'green' | 'cyan';

/** Gives text a colour, or not. */
export type Paint = (style: Style, text: string) => string;

const CODES: Readonly<Record<Style, readonly [number, number]>> = {
  bold: [1, 22],
  dim: [2, 22],
  red: [31, 39],
  yellow: [33, 39],
  green: [32, 39],
  cyan: [36, 39],
};

/** Colours as ANSI escapes, or none. */
export function createPaint(hasColors: boolean): Paint {
  if (!hasColors) return (_, text) => text;
  return (style, text) => `\u001B[${CODES[style][0]}m${text}\u001B[${CODES[style][1]}m`;
}

/**
 * Whether to write colours: `--no-color` and `NO_COLOR` (not empty, no-color.org) say no, `FORCE_COLOR` says yes, and else a
 * terminal that is not `dumb` has them.
 */
export function wantsColors(isTerminal: boolean, environment: Readonly<Record<string, string | undefined>>): boolean {
  const { NO_COLOR, FORCE_COLOR, TERM } = environment;
  if (NO_COLOR !== undefined && NO_COLOR !== '') return false;
  if (FORCE_COLOR !== undefined && FORCE_COLOR !== '') return FORCE_COLOR !== '0';
  return isTerminal && TERM !== 'dumb';
}

/**
 * Text from a file, safe to print: control characters, which could move the cursor or hide other lines, are shown as
 * escapes, as are the marks that turn the direction of text around.
 */
export function printable(text: string): string {
  // oxlint-disable-next-line no-control-regex -- these are what must not get through
  return text.replaceAll(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g, (letter) => {
    return `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}

/** The same for text of several lines, which stay lines. */
export function printableLines(text: string): string {
  return text.split('\n').map(printable).join('\n');
}
