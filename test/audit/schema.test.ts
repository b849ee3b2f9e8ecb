import type { FileReport } from 'pliant/audit';
import { REPORT_SCHEMA, auditScene } from 'pliant/audit';
import { describe, expect, it } from 'vitest';
import schema from '../../schema/report.schema.json' with { type: 'json' };
import { flyingBlobs } from './flying-blobs.js';
import { schemaErrors } from './json-schema.js';

/** What a reader of the JSON gets. */
function asJson(report: FileReport): { schema: string; files: FileReport[] } {
  return JSON.parse(JSON.stringify({ schema: REPORT_SCHEMA, files: [report] })) as {
    schema: string;
    files: FileReport[];
  };
}

describe('the schema of reports', () => {
  it('describes what audits report', async () => {
    const scene = flyingBlobs(521, 3);
    const lines = {
      ...scene,
      objects: scene.objects.map((object) => ({ ...object, notChecked: ['primitive 1: lines'] })),
    };
    const reports = [
      await auditScene(scene, { fps: 8, listPairs: true, clearance: 0.05, file: 'blobs.glb' }),
      await auditScene(lines, { fps: 8, baseline: 'none' }),
      await auditScene(scene, { signal: AbortSignal.abort() }),
      await auditScene({ objects: [], clips: [], nodes: [], warnings: [{ code: 'A', pointer: '/', message: 'b' }] }),
    ];
    for (const report of reports) expect(schemaErrors(schema, asJson(report))).toEqual([]);
    expect(reports[0].findings.map(({ meeting }) => meeting)).toContain('close');
    expect(reports[0].seen.map(({ kind }) => kind)).toContain('close');
    expect(reports[1].unchecked).toHaveLength(3);
  });

  it('names the version that reports have', () => {
    expect(schema.$id).toBe(REPORT_SCHEMA);
  });

  it('refuses reports with parts that are missing, unknown or wrong', async () => {
    const report = asJson(await auditScene(flyingBlobs(522, 2), { times: [0] }));
    const [file] = report.files;
    const wrong: unknown[] = [
      { ...report, schema: 'urn:pliant:report:0' },
      { files: report.files },
      { ...report, files: [{ ...file, extra: 1 }] },
      { ...report, files: [{ ...file, clearance: 0 }] },
      { ...report, files: [{ ...file, instants: [{ ...file.instants[0], self: 0.5 }] }] },
      { ...report, files: [{ ...file, findings: [{ ...file.findings[0], meeting: 'near' }] }] },
      { ...report, files: [{ ...file, findings: [{ ...file.findings[0], objects: [] }] }] },
    ];
    expect(file.findings.length).toBeGreaterThan(0);
    for (const value of wrong) expect(schemaErrors(schema, value)).not.toEqual([]);
  });
});
