/**
 * Gmsh `.msh`, versions 2.2 and 4.1, as text and binary: nodes, tetrahedra, and triangles and quadrangles of the surface. Tetrahedra of higher order count by
 * their corners. Lines and points are skipped, and all sections but those of nodes and elements.
 */
import { readGmshElements } from './gmsh-elements.js';
import { type GmshFormat, readGmshNodes } from './gmsh-nodes.js';
import {
  type NumberSource,
  createNumberSource,
  fail,
  readWhole,
  readWholeText,
  readWord,
  setBinary,
} from './number-source.js';
import { isAtEnd, skipBlankLines, skipLine } from './scan-text.js';
import { createSolidBuilder, finishSolid } from './solid-builder.js';
import type { SolidFile } from './tetrahedral-mesh.js';

const DOLLAR = 36;

/**
 * Reads the tetrahedral mesh of a Gmsh file. Points are in the order of the file, whatever their tags.
 *
 * @throws PliantError with the line or byte at fault, when the data is no such file, is cut short, has no tetrahedra or solid
 *   elements of other kinds, announces more than it holds, or has a bad number or tag.
 */
export function readGmsh(data: string | Uint8Array | ArrayBuffer): SolidFile {
  const source = createNumberSource('readGmsh', data);
  const format = readFormat(source);
  const builder = createSolidBuilder(source.caller);
  let indexOf: ((tag: number) => number) | undefined;
  for (let word = readWord(source); word !== ''; word = readWord(source)) {
    if (!word.startsWith('$')) fail(source, 'bad-file', 'a section should begin here, with a word like "$Nodes"');
    // What follows the line break may be binary.
    skipLine(source);
    if (word === '$Nodes') {
      if (indexOf !== undefined)
        fail(source, 'bad-file', 'there are two sections of nodes; write one file for each mesh');
      indexOf = readGmshNodes(source, format, builder);
      readEnd(source, '$EndNodes');
    } else if (word === '$Elements') {
      if (indexOf === undefined) fail(source, 'bad-file', 'elements come before nodes; write the nodes first');
      readGmshElements(source, format, builder, indexOf);
      readEnd(source, '$EndElements');
    } else skipSection(source, `$End${word.slice(1)}`);
  }
  return finishSolid(builder);
}

function readFormat(source: NumberSource): GmshFormat {
  if (readWord(source) !== '$MeshFormat') {
    source.at = 0;
    fail(source, 'bad-file', 'the data does not begin with "$MeshFormat"; check that this is a Gmsh file');
  }
  const version = readWord(source);
  if (!['2', '2.0', '2.1', '2.2', '4.1'].includes(version)) {
    fail(source, 'unsupported', `the version is ${JSON.stringify(version)}; save the file as version 4.1 or 2.2`);
  }
  const isBinary = readWholeText(source, 'the type of the file', -1) === 1;
  const size = readWholeText(source, 'the size of a number', -1);
  if (isBinary) {
    if (size !== 8) fail(source, 'unsupported', `numbers have ${size} bytes; save the file with 8`);
    skipLine(source);
    // The number one tells the order of bytes.
    const first = source.bytes[source.at];
    setBinary(source, first === 1);
    if (readWhole(source, 'int32', 'the mark of the order of bytes', -1) !== 1) {
      fail(source, 'bad-file', 'the number 1 should stand before this; check that the file was not changed as text');
    }
  }
  readEnd(source, '$EndMeshFormat');
  return { version: version === '4.1' ? 4 : 2, isBinary };
}

function readEnd(source: NumberSource, expected: string): void {
  skipBlankLines(source);
  const start = source.at;
  const word = readWord(source);
  if (word === expected) return;
  if (!isAtEnd(source)) source.at = start;
  fail(source, 'bad-file', `"${expected}" should stand here; the counts of the section do not fit what it holds`);
}

/** Goes behind the end of a section that nobody reads. */
function skipSection(source: NumberSource, end: string): void {
  while (!isAtEnd(source)) {
    const start = source.at;
    if (readWord(source) === end) return;
    source.at = start;
    if (!skipToDollar(source)) break;
  }
  source.at = source.bytes.length;
  fail(source, 'cut-short', `the file ends before "${end}"; it is cut short`);
}

/** Goes to the next line that starts with `$`; in binary sections, to the next `$` at all. */
function skipToDollar(source: NumberSource): boolean {
  const { bytes, binary } = source;
  if (binary === undefined) {
    do skipLine(source);
    while (!isAtEnd(source) && bytes[source.at] !== DOLLAR);
  } else {
    do source.at++;
    while (!isAtEnd(source) && bytes[source.at] !== DOLLAR);
  }
  return !isAtEnd(source);
}
