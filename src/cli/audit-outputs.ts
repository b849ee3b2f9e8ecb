/** The files that an audit writes: JSON, HTML, SARIF, GLB. Each is there whole or not at all. */
import type { ModelFile } from '../audit/node-files.js';
import type { FileReport, Report } from '../audit/report.js';
import { REPORT_SCHEMA } from '../audit/report.js';
import type { AnimatedScene } from '../gltf/scene.js';
import type { AuditArguments } from './audit-arguments.js';
import type { IsKnown } from './known-pairs.js';
import { markedModel } from './marked-model.js';
import { pageFile } from './page-data.js';
import { reportPieces } from './report-text.js';
import type { Failure } from './sarif.js';
import { sarifLog } from './sarif.js';
import type { Terminal } from './terminal.js';
import { markTriangles } from './triangle-marks.js';
import { packageVersion } from './version.js';
import { writePieces, writeWhole, writeWholeBy } from './write-whole.js';

/** What was found in a model. */
export interface AuditedModel {
  readonly report: FileReport;
  /** What pictures need beside it. Of many files it would fill the memory, and is kept for outputs that show the model alone. */
  readonly drawn: DrawnModel | undefined;
}

interface DrawnModel {
  /** Undefined for a recording. */
  readonly file: ModelFile | undefined;
  readonly scene: AnimatedScene;
  /** What the baseline has. */
  readonly isKnown: IsKnown;
}

/** Writes what was asked for. */
export async function writeAuditOutputs(
  asked: AuditArguments,
  audited: readonly AuditedModel[],
  failures: readonly Failure[],
  { out, signal }: Terminal,
): Promise<void> {
  const { json, html, sarif, glb } = asked;
  const full: Report = { schema: REPORT_SCHEMA, files: audited.map(({ report }) => report) };
  if (json !== undefined) {
    const report = asked.listPairs ? full : withoutPairs(full);
    if (json === '-') for (const piece of reportPieces(report)) out(piece);
    else await writeWholeBy(json, (file) => writePieces(file, reportPieces(report)), signal);
  }
  if (sarif !== undefined) {
    const text = `${JSON.stringify(sarifLog(full, failures, packageVersion()), undefined, 2)}\n`;
    if (sarif === '-') out(text);
    else await writeWhole(sarif, text, signal);
  }
  if (html !== undefined) {
    // The page's script is longer than all the rest.
    const { htmlReport } = await import('./html-report.js');
    const files = audited.map(({ report, drawn }) => pageFile(report, drawn!.scene, drawn!.isKnown));
    await writeWhole(html, htmlReport({ version: packageVersion(), files }), signal);
  }
  if (glb !== undefined) {
    const { report, drawn } = audited[0];
    const { file, scene, isKnown } = drawn!;
    await writeWhole(glb, await markedModel(file!, scene, markTriangles(report, isKnown)), signal);
  }
}

/** The lists of triangle pairs were made for the page and the coloured model. */
function withoutPairs({ schema, files }: Report): Report {
  return {
    schema,
    files: files.map((file) => ({
      ...file,
      instants: file.instants.map(({ trianglePairs: _pairs, passages, ...instant }) =>
        passages === undefined
          ? instant
          : { ...instant, passages: passages.map(({ trianglePairs: _passing, ...passage }) => passage) },
      ),
    })),
  };
}
