/** The findings, as a list of buttons. */
import type { Finding } from '../../audit/report.js';
import { findingLine, subjectText } from '../finding-lines.js';
import type { PageFile } from '../page-data.js';
import { element, make } from './elements.js';

/** Buttons that are made at once; more come when asked for. */
const PAGE_SIZE = 300;

/** The list of findings. */
export interface FindingList {
  /** Those that are listed, in order. */
  readonly findings: readonly Finding[];
  /** Marks one as chosen, and brings it into view. */
  show(finding: Finding | undefined): void;
}

/** Fills the list. New findings come first; known ones are left out unless they are wanted. */
export function createFindingList(
  { report }: PageFile,
  withKnown: boolean,
  onChoose: (finding: Finding) => void,
): FindingList {
  const place = element('findings');
  const added = report.findings.filter((finding) => finding.new);
  const known = report.findings.filter((finding) => !finding.new);
  const findings = withKnown ? [...added, ...known] : added;
  const buttons = new Map<Finding, HTMLButtonElement>();
  place.replaceChildren();
  const addMore = (): void => {
    for (const finding of findings.slice(buttons.size, buttons.size + PAGE_SIZE)) {
      const button = createButton(finding);
      button.addEventListener('click', () => onChoose(finding));
      buttons.set(finding, button);
      const item = make('li');
      item.append(button);
      place.append(item);
    }
    if (buttons.size >= findings.length) return;
    const item = make('li');
    const more = make('button', `${findings.length - buttons.size} more`);
    more.type = 'button';
    more.addEventListener('click', () => {
      item.remove();
      addMore();
    });
    item.append(more);
    place.append(item);
  };
  if (findings.length === 0) place.append(make('li', withKnown ? 'Nothing meets.' : 'Nothing new.', 'none'));
  addMore();
  return {
    findings,
    show(chosen) {
      for (const [finding, button] of buttons) button.setAttribute('aria-current', String(finding === chosen));
      if (chosen !== undefined) buttons.get(chosen)?.scrollIntoView({ block: 'nearest' });
    },
  };
}

function createButton(finding: Finding): HTMLButtonElement {
  const button = make('button');
  button.type = 'button';
  // The line of the terminal, in three: how and what, where in time, and how much.
  const [kind, , when, ...numbers] = findingLine(finding, (_, text) => text).split(' · ');
  button.append(
    make('small', kind, finding.new ? `kind-${finding.meeting}` : 'kind-known'),
    make('strong', subjectText(finding)),
    make('small', when),
    make('small', numbers.join(' · ')),
  );
  return button;
}
