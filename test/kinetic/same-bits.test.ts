import { type Random, createRandom } from 'pliant/exact';
import { boxAt } from 'pliant/kinetic';
import { expect, it } from 'vitest';
import {
  ANY,
  FAR,
  type MovingScene,
  type Numbers,
  WHOLE,
  changeScene,
  createBoxScene,
  createScene,
} from './moving-scene.js';

/** Changes with the rules for events, with the trees and with these scenes; then the commit says why. */
const EXPECTED = 2612853732;
/** The same of BoxTrees. */
const EXPECTED_OF_PLANES = 2006840790;

it('has the same boxes, events and counts in every engine', () => {
  expect(hashOf(createScene, 60)).toBe(EXPECTED);
});

it('has them with two planes per node, too, of which parts are built anew', () => {
  expect(hashOf((random, numbers) => createBoxScene(random, numbers, 140), 30)).toBe(EXPECTED_OF_PLANES);
});

function hashOf(create: (random: Random, numbers: Numbers) => MovingScene, runs: number): number {
  let hash = 0x811c9dc5;
  const fold = (words: Uint32Array): void => {
    for (const word of words) hash = Math.imul(hash ^ word, 0x01000193) >>> 0;
  };
  const box = new Float32Array(6);
  for (let seed = 0; seed < runs; seed++) {
    const random = createRandom(seed);
    const numbers = [WHOLE, ANY, FAR][seed % 3];
    const scene = create(random, numbers);
    const { tree } = scene;
    for (let step = 0; step < 12; step++) {
      changeScene(scene, random, numbers);
      fold(tree.extremes.subarray(0, tree.firstCertificate + tree.nodeCount * tree.certificatesPerNode));
      fold(Uint32Array.from(Object.values(tree.counts)));
      for (let place = 0; place < tree.queue.count; place++) {
        fold(new Uint32Array(Float64Array.of(tree.queue.times[tree.queue.heap[place]]).buffer));
      }
      if (tree.root === 0xffffffff) continue;
      boxAt(tree, tree.root, box);
      fold(new Uint32Array(box.buffer));
    }
  }
  return hash;
}
