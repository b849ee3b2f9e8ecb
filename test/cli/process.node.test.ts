/** What only a process of its own can show: signals, pipes, workers, the exit code. */
import { closeSync, existsSync, openSync } from 'node:fs';
import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readObj } from 'pliant/parts';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { boxesModel } from './boxes-model.js';
import type { BuiltCommand } from './built-command.js';
import { buildCommand } from './built-command.js';
import { withModel } from './with-model.js';

let command: BuiltCommand;
beforeAll(async () => {
  command = await buildCommand();
});
afterAll(() => command.remove());

/** Waits until something is there that tells that the work is in its midst. */
async function until(isThere: () => Promise<boolean>): Promise<void> {
  while (!(await isThere())) await new Promise((resolve) => setTimeout(resolve, 5));
}

/** How long a search is under way before it is interrupted, in hundredths of a second. */
const TICKS_OF_SEARCH = 20;

/** How long a process has worked so far, in hundredths of a second: on a busy machine that is less than the time that went by. Where nobody tells, enough. */
async function workOf(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  // Behind the name, which may have anything in it: the time in the program itself is the twelfth.
  return stat === undefined ? Infinity : Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[11]);
}

describe('the command as a process', () => {
  it('ends with the codes that it promises, and writes the same report with any number of threads', async () => {
    const { folder, model } = await withModel();
    const reports: string[] = [];
    for (const threads of ['1', '3']) {
      const path = join(folder, `${threads}.json`);
      const { code, out } = await command.start(['audit', model, '--threads', threads, '--json', path]).ended;
      expect([code, out.includes('1 new crossing')]).toEqual([1, true]);
      reports.push(await readFile(path, 'utf8'));
    }
    expect(reports[1]).toBe(reports[0]);
    const codes: unknown[] = [];
    for (const line of ['--clip Wait', '--frobnicate', '--budget 0s']) {
      codes.push((await command.start(['audit', model, ...line.split(' ')]).ended).code);
    }
    expect(codes).toEqual([0, 2, 3]);
  });

  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('leaves no broken file behind after %s', async (signal) => {
    const { folder, model } = await withModel();
    await writeFile(join(folder, 'r.json'), 'old');
    const outputs = ['json', 'html', 'sarif'].flatMap((kind) => [`--${kind}`, join(folder, `r.${kind}`)]);
    // Minutes of work: the signal comes in the middle, when the first file was left out and the second is searched.
    const first = join(folder, 'first.glb');
    await writeFile(first, boxesModel(3, ['Wall', 'Cart'], ['Fly', 'Wait']));
    const { child, ended } = command.start(['audit', first, model, '--clip', 'Push', '--fps', '400000', ...outputs]);
    await new Promise((resolve) => child.stderr!.once('data', resolve));
    const before = await workOf(child.pid!);
    await until(async () => (await workOf(child.pid!)) - before >= TICKS_OF_SEARCH);
    child.kill(signal);
    const { code, err } = await ended;
    expect(err).toContain('interrupted; nothing unfinished was left behind');
    expect(code).toBe(130);
    expect((await readdir(folder)).sort()).toEqual(['boxes.glb', 'first.glb', 'r.json']);
    expect(await readFile(join(folder, 'r.json'), 'utf8')).toBe('old');
  });

  it('leaves whole files alone when baking is interrupted, by one signal or by two', async () => {
    for (const signalCount of [1, 2]) {
      const { folder, model } = await withModel();
      const out = join(folder, 'baked');
      const cart = join(out, '001-Cart');
      const { child, ended } = command.start(['bake', model, '--fps', '100000', '--out', out]);
      // One more may be under way, under another name, and goes with the signal.
      const isWhole = (name: string): boolean => /^\d{6}\.obj$/.test(name);
      await until(async () => (await readdir(cart).catch(() => [])).filter(isWhole).length > 10);
      for (let i = 0; i < signalCount; i++) child.kill('SIGINT');
      expect((await ended).code).toBe(130);
      const names = await readdir(cart);
      expect(names.length).toBeGreaterThan(10);
      for (const name of names) {
        expect(isWhole(name), name).toBe(true);
        expect(readObj(await readFile(join(cart, name), 'utf8')).triangleCount).toBe(12);
      }
      expect(await readdir(out)).not.toContain('instants.json');
    }
  });

  it.skipIf(!existsSync('/dev/full'))('does not call it clean when the disk is full', async () => {
    const { folder, model } = await withModel();
    const full = openSync('/dev/full', 'w');
    onTestFinished(() => closeSync(full));
    const printed = await command.start(['audit', model, '--clip', 'Wait'], full).ended;
    expect(printed.code).toBe(2);
    expect(printed.err).toMatch(/^pliant: the output cannot be written \(.+\)\n$/);
    expect((await command.start(['audit', model, '--clip', 'Wait', '--json', '/dev/full']).ended).code).toBe(2);
    expect(await readdir(folder)).toEqual(['boxes.glb']);
  });

  it('does its work when nobody reads what it prints, or types', async () => {
    const { folder, model } = await withModel();
    const path = join(folder, 'r.json');
    const { child, ended } = command.start(['audit', model, '--json', path]);
    child.stdout!.destroy();
    child.stderr!.destroy();
    child.stdin!.destroy();
    expect((await ended).code).toBe(1);
    expect(JSON.parse(await readFile(path, 'utf8'))).toHaveProperty('files');
  });
});
