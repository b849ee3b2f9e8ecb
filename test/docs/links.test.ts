import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { checkDocuments, checkSite, findInMarkdown } from '../../scripts/check-links.mjs';
import { projectPath } from '../../scripts/paths.mjs';

const folder = 'build/links';
beforeEach(() => rmSync(projectPath(folder), { recursive: true, force: true }));
afterAll(() => rmSync(projectPath(folder), { recursive: true, force: true }));

function write(files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    const file = join(projectPath(folder), name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}

describe('the links of documents', () => {
  it('are right in this repository', async () => {
    expect(await checkDocuments()).toEqual({ code: 0, output: '' });
  });

  it('are found when they lead to no file or to no heading', () => {
    write({
      'a.md':
        '# A\n\n[b](b.md) [there](b.md#some-text-here) [own](#a) ![picture](no.png) [no](b.md#no) [gone](c.md) [far](https://a.b)\n',
      'b.md': '# B\n\n## Some `text`, here!\n',
    });
    expect(findInMarkdown(`${folder}/a.md`)).toEqual([
      `${folder}/a.md: no.png`,
      `${folder}/a.md: b.md#no (there is no such heading)`,
      `${folder}/a.md: c.md`,
    ]);
  });

  it('are not looked for in code', () => {
    write({ 'a.md': '`[x](gone.md)`\n\n```md\n[y](gone.md)\n```\n' });
    expect(findInMarkdown(`${folder}/a.md`)).toEqual([]);
  });
});

describe('the links of a site', () => {
  it('are right when all of them lead to files and ids that are there', () => {
    write({
      'index.html':
        '<script src="a/main.js"></script><a href="a/b.html#x">b</a><a href="https://a.b">far</a><a href="#y" id="y">y</a>',
      'a/b.html': '<h1 id="x">x</h1><a href="../index.html">home</a>',
      'a/main.js': '',
    });
    expect(checkSite(folder)).toEqual({ code: 0, output: '' });
  });

  it('are found when they lead nowhere, out of the site, or load something from elsewhere', () => {
    write({
      'index.html':
        '<a href="gone.html">1</a><a href="#gone">2</a><a href="../out.html">3</a><img alt="" src="https://a.b/c.png">',
      'style.css': '@import "https://a.b/c.css";',
    });
    const { code, output } = checkSite(folder);
    expect(code).toBe(1);
    expect(output.trim().split('\n').slice(1)).toEqual([
      'index.html: loads https://a.b/c.png',
      'index.html: gone.html',
      'index.html: #gone',
      'index.html: ../out.html',
      'style.css: loads from elsewhere',
    ]);
  });
});
