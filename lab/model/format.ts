/** Numbers for people. */

const counts = new Intl.NumberFormat('en');

/** A count with separators: 12,020. */
export function formatCount(count: number): string {
  return counts.format(count);
}

/** The size of a file: 12 kB, 2.8 MB. */
export function formatBytes(bytes: number): string {
  if (bytes < 100 * 1024) return `${Math.ceil(bytes / 1024)} kB`;
  return `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}

/** A time with two or three digits and the unit that suits it: 8.5 µs, 64 µs, 1.52 ms, 2.06 s. */
export function formatTime(timeMs: number): string {
  if (timeMs >= 1000) return `${(timeMs / 1000).toPrecision(3)} s`;
  if (timeMs >= 100) return `${Math.round(timeMs)} ms`;
  if (timeMs >= 1) return `${timeMs.toPrecision(3)} ms`;
  const microseconds = timeMs * 1000;
  return `${microseconds >= 10 ? Math.round(microseconds) : microseconds.toFixed(1)} µs`;
}

/** A share: 86.1 %; what is little is not nothing, and what is nearly all is not all. */
export function formatShare(share: number): string {
  const percent = share * 100;
  if (percent === 0 || percent === 100) return `${percent} %`;
  if (percent < 0.1) return '< 0.1 %';
  if (percent > 99.9) return '> 99.9 %';
  return `${percent.toFixed(1)} %`;
}
