import { createBody, createPairHits, createShape, findPairHits } from 'pliant';
import { writePositions } from 'pliant/kinetic';
import { describe, expect, it } from 'vitest';
import { SPHERES_DURATION, createSpheres, startSpheres, stepSpheres } from '../../scenes/growing-spheres.js';
import type { SpheresRun } from '../../scenes/growing-spheres.js';
import { expectRefused } from '../mesh/expect-refused.js';
import { BACKENDS } from '../support/sample-bodies.js';

const STEPS = 40;

describe('the growing spheres', () => {
  const spheres = createSpheres({ detail: 12 });

  it('are closed, with eight triangles for the square of their detail', () => {
    for (const { mesh } of spheres) {
      expect(mesh.triangleCount).toBe(8 * 12 * 12);
      expect(mesh.vertexCount - (mesh.triangleCount * 3) / 2 + mesh.triangleCount).toBe(2);
    }
    expect(createSpheres({ detail: 16 })[0].mesh.triangleCount).toBe(2048);
    expect(8 * 71 * 71).toBe(40_328);
  });

  it('turn exactly the vertices of triangles that touch, each once, and keep the speed of all', () => {
    const run = startSpheres(spheres, { leafSize: 16, arity: 4 });
    const pairs = createPairHits(100_000);
    const turnedAt = spheres.map(({ mesh }) => new Float64Array(mesh.vertexCount).fill(Infinity));
    let touches = 0;
    for (let step = 1; step <= STEPS; step++) {
      const time = (SPHERES_DURATION * step) / STEPS;
      stepSpheres(run, spheres, time);
      const places = positionsOf(run);
      // An independent search on where all vertices are.
      const [a, b] = places.map((positions, i) =>
        createBody(BACKENDS.wasm, createShape({ positions, triangles: spheres[i].mesh.triangles })),
      );
      findPairHits(a, b, pairs);
      expect(pairs.dropped + run.hits.dropped).toBe(0);
      expect(run.hits.count).toBe(pairs.count);
      touches += pairs.count;
      for (let i = 0; i < pairs.count * 2; i++) {
        const { triangles } = spheres[i % 2].mesh;
        for (let corner = 0; corner < 3; corner++) {
          const vertex = triangles[pairs.pairs[i] * 3 + corner];
          turnedAt[i % 2][vertex] = Math.min(turnedAt[i % 2][vertex], time);
        }
      }
      a.dispose();
      b.dispose();
    }
    expect(touches).toBeGreaterThan(100);
    const places = positionsOf(run);
    spheres.forEach(({ mesh, middle }, i) => {
      for (let vertex = 0; vertex < mesh.vertexCount; vertex++) {
        const turned = turnedAt[i][vertex];
        expect(run.isTurned[i][vertex]).toBe(turned === Infinity ? 0 : 1);
        // Out from the middle at a fixed speed, and back at the same.
        const way = turned === Infinity ? SPHERES_DURATION : 2 * turned - SPHERES_DURATION;
        const at = places[i].subarray(vertex * 3, vertex * 3 + 3);
        const far = Math.hypot(at[0] - middle[0], at[1] - middle[1], at[2] - middle[2]);
        expect(Math.abs(far - (1 + 0.25 * way))).toBeLessThan(1e-6);
      }
    });
    expect(run.turnedCount).toBe(
      run.isTurned[0].reduce((sum, x) => sum + x) + run.isTurned[1].reduce((sum, x) => sum + x),
    );
    expect(run.trees[0].counts.flightplanEvents + run.trees[1].counts.flightplanEvents).toBe(run.turnedCount);
  });

  it('are refused without detail', () => {
    expectRefused(() => createSpheres({ detail: 0 }), 'bad-number', 'detail is 0');
  });
});

function positionsOf({ trees }: SpheresRun): Float32Array[] {
  return trees.map((tree) => {
    const positions = new Float32Array(tree.paths.vertexCount * 3);
    writePositions(tree, positions);
    return positions;
  });
}
