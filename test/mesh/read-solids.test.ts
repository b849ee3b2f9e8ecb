import { type SolidFile, readGmsh, readMedit, readVtk } from 'pliant/parts';
import { describe, expect, it } from 'vitest';
import { expectRefused } from './expect-refused.js';
import { TWO_TETRAHEDRA, writeGmsh, writeMedit, writeVtk } from './write-solid.js';

type Reader = (data: string | Uint8Array | ArrayBuffer) => SolidFile;

const FILES: readonly (readonly [name: string, bytes: Uint8Array, read: Reader])[] = [
  ['Gmsh 2.2', writeGmsh(TWO_TETRAHEDRA, { version: 2 }), readGmsh],
  ['Gmsh 4.1', writeGmsh(TWO_TETRAHEDRA, { version: 4 }), readGmsh],
  ['Gmsh 2.2, sparse tags', writeGmsh(TWO_TETRAHEDRA, { version: 2, first: 100, stride: -7 }), readGmsh],
  ['Gmsh 4.1, sparse tags', writeGmsh(TWO_TETRAHEDRA, { version: 4, first: 3, stride: 1000 }), readGmsh],
  ['Gmsh 2.2, little-endian', writeGmsh(TWO_TETRAHEDRA, { version: 2, binary: 'little' }), readGmsh],
  ['Gmsh 2.2, big-endian', writeGmsh(TWO_TETRAHEDRA, { version: 2, binary: 'big' }), readGmsh],
  ['Gmsh 4.1, little-endian', writeGmsh(TWO_TETRAHEDRA, { version: 4, binary: 'little', stride: 5 }), readGmsh],
  ['Gmsh 4.1, big-endian', writeGmsh(TWO_TETRAHEDRA, { version: 4, binary: 'big' }), readGmsh],
  ['Medit', writeMedit(TWO_TETRAHEDRA), readMedit],
  ['VTK 3.0', writeVtk(TWO_TETRAHEDRA, { version: 3 }), readVtk],
  ['VTK 5.1', writeVtk(TWO_TETRAHEDRA, { version: 5 }), readVtk],
  ['VTK 3.0, binary', writeVtk(TWO_TETRAHEDRA, { version: 3, binary: true }), readVtk],
  ['VTK 5.1, binary, float', writeVtk(TWO_TETRAHEDRA, { version: 5, binary: true, type: 'float' }), readVtk],
];

describe.each(FILES)('a file of tetrahedra (%s)', (_name, bytes, read) => {
  it('is read, from bytes at any offset and from a buffer', () => {
    const { points, tetrahedra, triangles } = read(bytes);
    expect({ points, tetrahedra, triangles }).toEqual(TWO_TETRAHEDRA);
    const inside = new Uint8Array(bytes.length + 7);
    inside.set(bytes, 5);
    expect(read(inside.subarray(5, 5 + bytes.length))).toEqual(read(bytes));
    expect(read(bytes.slice().buffer)).toEqual(read(bytes));
  });

  it('is refused when it is something else', () => {
    expectRefused(() => read('solid thing\nfacet\n'), 'bad-file', 'line 1', 'does not begin with');
    expectRefused(() => read(''), 'cut-short', 'does not begin with');
    expectRefused(() => read(7 as never), 'bad-type', 'the data is 7');
  });
});

/** The text of a small file with one part exchanged. */
function changed(bytes: Uint8Array, from: string, to: string): string {
  const text = new TextDecoder().decode(bytes);
  expect(text).toContain(from);
  return text.replace(from, to);
}

const GMSH_2 = writeGmsh(TWO_TETRAHEDRA, { version: 2 });
const GMSH_4 = writeGmsh(TWO_TETRAHEDRA, { version: 4 });

describe('readGmsh', () => {
  it.each([
    [GMSH_2, '2.2 0 8', '4 0 8', 'unsupported', 'the version is "4"; save the file as version 4.1 or 2.2'],
    [GMSH_2, '2.2 0 8', '2.2 0', 'bad-number', 'line 3: the size of a number is "$EndMeshFormat"'],
    [GMSH_2, '1 0 0 0.25', '1 0 zero 0.25', 'bad-number', 'line 10: y of node 0 is "zero"; write a finite number'],
    [GMSH_2, '1 0 0 0.25', '1 0 0 1e39', 'bad-number', 'line 10: z of node 0 is 1e+39; write a number that a float32'],
    [GMSH_2, '2 1 0 0', '1 1 0 0', 'bad-index', 'two nodes have the tag 1'],
    [GMSH_2, '4 4 2 0 1 1 3 5 4', '4 4 2 0 1 1 3 6 4', 'bad-index', 'line 21: element 4 uses node 6'],
    [GMSH_2, '4 4 2 0 1 1 3 5 4', '4 5 2 0 1 1 3 5 4', 'unsupported', 'line 21: element 4 has type 5; write a mesh'],
    [GMSH_2, '$Nodes\n5', '$Nodes\n-5', 'bad-count', 'the number of nodes is -5'],
    [GMSH_2, '$Nodes\n5', '$Nodes\n999999999', 'cut-short', '999999999 nodes are announced'],
    [GMSH_2, '$Nodes\n5', '$Nodes\n4', 'bad-file', 'line 14: "$EndNodes" should stand here'],
    [GMSH_2, '$Elements', '$Other', 'cut-short', 'the file ends before "$EndOther"'],
    [GMSH_2, '$EndElements', '$EndElements\n$Nodes\n0', 'bad-file', 'there are two sections of nodes'],
    [GMSH_4, '2 4 1 4', '99999999 4 1 4', 'cut-short', '99999999 blocks of elements are announced'],
    [GMSH_4, '3 1 4 2', '3 1 4 88888888', 'cut-short', '88888888 elements are announced'],
    [GMSH_4, '3 1 4 2', '3 1 12 2', 'unsupported', 'has type 12'],
    [
      GMSH_4,
      '3 1 4 2\n1 1 2 3 4',
      '3 1 4 2\n1 1 2.5 3 4',
      'bad-number',
      'a node of element 1 is "2.5"; write a whole number',
    ],
  ] as const)('refuses a bad file and says where (%#)', (file, from, to, code, message) => {
    expectRefused(() => readGmsh(changed(file, from, to)), code, 'readGmsh: ', message);
  });

  it('says what is missing where there is no tetrahedron', () => {
    const text = '$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n1\n1 0 0 0\n$EndNodes\n$Elements\n0\n$EndElements\n';
    expectRefused(
      () => readGmsh(text),
      'bad-file',
      'there are 1 points and 0 triangles, but no tetrahedra',
      'createLattice',
    );
    expectRefused(() => readGmsh(text.replace('$Nodes', '$Elements')), 'bad-file', 'elements come before nodes');
  });

  it('takes the corners of elements of higher order, cuts quadrangles in two, and passes over lines and points', () => {
    const nodes = Array.from(
      { length: 10 },
      (_, i) => `${i + 1} ${i === 1 ? 1 : 0} ${i === 2 ? 1 : 0} ${i === 3 ? 1 : i / 16}\n`,
    );
    const elements = '1 11 0 1 2 3 4 5 6 7 8 9 10\n2 3 1 0 1 2 3 4\n3 1 0 1 2\n4 15 0 1\n5 9 0 1 2 3 5 6 7\n';
    const file = readGmsh(
      `$MeshFormat\n2 0 8\n$EndMeshFormat\n$Nodes\n10\n${nodes.join('')}$EndNodes\n$Elements\n5\n${elements}$EndElements\n`,
    );
    expect([...file.tetrahedra]).toEqual([0, 1, 2, 3]);
    expect([...file.triangles]).toEqual([0, 1, 2, 0, 2, 3, 0, 1, 2]);
    expect(file.points.length).toBe(30);
  });

  it('passes over the parameters of nodes', () => {
    const text = changed(GMSH_4, '3 1 0 5', '2 1 1 5').replace('0 0 0.25\n', '0 0 0.25 9 9\n');
    const withAll = text.replace(
      '1 0 0\n0 1 0\n0 0 1\n-1.5 0.5 0.75\n',
      '1 0 0 9 9\n0 1 0 9 9\n0 0 1 9 9\n-1.5 0.5 0.75 9 9\n',
    );
    expect(readGmsh(withAll).points).toEqual(TWO_TETRAHEDRA.points);
  });
});

describe('readMedit', () => {
  const file = writeMedit(TWO_TETRAHEDRA);

  it.each([
    ['Dimension\n3', 'Dimension\n2', 'unsupported', 'line 4: the dimension is 2'],
    ['1 0 0 7', '1 0 x 7', 'bad-number', 'line 9: z of vertex 2 is "x"'],
    // Numbers that come after a missing one are taken for those before, until one does not fit.
    ['1 0 0 7', '1 0 0 ', 'bad-number', 'line 12: the reference of vertex 4 is "-1.5"'],
    ['1 3 5 4 7', '1 3 6 4 7', 'bad-index', 'line 24: vertex 6 is used, but there are 5 vertices'],
    ['1 3 5 4 7', '1 3 0 4 7', 'bad-index', 'line 24: tetrahedron 2 uses vertex 0; count from 1'],
    ['Vertices\n5', 'Vertices\n123456789', 'cut-short', '123456789 vertices are announced'],
    ['Tetrahedra\n2', 'Tetrahedra\n1', 'bad-file', 'line 24: a list should begin here'],
    ['Tetrahedra', 'Hexahedra', 'unsupported', 'there are 2 Hexahedra'],
    ['Tetrahedra', 'Others', 'bad-file', 'there are 5 points and 2 triangles, but no tetrahedra'],
    ['Edges\n1\n1 2 0', 'Vertices\n0', 'bad-file', 'there are two lists of vertices'],
  ] as const)('refuses a bad file and says where (%#)', (from, to, code, message) => {
    const text = changed(file, from, to);
    expectRefused(() => readMedit(text), code, 'readMedit: ', message);
  });

  it('takes lists in any order', () => {
    const text = new TextDecoder().decode(file);
    const at = text.indexOf('Vertices');
    const end = text.indexOf('Edges');
    const later = text.slice(0, at) + text.slice(end).replace('End\n', '') + text.slice(at, end);
    expect(readMedit(later)).toEqual(readMedit(file));
  });
});

describe('readVtk', () => {
  const old = writeVtk(TWO_TETRAHEDRA, { version: 3 });
  const recent = writeVtk(TWO_TETRAHEDRA, { version: 5 });

  it.each([
    [old, '3.0', '6.0', 'unsupported', 'the version is 6'],
    [old, 'ASCII', 'TEXT', 'bad-file', 'line 3: the third line must be ASCII or BINARY'],
    [old, 'UNSTRUCTURED_GRID', 'POLYDATA', 'unsupported', 'line 4: the data is no DATASET UNSTRUCTURED_GRID'],
    [old, 'POINTS 5 double', 'POINTS 5 int', 'unsupported', 'points are of type "int"'],
    [old, 'POINTS 5', 'POINTS 500000000', 'cut-short', '500000000 points are announced'],
    [old, 'POINTS 5', 'POINTS 4', 'bad-file', 'is no part of an unstructured grid'],
    [old, 'CELLS 4 18', 'CELLS 4 3', 'bad-count', '4 cells cannot have 3 numbers'],
    [old, 'CELLS 4 18', 'CELLS 4 17', 'bad-count', 'cell 3 has 4 points'],
    [old, '4 0 2 4 3', '4 0 2 5 3', 'bad-index', 'cell 3 uses point 5, but there are 5 points'],
    [old, '4 0 2 4 3', '4 0 2 -4 3', 'bad-index', 'cell 3 uses point -4'],
    [old, '5 5 10 10', '5 5 10 12', 'unsupported', 'cell 3 has type 12'],
    [old, '5 5 10 10', '5 10 10 10', 'bad-count', 'cell 1 has type 10 and 3 points'],
    [old, 'CELL_TYPES 4\n5 5 10 10', 'CELL_TYPES 3\n5 5 10', 'mismatch', 'there are 4 cells, but 3 types'],
    [old, 'CELL_TYPES', 'POINT_DATA', 'bad-file', 'no CELLS or no CELL_TYPES'],
    [recent, '0 3 6 10 14', '0 3 2 10 14', 'bad-index', 'offset 2 is 2'],
    [recent, 'OFFSETS vtktypeint64', 'OFFSETS float', 'unsupported', 'OFFSETS are of type "float"'],
    [recent, 'CONNECTIVITY', 'CONNECTION', 'bad-file', '"CONNECTIVITY" should stand before this'],
  ] as const)('refuses a bad file and says where (%#)', (file, from, to, code, message) => {
    expectRefused(() => readVtk(changed(file, from, to)), code, 'readVtk: ', message);
  });
});
