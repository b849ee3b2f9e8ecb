/** Findings as a person reads them: one line each, and a summary. */
import type { FileReport, Finding } from '../audit/report.js';
import type { Paint, Style } from './terminal.js';
import { printable } from './terminal.js';
import { partsText, whenText } from './touch-text.js';

const MEETING_STYLES: Readonly<Record<Finding['meeting'], Style>> = {
  crossing: 'red',
  touching: 'yellow',
  close: 'cyan',
};

/** One line about a finding, without its end. */
export function findingLine(finding: Finding, paint: Paint): string {
  const { meeting, clip, contourLength, depth, distance, joints } = finding;
  const parts = [
    paint(finding.new ? MEETING_STYLES[meeting] : 'dim', `${finding.new ? 'new' : 'known'} ${meeting}`),
    paint('bold', subjectText(finding)),
    clip === null
      ? 'at rest'
      : `${printable(clip)} ${finding.between === true ? betweenText(finding) : intervalText(finding)}`,
    counted(finding.triangles, 'triangle'),
  ];
  if (finding.between === true)
    parts.push(finding.firstTouch?.frames === undefined ? 'seen at no instant' : 'seen at no frame');
  else if (finding.firstTouch !== undefined) parts.push(`begins ${whenText(finding.firstTouch)}`);
  if (finding.firstTouch !== undefined) parts.push(partsText(finding, finding.firstTouch));
  if (contourLength > 0) parts.push(`contour ${lengthText(contourLength)}`);
  if (depth !== null) parts.push(`depth ${lengthText(depth)}`);
  if (distance !== null) parts.push(`distance ${lengthText(distance)}`);
  if (joints.length > 0) parts.push(paint('dim', `near ${joints.map(printable).join(', ')}`));
  return parts.join(' · ');
}

/** What meets what. */
export function subjectText({ names }: Finding): string {
  return names.length === 1 ? `${printable(names[0])} with itself` : names.map(printable).join(' × ');
}

function intervalText({ interval: [first, last], frames, peak }: Finding): string {
  if (first === last) return `at ${secondsText(first)}${frames === undefined ? '' : ` (${printable(frames[0])})`}`;
  const names = frames === undefined ? '' : ` (${frames.map(printable).join('–')})`;
  return `${secondsText(first).slice(0, -2)}–${secondsText(last)}${names}, peak ${secondsText(peak)}`;
}

/** When something passed that no instant shows. */
function betweenText({ firstTouch, interval: [first, last] }: Finding): string {
  const begin = firstTouch === undefined ? '' : whenText(firstTouch);
  return first === last ? begin : `${begin}, and in each step until ${secondsText(last)}`;
}

/** Seconds with as many digits as instants of usual clips need to differ. */
export function secondsText(seconds: number): string {
  return `${Number(seconds.toFixed(3))} s`;
}

/** A length with a unit that suits it. */
function lengthText(metres: number): string {
  if (metres === 0) return '0 m';
  if (metres >= 1) return `${Number(metres.toPrecision(3))} m`;
  if (metres >= 0.01) return `${Number((metres * 100).toPrecision(3))} cm`;
  if (metres >= 0.0001) return `${Number((metres * 1000).toPrecision(3))} mm`;
  if (metres >= 1e-7) return `${Number((metres * 1e6).toPrecision(3))} µm`;
  return `${metres.toExponential(1)} m`;
}

/** What a file is, in one line. */
export function headLine({ file, objects, instants, clips }: FileReport, paint: Paint): string {
  const triangles = objects.reduce((sum, object) => sum + object.triangles, 0);
  const checked = clips.filter((clip) => clip.instants > 0).length;
  const what = [
    counted(objects.length, 'object'),
    counted(triangles, 'triangle'),
    counted(checked, 'clip'),
    counted(instants.length, 'instant'),
  ];
  return `${paint('bold', printable(file))}  ${paint('dim', what.join(', '))}`;
}

/** What was found, in one line. */
export function summaryLine({ findings, unchecked }: FileReport, paint: Paint): string {
  const count = (meeting: Finding['meeting'], isNew: boolean): number =>
    findings.filter((finding) => finding.meeting === meeting && finding.new === isNew).length;
  const parts: string[] = [];
  for (const isNew of [true, false]) {
    for (const meeting of ['crossing', 'touching', 'close'] as const) {
      const found = count(meeting, isNew);
      const text = `${found} ${isNew ? 'new' : 'known'} ${meeting}`;
      if (found > 0) parts.push(paint(isNew ? MEETING_STYLES[meeting] : 'dim', text));
    }
  }
  const unseen = findings.filter(({ between }) => between === true).length;
  if (unseen > 0) parts.push(`${unseen} of them seen at no instant`);
  const summary = parts.length > 0 ? parts.join(', ') : paint('green', 'nothing meets');
  const left = unchecked.reduce((sum, { instants }) => sum + instants, 0);
  return left > 0 ? `${summary}; ${paint('yellow', `${counted(left, 'instant')} not checked`)}` : summary;
}

/** `1 object`, `2 objects`, `12,345 triangles`. */
export function counted(count: number, noun: string): string {
  return `${groupDigits(count)} ${noun}${count === 1 ? '' : 's'}`;
}

function groupDigits(count: number): string {
  return String(count).replaceAll(/\B(?=(\d{3})+$)/g, ',');
}
