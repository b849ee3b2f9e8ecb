/**
 * A tree as one buffer, and back. Eight words of header — magic, version, checksum of everything behind it, then the
 * counts — and the three arrays. All words are unsigned 32-bit, least significant byte first.
 */
import { describe } from '../checks.js';
import { PliantError } from '../errors.js';
import type { Tree } from './tree.js';
import { findTreeProblem } from './validate.js';

/** "PLNT" */
const MAGIC = 0x544e4c50;
const VERSION = 1;

const AT_MAGIC = 0;
const AT_VERSION = 1;
const AT_CHECKSUM = 2;
const AT_ARITY = 3;
const AT_NODE_COUNT = 4;
const AT_TRIANGLE_COUNT = 5;
const AT_DEPTH = 6;
const HEADER_WORDS = 8;

/** Writes a tree to one buffer, to be stored or sent. */
export function serializeTree(tree: Tree): ArrayBuffer {
  const { children, ranges, triangleOrder } = tree;
  const words = new Uint32Array(HEADER_WORDS + children.length + ranges.length + triangleOrder.length);
  words[AT_MAGIC] = MAGIC;
  words[AT_VERSION] = VERSION;
  words[AT_ARITY] = tree.arity;
  words[AT_NODE_COUNT] = tree.nodeCount;
  words[AT_TRIANGLE_COUNT] = tree.triangleCount;
  words[AT_DEPTH] = tree.depth;
  words.set(children, HEADER_WORDS);
  words.set(ranges, HEADER_WORDS + children.length);
  words.set(triangleOrder, HEADER_WORDS + children.length + ranges.length);
  words[AT_CHECKSUM] = checksum(words);
  return toLittleEndian(words).buffer;
}

/** Reads a tree back. A foreign, cut, newer or damaged buffer is refused, each with its own error code. */
export function deserializeTree(data: ArrayBuffer | Uint8Array): Tree {
  const bytes = copyBytes(data);
  const words = toLittleEndian(new Uint32Array(bytes.buffer, 0, bytes.length >> 2));
  if (words[AT_MAGIC] !== MAGIC) {
    throw new PliantError('foreign-buffer', 'deserializeTree: the buffer was not written by serializeTree');
  }
  if (words[AT_VERSION] > VERSION) {
    throw new PliantError(
      'newer-version',
      `deserializeTree: the buffer has format ${words[AT_VERSION]}, this release reads up to ${VERSION}; ` +
        'update pliant, or build the tree again',
    );
  }
  requireLength(bytes.length, HEADER_WORDS * 4);
  const arity = words[AT_ARITY];
  const nodeCount = words[AT_NODE_COUNT];
  const triangleCount = words[AT_TRIANGLE_COUNT];
  const rangesAt = HEADER_WORDS + nodeCount * arity;
  const orderAt = rangesAt + nodeCount * 2;
  const end = orderAt + triangleCount;
  requireLength(bytes.length, end * 4);
  if (words[AT_VERSION] === 0 || bytes.length !== end * 4 || checksum(words) !== words[AT_CHECKSUM]) {
    throw new PliantError('bad-file', 'deserializeTree: the buffer is damaged; build and serialise the tree again');
  }
  const tree: Tree = {
    arity: arity as 2 | 4,
    nodeCount,
    triangleCount,
    depth: words[AT_DEPTH],
    children: words.slice(HEADER_WORDS, rangesAt),
    ranges: words.slice(rangesAt, orderAt),
    triangleOrder: words.slice(orderAt, end),
  };
  const problem = findTreeProblem(tree);
  if (problem !== undefined) throw new PliantError('bad-file', `deserializeTree: ${problem}; build the tree again`);
  return tree;
}

function requireLength(byteLength: number, needed: number): void {
  if (byteLength >= needed) return;
  throw new PliantError(
    'cut-short',
    `deserializeTree: the buffer ends after ${byteLength} of at least ${needed} bytes; read or send it whole`,
  );
}

/** A copy, since the data may begin at any offset of its buffer, and words may not. */
function copyBytes(data: ArrayBuffer | Uint8Array): Uint8Array<ArrayBuffer> {
  if (!(data instanceof ArrayBuffer) && !(data instanceof Uint8Array)) {
    throw new PliantError('bad-type', `deserializeTree: got ${describe(data)}; pass an ArrayBuffer or a Uint8Array`);
  }
  return new Uint8Array(data instanceof ArrayBuffer ? data.slice(0) : data.slice());
}

/** FNV-1a (Fowler, Noll, Vo) over the words behind the checksum. */
function checksum(words: Uint32Array): number {
  let hash = 0x811c9dc5;
  for (let i = AT_CHECKSUM + 1; i < words.length; i++) hash = Math.imul(hash ^ words[i], 0x01000193);
  return hash >>> 0;
}

/** Swaps the bytes of every word on a machine that stores the most significant one first; its own inverse. */
function toLittleEndian(words: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  if (new Uint8Array(Uint32Array.of(1).buffer)[0] === 1) return words;
  const view = new DataView(words.buffer);
  for (let i = 0; i < words.length; i++) words[i] = view.getUint32(i * 4, true);
  return words;
}
