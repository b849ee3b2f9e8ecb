import { type Body, createBody, createHits, findBallHits } from 'pliant';
import { createRandom } from 'pliant/exact';
import { type LevelBoxes, createLevelBoxes, evaluateLevelBoxes, measureTree, readLevelBoxes } from 'pliant/inspect';
import { type BlockTree, buildTree, createBdTree } from 'pliant/parts';
import { describe, expect, it } from 'vitest';
import { createCurtainScene } from '../../scenes/curtain.js';
import { randomScale } from '../query/lazy-rigs.js';
import { moveBlendRig, randomBlendRig } from '../support/blend-rigs.js';
import { BACKENDS } from '../support/sample-bodies.js';
import { expectSameWords } from '../support/same-words.js';

/** All levels of a tree, from the root down. */
function levelsOf(tree: BlockTree): LevelBoxes[] {
  return Array.from({ length: tree.depth }, (_, level) => createLevelBoxes(tree, level));
}

/** Corners are centre and size put together in float32: they may be off by the rounding of that, no more. */
function expectEnclosed(body: Body, { corners, count, ranges }: LevelBoxes, world: Float32Array, what: string): void {
  const { triangleOrder } = body.bounds;
  const outside: string[] = [];
  for (let i = 0; i < count; i++) {
    for (let k = ranges[i * 2] * 3; k < (ranges[i * 2] + ranges[i * 2 + 1]) * 3; k++) {
      const vertex = body.mesh.triangles[triangleOrder[Math.floor(k / 3)] * 3 + (k % 3)];
      for (let axis = 0; axis < 3; axis++) {
        const value = world[vertex * 3 + axis];
        const [low, high] = [corners[i * 6 + axis], corners[i * 6 + 3 + axis]];
        const rounding = (Math.abs(low) + Math.abs(high)) * 2 ** -23;
        const isInside = value >= low - rounding && value <= high + rounding;
        if (!isInside) outside.push(`vertex ${vertex}, axis ${axis}: ${value} is not from ${low} to ${high}`);
      }
    }
  }
  expect(outside, what).toEqual([]);
}

describe('the boxes of a level', () => {
  it('are those of all nodes there, with all triangles below them', () => {
    const { mesh, model } = createCurtainScene({ columns: 12, rows: 20, hooks: 3, fieldCount: 5 });
    const tree = buildTree(mesh);
    const levels = levelsOf(createBdTree(mesh, model, tree));
    expect(levels.map(({ count }) => count)).toEqual([...measureTree(tree).nodesOfLevel]);
    expect([...levels[0].ranges]).toEqual([0, mesh.triangleCount]);
    for (const { ranges } of levels) {
      for (let i = 2; i < ranges.length; i += 2)
        expect(ranges[i]).toBeGreaterThanOrEqual(ranges[i - 2] + ranges[i - 1]);
    }
    expect(createLevelBoxes(createBdTree(mesh, model, tree), tree.depth).count).toBe(0);
  });

  it('enclose every vertex below them in any blend and pose, the same in both backends', () => {
    const seed = 4401;
    const random = createRandom(seed);
    for (let i = 0; i < 40; i++) {
      const rig = randomBlendRig(random, 90, randomScale(random));
      moveBlendRig(random, rig);
      for (let level = 0; level < rig.lazy[0].bounds.depth; level++) {
        const [wasm, twin] = rig.lazy.map((body) => {
          const boxes = createLevelBoxes(body.bounds, level);
          evaluateLevelBoxes(body, boxes);
          return boxes;
        });
        const what = `seed ${seed}, rig ${i}, ${rig.what}, level ${level}`;
        expectSameWords(wasm.corners, twin.corners, what);
        expect([...wasm.evaluated].every((value) => value === 1)).toBe(true);
        expectEnclosed(rig.lazy[0], wasm, rig.world, what);
      }
      for (const body of [...rig.lazy, rig.refit]) body.dispose();
    }
  });

  it.each(['box', 'sphere', 'oriented-box'] as const)('enclose a linear body too: %s', (bound) => {
    const { mesh, model, weights } = createCurtainScene({ columns: 12, rows: 20, hooks: 3, fieldCount: 5 });
    const bounds = createBdTree(mesh, model, buildTree(mesh), { bound });
    const body = createBody(BACKENDS.wasm, { mesh, model, bounds }, { strategy: 'lazy' });
    const whole = createBody(BACKENDS.wasm, { mesh, model, bounds }, { strategy: 'refit' });
    body.setWeights(weights[40]);
    whole.setWeights(weights[40]);
    whole.refit();
    for (const boxes of levelsOf(bounds)) {
      evaluateLevelBoxes(body, boxes);
      expectEnclosed(body, boxes, whole.positions, `level ${boxes.level}`);
    }
    body.dispose();
    whole.dispose();
  });

  it('are read without evaluating any', () => {
    const { mesh, model, weights, centers, ballRadius } = createCurtainScene();
    const bounds = createBdTree(mesh, model, buildTree(mesh));
    const body = createBody(BACKENDS.wasm, { mesh, model, bounds }, { strategy: 'lazy' });
    const hits = createHits(1000);
    body.setWeights(weights[30]);
    const levels = levelsOf(bounds);
    const readAll = (): number => levels.reduce((sum, boxes) => sum + readLevelBoxes(body, boxes), 0);
    expect(readAll()).toBe(0);
    findBallHits(body, centers.glide[30], ballRadius, hits);
    const { blocksEvaluated } = body;
    const read = readAll();
    expect(read).toBeGreaterThan(blocksEvaluated);
    expect(read).toBeLessThanOrEqual(blocksEvaluated * 4);
    expect(body.blocksEvaluated).toBe(blocksEvaluated);
    expect(levels[1].evaluated.length).toBe(levels[1].count);
    body.setWeights(weights[31]);
    expect(readAll()).toBe(0);
    body.refit();
    expect(readAll()).toBe(levels.reduce((sum, { count }) => sum + count, 0));
    body.dispose();
  });

  it('need a whole number for a level', () => {
    const { mesh, model } = createCurtainScene({ columns: 4, rows: 4, hooks: 2, fieldCount: 2 });
    const bounds = createBdTree(mesh, model, buildTree(mesh));
    for (const level of [-1, 0.5, NaN])
      expect(() => createLevelBoxes(bounds, level)).toThrow(/createLevelBoxes: level/);
  });
});
