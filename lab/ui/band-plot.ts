/** Numbers of the last frames: one band below the other, each with a scale of its own. */
import uPlot from 'uplot';
import { formatCount, formatTime } from '../model/format.js';

/** One number per frame. */
interface Line {
  /** Said in the title when a band has several. */
  readonly name?: string;
  /** `#rrggbb` */
  readonly color: string;
}

/** Lines that share a scale: counts from zero; counts from one, or times in milliseconds, by powers of ten. */
export interface Band {
  readonly title: string;
  readonly scale: 'count' | 'decades' | 'time';
  readonly lines: readonly Line[];
}

/** Frames that are shown. */
const FRAMES = 220;
/** Frames from the left end to the first word, which is centred there. */
const WORD_SPACE = 20;
const BAND_HEIGHT = 58;
/** Room for the words below the last band. */
const WORDS_HEIGHT = 20;
const FONT = '12px system-ui, sans-serif';
const AXIS_COLOR = '#9ba8bc';
const GRID_COLOR = '#242d3c';
/** Two digits of the opacity of what lies below a line. */
const FILL = '38';
/** Times that a clock cannot tell from none. */
const SHORTEST_MS = 0.0001;

/** A plot that moves on by one with every frame. */
export class BandPlot {
  readonly #place: HTMLElement;
  readonly #plots: readonly uPlot[];
  readonly #numbers = Array.from({ length: FRAMES }, (_, i) => i - FRAMES);
  readonly #values: readonly (number | null)[][][];
  readonly #observer: ResizeObserver;

  /** Puts the bands into `place`, which is emptied again by {@link dispose}. */
  constructor(place: HTMLElement, bands: readonly Band[]) {
    this.#place = place;
    this.#values = bands.map(({ lines }) => lines.map(() => Array.from({ length: FRAMES }, () => null)));
    this.#plots = bands.map((band, i) => {
      const isLast = i === bands.length - 1;
      const chart = document.createElement('div');
      place.append(createTitle(band), chart);
      return new uPlot(createOptions(band, isLast, place.clientWidth || 300), this.#data(i), chart);
    });
    this.#observer = new ResizeObserver(() => this.#resize());
    this.#observer.observe(place);
  }

  /** Adds a frame: for each band, one number per line; null where there is none. */
  record(values: readonly (readonly (number | null)[])[]): void {
    values.forEach((numbers, band) =>
      numbers.forEach((value, line) => {
        this.#values[band][line].shift();
        this.#values[band][line].push(value);
      }),
    );
  }

  /** Forgets all frames: they were of another simulation. */
  clear(): void {
    for (const lines of this.#values) for (const line of lines) line.fill(null);
  }

  /** Draws what was recorded. */
  draw(): void {
    this.#plots.forEach((plot, i) => plot.setData(this.#data(i)));
  }

  dispose(): void {
    this.#observer.disconnect();
    for (const plot of this.#plots) plot.destroy();
    this.#place.replaceChildren();
  }

  #data(band: number): uPlot.AlignedData {
    return [this.#numbers, ...this.#values[band]];
  }

  #resize(): void {
    const width = this.#place.clientWidth;
    if (width > 0) for (const plot of this.#plots) plot.setSize({ width, height: plot.height });
  }
}

function createTitle({ title, lines }: Band): HTMLElement {
  const line = document.createElement('p');
  line.append(title);
  if (lines.length === 1) line.style.color = lines[0].color;
  for (const { name, color } of lines) {
    if (name === undefined) continue;
    const label = document.createElement('span');
    label.textContent = name;
    label.style.color = color;
    line.append(' ', label);
  }
  return line;
}

function createOptions({ lines, scale }: Band, isLast: boolean, width: number): uPlot.Options {
  const axis = { font: FONT, gap: 6, ticks: { show: false } } as const;
  // A step is as wide as a frame, so that a single one is seen.
  const steps = uPlot.paths.stepped?.({ align: 1 });
  const series = lines.map(({ color }, i) => ({
    scale: 'y',
    width: 1,
    points: { show: false },
    stroke: color,
    // Lines over each other are told apart when only the first is filled.
    ...(i === 0 && { fill: color + FILL, fillTo: (plot: uPlot): number => plot.scales['y'].min ?? 0 }),
    ...(steps && { paths: steps }),
  }));
  const isLogarithmic = scale !== 'count';
  return {
    width,
    height: BAND_HEIGHT + (isLast ? WORDS_HEIGHT : 0),
    padding: [7, 14, 4, 0],
    legend: { show: false },
    cursor: { show: false },
    scales: {
      x: { time: false, range: [-FRAMES, 0] },
      y: {
        distr: isLogarithmic ? 3 : 1,
        range: (plot) => (isLogarithmic ? decadesOf(plot.data, scale) : countsOf(plot.data)),
      },
    },
    axes: [
      {
        ...axis,
        show: isLast,
        stroke: AXIS_COLOR,
        size: WORDS_HEIGHT,
        grid: { show: false },
        splits: () => [-FRAMES + WORD_SPACE, -FRAMES / 2, 0],
        values: (_plot, frames) => frames.map((frame) => (frame === 0 ? 'now' : `${-frame} ago`)),
      },
      {
        ...axis,
        scale: 'y',
        stroke: AXIS_COLOR,
        size: 52,
        grid: { stroke: GRID_COLOR, width: 1 },
        splits: (_plot, _axis, lowest, most) => [lowest, most],
        // uPlot leaves out what is no power of ten on such a scale; both ends are.
        filter: (_plot, splits) => splits,
        values: (_plot, splits) => splits.map((split) => (scale === 'time' ? nameTime(split) : nameCount(split))),
      },
    ],
    series: [{}, ...series],
  };
}

/** From 0 to a round number that is not exceeded. */
function countsOf(data: uPlot.AlignedData): [number, number] {
  const most = Math.max(1, ...valuesOf(data));
  const step = 10 ** Math.floor(Math.log10(most)) / 2;
  return [0, Math.max(2, Math.ceil(most / step) * step)];
}

/** From one power of ten to another, with all times in between. */
function decadesOf(data: uPlot.AlignedData, scale: Band['scale']): [number, number] {
  const values = valuesOf(data).map((value) => Math.max(SHORTEST_MS, value));
  if (values.length === 0) return scale === 'time' ? [0.001, 1] : [1, 1000];
  const low = Math.floor(Math.log10(Math.min(...values)));
  return [10 ** low, 10 ** Math.max(low + 1, Math.ceil(Math.log10(Math.max(...values))))];
}

function valuesOf(data: uPlot.AlignedData): number[] {
  return data
    .slice(1)
    .flatMap((line) => [...line])
    .filter((value) => typeof value === 'number');
}

/** Room is scarce: 100 k, 1 M. */
function nameCount(count: number): string {
  if (count >= 1_000_000) return `${formatCount(count / 1_000_000)} M`;
  return count >= 100_000 ? `${formatCount(count / 1000)} k` : formatCount(count);
}

/** Whole numbers for powers of ten: 1 µs, 10 ms. */
function nameTime(time: number): string {
  return formatTime(time).replace(/\.0+ /, ' ');
}
