/**
 * Files that are there whole or not at all: written under another name beside their place, and moved there at the end.
 * Moving replaces an older file at once, so that nobody ever reads half of one.
 */
import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { access, constants, open, realpath, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { UsageError } from './usage-error.js';

/** Names of unfinished files: what is left to remove when the program must end at once. */
const unfinished = new Set<string>();

/** Removes what was not finished. For the moment before the program ends by force. */
export function removeUnfinished(): void {
  for (const path of unfinished) rmSync(path, { force: true });
  unfinished.clear();
}

/** Writes a file whole or not at all. `/dev/stdout` and other places that are no files of their own are written directly. */
export async function writeWhole(path: string, contents: string | Uint8Array, signal?: AbortSignal): Promise<void> {
  await writeWholeBy(path, (file) => file.writeFile(contents), signal);
}

/** The same for contents that are written piece by piece. */
export async function writeWholeBy(
  path: string,
  write: (file: FileHandle) => Promise<void>,
  signal?: AbortSignal,
): Promise<void> {
  signal?.throwIfAborted();
  if (await isDevice(path)) {
    const file = await open(path, 'w');
    try {
      await write(file);
    } finally {
      await file.close();
    }
    return;
  }
  const place = await realPlace(path);
  const temporary = join(dirname(place), `.${basename(place)}.${randomBytes(6).toString('hex')}.part`);
  unfinished.add(temporary);
  try {
    const file = await openNew(temporary, path);
    try {
      await write(file);
    } finally {
      await file.close();
    }
    signal?.throwIfAborted();
    await rename(temporary, place);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  } finally {
    unfinished.delete(temporary);
  }
}

/** Letters that are written at once. */
const PIECE_LENGTH = 1 << 20;

/** Writes text that comes in small pieces, in large ones. */
export async function writePieces(file: FileHandle, pieces: Iterable<string>): Promise<void> {
  let waiting: string[] = [];
  let length = 0;
  for (const piece of pieces) {
    waiting.push(piece);
    length += piece.length;
    if (length < PIECE_LENGTH) continue;
    await file.writeFile(waiting.join(''));
    waiting = [];
    length = 0;
  }
  await file.writeFile(waiting.join(''));
}

/** Refuses a place where no file can be written, before the work begins whose result would be lost. */
export async function requireWritablePlace(option: string, path: string): Promise<void> {
  const place = await stat(path).catch(() => undefined);
  if (place?.isDirectory() === true) {
    throw new UsageError(`${option}: "${path}" is a folder; name a file in it`);
  }
  if (await isDevice(path)) return;
  const folder = dirname(await realPlace(path));
  const there = await stat(folder).catch(() => undefined);
  if (there?.isDirectory() !== true) {
    throw new UsageError(`${option}: there is no folder "${folder}"; make it, or name another place`);
  }
  try {
    await access(folder, constants.W_OK);
  } catch {
    throw new UsageError(`${option}: nothing may be written in the folder "${folder}"; name another place`);
  }
}

/** Refuses to write over a file that is read. */
export async function requireOtherPlace(option: string, path: string, inputs: readonly string[]): Promise<void> {
  const place = await realPlace(path);
  for (const input of inputs) {
    if ((await realPlace(input)) !== place) continue;
    throw new UsageError(`${option}: "${path}" is a model that is read; name another place, or it would be lost`);
  }
}

/** Where a file really is: a link to it stays a link when the file is replaced. */
async function realPlace(path: string): Promise<string> {
  return realpath(path).catch(async () => {
    const folder = await realpath(dirname(path)).catch(() => dirname(resolve(path)));
    return join(folder, basename(path));
  });
}

/** Names in `/dev` and `/proc` stand for something open, such as standard output: nothing may be moved there. */
async function isDevice(path: string): Promise<boolean> {
  if (/^\/(dev|proc)\//.test(resolve(path))) return true;
  const place = await stat(path).catch(() => undefined);
  return place !== undefined && (place.isCharacterDevice() || place.isFIFO());
}

async function openNew(temporary: string, path: string): Promise<FileHandle> {
  try {
    return await open(temporary, 'wx');
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new UsageError(`"${path}" cannot be written (${why}); name another place`);
  }
}
