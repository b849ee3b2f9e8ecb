/** Regions of a body with itself: WebAssembly and TypeScript write the same words, and walk the same way in steps of any size. */
import { type Body, createBody } from 'pliant';
import { type Random, createRandom } from 'pliant/exact';
import { type Mesh, buildTree, createBdTree, createLinearModel } from 'pliant/parts';
import { describe, it } from 'vitest';
import { boundRegions } from '../../src/body/regions.js';
import { listRegions } from '../../src/bounds/regions/regions.js';
import { FACING, NO_LINE, REGIONS, REGION_BIT } from '../../src/kernels/layout/regions.js';
import { regionsOf } from '../../src/kernels/layout/self.js';
import { PAIR_WALK } from '../../src/kernels/layout/walk.js';
import { follow, wordAt } from '../../src/kernels/units.js';
import { meshOf, sheet, tangledMesh } from '../mesh/make-meshes.js';
import { TRAPS, makeTrap } from '../regions/make-traps.js';
import { randomPiece } from '../regions/make-pieces.js';
import { BACKENDS } from '../support/sample-bodies.js';
import { SAMPLE_MESHES, changed } from '../support/sample-meshes.js';
import { expectSameWords } from '../support/same-words.js';
import { walk, wordsOf } from './body-words.js';

/** All that kernels write of regions: what is known of nodes, and where points are as they were last seen. */
function regionWords(body: Body): Uint32Array {
  const { u32 } = body.kernels.arena;
  const kept = regionsOf(u32, wordAt(body.header));
  const { tiles, vertices } = listRegions(body.bounds);
  const facings = follow(u32, kept + REGIONS.facings);
  const words: number[] = [u32[kept + REGIONS.facingsStamp]];
  for (let node = 0; node < tiles.nodeCount; node++) {
    const at = facings + node * FACING.wordCount;
    words.push(...u32.subarray(at + FACING.directions, at + FACING.line + 1));
    if (u32[at + FACING.line] !== NO_LINE) words.push(...u32.subarray(at + FACING.box, at + FACING.size + 1));
    // The fourth number of a corner is whatever lies behind a vertex.
    words.push(
      ...u32.subarray(at + FACING.low, at + FACING.low + 3),
      ...u32.subarray(at + FACING.high, at + FACING.high + 3),
    );
  }
  for (const list of [REGIONS.x, REGIONS.y]) {
    const at = follow(u32, kept + list);
    words.push(...u32.subarray(at, at + vertices.length));
  }
  return Uint32Array.from(words);
}

function expectTwins(mesh: Mesh, fields: readonly Float32Array[], random: Random, what: string): void {
  const model = createLinearModel(mesh, fields);
  const arity = random.integer(2) === 0 ? 2 : 4;
  const bounds = createBdTree(mesh, model, buildTree(mesh, { arity, leafSize: 1 + random.integer(8) }));
  const bodies = [BACKENDS.wasm, BACKENDS.typescript].map((kernels) =>
    createBody(kernels, { mesh, model, bounds }, { pruning: 'always' }),
  );
  const [wasm, typescript] = bodies;
  for (const weight of [0, 1]) {
    const walks = bodies.map((body) => {
      body.setWeights(fields.map(() => weight));
      boundRegions(body);
      const before = regionWords(body);
      const { kernels } = body;
      const start = {
        entries: [REGION_BIT, 0],
        width: 2,
        outWidth: 2,
        write: ({ f32, u32 }: typeof kernels.arena, at: number): void => {
          f32[at + PAIR_WALK.pad] = 2 ** -60;
          u32.fill(0, at + PAIR_WALK.cleared, at + PAIR_WALK.borderEdges + 1);
        },
      } as const;
      // Each goes on while entries of its own are on top.
      const found = walk(kernels, start, (state) =>
        kernels.regions!.walkRegions(body.header, state) === 1
          ? 1
          : kernels.run.walkPairs(body.header, body.header, state),
      );
      return { before, found, after: regionWords(body) };
    });
    expectSameWords(walks[0].before, walks[1].before, `${what}: directions`);
    expectSameWords(walks[0].found, walks[1].found, `${what}: walks`);
    expectSameWords(walks[0].after, walks[1].after, `${what}: borders`);
    expectSameWords(wordsOf(wasm), wordsOf(typescript), `${what}: bodies`);
  }
  for (const body of bodies) body.dispose();
}

describe('WebAssembly and TypeScript write the same words of regions', () => {
  it('of pieces', () => {
    const random = createRandom(1650);
    for (let k = 0; k < 60; k++) {
      const { mesh, what } = randomPiece(random);
      expectTwins(mesh, [], random, `seed 1650, piece ${k}: ${what}`);
    }
  });

  it('of traps', () => {
    const random = createRandom(1651);
    for (let k = 0; k < 120; k++) {
      const kinds = Object.keys(TRAPS) as (keyof typeof TRAPS)[];
      const { field, positions, triangles, what } = makeTrap(random, kinds[k % kinds.length]);
      expectTwins(meshOf([...positions], [...triangles]), [field], random, `seed 1651, trap ${k}: ${what}`);
    }
  });

  it('of tangles, with zeros of both signs', () => {
    const random = createRandom(1652);
    for (let k = 0; k < 120; k++) expectTwins(tangledMesh(random), [], random, `seed 1652, tangle ${k}`);
  });

  it('of flat pieces with zeros of both signs', () => {
    const random = createRandom(1653);
    for (let k = 0; k < 40; k++) {
      const { mesh, what } = randomPiece(random);
      const axis = random.integer(3);
      const flat = changed(mesh, (value, i) => (i % 3 === axis ? (random.integer(2) === 0 ? 0 : -0) : value));
      expectTwins(flat, [], random, `seed 1653, piece ${k}: ${what}, flat`);
    }
  });

  it('of sheets that begin at zeros of both signs', () => {
    const random = createRandom(1655);
    for (let k = 0; k < 100; k++) {
      const mesh = changed(sheet(1 + random.integer(5), 1 + random.integer(5)), (value) => {
        return value === 0 && random.integer(2) === 0 ? -0 : value;
      });
      expectTwins(mesh, [], random, `seed 1655, sheet ${k}`);
    }
  });

  it.each(Object.keys(SAMPLE_MESHES))('of %s', (name) => {
    const random = createRandom(1654);
    const mesh = SAMPLE_MESHES[name]();
    for (let k = 0; k < 3; k++) expectTwins(mesh, [], random, name);
  });
});
