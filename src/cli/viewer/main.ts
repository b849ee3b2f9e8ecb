/** The page: files, findings, time lines and the picture, and one state that they all show. */
import type { Finding } from '../../audit/report.js';
import { counted } from '../finding-lines.js';
import type { PageData, PageFile } from '../page-data.js';
import { element, make } from './elements.js';
import type { FindingList } from './finding-list.js';
import { createFindingList } from './finding-list.js';
import { loadData } from './load-data.js';
import { createPicture } from './picture.js';
import type { TimeLines } from './time-lines.js';
import { createTimeLines, instantText } from './time-lines.js';

const TURN = 0.12;
const LONGEST_STEP_SECONDS = 0.5;

/** Starts the page. */
function start(data: PageData): void {
  const picture = createPicture(element<HTMLCanvasElement>('canvas'));
  element('no-picture').hidden = picture !== undefined;
  element('canvas').hidden = picture === undefined;
  element('view-controls').hidden = picture === undefined;
  const play = element<HTMLButtonElement>('play');
  const showKnown = element<HTMLInputElement>('show-known');

  let file: PageFile = data.files[0];
  let index = 0;
  let chosen: Finding | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let lines: TimeLines;
  let list: FindingList;

  const goTo = (next: number): void => {
    if (file.instants.length === 0) return;
    index = next;
    picture?.goTo(index);
    lines.show(index);
    element('now').textContent = instantText(file.instants[index]);
  };
  const stop = (): void => {
    if (timer !== undefined) clearTimeout(timer);
    timer = undefined;
    play.textContent = 'Play';
    play.setAttribute('aria-pressed', 'false');
    element('now').setAttribute('aria-live', 'polite');
  };
  /** The instants of a clip are neighbours; behind the last comes the first again. */
  const following = (step: number): number => {
    const { clip } = file.instants[index];
    const first = file.instants.findIndex((instant) => instant.clip === clip);
    const last = file.instants.findLastIndex((instant) => instant.clip === clip);
    const next = index + step;
    if (next > last) return first;
    return next < first ? last : next;
  };
  const run = (): void => {
    const next = following(1);
    const seconds = file.instants[next].time - file.instants[index].time;
    timer = setTimeout(
      () => {
        goTo(next);
        run();
      },
      1000 * (seconds > 0 ? Math.min(seconds, LONGEST_STEP_SECONDS) : LONGEST_STEP_SECONDS),
    );
  };
  const toggle = (): void => {
    if (timer !== undefined) {
      stop();
      return;
    }
    // The rest pose does not move: playing begins with the first clip.
    if (following(1) === index)
      goTo(
        Math.max(
          0,
          file.instants.findIndex(({ clip }) => clip !== null),
        ),
      );
    if (following(1) === index) return;
    play.textContent = 'Pause';
    play.setAttribute('aria-pressed', 'true');
    // Thirty times a second nobody can listen.
    element('now').setAttribute('aria-live', 'off');
    run();
  };
  const choose = (finding: Finding): void => {
    stop();
    chosen = finding;
    list.show(finding);
    const at = file.instants.findIndex(({ clip, time }) => clip === finding.clip && time === finding.peak);
    if (at >= 0) goTo(at);
    picture?.lookAt(finding);
  };
  const chooseNext = (step: number): void => {
    const { findings } = list;
    if (findings.length === 0) return;
    const at = chosen === undefined ? -1 : findings.indexOf(chosen);
    choose(findings[at < 0 && step < 0 ? findings.length - 1 : (at + step + findings.length) % findings.length]);
  };
  const refill = (): void => {
    list = createFindingList(file, showKnown.checked, choose);
    list.show(chosen);
  };
  const open = (next: PageFile): void => {
    stop();
    file = next;
    chosen = undefined;
    lines = createTimeLines(file, (at) => {
      stop();
      goTo(at);
    });
    refill();
    showSummary(file);
    picture?.setFile(file);
    goTo(0);
  };

  play.addEventListener('click', toggle);
  showKnown.addEventListener('change', refill);
  element('fit').addEventListener('click', () => picture?.fit());
  element<HTMLInputElement>('see-through').addEventListener('change', (event) => {
    picture?.setSeeThrough((event.target as HTMLInputElement).checked);
  });
  element<HTMLInputElement>('edges').addEventListener('change', (event) => {
    picture?.setEdges((event.target as HTMLInputElement).checked);
  });
  offerFiles(data, open);
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const { target, key } = event;
    if (key === 'n' || key === 'p') chooseNext(key === 'n' ? 1 : -1);
    else if ((key === ',' || key === '.') && file.instants.length > 0) {
      stop();
      goTo(following(key === '.' ? 1 : -1));
    } else if (key === ' ' && !(target instanceof HTMLElement && target.matches('button, input, select, summary'))) {
      toggle();
      event.preventDefault();
    } else if (target === element('canvas')) {
      const turn = CANVAS_KEYS[key];
      if (turn === undefined) return;
      picture?.turn(...turn);
      event.preventDefault();
    }
  });
  open(file);
}

const CANVAS_KEYS: Readonly<Record<string, [number, number, number] | undefined>> = {
  ArrowLeft: [-TURN, 0, 1],
  ArrowRight: [TURN, 0, 1],
  ArrowUp: [0, -TURN, 1],
  ArrowDown: [0, TURN, 1],
  '+': [0, 0, 0.85],
  '=': [0, 0, 0.85],
  '-': [0, 0, 1 / 0.85],
};

function offerFiles({ files }: PageData, open: (file: PageFile) => void): void {
  const select = element<HTMLSelectElement>('file');
  files.forEach(({ report }, i) => {
    const option = make('option', report.file);
    option.value = String(i);
    select.append(option);
  });
  element('file-choice').hidden = files.length < 2;
  select.addEventListener('change', () => open(files[Number(select.value)]));
}

function showSummary({ report, instants }: PageFile): void {
  const triangles = report.objects.reduce((sum, object) => sum + object.triangles, 0);
  const added = report.findings.filter((finding) => finding.new).length;
  element('summary').textContent = [
    report.file,
    `${counted(report.objects.length, 'object')}, ${counted(triangles, 'triangle')}`,
    counted(instants.length, 'instant'),
    `${counted(added, 'new finding')}, ${report.findings.length - added} known`,
  ].join(' · ');
  const remarks = [
    ...report.unchecked.map(({ message }) => `Not checked: ${message}`),
    ...report.warnings.map(({ code, pointer, message }) => `${code} at ${pointer}: ${message}`),
  ];
  const place = element('remarks');
  place.hidden = remarks.length === 0;
  place.querySelector('summary')!.textContent = counted(remarks.length, 'remark');
  place.querySelector('ul')!.replaceChildren(...remarks.map((remark) => make('li', remark)));
}

start(await loadData());
