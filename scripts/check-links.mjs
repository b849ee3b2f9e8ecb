// Broken links, in the documents of the repository and in the documentation site that was made of them. Whatever leads to other
// hosts is left alone: checks run without a network.
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { projectPath } from './paths.mjs';
import { run } from './run.mjs';

/** @typedef {import('./run.mjs').Outcome} Outcome */

const SITE = 'docs/api';
const ELSEWHERE = /^(https?:|mailto:|data:)/;
/** What a page loads by itself, as opposed to what it leads to. */
const LOADS = /<(?:script|img|link|source|iframe)\b[^>]*?\s(?:src|href)="([^"]*)"/g;
const LEADS_TO = /<a\b[^>]*?\shref="([^"]*)"/g;
const IDS = /\sid="([^"]*)"/g;

/** @returns {Promise<Outcome>} Fails with the links of all Markdown files that lead nowhere. */
export async function checkDocuments() {
  const { code, output } = await run('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.md'], {
    capture: true,
  });
  if (code !== 0) return { code, output };
  return outcomeOf(output.trim().split('\n').flatMap(findInMarkdown));
}

/**
 * @param {string} [site] The folder of the site.
 * @returns {Outcome} Fails with the links of the site that lead nowhere, and with what it would load from elsewhere.
 */
export function checkSite(site = SITE) {
  const root = projectPath(site);
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' });
  /** @type {Map<string, Set<string>>} */
  const anchors = new Map();
  const pages = files.filter((file) => file.endsWith('.html'));
  const styles = files.filter((file) => file.endsWith('.css'));
  return outcomeOf([
    ...pages.flatMap((page) => findInPage(root, page, anchors)),
    ...styles
      .filter((file) => /(@import|url\()\s*["']?https?:/.test(readFileSync(join(root, file), 'utf8')))
      .map((file) => `${file}: loads from elsewhere`),
  ]);
}

/** @param {string[]} problems @returns {Outcome} */
function outcomeOf(problems) {
  return problems.length === 0
    ? { code: 0, output: '' }
    : { code: 1, output: `These links lead nowhere:\n${problems.join('\n')}\n` };
}

/**
 * @param {string} file A path inside the project.
 * @returns {string[]} The links of a Markdown file that lead nowhere.
 */
export function findInMarkdown(file) {
  const text = withoutCode(readFileSync(projectPath(file), 'utf8'));
  const links = [...text.matchAll(/\]\(([^)\s]+)(?:\s+"[^"]*")?\)/g), ...text.matchAll(/^\[[^\]]+\]:\s+(\S+)/gm)];
  return links.flatMap(([, link]) => {
    if (ELSEWHERE.test(link)) return [];
    const [path, anchor] = link.split('#');
    const target = path === '' ? projectPath(file) : join(dirname(projectPath(file)), decodeURIComponent(path));
    if (!existsSync(target)) return [`${file}: ${link}`];
    if (anchor === undefined || !target.endsWith('.md')) return [];
    return headingsOf(readFileSync(target, 'utf8')).has(anchor) ? [] : [`${file}: ${link} (there is no such heading)`];
  });
}

/** @param {string} root @param {string} page @param {Map<string, Set<string>>} anchors */
function findInPage(root, page, anchors) {
  const text = readFileSync(join(root, page), 'utf8');
  const loaded = [...text.matchAll(LOADS)].map(([, link]) => link);
  const led = [...text.matchAll(LEADS_TO)].map(([, link]) => link);
  const foreign = loaded.filter((link) => /^(https?:)?\/\//.test(link)).map((link) => `${page}: loads ${link}`);
  const broken = [...new Set([...loaded, ...led])].filter(
    (link) => !ELSEWHERE.test(link) && !leadsSomewhere(root, page, link, anchors),
  );
  return [...foreign, ...broken.map((link) => `${page}: ${link}`)];
}

/** @param {string} root @param {string} page @param {string} link @param {Map<string, Set<string>>} anchors */
function leadsSomewhere(root, page, link, anchors) {
  const [path, anchor] = link.replaceAll('&amp;', '&').split('#');
  const target = path === '' ? join(root, page) : join(root, dirname(page), decodeURIComponent(path.split('?')[0]));
  // Nothing outside the site: it may be put anywhere.
  if (relative(root, target).startsWith('..') || !statSync(target, { throwIfNoEntry: false })?.isFile()) return false;
  if (anchor === undefined || anchor === '' || !target.endsWith('.html')) return true;
  let known = anchors.get(target);
  if (!known) {
    known = new Set([...readFileSync(target, 'utf8').matchAll(IDS)].map(([, id]) => id));
    anchors.set(target, known);
  }
  return known.has(decodeURIComponent(anchor));
}

/** @param {string} text */
function withoutCode(text) {
  return text.replaceAll(/^(```|~~~)[\s\S]*?^\1/gm, '').replaceAll(/`[^`\n]*`/g, '');
}

/** Anchors as GitHub makes them of headings. @param {string} text */
function headingsOf(text) {
  const anchors = new Set();
  for (const [, heading] of text.replaceAll(/^(```|~~~)[\s\S]*?^\1/gm, '').matchAll(/^#{1,6} (.+)$/gm)) {
    const plain = heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase();
    const anchor = plain
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replaceAll(/\s/g, '-');
    let unique = anchor;
    for (let i = 1; anchors.has(unique); i++) unique = `${anchor}-${i}`;
    anchors.add(unique);
  }
  return anchors;
}
