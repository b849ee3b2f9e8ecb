/**
 * Point caches: where the vertices of a mesh are at each frame of a recording, without the mesh. PC2 of 3ds Max and Blender, little-endian, has a header of 32 bytes: `POINTCACHE2` and a
 * zero, then version, number of points, first frame, frames from sample to sample, number of samples. MDD of LightWave, big-endian, begins with the
 * numbers of frames and points and the time of each frame. Behind that both have x, y and z of all points, frame by frame, in float32.
 */
import { describe } from '../checks.js';
import { PliantError } from '../errors.js';
import type { Recording, RecordingOptions } from './recording.js';
import { allocateFrame, requireFps } from './recording.js';

/** What a cache announces. */
export interface CacheHeader {
  readonly kind: 'pc2' | 'mdd';
  readonly pointCount: number;
  readonly times: Float64Array;
  readonly names: readonly string[];
  /** Where the points begin, in bytes. */
  readonly firstByte: number;
}

const MAGIC = 'POINTCACHE2\0';
const PC2_HEADER_BYTES = 32;
const MDD_HEADER_BYTES = 8;
const POINT_BYTES = 12;

/**
 * Reads a PC2 point cache.
 *
 * @throws PliantError when it is none, is cut short, or has a point that is not finite.
 */
export function readPc2(data: Uint8Array | ArrayBuffer, options: RecordingOptions = {}): Recording {
  return readCache('readPc2', 'pc2', data, options);
}

/**
 * Reads an MDD point cache, which says itself when its frames are.
 *
 * @throws PliantError when it is none, is cut short, or has a point that is not finite.
 */
export function readMdd(data: Uint8Array | ArrayBuffer, options: Pick<RecordingOptions, 'shared'> = {}): Recording {
  return readCache('readMdd', 'mdd', data, options);
}

function readCache(
  caller: string,
  kind: CacheHeader['kind'],
  data: Uint8Array | ArrayBuffer,
  options: RecordingOptions,
): Recording {
  const bytes = data instanceof ArrayBuffer ? new Uint8Array(data) : data;
  if (!(bytes instanceof Uint8Array)) {
    throw new PliantError('bad-type', `${caller}: the data is ${describe(data)}; pass a Uint8Array or an ArrayBuffer`);
  }
  const header = readCacheHeader(caller, kind, bytes, bytes.length, options);
  const { pointCount, times, names, firstByte } = header;
  const frameBytes = pointCount * POINT_BYTES;
  const frames = names.map((_, k) => {
    const from = firstByte + k * frameBytes;
    return decodeFrame(caller, header, k, bytes.subarray(from, from + frameBytes), options.shared === true);
  });
  return { times, frames, names };
}

/** Reads what comes before the points from the first bytes of a cache that has `byteCount` in all. */
export function readCacheHeader(
  caller: string,
  kind: CacheHeader['kind'],
  bytes: Uint8Array,
  byteCount: number,
  options: RecordingOptions,
): CacheHeader {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return kind === 'pc2' ? readPc2Header(caller, view, byteCount, options) : readMddHeader(caller, view, byteCount);
}

/** The points of one frame, checked. */
export function decodeFrame(
  caller: string,
  { kind, names, pointCount }: CacheHeader,
  frame: number,
  bytes: Uint8Array,
  shared: boolean,
): Float32Array {
  const points = allocateFrame(pointCount * 3, shared);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const isLittleEndian = kind === 'pc2';
  for (let i = 0; i < points.length; i++) {
    points[i] = view.getFloat32(i * 4, isLittleEndian);
    if (Number.isFinite(points[i])) continue;
    const place = `${'xyz'[i % 3]} of point ${Math.floor(i / 3)} in frame ${names[frame]}`;
    throw new PliantError('bad-number', `${caller}: ${place} is ${points[i]}; every coordinate must be finite`);
  }
  return points;
}

function readPc2Header(caller: string, view: DataView, byteCount: number, options: RecordingOptions): CacheHeader {
  const fps = requireFps(caller, options);
  let magic = '';
  for (let i = 0; i < Math.min(MAGIC.length, view.byteLength); i++) magic += String.fromCharCode(view.getUint8(i));
  if (magic !== MAGIC) {
    throw new PliantError('bad-file', `${caller}: the data does not begin with POINTCACHE2; pass a PC2 point cache`);
  }
  requireHeader(caller, view, PC2_HEADER_BYTES);
  const version = view.getInt32(12, true);
  if (version !== 1) throw new PliantError('unsupported', `${caller}: the version is ${version}; only 1 is known`);
  const pointCount = view.getInt32(16, true);
  const start = view.getFloat32(20, true);
  const rate = view.getFloat32(24, true);
  const frameCount = view.getInt32(28, true);
  requireFrames(caller, frameCount, pointCount, PC2_HEADER_BYTES, byteCount);
  if (!Number.isFinite(start) || !Number.isFinite(rate) || !(rate > 0)) {
    const found = `the first frame is ${start} and samples are ${rate} frames apart`;
    throw new PliantError('bad-number', `${caller}: ${found}; both must be finite, and the second above 0`);
  }
  const times = Float64Array.from({ length: frameCount }, (_, k) => (k * rate) / fps);
  const names = Array.from(times, (_, k) => String(Number((start + k * rate).toFixed(3))));
  return { kind: 'pc2', pointCount, times, names, firstByte: PC2_HEADER_BYTES };
}

function readMddHeader(caller: string, view: DataView, byteCount: number): CacheHeader {
  requireHeader(caller, view, MDD_HEADER_BYTES);
  const frameCount = view.getInt32(0, false);
  const pointCount = view.getInt32(4, false);
  const firstByte = MDD_HEADER_BYTES + 4 * frameCount;
  requireFrames(caller, frameCount, pointCount, firstByte, byteCount);
  requireHeader(caller, view, firstByte);
  const times = new Float64Array(frameCount);
  for (let k = 0; k < frameCount; k++) {
    times[k] = view.getFloat32(MDD_HEADER_BYTES + 4 * k, false) - view.getFloat32(MDD_HEADER_BYTES, false);
    if (Number.isFinite(times[k]) && (k === 0 || times[k] > times[k - 1])) continue;
    const before = k === 0 ? '' : `, after ${times[k - 1]}`;
    throw new PliantError('bad-number', `${caller}: frame ${k} is at ${times[k]} seconds${before}; times must rise`);
  }
  return { kind: 'mdd', pointCount, times, names: Array.from(times, (_, k) => String(k)), firstByte };
}

function requireHeader(caller: string, view: DataView, byteCount: number): void {
  if (view.byteLength >= byteCount) return;
  const found = `the header takes ${byteCount} bytes, but there are ${view.byteLength}`;
  throw new PliantError('cut-short', `${caller}: ${found}; write the cache again`);
}

/** Refuses counts that make no sense, or that the file is too short for, before anything is allocated. */
function requireFrames(caller: string, frameCount: number, pointCount: number, first: number, byteCount: number): void {
  const announced = `${frameCount} frames of ${pointCount} points are announced`;
  if (!(frameCount > 0) || !(pointCount > 0)) {
    throw new PliantError('bad-count', `${caller}: ${announced}; there must be at least one of each`);
  }
  const needed = first + frameCount * pointCount * POINT_BYTES;
  if (byteCount >= needed) return;
  const found = `${announced}, which takes ${needed} bytes, but there are ${byteCount}`;
  throw new PliantError('cut-short', `${caller}: ${found}; write the cache again`);
}
