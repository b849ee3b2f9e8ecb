// slow: starts a process for every hostile file
/** Files that lie, given to the command. Each is small, and claims to be large, deep, endless or somewhere else. */
import { execFileSync } from 'node:child_process';
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { HOSTILE_FILES } from '../gltf/hostile-files.js';
import { toBytes } from '../gltf/make-gltf.js';
import type { BuiltCommand } from './built-command.js';
import { buildCommand } from './built-command.js';
import type { ProcessRecord } from './process-record.js';
import { temporaryFolder } from './temporary-folder.js';

/** What is promised. */
const MOST_GROWTH_MB = 100;

let command: BuiltCommand;
beforeAll(async () => {
  command = await buildCommand();
});
afterAll(() => command.remove());

interface Outcome extends ProcessRecord {
  readonly code: number | string;
  readonly out: string;
  readonly err: string;
}

async function audit(folder: string, ...paths: readonly string[]): Promise<Outcome> {
  const recordPath = join(folder, 'record.json');
  const ended = await command.startWatched(['audit', ...paths], recordPath).ended;
  return { ...ended, ...(JSON.parse(await readFile(recordPath, 'utf8')) as ProcessRecord) };
}

/** A folder with a model folder in it, beside which lies what no model may see. */
async function makeFolders(): Promise<{ outside: string; models: string }> {
  const outside = await temporaryFolder();
  const models = join(outside, 'models');
  await mkdir(models);
  await writeFile(join(outside, 'secret.bin'), new Uint8Array(4));
  return { outside, models };
}

describe('the command refuses', () => {
  it('every hostile file with exit code 2, where, why and what to do, for little memory', async () => {
    const { outside, models } = await makeFolders();
    const trifle = join(models, 'trifle.gltf');
    await writeFile(trifle, '{}');
    const startUp = await audit(outside, trifle);
    expect(startUp.code).toBe(2);

    const files = HOSTILE_FILES.map(({ name, make, says }, i) => {
      return { name, says, bytes: make(), path: join(models, `${i}.gltf`) };
    });
    for (const { path, bytes } of files) await writeFile(path, bytes);
    // The largest size of a process never shrinks: each has its own, but for files that are a few words about a URI.
    const groups = [
      ...files.filter(({ bytes }) => bytes.length > 1000).map((file) => [file]),
      files.filter(({ bytes }) => bytes.length <= 1000),
    ];
    for (const group of groups) {
      const { code, out, err, ...record } = await audit(outside, ...group.map(({ path }) => path));
      const what = group.map(({ name }) => name).join('; ');
      expect(code, `${what}: ${err}`).toBe(2);
      expect(out, what).toBe(group.length > 1 ? `0 files audited, ${group.length} refused, 0 findings\n` : '');
      expect(record.largestMb - startUp.largestMb, what).toBeLessThan(MOST_GROWTH_MB);
      expect(record.opened, what).toEqual(group.map(({ path }) => path));
      expect(record.connections, what).toBe(0);
      for (const { path, name, says } of group) {
        const lines = err.split('\n').filter((line) => line.startsWith(`${path}: `));
        expect(lines, name).toHaveLength(1);
        expect(lines[0], name).toMatch(/: readGltf: \S+ at \S+.*: .+; .+/);
        // A refusal may have several lines, of which the first names the file.
        const told = err.slice(err.indexOf(lines[0])).split(/\n(?! )/)[0];
        for (const part of says) expect(told, name).toContain(part);
      }
    }
  });

  it('what is no regular file, or leads out of the folder of the model', async () => {
    const { outside, models } = await makeFolders();
    const pipe = join(models, 'pipe.glb');
    execFileSync('mkfifo', [pipe, join(models, 'pipe.bin')]);
    await symlink('/dev/zero', join(models, 'zero.bin'));
    await symlink('/dev/zero', join(models, 'zero.glb'));
    await symlink(join(outside, 'secret.bin'), join(models, 'way-out.bin'));
    await symlink(outside, join(models, 'up'));
    const paths = ['/dev/zero', pipe, join(models, 'zero.glb')];
    for (const uri of ['pipe.bin', 'zero.bin', 'way-out.bin', 'up/secret.bin', '.']) {
      const path = join(models, `${paths.length}.gltf`);
      await writeFile(path, toBytes({ asset: { version: '2.0' }, buffers: [{ byteLength: 4, uri }] }));
      paths.push(path);
    }
    const { code, out, err, opened } = await audit(outside, ...paths);
    expect(out).toBe(`0 files audited, ${paths.length} refused, 0 findings\n`);
    expect(code).toBe(2);
    for (const path of paths) expect(err).toContain(`${path}: `);
    expect(opened.filter((path) => path.includes('secret'))).toEqual([]);
  });

  it('what lies on the network, without asking for it', async () => {
    const { outside, models } = await makeFolders();
    let requests = 0;
    const server = createServer((_, response) => {
      requests++;
      response.end('four');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    const paths: string[] = [];
    for (const place of [
      { buffers: [{ byteLength: 4, uri: `http://${host}/a.bin` }] },
      { images: [{ uri: `//${host}/a` }] },
    ]) {
      paths.push(join(models, `${paths.length}.gltf`));
      await writeFile(paths.at(-1)!, toBytes({ asset: { version: '2.0' }, ...place }));
    }
    const { code, connections } = await audit(outside, ...paths);
    expect([code, connections, requests]).toEqual([2, 0, 0]);
  });

  it('names in files as orders to the terminal', async () => {
    const { outside, models } = await makeFolders();
    const path = join(models, 'evil.gltf');
    const evil = '\u001B[2J\u009B31m\r\nx.glb: clean\u202E';
    const attributes = { POSITION: 0, [evil]: 99 };
    await writeFile(
      path,
      toBytes({ asset: { version: '2.0' }, meshes: [{ name: evil, primitives: [{ attributes }] }] }),
    );
    const { code, err } = await audit(outside, path);
    expect(code).toBe(2);
    expect(err.replaceAll(/[\n\u0020-\u007E]/g, '')).toBe('');
    expect(err).not.toMatch(/^x\.glb/m);
  });
});
