import { readObj } from 'pliant/parts';
import { describe, expect, it } from 'vitest';
import { expectRefused } from './expect-refused.js';

const TRIANGLE = 'v 0 0 0\nv 1 0 0\nv 0 1 0\n';
const SQUARE = `${TRIANGLE}v 1 1 0\n`;

function trianglesOf(text: string): number[] {
  return [...readObj(text).triangles];
}

describe('readObj', () => {
  it('reads vertices and faces', () => {
    const mesh = readObj('v 1 -2.5 3e-1\nv +4 .5 6.\nv 7E0 8e+0 -0\nf 1 2 3\n');
    expect([...mesh.positions]).toEqual([1, -2.5, Math.fround(0.3), 4, 0.5, 6, 7, 8, -0]);
    expect([...mesh.triangles]).toEqual([0, 1, 2]);
    expect([mesh.vertexCount, mesh.triangleCount]).toEqual([3, 1]);
  });

  it('reads text and bytes alike', () => {
    const text = `# é\n${TRIANGLE}f 1 2 3`;
    const bytes = new TextEncoder().encode(text);
    const inside = new Uint8Array(bytes.length + 7);
    inside.set(bytes, 5);
    for (const data of [bytes, bytes.buffer, inside.subarray(5, 5 + bytes.length)]) {
      expect(readObj(data)).toEqual(readObj(text));
    }
  });

  it('understands every form of a corner', () => {
    for (const face of [
      '1 2 3',
      '1/1 2/2 3/3',
      '1//1 2//2 3//3',
      '1/4/5 2/4/5 3/4/5',
      '-3 -2 -1',
      '1/ 2/ 3/',
      '1/-1/-1 2 3',
    ]) {
      expect(trianglesOf(`${TRIANGLE}vt 0 0\nvn 0 0 1\nf ${face}\n`), face).toEqual([0, 1, 2]);
    }
  });

  it('counts negative corners from the vertex before the face', () => {
    expect(trianglesOf(`${TRIANGLE}f -1 -2 -3\nv 5 5 5\nf -1 -2 -3\n`)).toEqual([2, 1, 0, 3, 2, 1]);
  });

  it('fans polygons out from their first corner', () => {
    expect(trianglesOf(`${SQUARE}v 2 2 0\nf 1 2 4 5 3\n`)).toEqual([0, 1, 3, 0, 3, 4, 0, 4, 2]);
  });

  it('understands comments, continued lines, any line ending, blanks and a byte order mark', () => {
    const expected = readObj(`${SQUARE}f 1 2 4 3\n`);
    const variants = [
      `# head\n\n${SQUARE}# v 9 9 9\nf 1 2 4 3 # tail`,
      `${SQUARE}f 1 2 \\\n  4 3\n`,
      `${SQUARE}f 1 2\\\r\n4\\\r\n3\r\n`,
      `${SQUARE}f 1 2 4 3\n`.replaceAll('\n', '\r\n'),
      `${SQUARE}f 1 2 4 3\n`.replaceAll('\n', '\r'),
      `\uFEFF${SQUARE}f 1 2 4 3`,
      `  ${SQUARE.replaceAll(' ', ' \t ')}\tf\t1 2  4\t3   \n`,
      `# a comment that ends with a backslash \\\n${SQUARE}f 1 2 4 3`,
      `curv 0 1 \\\nf 9 9 9\n${SQUARE}f 1 2 4 3`,
    ];
    for (const text of variants) expect(readObj(text), JSON.stringify(text)).toEqual(expected);
  });

  it('skips everything else, and what follows the coordinates of a vertex', () => {
    const others = 'mtllib a.mtl\no thing\ng\ns off\nusemtl b\nvn 0 0 1\nvt 0 0\nvp 1\nl 1 2\np 1\nfoo 1 2 3\nvertex\n';
    const text = 'v 0 0 0 1\nv 1 0 0 0.5 0.25 1\nv 0 1 0 x\n';
    expect(readObj(`${others}${text}f 1 2 3\n${others}`)).toEqual(readObj(`${TRIANGLE}f 1 2 3`));
  });

  it('lets faces come before their vertices', () => {
    expect(trianglesOf(`f 1 2 3\n${TRIANGLE}`)).toEqual([0, 1, 2]);
  });

  it('counts lines right whatever ends them', () => {
    for (const end of ['\n', '\r\n', '\r']) {
      const text = ['# one', '', 'v 0 0 \\', '0', 'v 0 zero 0', ''].join(end);
      expectRefused(() => readObj(text), 'bad-number', 'line 5: y of vertex 2 is "zero"');
    }
  });

  it.each([
    ['a word', 'v 1 two 3\n', 'line 1: y of vertex 1 is "two"'],
    ['NaN', 'v 1 2 nan\n', 'line 1: z of vertex 1 is "nan"'],
    ['infinity', 'v inf 2 3\n', 'line 1: x of vertex 1 is "inf"'],
    ['a number beyond float32', 'v 1e39 2 3\n', 'line 1: x of vertex 1 is "1e39"'],
    ['a missing coordinate', 'v 1 2\nv 1 2 3\n', 'line 1: z of vertex 1 is missing'],
  ])('refuses a vertex with %s', (_what, text, message) => {
    expectRefused(() => readObj(text), 'bad-number', message);
  });

  it.each([
    ['0 1 2', 'bad-index', 'uses vertex 0'],
    ['1 2 -4', 'bad-index', 'uses vertex -4, but 3 vertices come before it'],
    ['1 2 4', 'bad-index', 'line 4: a face uses vertex 4, but there are 3 vertices'],
    ['1 2 99999999999999999999', 'bad-index', 'line 4: a face uses vertex 1'],
    ['1 2 4294967297', 'bad-index', 'uses vertex 4294967297'],
    ['1 2 3.5', 'bad-file', 'line 4: a corner is "3.5"'],
    ['1 2 x', 'bad-file', 'line 4: a corner is "x"'],
    ['1 2 3/x', 'bad-file', 'line 4: a corner is "3/x"'],
    ['1 2 3/1/1/1', 'bad-file', 'line 4: a corner is "3/1/1/1"'],
    ['/1 /2 /3', 'bad-file', 'line 4: a corner is "/1"'],
    ['1 2', 'bad-count', 'line 4: a face has 2 corners'],
    ['', 'bad-count', 'line 4: a face has 0 corners'],
  ] as const)('refuses the face "f %s"', (face, code, message) => {
    expectRefused(() => readObj(`${TRIANGLE}f ${face}\nf 1 2 3\n`), code, 'readObj: ', message);
  });

  it('says that a text was cut short when it ends inside a statement', () => {
    expectRefused(() => readObj(`${TRIANGLE}f 1 2`), 'cut-short', 'line 4: a face has 2 corners');
    expectRefused(() => readObj('v 0 0'), 'cut-short', 'line 1: z of vertex 1 is missing');
    expectRefused(() => readObj('v'), 'cut-short', 'x of vertex 1 is missing');
  });

  it('refuses what is no OBJ file, or has no faces', () => {
    for (const text of ['', '\n\n', 'ply\nformat ascii 1.0\n', '{"asset":{}}', '\0\0\0']) {
      expectRefused(() => readObj(text), 'bad-file', 'no line starts with "v"');
    }
    expectRefused(() => readObj(`${TRIANGLE}l 1 2`), 'bad-file', 'there are 3 vertices, but no line starts with "f"');
  });

  it.each([undefined, null, 7, {}, [], new Float32Array(3), new DataView(new ArrayBuffer(3))])(
    'refuses %o as data',
    (data) => {
      expectRefused(() => readObj(data as string), 'bad-type', 'readObj: the data is');
    },
  );
});
