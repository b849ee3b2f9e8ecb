/** Rays that graze a face: the first hit alone is the first of all hits, however many a search has room for. */
import { createRandom } from 'pliant/exact';
import { computeDeformTree, disposeDeformTree, intersectFirst } from 'pliant/three';
import { BufferGeometry, Float32BufferAttribute, Mesh, Raycaster, Vector3 } from 'three';
import { describe, expect, it } from 'vitest';
import { grazingRay, obstacle, randomApproach, sliver } from '../narrow/grazing.js';
import { BOTH_SIDES } from './make-meshes.js';
import { raycastByTrees } from './same-hits.js';

const SURFACES = 60;
const RAYS = 8;

describe('a ray that grazes a face', () => {
  it('has the same first hit whether it is asked for one or for all', () => {
    const seed = 44;
    const random = createRandom(seed);
    let hits = 0;
    for (let surface = 0; surface < SURFACES; surface++) {
      const triangle = sliver(random);
      const rays = Array.from({ length: RAYS }, () => grazingRay({ ...randomApproach(random), length: 1 }, triangle));
      const obstacles = rays.flatMap((ray) => obstacle(ray, 10 ** random.range(-5, -3), 10 ** random.range(-3, -2)));
      const geometry = new BufferGeometry();
      geometry.setAttribute('position', new Float32BufferAttribute([...triangle, ...obstacles], 3));
      const mesh = new Mesh(geometry, BOTH_SIDES);
      computeDeformTree.call(mesh);
      rays.forEach(({ origin, direction }, i) => {
        const raycaster = new Raycaster(new Vector3(...origin), new Vector3(...direction));
        const all = raycastByTrees(raycaster, mesh);
        hits += all.filter(({ faceIndex }) => faceIndex === 0).length;
        const what = `seed ${seed}, surface ${surface}, ray ${i}`;
        expect(raycastByTrees(raycaster, mesh, true), what).toEqual(all.slice(0, 1));
        expect(intersectFirst(raycaster, mesh), what).toEqual(all[0] ?? null);
      });
      disposeDeformTree.call(mesh);
    }
    expect(hits).toBeGreaterThan((SURFACES * RAYS) / 4);
  });
});
