/** What links are not made of. */
import { type PliantErrorCode, createBody, createShape } from 'pliant';
import { createRandom } from 'pliant/exact';
import { type CoarseMesh, createLinkTransforms, createLinks, writeLinkTransforms } from 'pliant/parts';
import { describe, expect, it } from 'vitest';
import { cloud } from './cloud.js';
import { expectRefused } from '../mesh/expect-refused.js';
import { tetrahedron } from '../mesh/make-meshes.js';
import { BACKENDS } from '../support/sample-bodies.js';
import { expectSameWords } from '../support/same-words.js';

describe('links are refused', () => {
  const points = cloud(createRandom(665), 8);

  it.each<[string, unknown, PliantErrorCode, string[]]>([
    ['to nothing', undefined, 'bad-type', ['undefined', '{ points, triangles }']],
    ['to an ordinary array', { points: [...points] }, 'bad-type', ['points']],
    ['to a coordinate left over', { points: points.subarray(1) }, 'bad-count', ['23']],
    [
      'to what is not finite',
      { points: points.map((value, i) => (i === 5 ? NaN : value)) },
      'bad-number',
      ['points[5]'],
    ],
    ['to two coarse vertices', { points: points.subarray(0, 6) }, 'bad-count', ['2 coarse vertices', 'pass 3']],
    [
      'to a surface of two',
      { points, triangles: Uint8Array.of(1, 2, 2) },
      'bad-count',
      ['2 coarse vertices on the surface'],
    ],
    [
      'to coarse vertices in a line',
      { points: Float32Array.from({ length: 300 }, (_, i) => Math.floor(i / 3)) },
      'bad-number',
      ['vertex 0', 'in a line', 'beside it'],
    ],
    ['to coarse vertices in one place', { points: new Float32Array(30).fill(2) }, 'bad-number', ['in a line']],
    ['with triangles that are none', { points, triangles: [0, 1, 2] }, 'bad-type', ['triangles']],
    ['with a corner left over', { points, triangles: Uint8Array.of(0, 1, 2, 3) }, 'bad-count', ['4 numbers']],
    ['with no tetrahedra', { points, tetrahedra: new Uint32Array(0) }, 'bad-count', ['tetrahedra', 'pass 4']],
    [
      'with corners that there are none of',
      { points, tetrahedra: Uint8Array.of(0, 1, 2, 8) },
      'bad-index',
      ['tetrahedron 0', 'point 8', '8 points'],
    ],
  ])('%s', (_, coarse, code, parts) => {
    expectRefused(() => createLinks(tetrahedron(), coarse as CoarseMesh), code, 'createLinks', ...parts);
  });

  it('but not what readers of files and lattices have beside tetrahedra, which say what the surface is', () => {
    const tetrahedra = Uint8Array.of(0, 1, 2, 3);
    const solid = { points, tetrahedra, triangles: new Uint32Array(0), fills: new Float32Array(1) };
    expect(createLinks(tetrahedron(), solid)).toEqual(createLinks(tetrahedron(), { points, tetrahedra }));
  });

  it('where positions or room are of another mesh, and where a position is not a number', () => {
    const mesh = tetrahedron();
    const links = createLinks(mesh, { points });
    const out = createLinkTransforms(links);
    expectRefused(() => writeLinkTransforms(links, points.subarray(3), out), 'bad-count', '21', '24');
    expectRefused(() => writeLinkTransforms(links, points, new Float32Array(12)), 'bad-count', '12', `${out.length}`);
    expectRefused(
      () => writeLinkTransforms(links, points, [...out] as unknown as Float32Array),
      'bad-type',
      'out is an Array',
    );
    const body = createBody(BACKENDS.wasm, createShape(mesh, links));
    const lost = points.map(() => NaN);
    writeLinkTransforms(links, lost, out);
    expectRefused(() => body.setTransforms(out), 'bad-number', 'transforms[3]');
    writeLinkTransforms(links, points, out);
    body.setTransforms(out);
    body.refit();
    expectSameWords(body.positions, mesh.positions, 'after what was refused');
    body.dispose();
  });
});
