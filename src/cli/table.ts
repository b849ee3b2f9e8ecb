/** Tables for people: columns as wide as they must be, numbers to the right. */
import type { Paint } from './terminal.js';

/** Lines of a table, a heading first. Cells of numbers are right-aligned. */
export function tableLines(
  heading: readonly string[],
  rows: readonly (readonly (string | number)[])[],
  paint: Paint,
): string[] {
  const texts = rows.map((row) => row.map(String));
  const widths = heading.map((title, i) => texts.reduce((most, row) => Math.max(most, row[i].length), title.length));
  const isNumeric = heading.map((_, i) => rows.length > 0 && rows.every((row) => typeof row[i] === 'number'));
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, i) => (isNumeric[i] ? cell.padStart(widths[i]) : cell.padEnd(widths[i])))
      .join('  ')
      .trimEnd();
  return [paint('dim', line(heading)), ...texts.map(line)];
}
