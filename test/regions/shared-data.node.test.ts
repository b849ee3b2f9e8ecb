// slow: searches every character, sequence and mesh of the shared data twice
/** Real surfaces: with regions proved free, a search finds pair by pair, and in the same order, what the search without them finds. */
import { readdirSync } from 'node:fs';
import { type Body, type Shape, createBody, createPairHits, createSearch } from 'pliant';
import { createRandom } from 'pliant/exact';
import { buildTree, createBdTree, createBlendTree, createLinearModel, weldVertices } from 'pliant/parts';
import { describe, expect, it } from 'vitest';
import { randomPlacement } from '../bounds/bd-samples.js';
import { runSelf } from '../query/run-searches.js';
import { readGltf } from '../support/gltf-file.js';
import { BACKENDS } from '../support/sample-bodies.js';
import { readMesh, readSequence } from '../support/sequences.js';
import { sharedData } from '../support/shared-data.js';
import { CHARACTERS, modelOf, momentsOf } from '../support/skinned-characters.js';

const ROOM = 200_000;
const found = createPairHits(ROOM);
const expected = createPairHits(ROOM);
const search = createSearch();
/** Beyond so many triangles in all clips, one instant of each has to do. */
const MANY_TRIANGLES = 300_000;
/** Frames of a sequence that are gone through. */
const MOST_FRAMES = 12;

/** A body with regions, and one without. */
type Two = readonly [pruned: Body, plain: Body];

function twoOf(shape: Shape): Two {
  return [
    createBody(BACKENDS.wasm, shape, { pruning: 'always' }),
    createBody(BACKENDS.wasm, shape, { pruning: 'never' }),
  ];
}

function disposeOf(two: Two): void {
  for (const body of two) body.dispose();
}

/** Searches both; returns how many regions were free. */
function expectSame([pruned, plain]: Two, what: string): number {
  runSelf(search, plain, expected);
  expect(expected.dropped, what).toBe(0);
  runSelf(search, pruned, found);
  const { regionsFree } = search.statistics;
  expect(found.count, what).toBe(expected.count);
  expect(found.pairs.subarray(0, found.count * 2), what).toEqual(expected.pairs.subarray(0, expected.count * 2));
  expect(found.meetings.subarray(0, found.count), what).toEqual(expected.meetings.subarray(0, expected.count));
  return regionsFree;
}

describe.skipIf(sharedData('skinned') === undefined)('a character with itself', () => {
  it.each(CHARACTERS)('%s: the same with regions as without', async (path) => {
    const file = await readGltf(sharedData(path)!);
    const parts = file.objects.map((object) => {
      const { mesh } = object;
      const model = modelOf(object);
      return twoOf({ mesh, model, bounds: createBlendTree(mesh, model, buildTree(mesh, { arity: 4 })) });
    });
    const triangleCount = file.objects.reduce((sum, { mesh }) => sum + mesh.triangleCount, 0);
    let regionsFree = 0;
    for (const { poses, what } of momentsOf(file, triangleCount * file.clips.length > MANY_TRIANGLES ? 1 : 5)) {
      parts.forEach((two, i) => {
        for (const body of two) {
          body.setTransforms(poses[i].transforms);
          body.setWeights(poses[i].weights);
        }
        regionsFree += expectSame(two, `${path}, ${what}, ${file.objects[i].name}`);
      });
    }
    expect(regionsFree).toBeGreaterThan(0);
    for (const two of parts) disposeOf(two);
  });
});

const sequences = sharedData('sequence');

describe.skipIf(sequences === undefined)('a recorded sequence with itself', () => {
  it.each(sequences === undefined ? [] : readdirSync(sequences))('%s: the same with regions as without', (name) => {
    const { mesh, fields } = readSequence(sharedData(`sequence/${name}`)!);
    const steps = Array.from({ length: MOST_FRAMES }, (_, k) => Math.floor((k * fields.length) / MOST_FRAMES));
    const chosen = [...new Set(steps)].map((k) => fields[k]);
    const model = createLinearModel(mesh, chosen);
    const two = twoOf({ mesh, model, bounds: createBdTree(mesh, model, buildTree(mesh, { arity: 4 })) });
    let regionsFree = 0;
    for (let k = -1; k < chosen.length; k++) {
      // Frames themselves, and half-way between two of them.
      for (const next of k < 0 ? [k] : [k, (k + 1) % chosen.length]) {
        for (const body of two) {
          body.setWeights(chosen.map((_, j) => ((j === k ? 1 : 0) + (j === next ? 1 : 0)) / 2));
        }
        regionsFree += expectSame(two, `${name}, between ${k} and ${next}`);
      }
    }
    expect(regionsFree).toBeGreaterThan(0);
    disposeOf(two);
  });
});

const meshes = sharedData('static');

describe.skipIf(meshes === undefined)('a mesh with itself', () => {
  it.each(meshes === undefined ? [] : readdirSync(meshes))('%s: the same with regions as without, anywhere', (file) => {
    const random = createRandom(1670);
    const mesh = readMesh(sharedData(`static/${file}`)!);
    // As it is, with every seam open, and welded.
    for (const each of [mesh, weldVertices(mesh).mesh]) {
      const model = createLinearModel(each, []);
      const two = twoOf({ mesh: each, model, bounds: createBdTree(each, model, buildTree(each, { arity: 4 })) });
      const size = each.positions.reduce((largest, value) => Math.max(largest, Math.abs(value)), 0);
      let regionsFree = expectSame(two, file);
      for (let k = 0; k < 8; k++) {
        const placement = randomPlacement(random, size * (k % 2 === 0 ? 1 : 1000));
        for (const body of two) body.setPlacement(placement);
        regionsFree += expectSame(two, `${file}, seed 1670, placement ${k}`);
      }
      expect(regionsFree).toBeGreaterThan(0);
      disposeOf(two);
    }
  });
});
