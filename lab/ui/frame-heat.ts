/** Time lines: one column per instant of a clip, as high as the number of pairs that meet there. */
import type { ReportInstant } from 'pliant/audit';

const ADDED = '#ff5a5a';
const KNOWN = '#6b5a34';

/** How large a time line is, in CSS pixels. */
export interface LineSize {
  readonly width: number;
  readonly height: number;
}

/** Draws the instants of a clip over the width of a canvas. Roots, so that few can be seen beside many. */
export function drawInstants(
  canvas: HTMLCanvasElement,
  size: LineSize,
  instants: readonly ReportInstant[],
  withKnown: boolean,
): void {
  const width = Math.round(size.width * devicePixelRatio);
  const height = Math.round(size.height * devicePixelRatio);
  // Setting a size also clears.
  canvas.width = width;
  canvas.height = height;
  const context = width === 0 || instants.length === 0 ? null : canvas.getContext('2d');
  if (context === null) return;
  const counts = instants.map(({ contacts }) => ({
    added: contacts.reduce((sum, contact) => sum + contact.new, 0),
    all: contacts.reduce((sum, contact) => sum + contact.pairs, 0),
  }));
  const most = counts.reduce((high, { added, all }) => Math.max(high, withKnown ? all : added), 1);
  const duration = instants[instants.length - 1]?.time || 1;
  const halfStep = instants.length > 1 ? (instants[1].time - instants[0].time) / 2 : duration;
  const bar = (time: number, count: number, color: string): void => {
    if (count === 0) return;
    // On whole pixels: columns that share one would leave a seam.
    const left = instants.length > 1 ? Math.max(0, Math.round(((time - halfStep) / duration) * width)) : 0;
    const right = instants.length > 1 ? Math.min(width, Math.round(((time + halfStep) / duration) * width)) : width;
    const tall = Math.max(2 * devicePixelRatio, Math.sqrt(count / most) * height);
    context.fillStyle = color;
    context.fillRect(left, height - tall, Math.max(1, right - left), tall);
  };
  instants.forEach(({ time }, i) => {
    if (withKnown) bar(time, counts[i].all, KNOWN);
    bar(time, counts[i].added, ADDED);
  });
}
