/** What is kept of merged geometries, when some of them are garbage. */
import { MergedMesh, computeDeformTree, disposeDeformTree } from 'pliant/three';
import type { BufferGeometry } from 'three';
import { expect, it } from 'vitest';
import { addSkin, makeSkinnedTube, makeTube, makeTubeGeometry } from './make-meshes.js';

/** What is precomputed of a character in these clothes. */
function boundsOf(body: BufferGeometry, clothes: BufferGeometry): object {
  const character = new MergedMesh([makeSkinnedTube(body), makeTube(clothes)]);
  const { bounds } = computeDeformTree.call(character).body;
  disposeDeformTree.call(character);
  return bounds;
}

/** The same in clothes that nobody keeps. */
function wearOnce(body: BufferGeometry, seed: number): WeakRef<object> {
  const clothes = makeTubeGeometry(seed);
  boundsOf(body, clothes);
  return new WeakRef(clothes);
}

it('is forgotten with any of them, and shared as long as all are there', async () => {
  const body = addSkin(makeTubeGeometry());
  const clothes = makeTubeGeometry(2);
  const kept = boundsOf(body, clothes);
  const worn = [3, 4, 5].map((seed) => wearOnce(body, seed));
  const countThere = (): number => {
    globalThis.gc!();
    return worn.filter((one) => one.deref() !== undefined).length;
  };
  await expect.poll(countThere, { interval: 10 }).toBe(0);
  expect(boundsOf(body, clothes)).toBe(kept);
});
