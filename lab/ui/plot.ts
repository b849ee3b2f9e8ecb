/** Nodes visited and time per frame, over the last frames. */
import uPlot from 'uplot';
import type { FrameResult } from '../model/simulation.js';
import { elementById } from './elements.js';

/** Three times the film. */
const FRAMES = 330;
const HEIGHT = 132;
const FONT = '12px system-ui, sans-serif';
const AXIS_COLOR = '#93a0b4';
const NODES_COLOR = '#3fb6c9';
const TIME_COLOR = '#c79bff';

/** A plot that moves on by one with every frame. */
export class FramePlot {
  readonly #plot: uPlot;
  readonly #numbers = Array.from({ length: FRAMES }, (_, i) => i - FRAMES + 1);
  readonly #nodes: (number | null)[] = Array.from({ length: FRAMES }, () => null);
  readonly #times: (number | null)[] = Array.from({ length: FRAMES }, () => null);

  constructor() {
    const place = elementById('plot', HTMLElement);
    this.#plot = new uPlot(options(place.clientWidth), this.#data(), place);
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
    this.#plot.setData(this.#data());
  }

  #data(): uPlot.AlignedData {
    return [this.#numbers, this.#nodes, this.#times];
  }
}

function options(width: number): uPlot.Options {
  const axis = { stroke: AXIS_COLOR, font: FONT, grid: { show: false }, ticks: { show: false } } as const;
  return {
    width,
    height: HEIGHT,
    padding: [8, 0, 0, 0],
    legend: { show: false },
    cursor: { show: false },
    scales: {
      x: { time: false, range: [1 - FRAMES, 0] },
      nodes: { range: (plot) => [0, roundUp(highest(plot.data[1], 1), 10)] },
      time: { range: (plot) => [0, roundUp(highest(plot.data[2], 0.98) * 1.25, 0.05)] },
    },
    axes: [
      {
        ...axis,
        size: 22,
        gap: 4,
        space: 90,
        values: (_, ticks) => ticks.map((tick) => (tick === 0 ? 'now' : String(tick))),
      },
      {
        ...axis,
        scale: 'nodes',
        stroke: NODES_COLOR,
        size: 36,
        gap: 4,
        space: 30,
        grid: { stroke: '#1e2733', width: 1 },
      },
      { ...axis, scale: 'time', stroke: TIME_COLOR, side: 1, size: 40, gap: 4, space: 30 },
    ],
    series: [
      {},
      { scale: 'nodes', stroke: NODES_COLOR, width: 1.5, fill: '#3fb6c922', points: { show: false } },
      { scale: 'time', stroke: TIME_COLOR, width: 1.25, points: { show: false } },
    ],
  };
}

/** The value that `share` of all do not exceed: one slow frame in a hundred must not flatten the rest. */
function highest(values: ArrayLike<number | null | undefined>, share: number): number {
  const sorted = Array.from(values)
    .filter((value) => typeof value === 'number')
    .sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0;
}

function roundUp(value: number, step: number): number {
  return Math.max(1, Math.ceil(value / step)) * step;
}
