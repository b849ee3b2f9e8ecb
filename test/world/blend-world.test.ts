/** Blends in worlds with everything else that there is, and against contact proxies. */
import {
  addBody,
  createBall,
  createBody,
  createContacts,
  createHits,
  createPairHits,
  createPlane,
  createWorld,
  findContacts,
  stepWorld,
} from 'pliant';
import { type Random, createRandom } from 'pliant/exact';
import { bruteBallHits, bruteFrustumHits, brutePairHits } from 'pliant/oracle';
import { type Mesh, buildTree, createLinearModel, createProxyShape } from 'pliant/parts';
import { describe, expect, it } from 'vitest';
import { BLEND_KINDS } from '../support/blend-models.js';
import { type BlendRig, moveBlendRig, randomBlendRig } from '../support/blend-rigs.js';
import { BACKENDS } from '../support/sample-bodies.js';
import { changed, randomFields, soup } from '../support/sample-meshes.js';
import { closestPointOnTriangle } from '../narrow/with-numbers.js';
import { type Rig, disposeRig, moveRig, randomRig } from '../query/lazy-rigs.js';

const ORDINARY = { name: 'ordinary', factor: 1, shift: 0 };
const STEPS = 40;

/** Anything in the world, and whether it touches anything else, by brute force. */
interface Thing {
  readonly rig?: Rig;
  readonly ball?: ReturnType<typeof createBall>;
  readonly plane?: ReturnType<typeof createPlane>;
}

const pairs = createPairHits(1);
const triangles = createHits(1);

function touch(a: Thing, b: Thing): boolean {
  if (a.rig && b.rig) {
    return brutePairHits(a.rig.world, a.rig.mesh.triangles, b.rig.world, b.rig.mesh.triangles, pairs) > 0;
  }
  const [mesh, shape] = a.rig ? [a.rig, b] : [b.rig!, a];
  if (shape.ball) {
    const { center, radius } = shape.ball;
    return bruteBallHits(mesh.world, mesh.mesh.triangles, center, radius, triangles) > 0;
  }
  return bruteFrustumHits(mesh.world, mesh.mesh.triangles, shape.plane!.plane, triangles) > 0;
}

describe('a world with blends in it', () => {
  it.each(['wasm', 'typescript'] as const)('reports the pairs that brute force finds, on %s', (backend) => {
    const seed = 821;
    const random = createRandom(seed);
    const world = createWorld({ kernels: BACKENDS[backend] });
    const blends = BLEND_KINDS.flatMap((kind) => [0, 0].map(() => randomBlendRig(random, 24, ORDINARY, kind)));
    const linear = [0, 0].map(() => randomRig(random, 24, ORDINARY));
    const ball = createBall([0, 0, 0], 0.5);
    const things: Thing[] = [
      ...[...blends, ...linear].map((rig) => ({ rig })),
      { ball },
      { plane: createPlane([0, 0, 1], -3) },
    ];
    things.forEach((thing, id) => {
      addBody(world, id, thing.rig ? thing.rig.lazy[backend === 'wasm' ? 0 : 1] : (thing.ball ?? thing.plane)!);
    });
    let touching = 0;
    for (let step = 0; step < STEPS; step++) {
      for (const rig of blends) if (random.integer(3) === 0) moveBlendRig(random, rig, 2);
      for (const rig of linear) moveRig(random, rig, 2);
      for (let axis = 0; axis < 3; axis++) ball.center[axis] = random.range(-3, 3);
      stepWorld(world);
      const now: string[] = [];
      for (let a = 0; a < things.length; a++) {
        for (let b = a + 1; b < things.length; b++) {
          const isMesh = things[a].rig ?? things[b].rig;
          if (isMesh && touch(things[a], things[b])) now.push(`${a} ${b}`);
        }
      }
      const list = world.touching;
      const told = Array.from({ length: list.count }, (_, i) => [list.ids[i * 2], list.ids[i * 2 + 1]])
        .filter(([a, b]) => things[a].rig ?? things[b].rig)
        .map((pair) => pair.join(' '));
      expect(told, `seed ${seed}, step ${step}`).toEqual(now);
      touching += now.length;
    }
    expect(touching).toBeGreaterThan(STEPS);
    for (const rig of [...blends, ...linear]) disposeRig(rig);
  });
});

describe('contact proxies against a blend', () => {
  /** Spheres at rest that fields move, against the triangles of the rig. */
  function proxyMesh(random: Random): Mesh {
    return changed(soup(random, 40, 0.1), (value) => value * 0.7);
  }

  it('touch every triangle that brute force finds within a sphere', () => {
    const seed = 831;
    const random = createRandom(seed);
    const contacts = createContacts(20_000);
    const sphere = new Float64Array(4);
    const out = new Float64Array(4);
    let met = 0;
    for (let frame = 0; frame < 80; frame++) {
      const rig: BlendRig = randomBlendRig(random, 40, ORDINARY);
      const mesh = proxyMesh(random);
      const model = createLinearModel(mesh, randomFields(random, mesh, 2, 0.1));
      const proxies = createProxyShape(mesh, model, buildTree(mesh), { level: 2 });
      moveBlendRig(random, rig, 0.5);
      const expected: string[] = [];
      [BACKENDS.wasm, BACKENDS.typescript].forEach((kernels, backend) => {
        const body = createBody(kernels, proxies);
        body.setWeights([0.3, -0.4]);
        if (backend === 0) {
          for (let proxy = 0; proxy < proxies.proxyCount; proxy++) {
            body.readProxy(proxy, sphere);
            for (let t = 0; t < rig.mesh.triangleCount; t++) {
              const [a, b, c] = rig.mesh.triangles.subarray(t * 3, t * 3 + 3);
              const [x, y, z, radius] = sphere;
              const squared = closestPointOnTriangle(x, y, z, rig.world, a, b, c, out);
              if (Math.sqrt(squared) <= radius) expected.push(`${proxy} ${t}`);
            }
          }
        }
        findContacts(body, rig.lazy[backend], contacts);
        const found = Array.from(
          { length: contacts.count },
          (_, i) => `${contacts.pairs[i * 2]} ${contacts.pairs[i * 2 + 1]}`,
        );
        expect(found.sort(), `seed ${seed}, frame ${frame}, ${rig.what}`).toEqual(expected.sort());
        body.dispose();
      });
      if (expected.length > 0) met++;
      disposeRig(rig);
    }
    expect(met).toBeGreaterThan(20);
  });
});
