/** A time line for each clip: how much meets at each instant, and where we are. */
import { secondsText } from '../finding-lines.js';
import type { PageFile, PageInstant } from '../page-data.js';
import { element, make } from './elements.js';

/** The instants of a clip are neighbours in the file. */
interface Line {
  readonly first: number;
  readonly count: number;
  readonly row: HTMLElement;
  readonly slider: HTMLInputElement;
}

/** All time lines of a file. */
export interface TimeLines {
  /** Shows where we are. */
  show(index: number): void;
}

/** Draws the time lines of a file. `onChoose` is called when somebody moves along one. */
export function createTimeLines({ instants, report }: PageFile, onChoose: (index: number) => void): TimeLines {
  const place = element('lines');
  place.replaceChildren();
  const lines: Line[] = [];
  for (let first = 0; first < instants.length;) {
    const { clip } = instants[first];
    let end = first;
    while (end < instants.length && instants[end].clip === clip) end++;
    const duration = report.clips.find(({ name }) => name === clip)?.duration;
    lines.push(createLine(instants.slice(first, end), first, duration, onChoose));
    first = end;
  }
  place.append(...lines.map(({ row }) => row));
  return {
    show(index) {
      for (const { first, count, row, slider } of lines) {
        const isCurrent = index >= first && index < first + count;
        row.dataset['current'] = String(isCurrent);
        if (isCurrent) slider.value = String(index - first);
        slider.setAttribute('aria-valuetext', instantText(instants[first + Number(slider.value)]));
      }
    },
  };
}

/** What is at an instant, in words. */
export function instantText({ clip, time, known }: PageInstant): string {
  const added = known.reduce((sum, isKnown) => sum + (isKnown === 1 ? 0 : 1), 0);
  const when = clip === null ? 'rest pose' : `${clip}, ${secondsText(time)}`;
  const more = known.length > added ? `, ${known.length - added} known` : '';
  return `${when}: ${known.length === 0 ? 'nothing meets' : `${added} new triangle pairs${more}`}`;
}

function createLine(
  instants: readonly PageInstant[],
  first: number,
  duration: number | undefined,
  onChoose: (index: number) => void,
): Line {
  const { clip } = instants[0];
  const row = make('div', '', 'line');
  const name = make('span', clip ?? 'Rest pose', 'name');
  name.title = clip ?? 'Rest pose';
  const track = make('div', '', 'track');
  const canvas = make('canvas');
  const slider = make('input');
  slider.type = 'range';
  slider.min = '0';
  slider.max = String(instants.length - 1);
  slider.step = '1';
  slider.value = '0';
  slider.setAttribute('aria-label', clip === null ? 'Rest pose' : `Time in ${clip}`);
  const choose = (): void => onChoose(first + Number(slider.value));
  slider.addEventListener('input', choose);
  // A slider that is not moved says nothing, but going to it means its clip.
  slider.addEventListener('click', choose);
  track.append(canvas, slider);
  row.append(name, track, make('span', duration === undefined ? '' : secondsText(duration), 'end'));
  new ResizeObserver(() => drawCounts(canvas, instants)).observe(canvas);
  return { first, count: instants.length, row, slider };
}

/** One column per instant, as high as the number of pairs is, on a scale of roots, so that few can be seen beside many. */
function drawCounts(canvas: HTMLCanvasElement, instants: readonly PageInstant[]): void {
  const style = getComputedStyle(canvas);
  canvas.width = Math.round(canvas.clientWidth * devicePixelRatio);
  canvas.height = Math.round(canvas.clientHeight * devicePixelRatio);
  const context = canvas.getContext('2d');
  if (context === null || canvas.width === 0) return;
  const most = instants.reduce((sum, { known }) => Math.max(sum, known.length), 1);
  instants.forEach(({ known }, i) => {
    // Marks are centred on their instants, as the thumb of the slider is.
    const step = canvas.width / Math.max(1, instants.length - 1);
    const left = instants.length === 1 ? 0 : Math.max(0, (i - 0.5) * step);
    const right = instants.length === 1 ? canvas.width : Math.min(canvas.width, (i + 0.5) * step);
    const added = known.reduce((sum, isKnown) => sum + (isKnown === 1 ? 0 : 1), 0);
    const bar = (count: number, color: string): void => {
      if (count === 0) return;
      const height = Math.max(2, Math.sqrt(count / most) * canvas.height);
      context.fillStyle = style.getPropertyValue(color);
      context.fillRect(left, canvas.height - height, Math.max(1, right - left), height);
    };
    bar(known.length, '--known');
    bar(added, '--new');
  });
}
