/** Self-collision by bounds on normals: the pairs of the plain search, in its order, where contours are looked at; fewer, where they are not. */
import {
  type Body,
  type PairHits,
  type Shape,
  beginSelf,
  createBody,
  createPairHits,
  createSearch,
  step,
} from 'pliant';
import { createRandom } from 'pliant/exact';
import { bruteSelfHits } from 'pliant/oracle';
import {
  type Mesh,
  type NormalPrune,
  beginPrunedSelf,
  buildTree,
  createBdTree,
  createBlendTree,
  createLinearModel,
  createNormalBounds,
  createNormalPrune,
  createSkinModel,
  fitRegions,
} from 'pliant/parts';
import { describe, expect, it } from 'vitest';
import { boundNormals } from '../../src/bounds/normals/normal-bounds.js';
import { type Coil, createCoil, writeCoilPose } from '../../scenes/coil.js';
import { KINDS, bodyOf, makeSample, wavySheet } from '../bounds/normal-samples.js';
import { randomPiece } from '../regions/make-pieces.js';
import { POSE_KINDS } from '../support/blend-poses.js';
import { randomPlacement } from '../support/placements.js';
import { BACKENDS } from '../support/sample-bodies.js';
import { pairsInOrder, sortedPairs } from './check-hits.js';
import { runSelf } from './run-searches.js';

const ROOM = 400_000;
const found = createPairHits(ROOM);
const plain = createPairHits(ROOM);
const brute = createPairHits(ROOM);
const search = createSearch();

function runPruned(body: Body, prune: NormalPrune, hits: PairHits, budget = Infinity): void {
  beginPrunedSelf(search, body, hits, prune);
  while (!step(search, budget));
}

/** Compares the sound search with the plain one; returns how many pairs there are. */
function expectSame(body: Body, prune: NormalPrune, what: string, budget = Infinity): number {
  // The plain one last: it poses vertices that the other would have to.
  runPruned(body, prune, found, budget);
  runSelf(search, body, plain);
  expect(pairsInOrder(found), what).toEqual(pairsInOrder(plain));
  return plain.count;
}

function rigidBody(mesh: Mesh, leafSize: number, backend: 'wasm' | 'typescript' = 'wasm'): Body & Shape {
  const model = createLinearModel(mesh, []);
  const bounds = createBdTree(mesh, model, buildTree(mesh, { leafSize }));
  return createBody(BACKENDS[backend], { mesh, model, bounds }, { strategy: 'lazy', pruning: 'never' });
}

function coilBody(coil: Coil, isFitted = false): Body & Shape {
  const { mesh } = coil;
  const model = createSkinModel(mesh, coil);
  const shape = { mesh, model, bounds: createBlendTree(mesh, model, buildTree(mesh, { leafSize: 4 })) };
  return createBody(BACKENDS.wasm, isFitted ? fitRegions(shape) : shape, { strategy: 'lazy', pruning: 'never' });
}

describe('a search that prunes by normals and contours', () => {
  it('finds what brute force finds on ramps, rings, folds, holes, pinches and flips, and leaves much out', () => {
    const seed = 4101;
    const random = createRandom(seed);
    let pruned = 0;
    let refused = 0;
    let colliding = 0;
    for (let k = 0; k < 120; k++) {
      const { mesh, what } = randomPiece(random);
      const leafSize = 1 + random.integer(8);
      const body = rigidBody(mesh, leafSize);
      const normals = createNormalBounds(body, { gradient: k % 2 === 0 ? 'tangent' : 'whole' });
      const prune = createNormalPrune(body, normals);
      const name = `seed ${seed}, piece ${k}: ${what}`;
      expectSame(body, prune, name);
      if (k % 5 === 0) {
        const twin = rigidBody(mesh, leafSize, 'typescript');
        const twinPrune = createNormalPrune(twin, normals);
        expectSame(twin, twinPrune, `${name}, twin`);
        expect(twinPrune.statistics, `${name}, what the twin counts`).toEqual(prune.statistics);
        twin.dispose();
        runPruned(body, prune, found);
      }
      bruteSelfHits(mesh.positions, mesh.triangles, brute);
      expect(sortedPairs(found), name).toEqual(sortedPairs(brute));
      pruned += prune.statistics.nodesPruned + prune.statistics.pairsPruned;
      refused += prune.statistics.contoursRefused;
      if (brute.count > 0) colliding++;
      body.dispose();
    }
    expect(pruned).toBeGreaterThan(500);
    expect(refused).toBeGreaterThan(25);
    expect(colliding).toBeGreaterThan(30);
  });

  it.each(KINDS)('finds the same from pose to pose of a surface moved by: %s', (kind) => {
    const seed = 4111;
    const random = createRandom(seed);
    let pruned = 0;
    for (let round = 0; round < 5; round++) {
      const scale = [1, 1e-3, 1e3][round % 3];
      const mesh = round % 2 === 0 ? wavySheet(random, 12, 10, scale) : randomPiece(random).mesh;
      const sample = makeSample(random, mesh, kind);
      const body = bodyOf(sample);
      body.strategy = round === 3 ? 'adaptive' : 'lazy';
      const prune = createNormalPrune(body, createNormalBounds(body, { gradient: round < 3 ? 'tangent' : 'whole' }));
      for (let pose = 0; pose < 6; pose++) {
        sample.pose(body, pose < 4 ? 'bent' : POSE_KINDS[random.integer(POSE_KINDS.length)]);
        if (pose === 3) body.setPlacement(randomPlacement(random, 1000 * scale));
        expectSame(body, prune, `seed ${seed}, round ${round}, pose ${pose}`, pose === 2 ? 7 : Infinity);
        pruned += prune.statistics.nodesPruned + prune.statistics.pairsPruned;
      }
      body.dispose();
    }
    if (kind.startsWith('smooth') || kind === 'fields') expect(pruned).toBeGreaterThan(50);
  });

  it.each(['ring', 'ramp'] as const)('finds all collisions of a %s that faces one way all the time', (motion) => {
    const coil = createCoil({ columns: 160, rows: 4, bones: 40 });
    const body = coilBody(coil);
    const prune = createNormalPrune(body, createNormalBounds(body));
    const transforms = new Float32Array(coil.jointCount * 12);
    let collisions = 0;
    for (let frame = 0; frame < 8; frame++) {
      writeCoilPose(coil, motion, frame / 7, transforms);
      body.setTransforms(transforms);
      collisions += expectSame(body, prune, `frame ${frame}`);
      expect(prune.statistics.nodesPruned + prune.statistics.pairsPruned).toBeGreaterThan(0);
    }
    expect(collisions).toBeGreaterThan(20);
    expect(prune.statistics.contoursRefused).toBeGreaterThan(0);
    body.dispose();
  });

  it('poses the borders that it looks at, where no mask has posed them', () => {
    const coil = createCoil({ columns: 160, rows: 4, bones: 40 });
    const body = coilBody(coil);
    // Every node is bounded by its bones, so that nothing is posed but borders.
    const prune = createNormalPrune(
      body,
      boundNormals(body, false, () => false),
    );
    const transforms = new Float32Array(coil.jointCount * 12);
    const counts = [0, 1, 0, 1].map((share) => {
      writeCoilPose(coil, 'ring', share, transforms);
      body.setTransforms(transforms);
      return expectSame(body, prune, `share ${share}`);
    });
    expect(counts[0]).toBe(0);
    expect(counts[1]).toBeGreaterThan(10);
    expect(prune.statistics.tileMasks).toBe(0);
    body.dispose();
  });
});

describe('a search that prunes by normals alone, as the paper has it,', () => {
  it.each(['ring', 'ramp'] as const)('misses collisions of a %s that faces one way', (motion) => {
    const coil = createCoil({ columns: 160, rows: 4, bones: 40 });
    const body = coilBody(coil);
    const prune = createNormalPrune(body, createNormalBounds(body), { conservative: false });
    const transforms = new Float32Array(coil.jointCount * 12);
    let missed = 0;
    for (let frame = 0; frame < 8; frame++) {
      writeCoilPose(coil, motion, frame / 7, transforms);
      body.setTransforms(transforms);
      runPruned(body, prune, found);
      runSelf(search, body, plain);
      const all = new Set(pairsInOrder(plain));
      expect(pairsInOrder(found).filter((pair) => !all.has(pair))).toEqual([]);
      missed += plain.count - found.count;
    }
    expect(missed).toBeGreaterThan(20);
    expect(prune.statistics.contours).toBe(0);
    body.dispose();
  });

  it('misses collisions of random pieces, which the sound one finds, and finds nothing else', () => {
    const seed = 4121;
    const random = createRandom(seed);
    let missed = 0;
    let left = 0;
    for (let k = 0; k < 150; k++) {
      const { mesh, what } = randomPiece(random);
      const body = rigidBody(mesh, 4);
      const prune = createNormalPrune(body, createNormalBounds(body), { conservative: false });
      runPruned(body, prune, found);
      runSelf(search, body, plain);
      const all = new Set(pairsInOrder(plain));
      expect(
        pairsInOrder(found).filter((pair) => !all.has(pair)),
        `seed ${seed}, piece ${k}: ${what}`,
      ).toEqual([]);
      missed += plain.count - found.count;
      left += found.count;
      body.dispose();
    }
    expect(missed).toBeGreaterThan(50);
    expect(left).toBeGreaterThan(100);
  });

  it('does not take two sheets for one that face the same way', () => {
    const random = createRandom(4131);
    const { positions, triangles } = wavySheet(random, 9, 9);
    const lifted = positions.map((value, k) => (k % 3 === 2 ? value + 0.03 * (positions[k - 2] - 0.5) : value));
    const mesh: Mesh = {
      positions: Float32Array.from([...positions, ...lifted]),
      triangles: Uint32Array.from([...triangles, ...triangles.map((vertex) => vertex + positions.length / 3)]),
      vertexCount: (positions.length / 3) * 2,
      triangleCount: (triangles.length / 3) * 2,
    };
    const body = rigidBody(mesh, 4);
    const prune = createNormalPrune(body, createNormalBounds(body), { conservative: false });
    runSelf(search, body, plain);
    runPruned(body, prune, found);
    expect(plain.count).toBeGreaterThan(10);
    expect(pairsInOrder(found)).toEqual(pairsInOrder(plain));
    body.dispose();
  });
});

describe('a prune by normals', () => {
  it('says no of any body but its own', () => {
    const mesh = wavySheet(createRandom(4141), 8, 8);
    const [body, other] = [rigidBody(mesh, 4), rigidBody(mesh, 4)];
    const prune = createNormalPrune(body, createNormalBounds(body));
    expectSame(other, prune, 'another body');
    expect(prune.statistics.contours).toBe(0);
    expectSame(body, prune, 'its own');
    expect(prune.statistics.contours).toBeGreaterThan(0);
    body.dispose();
    other.dispose();
  });

  it.each(['typescript', 'wasm'] as const)(
    'may come between the steps of a search that proves regions free: %s',
    (backend) => {
      const seed = 4143;
      const random = createRandom(seed);
      const other = createSearch();
      const hits = createPairHits(ROOM);
      let cut = 0;
      for (let k = 0; k < 20; k++) {
        const body = rigidBody(randomPiece(random).mesh, 4, backend);
        body.strategy = 'adaptive';
        body.pruning = 'always';
        const prune = createNormalPrune(body, createNormalBounds(body));
        beginSelf(other, body, plain);
        const isOver = step(other, 30);
        runPruned(body, prune, found);
        if (!isOver) {
          step(other);
          cut++;
        }
        expect(pairsInOrder(plain), `seed ${seed}, round ${k}`).toEqual(pairsInOrder(found));
        body.pruning = 'never';
        runSelf(search, body, hits);
        expect(pairsInOrder(plain), `seed ${seed}, round ${k}`).toEqual(pairsInOrder(hits));
        body.dispose();
      }
      expect(cut).toBeGreaterThan(15);
    },
  );

  it('may come between the steps of a search that asks governors', () => {
    const coil = createCoil({ columns: 160, rows: 4, bones: 40 });
    const body = coilBody(coil, true);
    body.strategy = 'adaptive';
    const prune = createNormalPrune(body, createNormalBounds(body));
    const transforms = new Float32Array(coil.jointCount * 12);
    const other = createSearch();
    const hits = createPairHits(ROOM);
    let tried = 0;
    for (let frame = 0; frame < 8; frame++) {
      writeCoilPose(coil, 'ramp', frame / 7, transforms);
      body.setTransforms(transforms);
      body.pruning = 'always';
      beginSelf(other, body, plain);
      for (let k = 0; !step(other, 20 + 60 * k); k++) runPruned(body, prune, found);
      tried += other.statistics.regionsTried;
      body.pruning = 'never';
      runSelf(search, body, hits);
      expect(pairsInOrder(plain), `frame ${frame}`).toEqual(pairsInOrder(hits));
    }
    expect(tried).toBeGreaterThan(0);
    body.dispose();
  });

  it('refuses what is not a body, and options that are not known', () => {
    const body = rigidBody(wavySheet(createRandom(4142), 3, 3), 4);
    const normals = createNormalBounds(body);
    expect(() => createNormalPrune({} as Body, normals)).toThrow('createNormalPrune: got an Object');
    expect(() => createNormalPrune(body, normals, { conservative: 1 as unknown as boolean })).toThrow(
      'createNormalPrune: conservative is 1; pass one of true, false',
    );
    body.dispose();
  });

  it('and searches that prove regions free do not disturb each other', () => {
    const coil = createCoil({ columns: 120, rows: 4, bones: 30 });
    const body = coilBody(coil);
    body.strategy = 'adaptive';
    body.pruning = 'always';
    const prune = createNormalPrune(body, createNormalBounds(body));
    const transforms = new Float32Array(coil.jointCount * 12);
    const other = createSearch();
    for (let frame = 0; frame < 8; frame++) {
      writeCoilPose(coil, 'ramp', frame / 7, transforms);
      body.setTransforms(transforms);
      // The one begins, the other goes all the way, then the first goes on.
      beginPrunedSelf(search, body, found, prune);
      const isOver = step(search, 50);
      beginSelf(other, body, plain);
      step(other);
      const { regionsFree } = other.statistics;
      if (!isOver) step(search);
      expect(pairsInOrder(found), `frame ${frame}`).toEqual(pairsInOrder(plain));
      beginSelf(other, body, plain);
      step(other);
      expect(pairsInOrder(found), `frame ${frame}, once more`).toEqual(pairsInOrder(plain));
      expect(other.statistics.regionsFree).toBe(regionsFree);
    }
    body.dispose();
  });
});
