/**
 * Checks of arguments, for the functions that users call first. Each names the caller, the argument, the value it got
 * and the remedy; none is called inside a loop over vertices or nodes.
 */
import { PliantError } from './errors.js';

/** Refuses anything but a `Float32Array`, of exactly `length` numbers when a length is given. */
export function requireFloat32Array(caller: string, name: string, value: unknown, length?: number): void {
  if (!(value instanceof Float32Array)) {
    throw new PliantError('bad-type', `${caller}: ${name} is ${describe(value)}; pass a Float32Array`);
  }
  if (length !== undefined && value.length !== length) {
    throw new PliantError('bad-count', `${caller}: ${name} has ${value.length} numbers, but ${length} are needed`);
  }
}

/** Refuses what is not an array of at least `fewest` elements. */
export function requireArray(caller: string, name: string, value: unknown, fewest: number): void {
  if (!Array.isArray(value)) {
    throw new PliantError('bad-type', `${caller}: ${name} is ${describe(value)}; pass an array`);
  }
  if (value.length < fewest) {
    throw new PliantError('bad-count', `${caller}: ${name} has ${value.length} elements; pass at least ${fewest}`);
  }
}

/** Refuses NaN and infinities, naming the first place that has one. */
export function requireFinite(caller: string, name: string, values: ArrayLike<number>): void {
  for (let i = 0; i < values.length; i++) {
    if (!Number.isFinite(values[i])) {
      throw new PliantError('bad-number', `${caller}: ${name}[${i}] is ${values[i]}; every number must be finite`);
    }
  }
}

/** Refuses what is not a whole number from `lowest` to `highest`. */
export function requireInteger(caller: string, name: string, value: unknown, lowest: number, highest: number): void {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < lowest || value > highest) {
    throw new PliantError(
      typeof value === 'number' ? 'bad-count' : 'bad-type',
      `${caller}: ${name} is ${describe(value)}; pass a whole number from ${lowest} to ${highest}`,
    );
  }
}

/** Refuses a value that is none of the allowed ones. */
export function requireOneOf<T>(caller: string, name: string, value: unknown, allowed: readonly T[]): void {
  if (!(allowed as readonly unknown[]).includes(value)) {
    const choices = allowed.map((choice) => JSON.stringify(choice)).join(', ');
    throw new PliantError('bad-type', `${caller}: ${name} is ${describe(value)}; pass one of ${choices}`);
  }
}

/** Refuses options that there are none of: misspelt, or meant for something else. Those that are `undefined` count as left out. */
export function requireNames(caller: string, options: object, names: readonly string[]): void {
  if (typeof options !== 'object' || options === null) {
    throw new PliantError('bad-type', `${caller}: the options are ${describe(options)}; pass an object`);
  }
  for (const [name, value] of Object.entries(options)) {
    if (value === undefined || names.includes(name)) continue;
    throw new PliantError(
      'unsupported',
      `${caller}: there is no option ${name} here; known are ${names.join(', ') || 'none'}`,
    );
  }
}

/** The options with defaults in place of those that are missing or `undefined`. */
export function withDefaults<Options extends object>(defaults: Required<Options>, options: Options): Required<Options> {
  const chosen = { ...defaults };
  for (const name of Object.keys(defaults) as (keyof Options)[]) {
    const value = options[name];
    if (value !== undefined) chosen[name] = value;
  }
  return chosen;
}

/** A short name for a value of any type, for error messages. */
export function describe(value: unknown): string {
  if (value === null || value === undefined || typeof value === 'boolean') return String(value);
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string') return JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}…` : value);
  if (typeof value === 'object') return withArticle(value.constructor?.name ?? 'plain object');
  return withArticle(typeof value);
}

function withArticle(noun: string): string {
  return `${/^[aeio]/i.test(noun) ? 'an' : 'a'} ${noun}`;
}
