/** What is in the page that an audit writes, without a browser. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { PageData } from '../../src/cli/page-data.js';
import { unpackRecord } from '../../src/cli/packed-record.js';
import { boxesModel } from './boxes-model.js';
import { runPliant } from './run-pliant.js';
import { withModel } from './with-model.js';

describe('the page', () => {
  /** The parts of a page that matter for its safety. */
  async function makePage(bytes: Uint8Array): Promise<{ html: string; data: PageData }> {
    const { folder, model } = await withModel(bytes);
    const path = join(folder, 'r.html');
    await runPliant(['audit', model, '--html', path, '--clip', 'Push']);
    const html = await readFile(path, 'utf8');
    const packed = /<script type="application\/octet-stream" id="data">([A-Za-z0-9+/=]*)<\/script>/.exec(html)![1];
    return { html, data: unpackRecord(inflateSync(Buffer.from(packed, 'base64'))) as PageData };
  }

  it('has all findings and triangle pairs, those of the baseline apart', async () => {
    // At its end Push is where the cart rests in the second model: there nothing of it is new.
    for (const [restAt, isKnown] of [
      [3, 0],
      [0.75, 1],
    ]) {
      const { data } = await makePage(boxesModel(restAt));
      const [{ report, instants, scene }] = data.files;
      expect(report.findings.map((finding) => finding.new)).toEqual([isKnown === 0]);
      expect(scene.objects.map(({ name }) => name)).toEqual(['Wall', 'Cart']);
      const { pairs, known } = instants.at(-1)!;
      expect(report.findings[0].pairs).toBe(known.length);
      expect(pairs).toHaveLength(4 * known.length);
      expect(new Set(known)).toEqual(new Set([isKnown]));
    }
  });

  it('lets nothing run but its own script, whatever the names in the file', async () => {
    const evil = '</script><script>alert(1)</script><img src=x onerror=alert(2)>';
    const { html, data } = await makePage(boxesModel(3, [evil, 'Cart']));
    expect(html).not.toContain('alert');
    expect(data.files[0].scene.objects[0].name).toBe(evil);
    const scripts = [...html.matchAll(/<script(?: type="module")?>([\s\S]*?)<\/script>/g)];
    expect(scripts).toHaveLength(1);
    const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(html)![1];
    const hash = createHash('sha256').update(scripts[0][1]).digest('base64');
    expect(policy).toContain(`default-src 'none'; script-src 'sha256-${hash}'`);
    expect(policy).not.toContain('unsafe');
    // Nothing is loaded: there is no address in the markup around the script and its data.
    const markup = html.replaceAll(/<(script|style)[\s\S]*?<\/\1>/g, '');
    expect(markup).not.toMatch(/\b(src|href)=|https?:/);
  });
});
