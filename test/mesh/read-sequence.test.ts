import { advance, createKineticTree, planKeyframes, writePositions } from 'pliant/kinetic';
import { readSequence } from 'pliant/parts';
import type { SequenceFile } from 'pliant/parts';
import { describe, expect, it } from 'vitest';
import { joinTouchingParts } from '../../src/mesh/mesh-parts.js';
import { expectRefused } from './expect-refused.js';
import { writePly } from './write-ply.js';

const FACES = 'f 1 2 3\nf 2 4 3\n';

function obj(name: string, text: string): SequenceFile {
  return { name, data: new TextEncoder().encode(text) };
}

/** A square whose fourth corner is somewhere above it. */
function square(name: string, height: number, faces = FACES): SequenceFile {
  return obj(name, `v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 1 ${height}\n${faces}`);
}

function plySquare(name: string, height: number): SequenceFile {
  const vertex = {
    name: 'vertex',
    properties: [
      ['float32', 'x'],
      ['float32', 'y'],
      ['float32', 'z'],
    ],
    rows: [
      [0, 0, 0],
      [1, 0, 0],
      [0, 1, 0],
      [1, 1, height],
    ],
  } as const;
  const face = {
    name: 'face',
    properties: [['uint8', 'int32', 'vertex_indices']],
    rows: [[[0, 1, 2]], [[1, 3, 2]]],
  } as const;
  return { name, data: writePly([vertex, face], { format: 'binary_little_endian' }) };
}

describe('a sequence', () => {
  it.each([
    ['OBJ', [square('a.obj', 0), square('b.OBJ', 5), square('c.obj', 10)]],
    ['PLY', [plySquare('a.ply', 0), plySquare('b.ply', 5), plySquare('c.ply', 10)]],
  ])('of %s files has their vertices, one frame each', (_kind, files) => {
    const { frames, mesh, names, times } = readSequence(files, { fps: 2 });
    expect(frames.map((frame) => frame[11])).toEqual([0, 5, 10]);
    expect([...times]).toEqual([0, 0.5, 1]);
    expect(names).toEqual(files.map(({ name }) => name));
    expect([...mesh.triangles]).toEqual([0, 1, 2, 1, 3, 2]);
    expect(mesh.positions[11]).toBe(0);
  });

  it('is a plan of flights as it is', () => {
    const sequence = readSequence([square('a.obj', 0), square('b.obj', 5)], { fps: 1 });
    const tree = createKineticTree(planKeyframes(sequence), sequence.mesh.triangles);
    advance(tree, 0.5);
    const positions = new Float32Array(12);
    writePositions(tree, positions);
    expect(positions[11]).toBe(2.5);
  });

  it('tells objects apart, and groups where there are none', () => {
    const apart = '\nv 5 0 0\nv 6 0 0\nv 5 1 0\no shirt \nf -3 -2 -1\n';
    const { parts } = readSequence([square('a.obj', 0, `g left\no Körper\n${FACES}${apart}`)]);
    expect(parts.names).toEqual(['Körper', 'shirt']);
    expect([...parts.partOf]).toEqual([0, 0, 1]);
    const groups = readSequence([square('a.obj', 0, `f 1 2 3\ng one\nf 2 4 3\ng two\ng one\nf 1 2 4\n`)]).parts;
    expect(groups.names).toEqual(['', 'one']);
    expect([...groups.partOf]).toEqual([0, 1, 1]);
  });

  it('has one part where parts share a vertex', () => {
    const corners = Array.from({ length: 9 }, (_, i) => `v ${i} 0 0\n`).join('');
    const faces = 'o a\nf 1 2 3\no b\nf 4 5 6\no c\nf 3 7 8\no d\nf 9 7 8\n';
    const { mesh, parts } = readSequence([obj('a.obj', corners + faces)]);
    const joined = joinTouchingParts(mesh, parts);
    expect(joined.names).toEqual(['a+c+d', 'b']);
    expect([...joined.partOf]).toEqual([0, 1, 0, 0]);
    const many = Array.from({ length: 8 }, (_, i) => `o part${i}\nf 1 2 3\n`).join('');
    const one = readSequence([obj('a.obj', corners + many)]);
    expect(joinTouchingParts(one.mesh, one.parts).names).toEqual(['part0+part1+part2+part3+4 more']);
  });

  it('can be kept in memory that workers share', () => {
    const { frames } = readSequence([square('a.obj', 0), square('b.obj', 5)], { shared: true });
    expect(frames.every(({ buffer }) => buffer instanceof SharedArrayBuffer)).toBe(true);
    expect(frames[1][11]).toBe(5);
  });

  it('is refused where a frame has another topology, and says what differs', () => {
    const refuse = (file: SequenceFile, ...parts: readonly string[]): void => {
      const files = [square('a.obj', 0), square('b.obj', 1), file];
      expectRefused(() => readSequence(files), 'mismatch', JSON.stringify(file.name), '"a.obj"', ...parts);
    };
    refuse(square('c.obj', 2, `v 9 9 9\n${FACES}`), 'has 5 vertices, but 4');
    refuse(square('c.obj', 2, `${FACES}f 1 2 4\n`), 'has 3 triangles, but 2');
    refuse(square('c.obj', 2, 'f 1 2 3\nf 2 3 4\n'), 'triangle 1 has the vertices 1 2 3, but 1 3 2');
    refuse(plySquare('c.ply', 2), 'of another kind');
  });

  it('is refused where a file cannot be read, which is named', () => {
    const first = square('a.obj', 0);
    const bad = obj('b.obj', 'v 0 0 nan\n');
    expectRefused(() => readSequence([first, bad]), 'bad-number', '"b.obj"', 'line 1', 'z of vertex 1');
    expectRefused(() => readSequence([first, { name: 'b.obj', data: new Uint8Array(0) }]), 'bad-file', '"b.obj"');
    expectRefused(() => readSequence([{ ...first, name: 'a.fbx' }]), 'unsupported', '"a.fbx"', '.ply');
    expectRefused(() => readSequence([{ data: first.data } as never]), 'bad-type', 'undefined');
    expectRefused(() => readSequence([]), 'bad-count', 'no files');
    expectRefused(() => readSequence([first], { fps: -3 }), 'bad-number', 'fps is -3');
  });
});
