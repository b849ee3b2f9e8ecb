/** What an earlier report has seen, as a baseline for another audit. */
import { describe } from '../checks.js';
import { PliantError } from '../errors.js';
import type { SceneObject } from '../gltf/scene.js';
import { unpackPairs } from './pack-pairs.js';
import type { PairKeys } from './key-set.js';
import type { PairSet } from './plan.js';
import { REPORT_SCHEMA } from './report.js';
import type { FileReport, Report, ReportObject } from './report.js';

/**
 * Takes what was parsed from JSON for a report. Looks at what a baseline is made from; the schema in the package describes all.
 *
 * @throws PliantError `bad-file` when it is none, `newer-version` when this release cannot read it.
 */
export function requireReport(value: unknown): Report {
  const report = value as Partial<Report> | null;
  if (typeof report !== 'object' || report === null || typeof report.schema !== 'string') {
    throw new PliantError('bad-file', `requireReport: got ${describe(value)}; pass a report of pliant audit`);
  }
  if (report.schema !== REPORT_SCHEMA) {
    throw new PliantError(
      'newer-version',
      `requireReport: the schema is ${describe(report.schema)}, but this release reads ${REPORT_SCHEMA}; make the report anew`,
    );
  }
  if (!Array.isArray(report.files) || !report.files.every(isFileReport)) {
    throw new PliantError('bad-file', 'requireReport: files, objects or pairs are missing; make the report anew');
  }
  return report as Report;
}

/** The part of a report about a file: of that name, or of that name in another folder, or the only one there is. */
export function findFileReport({ files }: Report, file: string): FileReport | undefined {
  const same = files.find((other) => other.file === file);
  if (same !== undefined) return same;
  const alike = files.filter((other) => baseName(other.file) === baseName(file));
  if (alike.length === 1) return alike[0];
  return files.length === 1 ? files[0] : undefined;
}

/**
 * What the report has seen of objects that are still the same: with the same name, the same place among those of this name,
 * and as many triangles. Of others nothing is known, and all they do is new.
 */
export function baselineOf(report: FileReport, objects: readonly SceneObject[]): PairSet[] {
  const ids = matchObjects(report.objects, objects);
  const sets: PairSet[] = [];
  for (const { kind, objects: old, packed } of report.seen) {
    const [oldA, oldB = oldA] = old;
    const [a, b] = [ids.get(oldA), ids.get(oldB)];
    if (a === undefined || b === undefined) continue;
    const [trianglesA, trianglesB] = [objects[a].mesh.triangleCount, objects[b].mesh.triangleCount];
    const pairs = unpackPairs(packed, trianglesA, trianglesB);
    if (a <= b) sets.push({ kind, objectA: a, objectB: b, pairs });
    else sets.push({ kind, objectA: b, objectB: a, pairs: turnRound(pairs, trianglesA, trianglesB) });
  }
  return sets;
}

function isFileReport(value: unknown): boolean {
  const file = value as Partial<FileReport> | null;
  return (
    typeof file === 'object' &&
    file !== null &&
    typeof file.file === 'string' &&
    Array.isArray(file.objects) &&
    file.objects.every((object: unknown) => typeof object === 'object' && object !== null) &&
    Array.isArray(file.seen) &&
    file.seen.every((seen: { objects?: unknown; packed?: unknown; kind?: unknown } | null) => {
      if (typeof seen !== 'object' || seen === null) return false;
      return Array.isArray(seen.objects) && typeof seen.packed === 'string' && typeof seen.kind === 'string';
    })
  );
}

/** From ids of a report to those of a scene, for objects that are still the same. */
export function matchObjects(old: readonly ReportObject[], objects: readonly SceneObject[]): Map<number, number> {
  const ids = new Map<number, number>();
  const taken = new Map<string, number>();
  for (const { id, name, triangles } of old) {
    const alike = objects.filter((object) => object.name === name);
    const place = taken.get(name) ?? 0;
    taken.set(name, place + 1);
    if (alike[place]?.mesh.triangleCount === triangles) ids.set(id, alike[place].id);
  }
  return ids;
}

/** The same pairs with the second triangle first. */
function turnRound({ count, keys }: PairKeys, trianglesA: number, trianglesB: number): PairKeys {
  const turned = { keys: new Float64Array(count), count };
  for (let i = 0; i < count; i++) {
    const a = Math.floor(keys[i] / trianglesB);
    turned.keys[i] = (keys[i] - a * trianglesB) * trianglesA + a;
  }
  turned.keys.sort();
  return turned;
}

function baseName(file: string): string {
  return file.slice(Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1);
}
