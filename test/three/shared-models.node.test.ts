// slow: casts rays at every shared model, pose by pose
/** Raycasts on every skinned and morphing model of the shared data, against those of three.js. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createRandom } from 'pliant/exact';
import { MergedMesh, computeDeformTree, disposeDeformTree } from 'pliant/three';
import { Box3, Mesh, REVISION, Raycaster, Sphere, Vector3 } from 'three';
import { describe, expect, it } from 'vitest';
import { sharedData } from '../support/shared-data.js';
import { loadGltfScene } from './gltf-scene.js';
import { expectSameRaycast, refreshBounds } from './same-hits.js';

const files = ['skinned', 'morph', 'face'].flatMap((folder) => {
  const root = sharedData(folder);
  const names = root === undefined ? [] : readdirSync(root);
  return names.filter((name) => /\.(glb|gltf|vrm)$/.test(name)).map((name) => join(folder, name));
});

/** Of the oldest release, which differs in little, fewer. */
const POSES = process.env['PLIANT_THREE'] === undefined ? 4 : 2;
const RAYS = 30;

Mesh.prototype.computeDeformTree = computeDeformTree;
Mesh.prototype.disposeDeformTree = disposeDeformTree;

it('runs with the release of three.js that the project asks for', () => {
  expect(REVISION).toBe(process.env['PLIANT_THREE'] ?? '187');
});

describe.skipIf(files.length === 0)('models of the shared data', () => {
  it('are all there', () => {
    expect(files.length).toBe(15);
  });

  it.each(files)('%s: rays hit what three.js hits, pose by pose', async (name) => {
    const { scene, meshes, pose } = await loadGltfScene(sharedData(name)!);
    for (const mesh of meshes) mesh.computeDeformTree();
    const merged = meshes.some((mesh) => 'isSkinnedMesh' in mesh) ? new MergedMesh(scene) : undefined;
    merged?.computeDeformTree();
    const asked = merged ? [scene, merged] : [scene];
    const random = createRandom(7);
    const raycaster = new Raycaster();
    let hits = 0;
    for (let k = 0; k < POSES; k++) {
      pose(random);
      refreshBounds(scene);
      const box = new Box3().setFromObject(scene, true);
      const middle = box.getCenter(new Vector3());
      const size = box.getSize(new Vector3());
      for (const mesh of meshes) expectBounded(mesh, name);
      for (let ray = 0; ray < RAYS; ray++) {
        const [x, y, z] = [0, 1, 2].map(() => random.range(-1, 1));
        const origin = new Vector3(x, y, z).multiplyScalar(size.length()).add(middle);
        const goal = new Vector3(random.range(-0.5, 0.5), random.range(-0.5, 0.5), random.range(-0.5, 0.5));
        raycaster.set(origin, goal.multiply(size).add(middle).sub(origin).normalize());
        hits += expectSameRaycast(raycaster, scene, size.length(), `${name}, seed 7, pose ${k}, ray ${ray}`, asked);
      }
    }
    expect(hits).toBeGreaterThan(POSES * 4);
    for (const mesh of meshes) mesh.disposeDeformTree();
    merged?.disposeDeformTree();
  });
});

/** Expects the bounding volumes of the tree to hold every vertex of three.js. */
function expectBounded(mesh: Mesh, what: string): void {
  const box = mesh.deformTree!.boundingBox(new Box3());
  const sphere = mesh.deformTree!.boundingSphere(new Sphere());
  const slack = sphere.radius * 1e-5;
  const point = new Vector3();
  const { index, attributes } = mesh.geometry;
  const used = new Set(
    index ? Array.from(index.array) : Array.from({ length: attributes['position'].count }, (_, i) => i),
  );
  const outside = [...used].filter((vertex) => {
    mesh.getVertexPosition(vertex, point);
    return box.distanceToPoint(point) > slack || sphere.distanceToPoint(point) > slack;
  });
  expect(outside, `${what}: ${mesh.name}`).toEqual([]);
}
