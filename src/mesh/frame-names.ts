/** Names of frames: `frame2` comes before `frame10`, and none may be missing. */
import { PliantError } from '../errors.js';

/** A name taken apart into texts and numbers, in turns, beginning with a text. */
type NameParts = readonly string[];

/**
 * Sorts the names of files that are frames of one recording, numbers by their value.
 *
 * @throws PliantError `mismatch` where names are of two series, `body_1` and `shirt_1`; `bad-count` where a number is missing or there twice. Numbers
 *   may be any number apart, but everywhere the same.
 */
export function sortFrames(names: readonly string[]): string[] {
  const sorted = names.map(takeApart).sort(compareParts);
  const joined = sorted.map((parts) => parts.join(''));
  const hasNumbers = sorted.some((parts) => parts.length > 1);
  if (!hasNumbers) return joined;
  const places = new Set<number>();
  for (let k = 1; k < sorted.length; k++) {
    if (!isSameSeries(sorted[0], sorted[k])) refuseSeries(joined[0], joined[k]);
    sorted[k].forEach((part, i) => part !== sorted[0][i] && places.add(i));
  }
  // Where several numbers change there is no telling what is missing.
  if (places.size === 1) requireEvenSteps(sorted, [...places][0], joined);
  return joined;
}

function takeApart(name: string): NameParts {
  return name.split(/(\d+)/);
}

function isSameSeries(a: NameParts, b: NameParts): boolean {
  return a.length === b.length && a.every((part, i) => i % 2 === 1 || part === b[i]);
}

function compareParts(a: NameParts, b: NameParts): number {
  for (let i = 0; i < Math.min(a.length, b.length); i++) {
    const order = i % 2 === 1 ? compareNumbers(a[i], b[i]) : compareTexts(a[i], b[i]);
    if (order !== 0) return order;
  }
  return a.length - b.length || compareTexts(a.join(''), b.join(''));
}

/** By value, however many digits there are. */
function compareNumbers(a: string, b: string): number {
  const [x, y] = [a.replace(/^0+/, ''), b.replace(/^0+/, '')];
  return x.length - y.length || compareTexts(x, y);
}

/** By the numbers of their letters, the same everywhere. */
function compareTexts(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

function requireEvenSteps(sorted: readonly NameParts[], place: number, names: readonly string[]): void {
  // Numbers may have more digits than a double holds: dates and times do.
  const numbers = sorted.map((parts) => BigInt(parts[place]));
  const steps = numbers.slice(1).map((number, k) => number - numbers[k]);
  const step = steps.reduce((least, other) => (other < least ? other : least));
  for (let k = 1; k < numbers.length; k++) {
    const between = `between ${JSON.stringify(names[k - 1])} and ${JSON.stringify(names[k])}`;
    if (numbers[k] === numbers[k - 1]) {
      throw new PliantError('bad-count', `sortFrames: ${between} there is no step; both are frame ${numbers[k]}`);
    }
    if (numbers[k] - numbers[k - 1] === step) continue;
    throw new PliantError(
      'bad-count',
      `sortFrames: frame ${numbers[k - 1] + step} is missing ${between}; bring it back, or number the others anew`,
    );
  }
}

function refuseSeries(a: string, b: string): never {
  const found = `${JSON.stringify(a)} and ${JSON.stringify(b)} are not frames of one recording`;
  throw new PliantError('mismatch', `sortFrames: ${found}; keep each recording in a folder of its own`);
}
