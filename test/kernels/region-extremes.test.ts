/** The kernels that prove regions free, word by word on both backends: pinched borders, and sizes that no float32 holds well. */
import { type Body, createBody, createPairHits, createSearch } from 'pliant';
import { createRandom } from 'pliant/exact';
import { type Mesh, buildTree, createBdTree, createLinearModel } from 'pliant/parts';
import { describe, expect, it } from 'vitest';
import { listRegions } from '../../src/bounds/regions/regions.js';
import { LANES } from '../../src/kernels/layout/child-words.js';
import { HEADER } from '../../src/kernels/layout/header.js';
import { RECORD } from '../../src/kernels/layout/record.js';
import { FACING, LINE_COUNT, NODE, REGIONS } from '../../src/kernels/layout/regions.js';
import { regionsOf } from '../../src/kernels/layout/self.js';
import { follow, wordAt } from '../../src/kernels/units.js';
import { runSelf } from '../query/run-searches.js';
import { meshOf } from '../mesh/make-meshes.js';
import { randomPinched } from '../regions/make-pinched.js';
import { BACKENDS } from '../support/sample-bodies.js';

const hits = createPairHits(400_000);
const search = createSearch();

function bodiesOf(mesh: Mesh, leafSize: number): readonly Body[] {
  const model = createLinearModel(mesh, []);
  const shape = { mesh, model, bounds: createBdTree(mesh, model, buildTree(mesh, { leafSize })) };
  return [BACKENDS.wasm, BACKENDS.typescript].map((kernels) => createBody(kernels, shape, { pruning: 'always' }));
}

/** All that is known of nodes in the pose, the points of borders that were seen, and the boxes that walks find. */
function wordsOf({ bounds, header, kernels }: Body): number[] {
  const { u32 } = kernels.arena;
  const kept = regionsOf(u32, wordAt(header));
  const { nodes, tiles } = listRegions(bounds);
  const facings = follow(u32, kept + REGIONS.facings);
  const points = [REGIONS.x, REGIONS.y].map((word) => follow(u32, kept + word));
  const words: number[] = [];
  for (let node = 0; node < tiles.nodeCount; node++) {
    const at = facings + node * FACING.wordCount;
    const isSeen = u32[at + FACING.line] < LINE_COUNT;
    words.push(...u32.subarray(at, at + FACING.box));
    if (isSeen) words.push(...u32.subarray(at + FACING.box, at + FACING.size + 1));
    // The last number of a corner says nothing.
    words.push(
      ...u32.subarray(at + FACING.low, at + FACING.low + 3),
      ...u32.subarray(at + FACING.high, at + FACING.high + 3),
    );
    const first = nodes[node * NODE.wordCount + NODE.firstPoint];
    const end = first + nodes[node * NODE.wordCount + NODE.pointCount];
    if (isSeen) for (const place of points) words.push(...u32.subarray(place + first, place + end));
  }
  const records = follow(u32, wordAt(header) + HEADER.records);
  for (let block = 0; block < bounds.blockCount; block++) {
    const at = records + block * RECORD.wordCount;
    if (u32[at + RECORD.stamp] === u32[wordAt(header) + HEADER.stamp])
      words.push(...u32.subarray(at, at + RECORD.stamp));
  }
  return words;
}

function expectSameWords(name: string, mesh: Mesh, leafSize: number): void {
  const bodies = bodiesOf(mesh, leafSize);
  const [ours, twins] = bodies.map((body) => {
    runSelf(search, body, hits);
    return { statistics: { ...search.statistics }, words: wordsOf(body) };
  });
  expect(ours, name).toEqual(twins);
  for (const body of bodies) body.dispose();
}

describe('the kernels of regions write what their twins write', () => {
  it('on pinched pieces, with leaves of every size', () => {
    const seed = 1621;
    const random = createRandom(seed);
    for (let k = 0; k < 240; k++) {
      expectSameWords(`seed ${seed}, piece ${k}`, randomPinched(random), 1 + random.integer(16));
    }
  });

  it('on one triangle, on few that fill no row, and where sizes overflow, underflow or are nothing', () => {
    const strip = (count: number, x: number, y: number): Mesh =>
      meshOf(
        Array.from({ length: count + 2 }, (_, i) => [i * x, (i % 2) * y, 0]).flat(),
        Array.from({ length: count }, (_, i) => (i % 2 === 0 ? [i, i + 1, i + 2] : [i + 1, i, i + 2])).flat(),
      );
    for (const scale of [1, 1e-30, 1e-42, 1e15, 1e18, 3e37, 0]) {
      for (let count = 1; count <= 2 * LANES + 1; count++) {
        expectSameWords(`${count} triangles of size ${scale}`, strip(count, scale, scale), 4);
      }
    }
    expectSameWords('all in a line', strip(9, 1, 0), 4);
  });
});
