/** The audit of a model on the page: how far it is, time lines of all clips, findings, and the time line of the clip that is played. */
import type { Finding } from 'pliant/audit';
import { formatCount } from '../model/format.js';
import type { ModelAudit } from '../model/model-audit.js';
import { elementById } from './elements.js';
import { FindingList } from './finding-list.js';
import { drawInstants } from './frame-heat.js';
import type { LineSize } from './frame-heat.js';
import { setText } from './text.js';
import { TimeLines } from './time-lines.js';

/** What somebody may do with it. */
export interface AuditActions {
  /** Begin, go on, or call it off. */
  readonly toggle: () => void;
  readonly goToClip: (clip: number, share: number | undefined) => void;
  readonly goToFinding: (finding: Finding) => void;
}

/** Shows audits, one after the other. */
export class AuditPanel {
  readonly lines: TimeLines;
  readonly findings: FindingList;
  readonly #heat = elementById('frame-heat', HTMLCanvasElement);
  /** Known from the observer: asking for it would lay out the page. */
  #heatSize: LineSize = { width: 0, height: 0 };
  readonly #observer = new ResizeObserver(([{ contentRect }]) => {
    this.#heatSize = contentRect;
    this.#drawHeat();
  });
  #audit: ModelAudit | undefined;
  #clip = 0;
  #withKnown = false;

  /** Listens until the signal says that it is over. */
  constructor({ goToClip, goToFinding, toggle }: AuditActions, signal: AbortSignal) {
    this.lines = new TimeLines(goToClip);
    this.findings = new FindingList(goToFinding);
    elementById('audit-button', HTMLButtonElement).addEventListener('click', toggle, { signal });
    this.#observer.observe(this.#heat);
  }

  /** Shows what is known; `clip` is the one that is played. */
  show(audit: ModelAudit, clip: number, withKnown: boolean): void {
    this.#audit = audit;
    this.#clip = clip;
    this.#withKnown = withKnown;
    this.#showState(audit);
    this.lines.showAudit(audit.clips, withKnown);
    this.findings.fill(audit.findings, withKnown);
    this.#drawHeat();
  }

  dispose(): void {
    this.lines.dispose();
    this.#observer.disconnect();
  }

  #drawHeat(): void {
    const known = this.#audit?.clips.find(({ clip }) => clip === this.#clip);
    drawInstants(this.#heat, this.#heatSize, known?.report?.instants ?? [], this.#withKnown);
  }

  #showState({ clips, failure, findings, share, state }: ModelAudit): void {
    const added = findings.filter((finding) => finding.new).length;
    const checked = clips.filter(({ report }) => report !== undefined).length;
    const places = `${formatCount(added)} ${added === 1 ? 'place' : 'places'} in time where surfaces pass through`;
    const found = added === 0 ? 'nothing new passes through' : places;
    const clipCount = clips.length - 1;
    const all =
      clipCount === 0 ? 'the rest pose' : clipCount === 1 ? 'the clip' : `all ${formatCount(clipCount)} clips`;
    const texts = {
      idle: 'When, where and how deep, over all clips.',
      running: `Checking ${all}: ${Math.round(share * 100)} %`,
      stopped: `Stopped after ${checked} of ${clips.length} time lines: ${found} so far.`,
      done: `${all.charAt(0).toUpperCase()}${all.slice(1)} checked: ${found}.`,
      failed: `The audit failed: ${failure}`,
    };
    const begin = clipCount === 0 ? 'Check the rest pose' : 'Check all clips';
    const buttons = { idle: begin, running: 'Cancel', stopped: 'Go on', done: '', failed: 'Try again' };
    setText('audit-state', texts[state]);
    setText('audit-button', buttons[state]);
    elementById('audit-button', HTMLButtonElement).hidden = state === 'done';
    const bar = elementById('audit-bar', HTMLProgressElement);
    bar.hidden = state !== 'running';
    bar.value = share;
  }
}
