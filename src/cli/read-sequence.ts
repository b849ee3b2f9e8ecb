/** Reads recordings frame by frame, into memory that threads share. */
import type { FileHandle } from 'node:fs/promises';
import { totalmem } from 'node:os';
import { basename } from 'node:path';
import { readRegular, withRegularFile } from '../audit/node-files.js';
import { sceneOfSequence } from '../audit/sequence-scene.js';
import { PliantError } from '../errors.js';
import type { AnimatedScene } from '../gltf/scene.js';
import {
  addFrame,
  createSequenceReader,
  decodeFrame,
  finishSequence,
  readCacheHeader,
  requireSameTopology,
} from '../internals.js';
import { readSequence } from '../parts.js';
import type { Recording, Sequence } from '../parts.js';
import type { FoundSequence } from './find-sequence.js';
import { counted } from './finding-lines.js';
import type { Progress } from './progress.js';
import type { Terminal } from './terminal.js';
import { printable } from './terminal.js';

/** Who says how far the reading is, and whether it shall go on. */
export interface Reading {
  readonly progress: Progress;
  readonly isQuiet: boolean;
  readonly terminal: Terminal;
}

const CALLER = 'readSequence';
/** Enough for the header of a cache, with the times of four million frames. */
const MOST_HEADER_BYTES = 0x1000000;
/** From so much on, people are told what a recording takes. */
const MUCH_MEMORY = 0x20000000;

/** Reads a recording as a scene. The rest pose is the mesh of `--mesh`, or else the first frame. */
export async function readRecordedScene(found: FoundSequence, reading: Reading): Promise<AnimatedScene> {
  const rest = found.mesh === undefined ? undefined : await readRest(found.mesh);
  const sequence = found.kind === 'meshes' ? await readMeshes(found, reading) : undefined;
  if (sequence === undefined)
    return sceneOfSequence({ ...rest!, ...(await readCache(found, rest!, reading)) }, found.name);
  if (rest === undefined) return sceneOfSequence(sequence, found.name);
  requireSameTopology(found.mesh!, rest.mesh, sequence.names[0], sequence.mesh);
  return sceneOfSequence({ ...sequence, mesh: rest.mesh }, found.name);
}

async function readRest(path: string): Promise<Sequence> {
  return readSequence([{ name: basename(path), data: await readRegular(path, path, CALLER) }]);
}

async function readMeshes({ files, fps, path }: FoundSequence, reading: Reading): Promise<Sequence> {
  const reader = createSequenceReader({ fps, shared: true });
  for (const [k, file] of files.entries()) {
    reading.terminal.signal.throwIfAborted();
    addFrame(reader, { name: basename(file), data: await readRegular(file, file, CALLER) });
    if (k === 0) requireMemory(path, files.length, reader.first!.mesh.vertexCount, reading);
    showProgress(path, k + 1, files.length, reading);
  }
  return finishSequence(reader);
}

/** A cache may be larger than an array can be: it is read sample by sample. */
async function readCache({ fps, kind, path }: FoundSequence, rest: Sequence, reading: Reading): Promise<Recording> {
  return withRegularFile(path, path, CALLER, async (file, byteCount) => {
    const head = new Uint8Array(Math.min(byteCount, MOST_HEADER_BYTES));
    await fill(file, head, 0);
    const header = readCacheHeader(CALLER, kind === 'mdd' ? 'mdd' : 'pc2', head, byteCount, { fps });
    const { firstByte, names, pointCount, times } = header;
    requirePoints(path, pointCount, rest);
    requireMemory(path, names.length, pointCount, reading);
    const bytes = new Uint8Array(pointCount * 12);
    const frames: Float32Array[] = [];
    for (let k = 0; k < names.length; k++) {
      reading.terminal.signal.throwIfAborted();
      await fill(file, bytes, firstByte + k * bytes.length);
      frames.push(decodeFrame(CALLER, header, k, bytes, true));
      showProgress(path, k + 1, names.length, reading);
    }
    return { times, frames, names };
  });
}

/** Reads as many bytes as there is room for, which the file had when it was opened. */
async function fill(file: FileHandle, bytes: Uint8Array, from: number): Promise<void> {
  for (let at = 0; at < bytes.length;) {
    const { bytesRead } = await file.read(bytes, at, bytes.length - at, from + at);
    if (bytesRead === 0) throw new PliantError('cut-short', `${CALLER}: the file has become shorter; try again`);
    at += bytesRead;
  }
}

function requirePoints(path: string, pointCount: number, { mesh, names }: Sequence): void {
  if (pointCount === mesh.vertexCount) return;
  const found = `"${path}" has ${pointCount} points, but "${names[0]}" has ${mesh.vertexCount} vertices`;
  throw new PliantError('mismatch', `${CALLER}: ${found}; pass the mesh that was recorded, by --mesh`);
}

/** Says what a long recording takes, and refuses one that cannot fit. */
function requireMemory(path: string, frameCount: number, vertexCount: number, { isQuiet, terminal }: Reading): void {
  const bytes = frameCount * vertexCount * 12;
  const found = `${counted(frameCount, 'frame')} of ${vertexCount} vertices take ${gigabytes(bytes)} of memory`;
  if (bytes > totalmem()) {
    const there = `this machine has ${gigabytes(totalmem())}`;
    throw new PliantError('unsupported', `${CALLER}: ${found}, and ${there}; audit the recording in parts`);
  }
  if (bytes > MUCH_MEMORY && !isQuiet) terminal.err(`${printable(path)}: ${found}\n`);
}

function gigabytes(bytes: number): string {
  return `${Number((bytes / 1e9).toPrecision(3))} GB`;
}

function showProgress(path: string, done: number, total: number, { progress }: Reading): void {
  progress.update(`reading ${printable(path)}`, done, total, 'frame');
}
