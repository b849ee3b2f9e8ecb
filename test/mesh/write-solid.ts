import type { TetrahedralMesh } from 'pliant/parts';

/** A tetrahedral mesh with triangles, as files have it. */
export interface WrittenSolid extends TetrahedralMesh {
  readonly triangles: ArrayLike<number>;
}

/** Two tetrahedra on a common face, and two triangles of their surface. */
export const TWO_TETRAHEDRA: WrittenSolid = {
  points: Float32Array.of(0, 0, 0.25, 1, 0, 0, 0, 1, 0, 0, 0, 1, -1.5, 0.5, 0.75),
  tetrahedra: Uint32Array.of(0, 1, 2, 3, 0, 2, 4, 3),
  triangles: Uint32Array.of(0, 2, 1, 1, 2, 3),
};

/** Bytes put together from text and numbers. */
type Piece = string | readonly ['i32' | 'i64' | 'f32' | 'f64', ...(readonly number[])];

function join(pieces: readonly Piece[], littleEndian: boolean): Uint8Array {
  const bytes: number[] = [];
  const view = new DataView(new ArrayBuffer(8));
  for (const piece of pieces) {
    if (typeof piece === 'string') {
      bytes.push(...new TextEncoder().encode(piece));
      continue;
    }
    const [type, ...numbers] = piece;
    for (const value of numbers) {
      if (type === 'i32') view.setInt32(0, value, littleEndian);
      else if (type === 'i64') view.setBigInt64(0, BigInt(value), littleEndian);
      else if (type === 'f32') view.setFloat32(0, value, littleEndian);
      else view.setFloat64(0, value, littleEndian);
      for (let k = 0; k < (type.endsWith('32') ? 4 : 8); k++) bytes.push(view.getUint8(k));
    }
  }
  return Uint8Array.from(bytes);
}

function rows(values: ArrayLike<number>, width: number): number[][] {
  return Array.from({ length: values.length / width }, (_, row) =>
    Array.from({ length: width }, (_, k) => values[row * width + k]),
  );
}

const lines = (list: readonly (readonly number[])[]): string => list.map((row) => `${row.join(' ')}\n`).join('');

/** How a Gmsh file is written. Tags of nodes are their numbers times `stride`, plus `first`. */
export interface GmshStyle {
  readonly version: 2 | 4;
  readonly binary?: 'little' | 'big';
  readonly first?: number;
  readonly stride?: number;
}

/** Writes a Gmsh file. */
export function writeGmsh(solid: WrittenSolid, { version, binary, first = 1, stride = 1 }: GmshStyle): Uint8Array {
  const points = rows(solid.points, 3);
  const tag = (point: number): number => first + point * stride;
  const triangles = rows(solid.triangles, 3).map((corners) => corners.map(tag));
  const tetrahedra = rows(solid.tetrahedra, 4).map((corners) => corners.map(tag));
  const count = triangles.length + tetrahedra.length;
  const head = `$MeshFormat\n${version === 2 ? '2.2' : '4.1'} ${binary === undefined ? 0 : 1} 8\n`;
  const names = '$PhysicalNames\n1\n3 1 "$inside"\n$EndPhysicalNames\n';
  if (binary === undefined) {
    const nodes =
      version === 2
        ? `${points.length}\n${lines(points.map((point, i) => [tag(i), ...point]))}`
        : `1 ${points.length} ${first} ${tag(points.length - 1)}\n3 1 0 ${points.length}\n` +
          lines(points.map((_, i) => [tag(i)])) +
          lines(points);
    const elements =
      version === 2
        ? `${count}\n${lines(triangles.map((corners, i) => [i + 1, 2, 2, 0, 1, ...corners]))}` +
          lines(tetrahedra.map((corners, i) => [i + 1 + triangles.length, 4, 2, 0, 1, ...corners]))
        : `2 ${count} 1 ${count}\n2 1 2 ${triangles.length}\n${lines(triangles.map((corners, i) => [i + 1, ...corners]))}` +
          `3 1 4 ${tetrahedra.length}\n${lines(tetrahedra.map((corners, i) => [i + 1, ...corners]))}`;
    const text = `${head}$EndMeshFormat\n${names}$Nodes\n${nodes}$EndNodes\n$Elements\n${elements}$EndElements\n`;
    return new TextEncoder().encode(text);
  }
  const nodes: Piece[] =
    version === 2
      ? [
          `${points.length}\n`,
          ...points.flatMap((point, i): Piece[] => [
            ['i32', tag(i)],
            ['f64', ...point],
          ]),
        ]
      : [
          ['i64', 1, points.length, first, tag(points.length - 1)],
          ['i32', 3, 1, 0],
          ['i64', points.length, ...points.map((_, i) => tag(i))],
          ['f64', ...points.flat()],
        ];
  const elements: Piece[] =
    version === 2
      ? [
          `${count}\n`,
          ['i32', 2, triangles.length, 2, ...triangles.flatMap((corners, i) => [i + 1, 0, 1, ...corners])],
          ['i32', 4, tetrahedra.length, 2, ...tetrahedra.flatMap((corners, i) => [i + 9, 0, 1, ...corners])],
        ]
      : [
          ['i64', 2, count, 1, count],
          ['i32', 2, 1, 2],
          ['i64', triangles.length, ...triangles.flatMap((corners, i) => [i + 1, ...corners])],
          ['i32', 3, 1, 4],
          ['i64', tetrahedra.length, ...tetrahedra.flatMap((corners, i) => [i + 9, ...corners])],
        ];
  return join(
    [
      head,
      ['i32', 1],
      `\n$EndMeshFormat\n${names}$Nodes\n`,
      ...nodes,
      '\n$EndNodes\n$Elements\n',
      ...elements,
      '\n$EndElements\n',
    ],
    binary === 'little',
  );
}

/** Writes a Medit file. */
export function writeMedit(solid: WrittenSolid): Uint8Array {
  const withReference = (list: number[][], offset: number): string =>
    lines(list.map((row) => [...row.map((value) => value + offset), 7]));
  const points = rows(solid.points, 3);
  const triangles = rows(solid.triangles, 3);
  const tetrahedra = rows(solid.tetrahedra, 4);
  return new TextEncoder().encode(
    `MeshVersionFormatted 2\n# written by hand\nDimension\n3\n\nVertices\n${points.length}\n${withReference(points, 0)}\n` +
      `Edges\n1\n1 2 0\nTriangles\n${triangles.length}\n${withReference(triangles, 1)}` +
      `Tetrahedra\n${tetrahedra.length}\n${withReference(tetrahedra, 1)}\nEnd\n`,
  );
}

/** How a VTK file is written. */
export interface VtkStyle {
  readonly version: 3 | 5;
  readonly binary?: boolean;
  readonly type?: 'float' | 'double';
}

/** Writes a legacy VTK file, with a field before the points and data behind the cells. */
export function writeVtk(solid: WrittenSolid, { version, binary = false, type = 'double' }: VtkStyle): Uint8Array {
  const points = rows(solid.points, 3);
  const cells = [...rows(solid.triangles, 3), ...rows(solid.tetrahedra, 4)];
  const types = cells.map((corners) => (corners.length === 3 ? 5 : 10));
  const ends = cells.map((_, i) => cells.slice(0, i + 1).flat().length);
  const real = type === 'float' ? 'f32' : 'f64';
  const numbers = (kind: 'i32' | 'i64' | 'f32' | 'f64', values: number[]): Piece[] =>
    binary ? [[kind, ...values], '\n'] : [`${values.join(' ')}\n`];
  const pieces: Piece[] = [
    `# vtk DataFile Version ${version === 5 ? '5.1' : '3.0'}\nPOINTS of a title\n${binary ? 'BINARY' : 'ASCII'}\nDATASET UNSTRUCTURED_GRID\n`,
    'FIELD FieldData 1\nTIME 1 1 double\n',
    ...numbers('f64', [0.5]),
    `POINTS ${points.length} ${type}\n`,
    ...numbers(real, points.flat()),
    'METADATA\nINFORMATION 0\n\n',
    ...(version === 5
      ? [
          `CELLS ${cells.length + 1} ${cells.flat().length}\nOFFSETS vtktypeint64\n`,
          ...numbers('i64', [0, ...ends]),
          'CONNECTIVITY vtktypeint64\n',
          ...numbers('i64', cells.flat()),
        ]
      : [
          `CELLS ${cells.length} ${cells.length + cells.flat().length}\n`,
          ...numbers(
            'i32',
            cells.flatMap((corners) => [corners.length, ...corners]),
          ),
        ]),
    `CELL_TYPES ${cells.length}\n`,
    ...numbers('i32', types),
    `POINT_DATA ${points.length}\nSCALARS s double 1\nLOOKUP_TABLE default\n`,
    ...numbers(
      'f64',
      points.map(() => NaN),
    ),
  ];
  return join(pieces, false);
}
