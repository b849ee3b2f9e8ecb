/** A view as the text that a link holds: where it is from and what it is at. */

/** Digits that bring back the same picture, but for less than a pixel. */
const DIGITS = 5;

/** Six numbers, the eye and what it looks at, or undefined where the text is no view. */
export function parseView(text: string): readonly number[] | undefined {
  const numbers = text.split(',').map((part) => (part === '' ? NaN : Number(part)));
  const isView = numbers.length === 6 && numbers.every((number) => Math.abs(number) < 1e9);
  const isApart = [0, 1, 2].some((axis) => numbers[axis] !== numbers[axis + 3]);
  return isView && isApart ? numbers : undefined;
}

/** The same the other way round. */
export function writeView(eye: readonly number[], target: readonly number[]): string {
  return [...eye, ...target].map((number) => Number(number.toPrecision(DIGITS))).join(',');
}
