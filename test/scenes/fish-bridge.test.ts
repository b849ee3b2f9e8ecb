// slow: makes a bridge, and records how it swings
/** Fish on a bridge: held by it, alike in every run, within their limit of strain, and seen where they are. */
import { createRandom } from 'pliant/exact';
import { createContacts, CONTACT } from 'pliant';
import { createPose, poseMesh, setWeights } from 'pliant/parts';
import { describe, expect, it } from 'vitest';
import {
  FISH_STRAIN_LIMIT,
  copyFish,
  countSpheres,
  createFishBridge,
  createFishBridgeKind,
  disposeFishBridge,
  findFishInView,
  readBridgeWeights,
  stepFishBridge,
} from '../../scenes/fish-bridge.js';
import type { FishBridge, FishBridgeOptions } from '../../scenes/fish-bridge.js';
import { keepDeepest, turnContactsOutward } from '../../scenes/outward-contacts.js';
import { BACKENDS } from '../support/sample-bodies.js';
import { hashWords } from '../support/same-words.js';

const KIND = createFishBridgeKind({
  fishTriangles: 10_000,
  level: 6,
  bridgeTriangles: 60_000,
  bridgeCells: 30,
  frameCount: 16,
});

function run(steps: number, options: FishBridgeOptions = {}, kernels = BACKENDS.wasm): FishBridge {
  const scene = createFishBridge(kernels, KIND, { fishCount: 51, ...options });
  for (let step = 0; step < steps; step++) stepFishBridge(scene);
  return scene;
}

function hashOf({ rigid, vibrations }: FishBridge): string {
  return hashWords(rigid.centers, rigid.turns, rigid.momenta, ...vibrations.map(({ amplitudes }) => amplitudes));
}

describe('the run of the bridge', () => {
  it('has ten modes, which keep nearly all of what was recorded, and the bridge swings by centimetres', () => {
    const { bridge } = KIND;
    expect(bridge.model.fieldCount).toBe(10);
    expect(bridge.residual.keptEnergy).toBeGreaterThan(0.99);
    const pose = createPose(bridge.model.poseLayout);
    const posed = new Float32Array(bridge.mesh.vertexCount * 3);
    let [highest, feet] = [0, 0];
    for (const frame of bridge.weights) {
      setWeights(pose, frame);
      poseMesh(bridge.model, pose, posed);
      for (let at = 1; at < posed.length; at += 3) {
        const moved = Math.abs(posed[at] - bridge.mesh.positions[at]);
        highest = Math.max(highest, moved);
        if (bridge.mesh.positions[at] < -2.5) feet = Math.max(feet, moved);
      }
    }
    expect(highest).toBeGreaterThan(0.02);
    expect(highest).toBeLessThan(0.4);
    expect(feet).toBeLessThan(0.02);
  });

  it('is played to and fro without a jump', () => {
    const [last, now] = [new Float32Array(10), new Float32Array(10)];
    const frames = KIND.bridge.weights;
    readBridgeWeights(frames, 0, last);
    expect([...last]).toEqual([...frames[0]]);
    for (let time = 0; time < 4; time += 0.005) {
      readBridgeWeights(frames, time, now);
      now.forEach((weight, k) => expect(Math.abs(weight - last[k])).toBeLessThan(0.3));
      last.set(now);
    }
    readBridgeWeights(frames, 0.05, now);
    now.forEach((weight, k) => expect(weight).toBeCloseTo(frames[1][k], 5));
  });
});

describe.each([false, true])('fish on the bridge, rigid: %s', (isRigid) => {
  it('lie on the deck in its middle, slide off its ends, and stay within their limit of strain', () => {
    const scene = createFishBridge(BACKENDS.wasm, KIND, { fishCount: 51, isRigid });
    let largestStrain = 0;
    for (let step = 0; step < 640; step++) {
      stepFishBridge(scene);
      expect(scene.statistics.dropped).toBe(0);
      for (const { amplitudes } of scene.vibrations) {
        const strain = KIND.fish.vibrator.strains.reduce((sum, x, mode) => sum + x * Math.abs(amplitudes[mode]), 0);
        largestStrain = Math.max(largestStrain, strain);
      }
    }
    expect(largestStrain).toBeLessThan(FISH_STRAIN_LIMIT * (1 + 1e-12));
    expect(largestStrain > 0).toBe(!isRigid);
    const { centers, momenta, turns } = scene.rigid;
    for (const array of [centers, turns, momenta]) expect(array.every(Number.isFinite)).toBe(true);
    let [middle, fell] = [0, 0];
    for (let fish = 0; fish < 51; fish++) {
      const [x, y] = centers.subarray(fish * 3, fish * 3 + 2);
      if (y < -0.5) fell++;
      if (Math.abs(x) > 4) continue;
      middle++;
      // The top of the deck is at 0.25 at most, lower at its sides, and it swings.
      expect(y, `fish ${fish}`).toBeGreaterThan(-0.2);
      expect(y, `fish ${fish}`).toBeLessThan(0.8);
    }
    expect(middle).toBe(17);
    expect(fell).toBeGreaterThan(3);
    disposeFishBridge(scene);
  });

  it('are the same in every run and on every backend, and others for another seed', () => {
    const [first, second, twin] = [BACKENDS.wasm, BACKENDS.wasm, BACKENDS.typescript].map((kernels) =>
      run(80, { isRigid, fishCount: 9 }, kernels),
    );
    const other = run(80, { isRigid, fishCount: 9, seed: 2 });
    expect(hashOf(second)).toBe(hashOf(first));
    expect(hashOf(twin)).toBe(hashOf(first));
    expect(hashOf(other)).not.toBe(hashOf(first));
    for (const scene of [first, second, twin, other]) disposeFishBridge(scene);
  });
});

describe('a scene of fish', () => {
  it('goes on as the one that it was copied from, and gives its memory back', () => {
    const before = BACKENDS.wasm.arena.usedBytes;
    const from = run(60, { fishCount: 9 });
    const to = run(2, { fishCount: 9, seed: 5 });
    copyFish(from, to);
    for (let step = 0; step < 20; step++) for (const scene of [from, to]) stepFishBridge(scene);
    expect(hashOf(to)).toBe(hashOf(from));
    for (const scene of [from, to]) disposeFishBridge(scene);
    expect(BACKENDS.wasm.arena.usedBytes).toBe(before);
  });

  it('counts spheres that a step evaluates: few of a fish in the air, all of none but those that touch', () => {
    const scene = run(1, { fishCount: 9 });
    // The block of the root, and that of its children.
    expect(countSpheres(scene).ofFish).toBe(9 * 2 * 4);
    expect(countSpheres(scene).ofBridge).toBeGreaterThan(0);
    for (let step = 0; step < 60; step++) stepFishBridge(scene);
    expect(scene.statistics.bridgeContacts).toBeGreaterThan(0);
    expect(countSpheres(scene).ofFish).toBeGreaterThan(9 * 2 * 4);
    expect(countSpheres(scene).ofFish).toBeLessThanOrEqual(9 * 4 * KIND.fish.proxies.blockCount);
    disposeFishBridge(scene);
  });

  it('shows all fish of which a sphere is in view, and leaves out others', () => {
    const scene = run(40);
    const random = createRandom(77);
    const seen = new Uint32Array(51);
    const sphere = new Float64Array(4);
    let leftOut = 0;
    for (let view = 0; view < 20; view++) {
      const planes = Array.from({ length: 3 }, () => {
        const normal = [0, 1, 2].map(() => random.range(-1, 1));
        const length = Math.sqrt(normal.reduce((sum, x) => sum + x * x, 0));
        return [...normal.map((x) => x / length), random.range(-2, 4)];
      });
      const count = findFishInView(scene, planes.flat(), seen);
      const found = new Set(seen.subarray(0, count));
      leftOut += 51 - count;
      scene.bodies.forEach((body, fish) => {
        for (let proxy = 0; proxy < body.proxies.proxyCount && !found.has(fish); proxy++) {
          body.readProxy(proxy, sphere);
          // The centre alone: a sphere that meets all half-spaces need not meet what they have in common.
          const isIn = planes.every(([x, y, z, d]) => x * sphere[0] + y * sphere[1] + z * sphere[2] <= d);
          expect(isIn, `seed 77, view ${view}, fish ${fish}`).toBe(false);
        }
      });
    }
    expect(leftOut).toBeGreaterThan(100);
    disposeFishBridge(scene);
  });
});

describe('contacts with a surface', () => {
  it('are turned outward from behind, and one of each sphere is left, the deepest', () => {
    const contacts = createContacts(4);
    const add = (proxy: number, centerY: number): void => {
      const way = centerY > 0 ? -1 : 1;
      const depth = 0.5 - Math.abs(centerY);
      contacts.numbers.set([0, centerY, 0, 0.5, 0, 0, 0, 0, 0, way, 0, depth], contacts.count * CONTACT.stride);
      contacts.pairs.set([proxy, 0], contacts.count * 2);
      contacts.count++;
    };
    add(1, 0.3);
    add(0, -0.1);
    add(1, 0.2);
    add(1, 0.4);
    turnContactsOutward(contacts, Float64Array.of(0, 1, 0));
    keepDeepest(contacts, new Int32Array(2));
    expect(contacts.count).toBe(2);
    expect([...contacts.pairs.subarray(0, 4)]).toEqual([1, 0, 0, 0]);
    const depths = [0, 1].map((k) => contacts.numbers[k * CONTACT.stride + CONTACT.depth]);
    expect(depths[0]).toBeCloseTo(0.3, 12);
    expect(depths[1]).toBeCloseTo(0.6, 12);
    for (const k of [0, 1]) expect(contacts.numbers[k * CONTACT.stride + CONTACT.normal + 1]).toBe(-1);
  });
});
