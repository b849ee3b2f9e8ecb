// slow: makes the scene at its full size
import type { Kernels } from 'pliant';
import { inspectSurface } from 'pliant/inspect';
import { createPose, findEdges, poseMesh, setWeights } from 'pliant/parts';
import { describe, expect, it } from 'vitest';
import { BLOB_FIELD_COUNT, createBlob } from '../../scenes/blob.js';
import {
  type PileOptions,
  type PileScene,
  createPileScene,
  disposePileScene,
  stepPileScene,
} from '../../scenes/pile.js';
import { BACKENDS } from '../support/sample-bodies.js';

function run(kernels: Kernels, options: PileOptions, steps: number, look?: (scene: PileScene) => void): PileScene {
  const scene = createPileScene(kernels, options);
  for (let step = 0; step < steps; step++) {
    stepPileScene(scene);
    look?.(scene);
  }
  return scene;
}

describe('the blob', () => {
  it('is closed, of about two thousand triangles, and stays in shape when it deforms', () => {
    const { mesh, model, meanRadius } = createBlob();
    expect(mesh.triangleCount).toBe(2048);
    const surface = inspectSurface(mesh, findEdges(mesh));
    expect(surface.closed).toBe(true);
    expect(surface.misorientedEdges.length).toBe(0);
    expect(model.fieldCount).toBe(BLOB_FIELD_COUNT);
    expect(meanRadius).toBeGreaterThan(0.3);
    for (let field = 0; field < BLOB_FIELD_COUNT; field++) {
      expect(model.fieldReach[field]).toBeGreaterThan(0.02);
      expect(model.fieldReach[field]).toBeLessThan(0.5);
    }
  });

  it('has its triangles turned outward', () => {
    const { mesh } = createBlob();
    let volume = 0;
    for (let t = 0; t < mesh.triangles.length; t += 3) {
      const [a, b, c] = [0, 1, 2].map((k) => mesh.positions.subarray(mesh.triangles[t + k] * 3));
      volume +=
        a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0]);
    }
    expect(volume / 6).toBeGreaterThan(0.1);
  });
});

describe('the pile', () => {
  it('is the same to the last bit on every backend and in every run', () => {
    const options = { bodyCount: 14, level: 4, divisions: 8 };
    const scenes = [BACKENDS.wasm, BACKENDS.typescript, BACKENDS.wasm].map((kernels) => run(kernels, options, 120));
    for (const other of scenes.slice(1)) {
      expect(other.placements).toEqual(scenes[0].placements);
      expect(other.weights).toEqual(scenes[0].weights);
      expect(other.contacts.count).toBe(scenes[0].contacts.count);
      expect(other.contacts.numbers).toEqual(scenes[0].contacts.numbers);
      expect(other.world.touching.ids).toEqual(scenes[0].world.touching.ids);
    }
    expect(scenes[0].contacts.count).toBeGreaterThan(50);
    for (const scene of scenes) disposePileScene(scene);
  });

  it('differs for another seed', () => {
    const [first, second] = [1, 2].map((seed) => run(BACKENDS.wasm, { bodyCount: 3, level: 4, divisions: 4, seed }, 5));
    expect(first.placements).not.toEqual(second.placements);
    for (const scene of [first, second]) disposePileScene(scene);
  });

  it('comes to lie in the bin: nothing sinks in, flies off or speeds up, though all of it deforms', () => {
    const scene = run(BACKENDS.wasm, { bodyCount: 30, level: 6, divisions: 8 }, 700);
    const { mesh, model, motion } = scene;
    const pose = createPose(model.poseLayout);
    const positions = new Float32Array(mesh.vertexCount * 3);
    for (let body = 0; body < motion.bodyCount; body++) {
      setWeights(pose, scene.weights.subarray(body * BLOB_FIELD_COUNT, (body + 1) * BLOB_FIELD_COUNT));
      poseMesh(model, pose, positions);
      const m = scene.placements.subarray(body * 16, body * 16 + 16);
      let lowest = Infinity;
      for (let k = 0; k < positions.length; k += 3) {
        lowest = Math.min(lowest, m[1] * positions[k] + m[5] * positions[k + 1] + m[9] * positions[k + 2] + m[13]);
      }
      expect(lowest, `body ${body}`).toBeGreaterThan(-0.05);
      expect(m[13], `body ${body}`).toBeLessThan(3);
      for (const axis of [12, 14]) expect(Math.abs(m[axis]), `body ${body}`).toBeLessThan(5);
      const speed = Math.sqrt([0, 1, 2].reduce((sum, axis) => sum + motion.motions[body * 12 + axis] ** 2, 0));
      expect(speed, `body ${body}`).toBeLessThan(3);
    }
    disposePileScene(scene);
  });

  it('tells of every touch once when it begins and once when it ends', () => {
    const touching = new Set<string>();
    let began = 0;
    let ended = 0;
    const scene = run(BACKENDS.wasm, { bodyCount: 20, level: 5, divisions: 8 }, 250, ({ world, contacts }) => {
      expect(contacts.dropped).toBe(0);
      for (let i = 0; i < world.ended.count; i++) {
        expect(touching.delete(`${world.ended.ids[i * 2]} ${world.ended.ids[i * 2 + 1]}`)).toBe(true);
        ended++;
      }
      for (let i = 0; i < world.stays.count; i++) {
        expect(touching.has(`${world.stays.ids[i * 2]} ${world.stays.ids[i * 2 + 1]}`)).toBe(true);
      }
      for (let i = 0; i < world.began.count; i++) {
        const pair = `${world.began.ids[i * 2]} ${world.began.ids[i * 2 + 1]}`;
        expect(touching.has(pair)).toBe(false);
        touching.add(pair);
        began++;
      }
      expect(touching.size).toBe(world.touching.count);
    });
    expect(began).toBeGreaterThan(30);
    expect(ended).toBeGreaterThan(5);
    disposePileScene(scene);
  });

  it('gives its memory back', () => {
    const before = BACKENDS.wasm.arena.usedBytes;
    disposePileScene(run(BACKENDS.wasm, { bodyCount: 3, level: 3, divisions: 4 }, 2));
    expect(BACKENDS.wasm.arena.usedBytes).toBe(before);
  });
});
