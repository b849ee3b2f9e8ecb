/** Nodes visited and time per frame over the last frames: two bands, one above the other, in one plot. */
import uPlot from 'uplot';
import type { FrameResult } from '../model/simulation.js';
import { elementById } from './elements.js';

/** Twice the film. */
const FRAMES = 220;
const HEIGHT = 150;
/** Height of both bands and the gap between them, in heights of a band. */
const BANDS = 2.3;
const FONT = '12px system-ui, sans-serif';
const AXIS_COLOR = '#9ba8bc';
const GRID_COLOR = '#242d3c';
const NODES_COLOR = '#3fb6c9';
const TIME_COLOR = '#c79bff';
/** Share of the frames that are not unusually slow. */
const USUAL_SHARE = 0.97;
/** Two digits of the opacity of what lies below a line. */
const FILL = '40';

/** A plot that moves on by one with every frame. */
export class FramePlot {
  readonly #plot: uPlot;
  readonly #numbers = Array.from({ length: FRAMES }, (_, i) => i - FRAMES);
  readonly #nodes: (number | null)[] = Array.from({ length: FRAMES }, () => null);
  readonly #times: (number | null)[] = Array.from({ length: FRAMES }, () => null);
  readonly #cutTimes: (number | null)[] = Array.from({ length: FRAMES }, () => null);

  constructor() {
    const place = elementById('plot', HTMLElement);
    this.#plot = new uPlot(createOptions(place.clientWidth), this.#data(), place);
    new ResizeObserver(() => {
      if (place.clientWidth > 0) this.#plot.setSize({ width: place.clientWidth, height: HEIGHT });
    }).observe(place);
  }

  /** Adds a frame. */
  record({ nodesVisited, refitMs, queryMs }: FrameResult): void {
    this.#nodes.shift();
    this.#nodes.push(nodesVisited);
    this.#times.shift();
    this.#times.push(refitMs + queryMs);
  }

  /** Forgets all frames: they were of another simulation. */
  clear(): void {
    this.#nodes.fill(null);
    this.#times.fill(null);
  }

  /** Draws what was recorded. */
  draw(): void {
    // A few slow frames must not flatten the rest; they are cut off at the top of their band.
    const most = roundUp(highest(this.#times, USUAL_SHARE) * 1.2, 0.1);
    this.#times.forEach((time, i) => (this.#cutTimes[i] = time === null ? null : Math.min(time, most)));
    this.#plot.setData(this.#data());
  }

  #data(): uPlot.AlignedData {
    return [this.#numbers, this.#nodes, this.#cutTimes];
  }
}

/** Both scales reach over both bands; the values of each fill only its own. */
function createOptions(width: number): uPlot.Options {
  const axis = { font: FONT, gap: 6, ticks: { show: false }, grid: { stroke: GRID_COLOR, width: 1 } } as const;
  // A step is as wide as a frame, so that a single one is seen.
  const steps = uPlot.paths.stepped?.({ align: 1 });
  const series = { width: 1, points: { show: false }, fillTo: 0, ...(steps && { paths: steps }) } as const;
  return {
    width,
    height: HEIGHT,
    padding: [8, 0, 0, 0],
    legend: { show: false },
    cursor: { show: false },
    scales: {
      x: { time: false, range: [-FRAMES, 0] },
      nodes: { range: ({ data }) => upperBand(roundUp(highest(data[1], 1), 20)) },
      time: { range: ({ data }) => lowerBand(roundUp(highest(data[2], 1), 0.1)) },
    },
    axes: [
      {
        ...axis,
        stroke: AXIS_COLOR,
        size: 24,
        grid: { show: false },
        splits: () => [-FRAMES, -FRAMES / 2, 0],
        values: nameFrames,
      },
      { ...axis, scale: 'nodes', stroke: NODES_COLOR, size: 38, splits: (_plot, _axis, _lowest, most) => [0, most] },
      {
        ...axis,
        scale: 'time',
        stroke: TIME_COLOR,
        side: 1,
        size: 34,
        splits: (_plot, _axis, _lowest, most) => [0, most / BANDS],
        values: (_plot, splits) => splits.map((split) => (split === 0 ? '0' : split.toFixed(1))),
      },
    ],
    series: [
      {},
      { ...series, scale: 'nodes', stroke: NODES_COLOR, fill: NODES_COLOR + FILL },
      { ...series, scale: 'time', stroke: TIME_COLOR, fill: TIME_COLOR + FILL },
    ],
  };
}

function upperBand(most: number): [lowest: number, highest: number] {
  return [-most * (BANDS - 1), most];
}

function lowerBand(most: number): [lowest: number, highest: number] {
  return [0, most * BANDS];
}

function nameFrames(_plot: uPlot, frames: readonly number[]): string[] {
  return frames.map((frame) => (frame === 0 ? 'now' : `${-frame} ago`));
}

/** The value that `share` of all do not exceed. */
function highest(values: ArrayLike<number | null | undefined>, share: number): number {
  const sorted = Array.from(values)
    .filter((value) => typeof value === 'number')
    .sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0;
}

function roundUp(value: number, step: number): number {
  return Math.max(1, Math.ceil(value / step)) * step;
}
