/** Findings as SARIF 2.1.0 (OASIS), which code-review tools show beside a change. */
import { createHash } from 'node:crypto';
import { pathToFileURL } from 'node:url';
import { isAbsolute } from 'node:path';
import type { Log, Notification, Result } from 'sarif';
import type { FileReport, Finding, Report } from '../audit/report.js';
import { findingLine } from './finding-lines.js';

const SCHEMA = 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json';

const RULES = [
  { id: 'crossing', name: 'SurfacesCross', text: 'Surfaces pass through each other.' },
  { id: 'touching', name: 'SurfacesTouch', text: 'Surfaces touch without passing through each other.' },
  { id: 'close', name: 'SurfacesClose', text: 'Surfaces come closer than the clearance.' },
] as const;

/** A file that could not be audited. */
export interface Failure {
  readonly file: string;
  readonly message: string;
}

/** A log with one run: a result for each finding, and a notification for each file that was refused or not finished. */
export function sarifLog(report: Report, failures: readonly Failure[], version: string): Log {
  const unfinished = report.files.flatMap(({ file, unchecked }) => unchecked.map(({ message }) => ({ file, message })));
  return {
    $schema: SCHEMA,
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'pliant',
            version,
            semanticVersion: version,
            rules: RULES.map(({ id, name, text }) => ({ id, name, shortDescription: { text } })),
          },
        },
        invocations: [
          {
            executionSuccessful: failures.length === 0,
            toolExecutionNotifications: [
              ...failures.map((failure) => notification(failure, 'error')),
              ...unfinished.map((left) => notification(left, 'warning')),
            ],
          },
        ],
        results: report.files.flatMap(resultsOf),
        columnKind: 'utf16CodeUnits',
      },
    ],
  };
}

function resultsOf(report: FileReport): Result[] {
  const seen = new Map<string, number>();
  return report.findings.map((finding) => {
    const how = finding.between === true ? 'between' : finding.meeting;
    const key = JSON.stringify([report.file, finding.names, finding.clip, how]);
    const earlier = seen.get(key) ?? 0;
    seen.set(key, earlier + 1);
    return resultOf(report, finding, `${key} ${earlier}`);
  });
}

function resultOf(report: FileReport, finding: Finding, identity: string): Result {
  const { meeting, objects, clip, interval, peak, triangles, contourLength, depth, distance, joints, center } = finding;
  const { between, firstTouch } = finding;
  return {
    ruleId: meeting,
    ruleIndex: RULES.findIndex(({ id }) => id === meeting),
    level: levelOf(finding),
    baselineState: finding.new ? 'new' : 'unchanged',
    message: { text: findingLine(finding, (_, text) => text) },
    locations: [
      {
        physicalLocation: { artifactLocation: { uri: uriOf(report.file) } },
        logicalLocations: objects.map((id) => ({
          name: report.objects[id].name,
          fullyQualifiedName: `/nodes/${report.objects[id].node}`,
          kind: 'object',
        })),
      },
    ],
    partialFingerprints: { 'finding/v1': fingerprint(identity) },
    properties: {
      clip,
      interval,
      peak,
      triangles,
      contourLength,
      depth,
      distance,
      joints,
      center,
      ...(between === undefined ? {} : { between }),
      ...(firstTouch === undefined ? {} : { firstTouch }),
    },
  };
}

function levelOf({ meeting, new: isNew }: Finding): Result.level {
  if (!isNew) return 'note';
  return meeting === 'crossing' ? 'error' : 'warning';
}

function notification({ file, message }: Failure, level: Notification.level): Notification {
  return {
    level,
    message: { text: message },
    locations: [{ physicalLocation: { artifactLocation: { uri: uriOf(file) } } }],
  };
}

/** SARIF wants URIs: relative ones stay relative, so that a checkout elsewhere finds the file. */
function uriOf(file: string): string {
  if (isAbsolute(file)) return pathToFileURL(file).href;
  return file.replaceAll('\\', '/').split('/').map(encodeURIComponent).join('/');
}

/** The same finding keeps it while numbers change: it is about what meets, in which clip, how, and for which time. */
function fingerprint(identity: string): string {
  return createHash('sha256').update(identity).digest('hex').slice(0, 32);
}
