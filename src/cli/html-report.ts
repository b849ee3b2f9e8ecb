/**
 * `--html`: a page of its own, which needs no network and no other file. The script was built with the package; here it gets its
 * data. The page's own policy lets nothing run but that script, and nothing be fetched.
 */
import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { PliantError } from '../errors.js';
import { VIEWER_BODY, VIEWER_SCRIPT, VIEWER_STYLE } from './generated/viewer.js';
import type { PageData } from './page-data.js';
import { packRecord } from './packed-record.js';

/** Text of more than half a gigabyte is more than engines hold. */
const MOST_PACKED_BYTES = 0x10000000;

/** The text of the page. */
export function htmlReport(data: PageData): string {
  const packed = deflateSync(packRecord(data), { level: 9 });
  if (packed.length > MOST_PACKED_BYTES) {
    const found = `the page would have ${packed.length} bytes of data, more than browsers open`;
    throw new PliantError('unsupported', `--html: ${found}; audit fewer files, clips or frames, or use --json`);
  }
  const policy = [
    "default-src 'none'",
    `script-src ${hashOf(VIEWER_SCRIPT)}`,
    `style-src ${hashOf(VIEWER_STYLE)}`,
    "base-uri 'none'",
    "form-action 'none'",
  ];
  const title = `Pliant audit: ${data.files.map(({ report }) => report.file).join(', ')}`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy.join('; ')}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${escapeHtml(title)}</title>
<style>${VIEWER_STYLE}</style>
</head>
<body>
${VIEWER_BODY}
<script type="application/octet-stream" id="data">${packed.toString('base64')}</script>
<script type="module">${VIEWER_SCRIPT}</script>
</body>
</html>
`;
}

/** Text as text: nothing in it is markup. */
function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);
}

function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
