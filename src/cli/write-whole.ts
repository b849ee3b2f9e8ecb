/**
 * Files that are there whole or not at all: written under another name beside their place, and moved there at the end.
 * Moving replaces an older file at once, so that nobody ever reads half of one.
 */
import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { open, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { UsageError } from './usage-error.js';

/** Names of unfinished files: what is left to remove when the program must end at once. */
const unfinished = new Set<string>();

/** Removes what was not finished. For the moment before the program ends by force. */
export function removeUnfinished(): void {
  for (const path of unfinished) rmSync(path, { force: true });
  unfinished.clear();
}

/** Writes a file whole or not at all. `/dev/stdout` and other places that are no regular file are written directly. */
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
  const temporary = join(dirname(path), `.${basename(path)}.${randomBytes(6).toString('hex')}.part`);
  unfinished.add(temporary);
  try {
    const file = await openNew(temporary, path);
    try {
      await write(file);
    } finally {
      await file.close();
    }
    signal?.throwIfAborted();
    await rename(temporary, path);
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
  const folder = await stat(dirname(path)).catch(() => undefined);
  if (folder?.isDirectory() !== true) {
    throw new UsageError(`${option}: there is no folder "${dirname(path)}"; make it, or name another place`);
  }
}

async function isDevice(path: string): Promise<boolean> {
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
