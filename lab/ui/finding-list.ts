/** What the audit found, as a list of buttons that lead there. */
import type { Finding } from 'pliant/audit';
import { formatCount } from '../model/format.js';
import { elementById } from './elements.js';
import { make } from './make.js';

/** Buttons that are made; more of them help nobody, and known ones come last. */
const MOST_BUTTONS = 200;

/** Lists findings. */
export class FindingList {
  readonly #place = elementById('findings', HTMLElement);
  readonly #onChoose: (finding: Finding) => void;
  #listed: Finding[] = [];
  #buttons: HTMLButtonElement[] = [];
  /** Buttons that have been made, for findings come one clip after the other. */
  #made = new Map<Finding, HTMLButtonElement>();
  #chosen: Finding | undefined;

  constructor(onChoose: (finding: Finding) => void) {
    this.#onChoose = onChoose;
  }

  /** What is listed, in order. */
  get listed(): readonly Finding[] {
    return this.#listed;
  }

  /** The one that was chosen last. */
  get chosen(): Finding | undefined {
    return this.#chosen;
  }

  /** Lists findings; known ones only when they are wanted. */
  fill(findings: readonly Finding[], withKnown: boolean): void {
    const listed = findings.filter((finding) => finding.new || withKnown);
    if (listed.length === this.#listed.length && listed.every((finding, i) => finding === this.#listed[i])) return;
    this.#listed = listed;
    const before = this.#made;
    this.#made = new Map(
      listed.slice(0, MOST_BUTTONS).map((finding) => [finding, before.get(finding) ?? this.#makeButton(finding)]),
    );
    this.#buttons = [...this.#made.values()];
    const items = this.#buttons.map((button) => {
      const item = make('li');
      item.append(button);
      return item;
    });
    const left = listed.length - this.#buttons.length;
    if (left > 0) items.push(make('li', `… and ${formatCount(left)} more: “npx pliant audit” lists them all.`, 'hint'));
    this.#place.replaceChildren(...items);
    this.mark(this.#chosen);
  }

  /** Goes to the one that is so many after the chosen one. */
  choose(by: number): void {
    if (this.#listed.length === 0) return;
    const at = this.#chosen === undefined ? -1 : this.#listed.indexOf(this.#chosen);
    const next = this.#listed[(((at + by) % this.#listed.length) + this.#listed.length) % this.#listed.length];
    this.#onChoose(next);
  }

  /** Marks one as chosen; undefined for none. */
  mark(finding: Finding | undefined): void {
    this.#chosen = finding;
    this.#buttons.forEach((button, i) => button.setAttribute('aria-current', String(this.#listed[i] === finding)));
    const at = finding === undefined ? -1 : this.#listed.indexOf(finding);
    this.#buttons[at]?.scrollIntoView({ block: 'nearest' });
  }

  #makeButton(finding: Finding): HTMLButtonElement {
    const button = make('button', '', finding.new ? '' : 'known');
    button.type = 'button';
    const { clip, interval, names } = finding;
    const [from, to] = interval.map((time) => time.toFixed(2));
    const subject = names.length === 1 ? `${names[0]} with itself` : names.join(' and ');
    const when = clip === null ? 'rest pose' : `${clip}, ${from === to ? `${from} s` : `${from}–${to} s`}`;
    button.append(make('strong', subject), make('span', when), make('small', describeFinding(finding)));
    button.addEventListener('click', () => this.#onChoose(finding));
    return button;
  }
}

/** How much, how deep, and where. */
function describeFinding({ depth, joints, meeting, new: isNew, pairs }: Finding): string {
  return [
    `${isNew ? '' : 'known, '}${meeting}`,
    `${formatCount(pairs)} ${pairs === 1 ? 'pair' : 'pairs'}`,
    ...(depth === null || depth === 0 ? [] : [`${formatLength(depth)} deep`]),
    ...(joints.length === 0 ? [] : [`near ${joints.slice(0, 2).join(', ')}`]),
  ].join(' · ');
}

/** A length with the unit that suits it. */
export function formatLength(metres: number): string {
  if (metres >= 1) return `${metres.toPrecision(3)} m`;
  return metres >= 0.01 ? `${(metres * 100).toPrecision(3)} cm` : `${(metres * 1000).toPrecision(3)} mm`;
}
