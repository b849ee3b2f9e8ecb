/**
 * What is slow to compute of a deform tree as one buffer, and back: the tree over the faces, and the coefficients that follow
 * morph targets. Everything else is made from the geometry in a fraction of the time, so that a buffer can hold nothing that
 * contradicts it.
 *
 * Six words of header — magic, version, checksum of everything behind it, checksum of the geometry, bytes of the tree, numbers of
 * its coefficients — then the tree as `serializeTree` writes it, and the coefficients. On a machine with the other order of bytes
 * the magic reads differently, and the buffer counts as foreign.
 */
import type { Mesh } from 'three';
import { describe } from '../checks.js';
import { PliantError } from '../errors.js';
import { deserializeTree, serializeTree } from '../parts.js';
import { DeformTree } from './deform-tree.js';
import { checksumGeometry, readGeometry } from './geometry-source.js';
import { GeometryWatch } from './geometry-watch.js';
import { computeDeformTree, requireMesh } from './mesh-methods.js';
import type { DeformTreeOptions } from './deform-tree-options.js';
import { coefficientsOf, createSurface, restoreRecord } from './record.js';
import { findRecord, keepRecord } from './shared-records.js';

/** "PLDT" */
const MAGIC = 0x54444c50;
const VERSION = 1;

const AT_MAGIC = 0;
const AT_VERSION = 1;
const AT_CHECKSUM = 2;
const AT_GEOMETRY = 3;
const AT_TREE_BYTES = 4;
const AT_COEFFICIENTS = 5;
const HEADER_WORDS = 6;

/** Writes what was precomputed of a mesh's geometry to one buffer, to be stored or sent. */
export function serializeDeformTree(tree: DeformTree): ArrayBuffer {
  if (!(tree instanceof DeformTree)) {
    throw new PliantError('bad-type', `serializeDeformTree: got ${describe(tree)}; pass the deform tree of a mesh`);
  }
  const { record } = tree.watchedRecord;
  const treeWords = new Uint32Array(serializeTree(record.tree));
  const coefficients = coefficientsOf(record);
  const words = new Uint32Array(HEADER_WORDS + treeWords.length + coefficients.length);
  words[AT_MAGIC] = MAGIC;
  words[AT_VERSION] = VERSION;
  words[AT_GEOMETRY] = checksumGeometry(readGeometry('serializeDeformTree', tree.mesh));
  words[AT_TREE_BYTES] = treeWords.byteLength;
  words[AT_COEFFICIENTS] = coefficients.length;
  words.set(treeWords, HEADER_WORDS);
  new Float32Array(words.buffer).set(coefficients, HEADER_WORDS + treeWords.length);
  words[AT_CHECKSUM] = checksumWords(words);
  return words.buffer;
}

/**
 * Makes `mesh.deformTree` from a buffer. A foreign, cut, newer or damaged buffer, and that of another geometry, is refused, each
 * with its own error code.
 */
export function deserializeDeformTree(
  data: ArrayBuffer | Uint8Array,
  mesh: Mesh,
  options: DeformTreeOptions = {},
): DeformTree {
  requireMesh('deserializeDeformTree', mesh);
  const words = readWords(data);
  const watch = new GeometryWatch(mesh);
  const source = readGeometry('deserializeDeformTree', mesh);
  if (checksumGeometry(source) !== words[AT_GEOMETRY]) {
    throw new PliantError(
      'mismatch',
      'deserializeDeformTree: the buffer belongs to another geometry; compute and serialise the deform tree of this one',
    );
  }
  if (!findRecord(mesh)) {
    const coefficientsAt = HEADER_WORDS + words[AT_TREE_BYTES] / 4;
    const tree = deserializeTree(new Uint8Array(words.buffer, HEADER_WORDS * 4, words[AT_TREE_BYTES]));
    const coefficients = new Float32Array(words.buffer).slice(coefficientsAt);
    keepRecord(mesh, watch, restoreRecord('deserializeDeformTree', createSurface(source), tree, coefficients));
  }
  return computeDeformTree.call(mesh, options);
}

/** The words of a buffer that is whole. */
function readWords(data: ArrayBuffer | Uint8Array): Uint32Array<ArrayBuffer> {
  if (!(data instanceof ArrayBuffer) && !(data instanceof Uint8Array)) {
    throw new PliantError(
      'bad-type',
      `deserializeDeformTree: got ${describe(data)}; pass an ArrayBuffer or a Uint8Array`,
    );
  }
  // A copy, since the data may begin at any offset of its buffer, and words may not.
  const bytes = new Uint8Array(data instanceof ArrayBuffer ? data.slice(0) : data.slice());
  const words = new Uint32Array(bytes.buffer, 0, bytes.length >> 2);
  if (words[AT_MAGIC] !== MAGIC) {
    throw new PliantError('foreign-buffer', 'deserializeDeformTree: the buffer was not written by serializeDeformTree');
  }
  if (words[AT_VERSION] > VERSION) {
    throw new PliantError(
      'newer-version',
      `deserializeDeformTree: the buffer has format ${words[AT_VERSION]}, this release reads up to ${VERSION}; ` +
        'update pliant, or compute the deform tree again',
    );
  }
  requireLength(bytes.length, HEADER_WORDS * 4);
  const needed = HEADER_WORDS * 4 + words[AT_TREE_BYTES] + words[AT_COEFFICIENTS] * 4;
  requireLength(bytes.length, needed);
  if (words[AT_VERSION] === 0 || bytes.length !== needed || checksumWords(words) !== words[AT_CHECKSUM]) {
    throw new PliantError(
      'bad-file',
      'deserializeDeformTree: the buffer is damaged; compute and serialise the deform tree again',
    );
  }
  return words;
}

function requireLength(byteLength: number, needed: number): void {
  if (byteLength >= needed) return;
  throw new PliantError(
    'cut-short',
    `deserializeDeformTree: the buffer ends after ${byteLength} of at least ${needed} bytes; read or send it whole`,
  );
}

/** FNV-1a (Fowler, Noll, Vo) over the words behind the checksum. */
function checksumWords(words: Uint32Array): number {
  let hash = 0x811c9dc5;
  for (let i = AT_CHECKSUM + 1; i < words.length; i++) hash = Math.imul(hash ^ words[i], 0x01000193);
  return hash >>> 0;
}
