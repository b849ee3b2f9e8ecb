/** The elements of a Gmsh file: tetrahedra, and polygons of the surface. */
import { type GmshFormat, readTextCount } from './gmsh-nodes.js';
import {
  type NumberSource,
  type NumberType,
  checkCount,
  fail,
  readCount,
  readWhole,
  requireRoom,
  skipNumbers,
} from './number-source.js';
import { skipLine } from './scan-text.js';
import { type SolidBuilder, addPolygon, addTetrahedron } from './solid-builder.js';

/** Kinds of element: the number of nodes, and of corners, which come first; 4 of a tetrahedron, 0 where elements are passed over. */
interface ElementKind {
  readonly nodes: number;
  readonly corners: number;
  readonly isTetrahedron: boolean;
}

const polygon = (nodes: number, corners: number): ElementKind => ({ nodes, corners, isTetrahedron: false });
const tetrahedron = (nodes: number): ElementKind => ({ nodes, corners: 4, isTetrahedron: true });
const passedOver = (nodes: number): ElementKind => ({ nodes, corners: 0, isTetrahedron: false });

/** By the numbers that Gmsh gives them. Solids that are no tetrahedra are missing: without them there would be holes. */
const KINDS: ReadonlyMap<number, ElementKind> = new Map([
  [1, passedOver(2)],
  [2, polygon(3, 3)],
  [3, polygon(4, 4)],
  [4, tetrahedron(4)],
  [8, passedOver(3)],
  [9, polygon(6, 3)],
  [10, polygon(9, 4)],
  [11, tetrahedron(10)],
  [15, passedOver(1)],
  [16, polygon(8, 4)],
  [21, polygon(10, 3)],
  [26, passedOver(4)],
  [27, passedOver(5)],
  [28, passedOver(6)],
  [29, tetrahedron(20)],
  [30, tetrahedron(35)],
  [31, tetrahedron(56)],
]);

const corners = new Uint32Array(4);

/** Reads the section of elements. */
export function readGmshElements(
  source: NumberSource,
  format: GmshFormat,
  builder: SolidBuilder,
  indexOf: (tag: number) => number,
): void {
  if (format.version === 4) readElementsOf4(source, builder, indexOf);
  else if (format.isBinary) readBinaryElementsOf2(source, builder, indexOf);
  else readTextElementsOf2(source, builder, indexOf);
}

function readTextElementsOf2(source: NumberSource, builder: SolidBuilder, indexOf: (tag: number) => number): void {
  const count = readTextCount(source, 'elements', 3);
  for (let row = 0; row < count; row++) {
    const tag = readWhole(source, 'int32', 'the tag of element', row);
    const kind = readKind(source, tag);
    const tagCount = readCount(source, 'int32', 'tags of an element', 1);
    skipNumbers(source, 'int32', tagCount, 'the tags of an element');
    readElement(source, 'int32', kind, tag, builder, indexOf);
  }
}

/** Elements of a kind follow each other behind a header of three numbers. */
function readBinaryElementsOf2(source: NumberSource, builder: SolidBuilder, indexOf: (tag: number) => number): void {
  const count = readTextCount(source, 'elements', 2);
  skipLine(source);
  for (let row = 0; row < count;) {
    const kind = readKind(source, row);
    const following = readWhole(source, 'int32', 'the number of elements behind element', row);
    if (following < 1 || following > count - row) {
      fail(
        source,
        'bad-count',
        `${following} elements should follow, but ${count - row} are left; write the file again`,
      );
    }
    const tagCount = readCount(source, 'int32', 'tags of an element', 1);
    requireRoom(source, 'int32', following * (1 + tagCount + kind.nodes), `${following} elements`);
    for (let k = 0; k < following; k++) {
      const tag = readWhole(source, 'int32', 'the tag of element', row + k);
      skipNumbers(source, 'int32', tagCount, 'the tags of an element');
      readElement(source, 'int32', kind, tag, builder, indexOf);
    }
    row += following;
  }
}

function readElementsOf4(source: NumberSource, builder: SolidBuilder, indexOf: (tag: number) => number): void {
  const blockCount = readCount(source, 'int64', 'blocks of elements', 4);
  skipNumbers(source, 'int64', 3, 'the counts of elements');
  for (let block = 0; block < blockCount; block++) {
    skipNumbers(source, 'int32', 2, 'a block of elements');
    const kind = readKind(source, block);
    const count = readWhole(source, 'int64', 'the number of elements of block', block);
    checkCount(source, count, 'elements', 1 + kind.nodes);
    for (let row = 0; row < count; row++) {
      const tag = readWhole(source, 'int64', 'the tag of element', row);
      readElement(source, 'int64', kind, tag, builder, indexOf);
    }
  }
}

function readKind(source: NumberSource, place: number): ElementKind {
  const type = readWhole(source, 'int32', 'the type of element', place);
  const kind = KINDS.get(type);
  if (kind !== undefined) return kind;
  return fail(
    source,
    'unsupported',
    `element ${place} has type ${type}; write a mesh of tetrahedra, and of no other solids`,
  );
}

function readElement(
  source: NumberSource,
  type: NumberType,
  kind: ElementKind,
  tag: number,
  builder: SolidBuilder,
  indexOf: (tag: number) => number,
): void {
  for (let k = 0; k < kind.corners; k++) {
    const node = readWhole(source, type, 'a node of element', tag);
    const point = indexOf(node);
    if (point < 0)
      fail(source, 'bad-index', `element ${tag} uses node ${node}, but no node has that tag; export the file again`);
    corners[k] = point;
  }
  skipNumbers(source, type, kind.nodes - kind.corners, 'an element');
  if (kind.isTetrahedron) addTetrahedron(builder, corners);
  else if (kind.corners > 0) addPolygon(builder, corners, kind.corners);
}
