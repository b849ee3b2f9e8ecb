import { createRandom } from 'pliant/exact';
import { readPly } from 'pliant/parts';
import { describe, expect, it } from 'vitest';
import { expectRefused } from './expect-refused.js';
import { PLY_TYPES, type WriteOptions, type WrittenElement, type WrittenType, writePly } from './write-ply.js';

const SEED = 21;
const FORMATS = ['ascii', 'binary_little_endian', 'binary_big_endian'] as const;
const TYPES = Object.keys(PLY_TYPES) as WrittenType[];

const VERTEX: WrittenElement = {
  name: 'vertex',
  properties: [
    ['float32', 'x'],
    ['float32', 'y'],
    ['float32', 'z'],
  ],
  rows: [
    [0, 0, 0],
    [1, 0.5, 0],
    [0, 1, -2],
    [1, 1, 1],
  ],
};

const FACE: WrittenElement = {
  name: 'face',
  properties: [['uint8', 'int32', 'vertex_indices']],
  rows: [[[0, 1, 2]], [[1, 3, 2]]],
};

/** Vertices with coordinates of one type. */
function vertices(type: WrittenType, coordinates: readonly number[]): WrittenElement {
  return {
    name: 'vertex',
    properties: ['x', 'y', 'z'].map((axis) => [type, axis] as const),
    rows: Array.from({ length: coordinates.length / 3 }, (_, row) => coordinates.slice(row * 3, row * 3 + 3)),
  };
}

function write(elements: readonly WrittenElement[], options: Partial<WriteOptions> = {}): Uint8Array<ArrayBuffer> {
  return writePly(elements, { format: 'ascii', ...options });
}

/** A text file, line by line. */
function text(...lines: readonly string[]): Uint8Array {
  return new TextEncoder().encode(lines.join('\n'));
}

const HEADER_XYZ = ['property float x', 'property float y', 'property float z'];

describe.each(FORMATS)('readPly, %s', (format) => {
  const plain = readPly(write([VERTEX, FACE], { format }));

  it('reads vertices and faces', () => {
    expect([...plain.positions]).toEqual([0, 0, 0, 1, 0.5, 0, 0, 1, -2, 1, 1, 1]);
    expect([...plain.triangles]).toEqual([0, 1, 2, 1, 3, 2]);
  });

  it.each(TYPES)('reads coordinates, counts and indices of type %s, by both names', (type) => {
    const vertex = vertices(type, [0, 1, 2, 3, 4, 5, 6, 7, 100]);
    const face: WrittenElement = { name: 'face', properties: [[type, type, 'vertex_index']], rows: [[[2, 0, 1]]] };
    for (const oldNames of [false, true]) {
      const mesh = readPly(write([vertex, face], { format, oldNames }));
      expect([...mesh.positions]).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 100]);
      expect([...mesh.triangles]).toEqual([2, 0, 1]);
    }
  });

  it('keeps the sign and the last bit of numbers', () => {
    const values = [-1.5, 2 ** -149, (2 - 2 ** -23) * 2 ** 127, 0.1, -1e-30, 1 / 3, 3, 4, 5];
    for (const type of ['float32', 'float64'] as const) {
      const mesh = readPly(write([vertices(type, values), { ...FACE, rows: [[[0, 1, 2]]] }], { format }));
      expect([...mesh.positions]).toEqual(values.map(Math.fround));
    }
  });

  it('skips elements and properties it does not know, wherever they stand', () => {
    const random = createRandom(SEED);
    for (let round = 0; round < 100; round++) {
      const type = (): WrittenType => TYPES[random.integer(8)];
      const extras = (name: string): WrittenElement['properties'] =>
        Array.from({ length: random.integer(3) }, (_, k) =>
          random.integer(2) === 0 ? ([type(), `${name}${k}`] as const) : ([type(), type(), `${name}${k}`] as const),
        );
      const value = (property: WrittenElement['properties'][number]) =>
        property.length === 2
          ? random.integer(100)
          : Array.from({ length: random.integer(4) }, () => random.integer(100));
      const enrich = ({ name, properties, rows }: WrittenElement): WrittenElement => {
        const before = extras('before');
        const after = extras('after');
        return {
          name,
          properties: [...before, ...properties, ...after],
          rows: rows.map((row) => [...before.map(value), ...row, ...after.map(value)]),
        };
      };
      const unknown = (name: string): WrittenElement =>
        enrich({ name, properties: [], rows: Array.from({ length: random.integer(4) }, () => []) });
      const elements = [unknown('edge'), enrich(VERTEX), unknown('material'), enrich(FACE), unknown('last')];
      // In a text, a row without any property is an empty line, which no reader can tell from a blank one.
      const mesh = readPly(write(elements, { format }));
      expect(mesh, `seed ${SEED}, round ${round}`).toEqual(plain);
    }
  });

  it('reads faces that come before the vertices, and axes in any order', () => {
    expect(readPly(write([FACE, VERTEX], { format }))).toEqual(plain);
    const turned: WrittenElement = {
      name: 'vertex',
      properties: [
        ['float32', 'z'],
        ['float64', 'x'],
        ['float32', 'y'],
      ],
      rows: VERTEX.rows.map(([x, y, z]) => [z, x, y]),
    };
    expect(readPly(write([turned, FACE], { format }))).toEqual(plain);
  });

  it('fans polygons out from their first corner', () => {
    const face = { ...FACE, rows: [[[3, 2, 1, 0]], [[0, 1, 2, 3, 0, 1]]] };
    const { triangles } = readPly(write([VERTEX, face], { format }));
    expect([...triangles]).toEqual([3, 2, 1, 3, 1, 0, 0, 1, 2, 0, 2, 3, 0, 3, 0, 0, 0, 1]);
  });

  it('understands every line ending, also when the body starts with the byte of one', () => {
    for (const lineEnd of ['\n', '\r\n', '\r']) {
      expect(readPly(write([VERTEX, FACE], { format, lineEnd }))).toEqual(plain);
      const face = { ...FACE, rows: Array.from({ length: 10 }, () => [[0, 1, 2]]) };
      const element: WrittenElement = { name: 'first', properties: [['uint8', 'byte']], rows: [[10], [13], [10]] };
      expect(readPly(write([element, VERTEX, face], { format, lineEnd })).triangleCount).toBe(10);
    }
  });

  it('reads from any part of a buffer', () => {
    const bytes = write([VERTEX, FACE], { format });
    const inside = new Uint8Array(bytes.length + 9);
    inside.set(bytes, 3);
    expect(readPly(inside.subarray(3, 3 + bytes.length))).toEqual(plain);
    expect(readPly(bytes.buffer)).toEqual(plain);
  });

  it.each([
    ['-1', 'bad-count', '"-1"'],
    ['1.5', 'bad-count', '"1.5"'],
    ['1e3', 'bad-count', '"1e3"'],
    ['many', 'bad-count', '"many"'],
    ['99999999999999999999', 'bad-count', '"99999999999999999999"'],
    ['4000000000', 'cut-short', 'announces 4000000000'],
    ['9007199254740991', 'cut-short', 'announces 9007199254740991'],
  ] as const)('refuses the count %s before allocating anything', (count, code, message) => {
    for (const name of ['vertex', 'face', 'other']) {
      const other: WrittenElement = { name: 'other', properties: [['uint8', 'uint8', 'list']], rows: [[[1, 2]]] };
      const bytes = write([VERTEX, FACE, other], { format, counts: { [name]: count } });
      expectRefused(() => readPly(bytes), code, 'readPly: ', message, name);
    }
  });

  it('passes over any number of elements without properties', () => {
    const empty = { name: 'empty', properties: [], rows: [] };
    expect(readPly(write([empty, VERTEX, FACE], { format, counts: { empty: '9007199254740991' } }))).toEqual(plain);
  });

  it('refuses list counts that are negative, fractional or beyond the file', () => {
    const list = (type: WrittenType, rows: WrittenElement['rows']): Uint8Array =>
      // The count is written as an ordinary number of the same type before an empty tail.
      write([VERTEX, { name: 'face', properties: [[type, 'vertex_indices']], rows }], { format });
    const asList = (bytes: Uint8Array, type: WrittenType): Uint8Array => {
      const from = new TextEncoder().encode(`property ${type} vertex_indices`);
      const to = new TextEncoder().encode(`property list ${type} int32 vertex_indices`);
      const at = bytes.findIndex((_, i) => from.every((byte, k) => bytes[i + k] === byte));
      return Uint8Array.from([...bytes.subarray(0, at), ...to, ...bytes.subarray(at + from.length)]);
    };
    expectRefused(() => readPly(asList(list('int8', [[-3]]), 'int8')), 'bad-count', 'has -3 items');
    expectRefused(() => readPly(asList(list('float64', [[2.5]]), 'float64')), 'bad-count', 'has 2.5 items');
    expectRefused(() => readPly(asList(list('uint32', [[4e9]]), 'uint32')), 'cut-short', 'has 4000000000 items');
  });

  it('refuses indices out of range and polygons without area', () => {
    const face = (corners: readonly number[]): Uint8Array =>
      write([VERTEX, { ...FACE, rows: [[corners]] }], { format });
    expectRefused(() => readPly(face([0, 1, 4])), 'bad-index', 'face 0 uses vertex 4, but there are 4 vertices');
    expectRefused(() => readPly(face([0, 1, -1])), 'bad-index', 'face 0 uses vertex -1');
    expectRefused(() => readPly(face([0, 1])), 'bad-count', 'face 0 has 2 corners');
    const fractional: WrittenElement = {
      name: 'face',
      properties: [['uint8', 'float32', 'vertex_index']],
      rows: [[[0, 1, 1.5]]],
    };
    expectRefused(() => readPly(write([VERTEX, fractional], { format })), 'bad-index', 'uses vertex 1.5');
  });

  it('refuses numbers that a float32 can not hold', () => {
    const read = (y: number) => () => {
      const vertex = vertices('float64', [0, 0, 0, 0, y, 0, 0, 0, 0, 0, 0, 0]);
      return readPly(write([vertex, FACE], { format }));
    };
    expectRefused(read(1e39), 'bad-number', 'y of vertex 1 is 1e+39');
    expectRefused(read(-Infinity), 'bad-number', '-Infinity');
    expectRefused(read(NaN), 'bad-number', 'NaN');
  });

  it('refuses files without coordinates, corners, vertices or faces', () => {
    const flat = {
      ...VERTEX,
      properties: VERTEX.properties.slice(0, 2),
      rows: VERTEX.rows.map((row) => row.slice(0, 2)),
    };
    expectRefused(() => readPly(write([flat, FACE], { format })), 'bad-file', 'no property z');
    const corners: WrittenElement = { ...FACE, properties: [['uint8', 'int32', 'corners']] };
    expectRefused(
      () => readPly(write([VERTEX, corners], { format })),
      'bad-file',
      'no list vertex_indices or vertex_index',
    );
    expectRefused(() => readPly(write([VERTEX], { format })), 'bad-file', 'announces no face (4 vertex)');
    expectRefused(() => readPly(write([VERTEX, { ...FACE, rows: [] }], { format })), 'bad-file', 'announces no face');
    expectRefused(() => readPly(write([FACE], { format })), 'bad-file', 'announces no vertex');
    expectRefused(() => readPly(write([], { format })), 'bad-file', 'nothing at all');
  });
});

describe('readPly', () => {
  it('accepts blank lines and surplus blanks in a text, and no line break at its end', () => {
    const lines = ['ply', 'format ascii 1.0', ' element  vertex 3', ...HEADER_XYZ, 'element face 1'];
    const header = [...lines, 'property list uchar int vertex_index', '', 'end_header'];
    const mesh = readPly(text(...header, '', ' 0 0\t0 ', '1 0 0', '', '', '0 1 0', '3 0 1 2'));
    expect([...mesh.triangles]).toEqual([0, 1, 2]);
  });

  it('names the line where a text goes wrong', () => {
    const header = ['ply', 'format ascii 1.0', 'element vertex 3', ...HEADER_XYZ, 'property int tag'];
    const read =
      (...body: string[]) =>
      () =>
        readPly(text(...header, 'element face 1', 'property list uchar int vertex_index', 'end_header', ...body));
    expect(read('0 0 0 x', '1 0 0 x', '0 1 0 x', '3 0 1 2')().vertexCount).toBe(3);
    expectRefused(read('0 0 0 1', '0 zero 0 1', '0 0 0 1', '3 0 1 2'), 'bad-number', 'line 12: "zero"');
    expectRefused(read('0 0 0 1', '', '0 0 0', '0 0 0 1', '3 0 1 2'), 'bad-file', 'line 13: the line ends');
    expectRefused(read('0 0 0 1', '0 0 0 1 7', '0 0 0 1', '3 0 1 2'), 'bad-file', 'line 12: "7" follows');
    expectRefused(read('0 0 0 1', '0 0 0 1', '0 0 0 1', '3 0 1'), 'cut-short', 'line 14: the list vertex_index has 3');
    expectRefused(read('0 0 0 1', '0 0 0 1', '0 0 0 1', '3 0 0001'), 'cut-short', 'line 14: the file ends');
    expectRefused(read('0 0 0 1', '0 0 0 1', '0 0 0 1', '3 0 1 9'), 'bad-index', 'line 14: face 0 uses vertex 9');
  });

  it.each([
    ['an unknown keyword', ['format ascii 1.0', 'elements vertex 3'], 'bad-file', 'line 3: "elements"'],
    ['an unknown format', ['format binary 1.0'], 'bad-file', 'line 2: the format is "binary"'],
    ['no format', ['element vertex 3', 'end_header', ''], 'bad-file', 'line 3: the header names no format'],
    ['another version', ['format ascii 2.0'], 'unsupported', 'line 2: the version is "2.0"'],
    ['an unknown type', ['element vertex 3', 'property half x'], 'bad-file', 'line 3: "half"'],
    ['an unknown list type', ['element face 3', 'property list uchar half x'], 'bad-file', 'line 3: "half"'],
    ['an unfinished property', ['element vertex 3', 'property float'], 'bad-file', 'line 3: write "property'],
    ['an unfinished element', ['element vertex'], 'bad-file', 'line 2: an element has 1 words'],
    ['a property of nothing', ['property float x'], 'bad-file', 'line 2: a property comes before any element'],
    ['a property twice', ['element vertex 3', ...HEADER_XYZ, 'property int x'], 'bad-file', 'line 6: the property "x"'],
    ['an element twice', ['element vertex 3', 'element vertex 3'], 'bad-file', 'line 3: the element "vertex"'],
    ['no end', ['format ascii 1.0'], 'cut-short', 'line 3: the file ends before "end_header"'],
  ] as const)('refuses a header with %s', (_what, lines, code, message) => {
    expectRefused(() => readPly(text('ply', ...lines, '')), code, `readPly: ${message}`);
  });

  it('refuses what is no PLY file', () => {
    for (const bytes of [
      text(''),
      text('plywood\n'),
      text('v 0 0 0\n'),
      text('PLY\n'),
      text('ply'),
      new Uint8Array(99),
    ]) {
      expectRefused(() => readPly(bytes), 'bad-file', 'does not start with a line "ply"');
    }
    for (const data of [undefined, null, 'ply\n', [112, 108, 121], new Float32Array(9)]) {
      expectRefused(() => readPly(data as unknown as Uint8Array), 'bad-type', 'readPly: the data is');
    }
  });
});
