/** Recordings of one mesh file per frame, OBJ or PLY: the same triangles in all of them, the vertices at other places. */
import { describe, withDefaults } from '../checks.js';
import { PliantError } from '../errors.js';
import type { Mesh } from './mesh.js';
import type { MeshParts } from './mesh-parts.js';
import { onePart } from './mesh-parts.js';
import { readObjParts } from './read-obj.js';
import { readPly } from './read-ply.js';
import type { Recording, RecordingOptions } from './recording.js';
import { RECORDING_DEFAULTS, allocateFrame, requireFps } from './recording.js';

/** A file of a sequence. */
export interface SequenceFile {
  /** Its name, which ends in `.obj` or `.ply`. */
  readonly name: string;
  /** What is in it. */
  readonly data: Uint8Array;
}

/** A mesh that was recorded. Plain data. */
export interface Sequence extends Recording {
  /** The triangles, and where the vertices are in the first frame. */
  readonly mesh: Mesh;
  /** Objects or groups of an OBJ file; of a PLY file, one part without a name. */
  readonly parts: MeshParts;
}

/** A sequence under way. */
export interface SequenceReader {
  readonly options: RecordingOptions;
  readonly names: string[];
  readonly frames: Float32Array[];
  /** The first frame, once it is there. */
  first: Pick<Sequence, 'mesh' | 'parts'> | undefined;
}

/**
 * Reads a recording from the contents of its files, which are in the order of time: {@link sortFrames} sorts their names. Frames are `1 / fps` seconds apart.
 *
 * @throws PliantError that names the file, and what is wrong with it or differs from the first.
 */
export function readSequence(files: Iterable<SequenceFile>, options: RecordingOptions = {}): Sequence {
  const reader = createSequenceReader(options);
  for (const file of files) addFrame(reader, file);
  return finishSequence(reader);
}

/** Starts a sequence whose files come one by one. */
export function createSequenceReader(options: RecordingOptions): SequenceReader {
  requireFps('readSequence', options);
  return { options, names: [], frames: [], first: undefined };
}

/** Reads the next frame. */
export function addFrame(reader: SequenceReader, file: SequenceFile): void {
  const read = readFrame(file);
  const { first, frames, names, options } = reader;
  if (first === undefined) reader.first = read;
  else {
    if (kindOf(names[0]) !== kindOf(file.name))
      refuse(file.name, 'mismatch', `${JSON.stringify(names[0])} is of another kind`);
    requireSameTopology(file.name, read.mesh, names[0], first.mesh);
  }
  const { positions } = read.mesh;
  if (withDefaults(RECORDING_DEFAULTS, options).shared) {
    const frame = allocateFrame(positions.length, true);
    frame.set(positions);
    frames.push(frame);
  } else frames.push(positions);
  names.push(file.name);
}

/** The sequence of all frames that were added. */
export function finishSequence({ first, frames, names, options }: SequenceReader): Sequence {
  if (first === undefined) {
    throw new PliantError('bad-count', 'readSequence: there are no files; pass at least one OBJ or PLY file');
  }
  const fps = requireFps('readSequence', options);
  return { ...first, times: Float64Array.from(frames, (_, k) => k / fps), frames, names };
}

/**
 * Refuses a mesh whose triangles are not those of another.
 *
 * @throws PliantError `mismatch` that says what differs first: numbers of vertices or triangles, or a triangle.
 */
export function requireSameTopology(name: string, mesh: Mesh, otherName: string, other: Mesh): void {
  const theirs = `in ${JSON.stringify(otherName)}`;
  const differ = (what: string): never => refuse(name, 'mismatch', `${what}; all frames must have the same triangles`);
  if (mesh.vertexCount !== other.vertexCount)
    differ(`it has ${mesh.vertexCount} vertices, but ${other.vertexCount} ${theirs}`);
  if (mesh.triangleCount !== other.triangleCount) {
    differ(`it has ${mesh.triangleCount} triangles, but ${other.triangleCount} ${theirs}`);
  }
  const [a, b] = [mesh.triangles, other.triangles];
  const at = a.findIndex((vertex, i) => vertex !== b[i]);
  if (at < 0) return;
  const triangle = Math.floor(at / 3);
  const corners = (triangles: Uint32Array): string => triangles.subarray(triangle * 3, triangle * 3 + 3).join(' ');
  differ(`triangle ${triangle} has the vertices ${corners(a)}, but ${corners(b)} ${theirs}`);
}

function readFrame({ name, data }: SequenceFile): Pick<Sequence, 'mesh' | 'parts'> {
  const kind = kindOf(name);
  try {
    if (kind === 'obj') return readObjParts(data);
    if (kind === 'ply') {
      const mesh = readPly(data);
      return { mesh, parts: onePart(mesh) };
    }
  } catch (error) {
    if (!(error instanceof PliantError)) throw error;
    refuse(name, error.code, error.message);
  }
  return refuse(name, 'unsupported', 'its name ends in neither .obj nor .ply');
}

function kindOf(name: string): string | undefined {
  if (typeof name !== 'string')
    throw new PliantError('bad-type', `readSequence: a name is ${describe(name)}; pass a string`);
  return /\.(obj|ply)$/i.exec(name)?.[1].toLowerCase();
}

function refuse(name: string, code: PliantError['code'], why: string): never {
  throw new PliantError(code, `readSequence: ${JSON.stringify(name)}: ${why}`);
}
