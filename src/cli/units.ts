/** Numbers with units, as people type them: `2mm`, `30s`, `0,0.5,1`. */
import { UsageError } from './usage-error.js';

const NUMBER = '[+-]?(?:\\d+\\.?\\d*|\\.\\d+)(?:e[+-]?\\d+)?';
const WITH_UNIT = new RegExp(`^(${NUMBER})\\s*([a-zµμ]*)$`, 'i');

/** How many of a unit make one metre; dividing rounds once, so that 2mm is the number 0.002. */
const PER_METRE: Readonly<Record<string, number>> = { um: 1e6, µm: 1e6, μm: 1e6, mm: 1000, cm: 100, m: 1, '': 1 };

/** How many seconds a unit has, or how many of it a second has. */
const SECONDS: Readonly<Record<string, number>> = { s: 1, '': 1, min: 60, m: 60, h: 3600 };

/** A length in metres: `2mm`, `1cm`, `0.5m`, `0.5`. */
export function parseLength(option: string, text: string): number {
  const [value, unit] = split(option, text, 'a length such as 2mm, 1cm or 0.5m');
  const divisor = Object.hasOwn(PER_METRE, unit) ? PER_METRE[unit] : undefined;
  if (divisor === undefined) throw new UsageError(`${option}: "${text}" has the unit "${unit}"; use um, mm, cm or m`);
  return requireRange(option, text, value / divisor, 0);
}

/** A time in seconds: `30s`, `500ms`, `2min`, `30`. */
export function parseDuration(option: string, text: string): number {
  const [value, unit] = split(option, text, 'a time such as 30s, 500ms or 2min');
  if (unit === 'ms') return requireRange(option, text, value / 1000, 0);
  const factor = Object.hasOwn(SECONDS, unit) ? SECONDS[unit] : undefined;
  if (factor === undefined) throw new UsageError(`${option}: "${text}" has the unit "${unit}"; use ms, s, min or h`);
  return requireRange(option, text, value * factor, 0);
}

/** A number, not negative. */
export function parseNumber(option: string, text: string): number {
  const [value, unit] = split(option, text, 'a number');
  if (unit !== '') throw new UsageError(`${option}: "${text}" is no plain number`);
  return requireRange(option, text, value, 0);
}

/** A whole number, at least `least`. */
export function parseCount(option: string, text: string, least: number): number {
  if (!/^\d+$/.test(text)) throw new UsageError(`${option}: "${text}" is not a whole number`);
  const value = Number(text);
  if (value < least || !Number.isSafeInteger(value)) {
    throw new UsageError(`${option}: ${text} is out of range; pass ${least} or more`);
  }
  return value;
}

/** Instants in seconds, ascending, each once: `0,0.5,1`. */
export function parseTimes(option: string, text: string): number[] {
  const parts = text.split(',').map((part) => part.trim());
  if (parts.some((part) => part === '')) {
    throw new UsageError(`${option}: "${text}" has an empty place; pass seconds such as 0,0.5,1`);
  }
  const times = parts.map((part) => parseDuration(option, part));
  return [...new Set(times)].sort((a, b) => a - b);
}

function split(option: string, text: string, wanted: string): [number, string] {
  const match = WITH_UNIT.exec(text.trim());
  if (match === null) throw new UsageError(`${option}: "${text}" is not ${wanted}`);
  return [Number(match[1]), match[2].toLowerCase()];
}

function requireRange(option: string, text: string, value: number, least: number): number {
  if (Number.isFinite(value) && value >= least) return value;
  throw new UsageError(`${option}: ${text} is out of range; pass ${least} or more`);
}
