import { buildTree, createBdTree, createPose, nodeLevels, poseMesh, setWeights } from 'pliant/parts';
import { describe, expect, it, vi } from 'vitest';
import { MOST_GLOWING, createAfterglow } from '../../lab/model/afterglow.js';
import { createClock } from '../../lab/model/clock.js';
import { formatBytes, formatCount, formatTime } from '../../lab/model/format.js';
import { createLevelBounds, evaluateBounds, findSlots, fitBoxes } from '../../lab/model/level-bounds.js';
import { STATE_DEFAULTS } from '../../lab/model/state.js';
import { createStore } from '../../lab/model/store.js';
import { RecentTimes, timeSteadily, timeWork, typicalTime } from '../../lab/model/timing.js';
import { createCurtainScene } from '../../scenes/curtain.js';

describe('the clock', () => {
  it('gives as many frames a second as it is asked for, whatever the screen does', () => {
    const clock = createClock();
    let frames = 0;
    for (let time = 0; time <= 1000; time += 1000 / 144) frames += clock.framesDue(time, 60);
    expect(frames).toBeGreaterThanOrEqual(60);
    expect(frames).toBeLessThanOrEqual(62);
  });

  it('plays slower rather than making up for a long break', () => {
    const clock = createClock();
    clock.framesDue(0, 60);
    expect(clock.framesDue(60_000, 60)).toBe(4);
    expect(clock.framesDue(60_001, 60)).toBeLessThanOrEqual(1);
    expect(clock.framesDue(120_000, 60, 30)).toBe(30);
  });
});

describe('the afterglow', () => {
  it('is full for what is touched now, fades for what was, and ends', () => {
    const glow = createAfterglow();
    glow.touch(Uint32Array.of(3, 5), 2, 1);
    expect([...glow.heat]).toEqual([
      [3, 1],
      [5, 1],
    ]);
    glow.touch(Uint32Array.of(5), 1, 1);
    expect(glow.heat.get(5)).toBe(1);
    expect(glow.heat.get(3)).toBeLessThan(1);
    expect(glow.heat.get(3)).toBeGreaterThan(0);
    glow.touch(new Uint32Array(0), 0, 100);
    expect(glow.heat.size).toBe(0);
  });

  it('lets the oldest go when there are too many', () => {
    const glow = createAfterglow();
    glow.touch(Uint32Array.of(7), 1, 1);
    glow.touch(
      Uint32Array.from({ length: MOST_GLOWING }, (_, i) => i + 10),
      MOST_GLOWING,
      1,
    );
    expect(glow.heat.size).toBe(MOST_GLOWING);
    expect(glow.heat.has(7)).toBe(false);
  });
});

describe('times', () => {
  it('are told of one round, however often the work had to be repeated', () => {
    let now = 0;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now);
    for (const [cost, expected] of [
      [0.01, 20],
      [0, 64],
      [1, 1],
    ]) {
      let rounds = 0;
      const time = timeWork(() => {
        rounds++;
        now += cost;
      });
      expect(time).toBeCloseTo(cost, 9);
      expect(Math.abs(rounds - expected), `${rounds} rounds of ${cost} ms`).toBeLessThanOrEqual(1);
    }
    clock.mockRestore();
  });

  it.each([
    ['the first is slow', [0.6, 0.3, 0.3], 0.3, 3],
    ['the work is long', [5, 4, 3], 5, 1],
  ])('are not spoilt by one slow moment: %s', (_name, costs, expected, rounds) => {
    let now = 0;
    let round = 0;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now);
    expect(timeSteadily(() => (now += costs[round++]))).toBeCloseTo(expected, 9);
    expect(round).toBe(rounds);
    clock.mockRestore();
  });

  it('are typical: neither the fastest nor the slowest count', () => {
    expect(typicalTime([1, 2, 3, 1000])).toBe(2.5);
    expect(typicalTime([7])).toBe(7);
    expect(typicalTime([])).toBe(0);
    const recent = new RecentTimes(4);
    for (const time of [50, 50, 50, 50, 1, 2, 3, 4]) recent.add(time);
    expect(recent.typical).toBe(2.5);
  });
});

describe('the bounds of a level', () => {
  const scene = createCurtainScene({ columns: 12, rows: 20, hooks: 3, fieldCount: 5 });
  const tree = buildTree(scene.mesh);
  const levels = nodeLevels(tree);
  const positions = new Float32Array(scene.mesh.vertexCount * 3);
  const pose = createPose(scene.model.poseLayout);

  it.each(['box', 'sphere'] as const)('enclose all vertices below each node, as %s', (bound) => {
    const bounds = createBdTree(scene.mesh, scene.model, tree, { bound });
    const slots = findSlots(tree, bounds);
    for (const frame of [0, 30, 77]) {
      setWeights(pose, scene.weights[frame]);
      poseMesh(scene.model, pose, positions);
      for (let level = 0; level < tree.depth; level++) {
        const nodes = Uint32Array.from({ length: tree.nodeCount }, (_, node) => node).filter(
          (n) => levels[n] === level,
        );
        const shown = createLevelBounds(nodes);
        const tight = createLevelBounds(nodes);
        evaluateBounds(bounds, slots, scene.weights[frame], shown);
        fitBoxes(tree, scene.mesh.triangles, positions, scene.mesh.positions, tight);
        shown.nodes.forEach((node, i) => {
          for (let axis = 0; axis < 3; axis++) {
            const slack = 1e-5;
            expect(shown.corners[i * 6 + axis], `node ${node}`).toBeLessThanOrEqual(
              tight.corners[i * 6 + axis] + slack,
            );
            expect(shown.corners[i * 6 + 3 + axis]).toBeGreaterThanOrEqual(tight.corners[i * 6 + 3 + axis] - slack);
          }
          // Bounds of this kind never shrink, and here they are never many times too large.
          expect(shown.growth[i]).toBeGreaterThanOrEqual(1);
          expect(shown.growth[i]).toBeLessThan(4);
        });
      }
    }
  });

  it('have not grown at rest', () => {
    const bounds = createBdTree(scene.mesh, scene.model, tree);
    const shown = createLevelBounds(Uint32Array.of(0, 1));
    evaluateBounds(bounds, findSlots(tree, bounds), new Float32Array(5), shown);
    expect([...shown.growth]).toEqual([1, 1]);
    fitBoxes(tree, scene.mesh.triangles, scene.mesh.positions, scene.mesh.positions, shown);
    expect([...shown.growth]).toEqual([1, 1]);
  });
});

describe('the store', () => {
  it('tells its listeners of a change, and only of a change', () => {
    const store = createStore(STATE_DEFAULTS);
    const heard: number[] = [];
    store.subscribe((state) => heard.push(state.frame));
    store.set({ frame: 4 });
    store.set({ frame: 4 });
    store.set({ frame: 5, playing: true });
    expect(heard).toEqual([4, 5]);
  });
});

describe('numbers for people', () => {
  it.each([
    [0, '0.0 µs'],
    [0.0085, '8.5 µs'],
    [0.064, '64 µs'],
    [1.523, '1.52 ms'],
    [250.4, '250 ms'],
    [2060, '2.06 s'],
  ])('have the unit that suits them: %d ms is %s', (time, text) => {
    expect(formatTime(time)).toBe(text);
  });

  it.each([
    [800, '1 kB'],
    [50 * 1024, '50 kB'],
    [2.84 * 1024 * 1024, '2.8 MB'],
  ])('have the unit that suits a file: %d bytes are %s', (bytes, text) => {
    expect(formatBytes(bytes)).toBe(text);
  });

  it('have separators', () => {
    expect(formatCount(240_430)).toBe('240,430');
  });
});
