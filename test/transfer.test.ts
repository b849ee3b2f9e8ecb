import { createPairHits, findSelfHits, transferablesOf } from 'pliant';
import { createRandom } from 'pliant/exact';
import {
  type Mesh,
  type Model,
  type Tree,
  buildTree,
  createLinearModel,
  findTreeProblem,
  fitLinearModel,
  weldVertices,
} from 'pliant/parts';
import { describe, expect, it } from 'vitest';
import { pairsInOrder } from './query/check-hits.js';
import { BACKENDS, refittedBody } from './support/sample-bodies.js';
import { randomFields, soup } from './support/sample-meshes.js';

interface Parts {
  readonly mesh: Mesh;
  readonly model: Model;
  readonly tree: Tree;
}

function makeParts(): Parts {
  const random = createRandom(211);
  const mesh = soup(random, 80, 0.4);
  return { mesh, model: createLinearModel(mesh, randomFields(random, mesh, 3, 0.5)), tree: buildTree(mesh) };
}

/** What a body made of the parts finds in itself, in some pose. */
function answerOf({ mesh, model, tree }: Parts): string[] {
  const body = refittedBody(BACKENDS.wasm, { mesh, model, tree });
  body.setWeights([0.5, -0.25, 1]);
  const hits = createPairHits(10_000);
  findSelfHits(body, hits);
  body.dispose();
  return pairsInOrder(hits);
}

/** Sends a value through a channel, as to a worker. */
async function send<Value>(value: Value, transfer: ArrayBuffer[]): Promise<Value> {
  const { port1, port2 } = new MessageChannel();
  const arrival = new Promise<Value>((resolve) => {
    port2.addEventListener('message', (event: MessageEvent<Value>) => resolve(event.data), { once: true });
  });
  port2.start();
  port1.postMessage(value, transfer);
  const received = await arrival;
  port1.close();
  port2.close();
  return received;
}

const WAYS: Record<string, (parts: Parts, transfer: ArrayBuffer[]) => Promise<Parts>> = {
  structuredClone: (parts, transfer) => Promise.resolve(structuredClone(parts, { transfer })),
  'a message channel': send,
};

describe.each(Object.keys(WAYS))('mesh, model and tree sent by %s', (way) => {
  it('answer the same, and the sender has nothing left when they are handed over', async () => {
    const parts = makeParts();
    const expected = answerOf(parts);
    expect(expected.length).toBeGreaterThan(20);
    const { mesh, model, tree } = parts;
    const received = await WAYS[way](parts, transferablesOf(mesh, model, tree));
    expect(findTreeProblem(received.tree)).toBeUndefined();
    expect(answerOf(received)).toEqual(expected);
    const left = [
      mesh.positions,
      mesh.triangles,
      model.rest,
      model.fields,
      model.fieldReach,
      tree.children,
      tree.ranges,
    ];
    expect([...left, tree.triangleOrder].map((array) => array.byteLength)).toEqual([0, 0, 0, 0, 0, 0, 0, 0]);
  });

  it('answer the same on both sides when they are copied', async () => {
    const parts = makeParts();
    const expected = answerOf(parts);
    const received = await WAYS[way](parts, []);
    expect(answerOf(received)).toEqual(expected);
    expect(answerOf(parts)).toEqual(expected);
  });
});

describe('the list of buffers to hand over', () => {
  it('names each buffer once, though records share arrays', () => {
    const { mesh, model, tree } = makeParts();
    const buffers = transferablesOf(mesh, model, tree, mesh);
    expect(new Set(buffers).size).toBe(buffers.length);
    const arrays = [mesh.positions, mesh.triangles, model.fields, model.fieldReach, tree.children, tree.ranges];
    expect(new Set(buffers)).toEqual(new Set([...arrays, tree.triangleOrder].map((array) => array.buffer)));
    expect(model.rest.buffer).toBe(mesh.positions.buffer);
  });

  it('reaches into arrays and nested records, such as a fit and a weld', () => {
    const { mesh } = makeParts();
    const frames = [mesh.positions, mesh.positions.map((value) => value * 2)];
    const fit = fitLinearModel(frames, mesh.triangles);
    const buffers = new Set(transferablesOf(fit));
    for (const array of [fit.mesh.positions, fit.model.fields, ...fit.weights, fit.residual.largestOfFrame]) {
      expect(buffers.has(array.buffer as ArrayBuffer)).toBe(true);
    }
    const weld = weldVertices(mesh);
    expect(transferablesOf(weld)).toContain(weld.weldedOf.buffer);
  });

  it('takes single arrays, ends on circles, and passes over shared memory and everything else', () => {
    const array = new Float32Array(3);
    const circle: Record<string, unknown> = { array, number: 7, text: 'a', nothing: null, missing: undefined };
    circle.self = circle;
    expect(transferablesOf(circle, array)).toEqual([array.buffer]);
    expect(transferablesOf({})).toEqual([]);
    expect(transferablesOf()).toEqual([]);
    if (typeof SharedArrayBuffer === 'function') {
      expect(transferablesOf({ shared: new Float32Array(new SharedArrayBuffer(16)) })).toEqual([]);
    }
  });

  it('names a buffer that stands for itself, such as a serialised tree', () => {
    const buffer = new ArrayBuffer(8);
    expect(transferablesOf({ buffer })).toEqual([buffer]);
  });
});
