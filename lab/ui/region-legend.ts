/** What the colours of regions mean, how much of the surface has them, and how far its fitting is. */
import { formatCount, formatShare } from '../model/format.js';
import type { RegionShares } from '../model/region-shares.js';
import type { LabState } from '../model/state.js';
import {
  BORDER_COLOR,
  BORDER_COLORS,
  GOVERNOR_COLOR,
  GOVERNOR_COLORS,
  REGION_SIZES,
  SIZE_COLORS,
  UNPROVED,
} from '../view/region-colors.js';
import { elementById } from './elements.js';
import { make } from './make.js';
import { setText } from './text.js';

/** Colours darker than this have light numbers on them: weighted as eyes do, of 255. */
const DARK = 125;

/** What a legend shows. */
export interface LegendContent {
  /** What is coloured, and how. */
  readonly look: LabState['regions'];
  /** Undefined until something has been found. */
  readonly shares: RegionShares | undefined;
  /** Whether governors are asked at all, and what they are called. */
  readonly asksGovernors: boolean;
  readonly governors: string;
  /** The share of the fitting that is done while it goes on. */
  readonly fitted: number | undefined;
}

/** Writes the legend of regions. */
export class RegionLegend {
  #look: LabState['regions'] | undefined;

  constructor() {
    elementById('legend-unproved', HTMLElement).firstElementChild!.append(swatch(UNPROVED));
  }

  /** Shows what is given. */
  show({ asksGovernors, fitted, governors, look, shares }: LegendContent): void {
    if (look !== this.#look) this.#paint(look);
    this.#look = look;
    const isOn = look !== 'off' && shares !== undefined;
    const areRules = isOn && look !== 'size';
    hide('legend-unproved', !isOn);
    hide('legend-sizes', !isOn || look !== 'size');
    hide('legend-governors', !areRules || !asksGovernors || fitted !== undefined);
    hide('legend-border', !areRules);
    hide('legend-fitting', fitted === undefined);
    for (const word of document.querySelectorAll('.governors-word')) {
      if (word.textContent !== governors) word.textContent = governors;
    }
    if (fitted !== undefined) this.showFitting(fitted);
    this.#showShares(shares, asksGovernors);
  }

  /** Shows how far the fitting is; nothing else changes. */
  showFitting(share: number): void {
    elementById('fitting-bar', HTMLProgressElement).value = share;
  }

  #showShares(shares: RegionShares | undefined, asksGovernors: boolean): void {
    const governed = asksGovernors ? shares?.byGovernors : undefined;
    setText('free-by-governors', governed === undefined ? '–' : formatCount(governed.count));
    setText('governed-share', governed === undefined ? '' : formatShare(governed.share));
    setText('free-by-border', shares === undefined ? '–' : formatCount(shares.byBorder.count));
    setText('bordered-share', shares === undefined ? '' : formatShare(shares.byBorder.share));
    setText('unproved-share', shares === undefined ? '–' : formatShare(shares.unproved));
    setText('legend-governed-share', governed === undefined ? '' : formatShare(governed.share));
    setText('legend-bordered-share', shares === undefined ? '' : formatShare(shares.byBorder.share));
  }

  /** Lays out the colours: one for each size, or one alone. */
  #paint(look: LabState['regions']): void {
    const isBoth = look === 'both';
    paint('legend-governors', isBoth ? GOVERNOR_COLORS : [GOVERNOR_COLOR]);
    paint('legend-border', isBoth ? BORDER_COLORS : [BORDER_COLOR]);
    paint('legend-sizes', SIZE_COLORS);
  }
}

function paint(id: string, colors: readonly number[]): void {
  const numbered = colors.length > 1;
  const swatches = colors.map((color, i) => swatch(color, numbered ? formatSize(REGION_SIZES[i]) : ''));
  const scale = elementById(id, HTMLElement).firstElementChild!;
  scale.replaceChildren(...swatches);
  scale.classList.toggle('single', !numbered);
}

function swatch(color: number, text = ''): HTMLElement {
  const element = make('i', text);
  element.style.background = `#${color.toString(16).padStart(6, '0')}`;
  const brightness = 0.3 * (color >>> 16) + 0.59 * ((color >>> 8) & 0xff) + 0.11 * (color & 0xff);
  element.classList.toggle('dark', brightness < DARK);
  return element;
}

function formatSize(size: number): string {
  return size < 1000 ? String(size) : `${Math.floor(size / 1000)} k`;
}

function hide(id: string, hidden: boolean): void {
  elementById(id, HTMLElement).hidden = hidden;
}
