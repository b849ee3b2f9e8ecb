// slow: builds in workers, again and again
/** Deform trees that were computed elsewhere: in a worker, or earlier. */
import { createRandom } from 'pliant/exact';
import {
  type DeformTreeAsyncOptions,
  type SearchWorker,
  MergedMesh,
  computeDeformTree,
  computeDeformTreeAsync,
  deserializeDeformTree,
  serializeDeformTree,
} from 'pliant/three';
import { type BufferGeometry, type Mesh, Vector3 } from 'three';
import { describe, expect, inject, it } from 'vitest';
import { addMorphTargets, addSkin, makeSkinnedTube, makeTube, makeTubeGeometry, poseAtRandom } from './make-meshes.js';

const threeWorker = inject('threeWorker');

/** Makes workers that run the sources. */
async function sourceWorkers(): Promise<DeformTreeAsyncOptions> {
  if (threeWorker === undefined) return {};
  // Not there in browsers, where nobody comes this far.
  const { Worker } = await import('node:worker_threads');
  return { createWorker: () => new Worker(threeWorker) };
}

async function scriptWorkers(script: string): Promise<DeformTreeAsyncOptions> {
  if (threeWorker === undefined) {
    const url = URL.createObjectURL(new Blob([script], { type: 'text/javascript' }));
    return { createWorker: () => new Worker(url) };
  }
  const { Worker: NodeWorker } = await import('node:worker_threads');
  return { createWorker: () => new NodeWorker(script, { eval: true }) };
}

const KINDS: readonly (readonly [string, () => Mesh])[] = [
  ['without bones', () => makeTube()],
  ['with morph targets', () => makeTube(addMorphTargets(makeTubeGeometry(), true))],
  ['with bones', () => makeSkinnedTube()],
  ['with both, and weights that sum to anything', () => makeSkinnedTube(bothGeometry())],
  ['made of several', () => new MergedMesh([makeSkinnedTube(), makeTube(), makeSkinnedTube(bothGeometry())])],
];

function bothGeometry(): BufferGeometry {
  return addSkin(addMorphTargets(makeTubeGeometry(), false), (vertex) => 0.5 + (vertex % 9) / 8);
}

/** Expects two trees to be of the same precomputed data, and to answer alike. */
function expectSame(found: Mesh, wanted: Mesh): void {
  expect(found.deformTree!.body.bounds).toEqual(wanted.deformTree!.body.bounds);
  expect(found.deformTree!.body.bounds).not.toBe(wanted.deformTree!.body.bounds);
  for (const mesh of [found, wanted]) poseAtRandom(mesh, createRandom(5));
  const point = new Vector3(2, 3, 4);
  expect(found.deformTree!.closestPointToPoint(point)).toEqual(wanted.deformTree!.closestPointToPoint(point));
}

describe.each(KINDS)('a mesh %s', (_, make) => {
  it('gets the same tree from a buffer', () => {
    const [mesh, other] = [make(), make()];
    const data = serializeDeformTree(computeDeformTree.call(mesh));
    const padded = new Uint8Array(data.byteLength + 3);
    padded.set(new Uint8Array(data), 3);
    expect(deserializeDeformTree(padded.subarray(3), other, { strategy: 'lazy' })).toBe(other.deformTree);
    expect(other.deformTree!.strategy).toBe('lazy');
    expectSame(other, mesh);
    expect(serializeDeformTree(other.deformTree!)).toEqual(data);
    // What is known of a geometry is not read again.
    const third = other.clone();
    deserializeDeformTree(data, third);
    expect(third.deformTree!.body.bounds).toBe(other.deformTree!.body.bounds);
  });

  it('gets the same tree from a worker, which tells its progress', async () => {
    const [mesh, other] = [make(), make()];
    computeDeformTree.call(mesh);
    const told: number[] = [];
    const tree = await computeDeformTreeAsync(other, {
      ...(await sourceWorkers()),
      strategy: 'lazy',
      onProgress: (share) => told.push(share),
    });
    expect(other.deformTree).toBe(tree);
    expect(tree.strategy).toBe('lazy');
    expect([told[0], told.at(-1)]).toEqual([0, 1]);
    expect(told).toEqual([...told].sort((a, b) => a - b));
    expect(told.filter((share) => share === 1).length).toBe(1);
    expectSame(other, mesh);
  });
});

describe('computeDeformTreeAsync', () => {
  it('builds many geometries, one after the other, and each once', async () => {
    const workers = await sourceWorkers();
    let made = 0;
    let orders = 0;
    const createWorker =
      workers.createWorker &&
      ((): SearchWorker => {
        made++;
        const worker = workers.createWorker!();
        const postMessage = worker.postMessage.bind(worker);
        worker.postMessage = (message) => {
          orders++;
          postMessage(message);
        };
        return worker;
      });
    const meshes = [3, 4, 5].map((seed) => makeTube(makeTubeGeometry(seed)));
    const twins = meshes.map((mesh) => makeTube(mesh.geometry));
    const options = createWorker ? { createWorker } : {};
    await Promise.all([...meshes, ...twins].map((mesh) => computeDeformTreeAsync(mesh, options)));
    meshes.forEach((mesh, i) => {
      expect(twins[i].deformTree!.body.bounds).toBe(mesh.deformTree!.body.bounds);
    });
    expect([made, orders]).toEqual(createWorker ? [1, 3] : [0, 0]);
  });

  it('is called off by its signal, at once, and others go on', async () => {
    const workers = await sourceWorkers();
    const [running, waiting, other] = [3, 4, 5].map((seed) => makeTube(makeTubeGeometry(seed)));
    const [first, second] = [new AbortController(), new AbortController()];
    const begun = new Promise<void>((resolve) => {
      void computeDeformTreeAsync(running, { ...workers, signal: first.signal, onProgress: () => resolve() }).catch(
        () => 0,
      );
    });
    const wait = computeDeformTreeAsync(waiting, { ...workers, signal: second.signal });
    const rest = computeDeformTreeAsync(other, workers);
    await begun;
    second.abort(new Error('not needed'));
    await expect(wait).rejects.toThrow('not needed');
    first.abort();
    expect(await rest).toBe(other.deformTree);
    expect([running.deformTree, waiting.deformTree]).toEqual([undefined, undefined]);
    const signal = AbortSignal.abort(new Error('too late'));
    await expect(computeDeformTreeAsync(waiting, { ...workers, signal })).rejects.toThrow('too late');
  });

  it('fails for whoever asked when what is told of progress throws', async () => {
    const workers = await sourceWorkers();
    const [mesh, other] = [makeTube(makeTubeGeometry(6)), makeTube(makeTubeGeometry(7))];
    const onProgress = (share: number): void => {
      if (share > 0) throw new Error('no such bar');
    };
    const failing = computeDeformTreeAsync(mesh, { ...workers, onProgress });
    const rest = computeDeformTreeAsync(other, workers);
    await expect(failing).rejects.toThrow('no such bar');
    expect(await rest).toBe(other.deformTree);
  });

  it('refuses what computeDeformTree refuses', async () => {
    const workers = await sourceWorkers();
    const mesh = makeTube();
    mesh.geometry.getAttribute('position').setX(5, NaN);
    await expect(computeDeformTreeAsync(mesh, workers)).rejects.toMatchObject({ code: 'bad-number' });
    const empty = makeTube();
    empty.geometry.setIndex([]);
    await expect(computeDeformTreeAsync(empty, workers)).rejects.toMatchObject({ code: 'bad-count' });
    await expect(computeDeformTreeAsync(undefined as never)).rejects.toMatchObject({ code: 'bad-type' });
  });

  it('refuses a geometry that was changed meanwhile', async () => {
    const mesh = makeTube();
    const promise = computeDeformTreeAsync(mesh, await sourceWorkers());
    mesh.geometry.getAttribute('position').needsUpdate = true;
    await expect(promise).rejects.toMatchObject({ code: 'mismatch' });
    expect(mesh.deformTree).toBeUndefined();
  });

  it('says when its worker is lost, and works again with another one', async () => {
    const mesh = makeTube();
    const failing = await scriptWorkers('throw new Error("out of order")');
    await expect(computeDeformTreeAsync(mesh, failing)).rejects.toMatchObject({
      code: 'worker-lost',
      message: expect.stringContaining('out of order') as string,
    });
    expect(await computeDeformTreeAsync(mesh, await sourceWorkers())).toBe(mesh.deformTree);
  });
});
