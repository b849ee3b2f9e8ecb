/** The clips of a model: which is played, and how much meets when, as far as the audit knows. */
import type { AnimatedScene } from 'pliant/audit';
import { formatCount } from '../model/format.js';
import type { ClipAudit } from '../model/model-audit.js';
import { REST_CLIP } from '../model/model-moment.js';
import { drawInstants } from './frame-heat.js';
import type { LineSize } from './frame-heat.js';
import { elementById } from './elements.js';
import { make } from './make.js';

interface Line {
  readonly clip: number;
  readonly item: HTMLElement;
  readonly button: HTMLButtonElement;
  readonly canvas: HTMLCanvasElement;
  readonly cursor: HTMLElement;
  readonly result: HTMLElement;
  /** What was drawn last. */
  drawn: ClipAudit | undefined;
  isDrawnWithKnown: boolean;
}

/** What somebody chose: a clip, and where in it, from 0 to 1; undefined for its beginning. */
type OnChoose = (clip: number, share: number | undefined) => void;

/** Lists clips. */
export class TimeLines {
  readonly #place = elementById('time-lines', HTMLElement);
  readonly #onChoose: OnChoose;
  readonly #observer = new ResizeObserver(() => this.#redraw());
  #lines: Line[] = [];
  /** All lines are of one size; asking each for its own would lay out the page as many times. */
  #size: LineSize = { width: 0, height: 0 };

  constructor(onChoose: OnChoose) {
    this.#onChoose = onChoose;
    this.#observer.observe(this.#place);
  }

  /** Lists the clips of a model. */
  fill({ clips }: AnimatedScene, names: readonly string[]): void {
    this.#lines = [
      this.#makeLine(REST_CLIP, 'Rest pose', ''),
      ...clips.map(({ duration }, clip) => this.#makeLine(clip, names[clip], `${duration.toFixed(2)} s`)),
    ];
    this.#place.replaceChildren(...this.#lines.map(({ item }) => item));
    this.#redraw();
  }

  /** Shows what the audit knows. */
  showAudit(audits: readonly ClipAudit[], withKnown: boolean): void {
    this.#lines.forEach((line, i) => {
      const audit = audits[i];
      if (line.drawn === audit && line.isDrawnWithKnown === withKnown) return;
      line.drawn = audit;
      line.isDrawnWithKnown = withKnown;
      this.#draw(line);
    });
  }

  /** Shows where we are: a share of a clip. */
  showPlace(clip: number, share: number): void {
    for (const { button, clip: own, cursor, item } of this.#lines) {
      const isCurrent = own === clip;
      if (item.classList.contains('current') !== isCurrent) {
        item.classList.toggle('current', isCurrent);
        button.setAttribute('aria-current', String(isCurrent));
      }
      if (isCurrent) cursor.style.left = `${share * 100}%`;
    }
  }

  dispose(): void {
    this.#observer.disconnect();
  }

  #redraw(): void {
    const { clientWidth: width, clientHeight: height } = this.#lines[0]?.canvas ?? { clientWidth: 0, clientHeight: 0 };
    this.#size = { width, height };
    for (const line of this.#lines) this.#draw(line);
  }

  #draw({ canvas, drawn, isDrawnWithKnown, item, result }: Line): void {
    if (drawn === undefined) return;
    const { report, share } = drawn;
    item.classList.toggle('pending', report === undefined);
    canvas.style.setProperty('--share', String(report === undefined ? share : 1));
    drawInstants(canvas, this.#size, report?.instants ?? [], isDrawnWithKnown);
    const added = report?.findings.filter((finding) => finding.new).length ?? 0;
    result.textContent = report === undefined ? '' : added === 0 ? '✓' : formatCount(added);
    result.title = report === undefined ? '' : added === 0 ? 'Nothing new passes through' : `${added} new findings`;
    result.className = added === 0 ? 'result clean' : 'result';
  }

  #makeLine(clip: number, name: string, length: string): Line {
    const item = make('li');
    const button = make('button', '', 'clip');
    button.type = 'button';
    const track = make('span', '', 'track');
    const canvas = make('canvas');
    canvas.ariaHidden = 'true';
    const cursor = make('i');
    track.append(canvas, cursor);
    const result = make('span', '', 'result');
    button.append(make('span', name, 'name'), make('small', length), track, result);
    button.title = name;
    button.addEventListener('click', (event) => {
      const { left, right, top } = track.getBoundingClientRect();
      const isOnTrack = event.clientX >= left && event.clientX <= right && event.clientY >= top && event.detail > 0;
      this.#onChoose(clip, isOnTrack && right > left ? (event.clientX - left) / (right - left) : undefined);
    });
    item.append(button);
    return { clip, item, button, canvas, cursor, result, drawn: undefined, isDrawnWithKnown: false };
  }
}
