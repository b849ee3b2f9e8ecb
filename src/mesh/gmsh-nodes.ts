/** The nodes of a Gmsh file, and which point each tag stands for. */
import {
  type NumberSource,
  checkCount,
  fail,
  readCoordinate,
  readCount,
  readWhole,
  readWholeText,
  requireRoom,
  skipNumbers,
} from './number-source.js';
import { skipLine } from './scan-text.js';
import { type SolidBuilder, addPoint, pointCountOf } from './solid-builder.js';

/** How a file is written. */
export interface GmshFormat {
  /** 4 for version 4.1, and 2 for versions up to 2.2. */
  readonly version: 2 | 4;
  readonly isBinary: boolean;
}

/**
 * Reads the section of nodes. Returns the point of a tag, or -1 where there is none: tags need be neither dense nor in order.
 */
export function readGmshNodes(
  source: NumberSource,
  format: GmshFormat,
  builder: SolidBuilder,
): (tag: number) => number {
  const tags: number[] = [];
  if (format.version === 2) readNodesOf2(source, format, builder, tags);
  else readNodesOf4(source, builder, tags);
  return indexTags(source, tags);
}

function readNodesOf2(source: NumberSource, format: GmshFormat, builder: SolidBuilder, tags: number[]): void {
  const count = readTextCount(source, 'nodes', 4);
  if (format.isBinary) skipLine(source);
  for (let row = 0; row < count; row++) {
    tags.push(readWhole(source, 'int32', 'the tag of node', row));
    readPoint(source, builder);
  }
}

function readNodesOf4(source: NumberSource, builder: SolidBuilder, tags: number[]): void {
  const blockCount = readCount(source, 'int64', 'blocks of nodes', 4);
  skipNumbers(source, 'int64', 3, 'the counts of nodes');
  for (let block = 0; block < blockCount; block++) {
    const dimension = readWhole(source, 'int32', 'the dimension of block', block);
    skipNumbers(source, 'int32', 1, 'a block of nodes');
    const isParametric = readWhole(source, 'int32', 'the parametric mark of block', block) !== 0;
    const count = readCount(source, 'int64', 'nodes', 4);
    requireRoom(source, 'int64', count * 4, `${count} nodes`);
    for (let row = 0; row < count; row++) tags.push(readWhole(source, 'int64', 'the tag of node', tags.length));
    for (let row = 0; row < count; row++) {
      readPoint(source, builder);
      if (isParametric && dimension > 0) skipNumbers(source, 'float64', dimension, 'the parameters of a node');
    }
  }
}

/** A count that is text in binary files too. */
export function readTextCount(source: NumberSource, noun: string, numbersEach: number): number {
  return checkCount(source, readWholeText(source, `the number of ${noun}`, -1), noun, numbersEach);
}

function readPoint(source: NumberSource, builder: SolidBuilder): void {
  const point = pointCountOf(builder);
  const x = readCoordinate(source, 'float64', 'x of node', point);
  const y = readCoordinate(source, 'float64', 'y of node', point);
  const z = readCoordinate(source, 'float64', 'z of node', point);
  addPoint(builder, x, y, z);
}

function indexTags(source: NumberSource, tags: readonly number[]): (tag: number) => number {
  const first = tags[0];
  if (tags.every((tag, point) => tag === first + point)) {
    return (tag) => (tag >= first && tag < first + tags.length ? tag - first : -1);
  }
  const points = new Map<number, number>();
  for (const [point, tag] of tags.entries()) {
    if (points.has(tag)) fail(source, 'bad-index', `two nodes have the tag ${tag}; number them anew`);
    points.set(tag, point);
  }
  return (tag) => points.get(tag) ?? -1;
}
