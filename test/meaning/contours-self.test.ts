/** Contours along which a surface passes through itself. */
import { createRandom } from 'pliant/exact';
import { describe, expect, it } from 'vitest';
import { meshOf } from '../mesh/make-meshes.js';
import { segmentSum, sharesPlanes, vertexOf } from './plain-triangles.js';
import { closedOf, contoursOf, figureEight, hitsOf, latticeSolid, polylinesOf, sphere, together } from './surfaces.js';

describe('contours of a surface with itself', () => {
  it('of a tube bent through itself are the loop of two tubes that cross', () => {
    const bent = figureEight(120, 16);
    const contours = contoursOf(bent, bent);
    expect(closedOf(contours)).toEqual([true]);
    expect(contours.totalLength).toBeCloseTo(segmentSum(bent, bent, hitsOf(bent, bent)), 9);
  });

  it('ends at a vertex around which the surface passes through itself', () => {
    // A fan around the origin that goes around it and through itself: its first and last triangle cross.
    const fan = meshOf(
      [0, 0, 0, 1, -0.3, 0.1, 0, 1, 0.4, -1, 0, 0.4, 0, -1, 0.2, 1, -0.5, -0.5, 1, 0.5, 0.5],
      [0, 1, 2, 0, 2, 3, 0, 3, 4, 0, 5, 6],
    );
    const contours = contoursOf(fan, fan);
    expect(closedOf(contours)).toEqual([false]);
    const [line] = polylinesOf(contours);
    expect([line[0], line.at(-1)]).toContainEqual([0, 0, 0]);
  });

  it('end nowhere else, even on lattices, unless planes are shared', () => {
    let [tried, open] = [0, 0];
    for (let seed = 0; seed < 1500; seed++) {
      const mesh = latticeSolid(createRandom(seed));
      const hits = hitsOf(mesh, mesh);
      if (hits.count === 0 || sharesPlanes(mesh, mesh, hits)) continue;
      tried++;
      const vertices = new Set(Array.from({ length: mesh.vertexCount }, (_, v) => vertexOf(mesh, v).join(' ')));
      const contours = contoursOf(mesh, mesh);
      polylinesOf(contours).forEach((line, i) => {
        if (contours.closed[i] === 1) return;
        open++;
        for (const end of [line[0], line.at(-1)!]) expect(vertices, `seed ${seed}`).toContain(end.join(' '));
      });
    }
    expect(Math.min(tried, open)).toBeGreaterThan(100);
  });

  it('equals that of two surfaces when it has two pieces', () => {
    const [a, b] = [sphere([0, 0, 0], 1, 6), sphere([0.6, 0.1, 0.8], 1, 6)];
    const both = together(a, b);
    expect(polylinesOf(contoursOf(both, both))).toEqual(polylinesOf(contoursOf(a, b)));
  });
});
