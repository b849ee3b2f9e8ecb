import { Worker } from 'node:worker_threads';
import { transferablesOf } from 'pliant';
import { createRandom } from 'pliant/exact';
import { buildTree, findTreeProblem } from 'pliant/parts';
import type { Mesh, Tree } from 'pliant/parts';

import { describe, expect, it } from 'vitest';
import { soup } from './support/sample-meshes.js';
import { hashWords } from './support/same-words.js';

/** A worker in plain JavaScript: it reads what it was given, and sends it back whole. */
const ECHO = `
  const { parentPort } = require('node:worker_threads');
  parentPort.once('message', ({ mesh, tree }) => {
    let sum = 0;
    for (const triangle of tree.triangleOrder) sum += mesh.triangles[triangle * 3];
    parentPort.postMessage({ sum, mesh, tree }, [mesh.positions.buffer, mesh.triangles.buffer, tree.triangleOrder.buffer]);
  });
`;

describe('a worker thread', () => {
  it('is given a mesh and its tree without a copy, reads them, and gives them back', async () => {
    const mesh = soup(createRandom(221), 500, 0.1);
    const tree = buildTree(mesh);
    const hash = hashWords(mesh.positions, mesh.triangles, tree.children, tree.ranges, tree.triangleOrder);
    const sum = mesh.triangles.filter((_, i) => i % 3 === 0).reduce((a, b) => a + b);

    const worker = new Worker(ECHO, { eval: true });
    const answer = new Promise<{ sum: number; mesh: Mesh; tree: Tree }>((resolve, reject) => {
      worker.once('message', resolve);
      worker.once('error', reject);
    });
    worker.postMessage({ mesh, tree }, transferablesOf(mesh, tree));
    expect([mesh.positions.length, mesh.triangles.length, tree.children.length]).toEqual([0, 0, 0]);
    const received = await answer;
    await worker.terminate();
    expect(received.sum).toBe(sum);
    expect(findTreeProblem(received.tree)).toBeUndefined();
    const { mesh: back, tree: treeBack } = received;
    expect(hashWords(back.positions, back.triangles, treeBack.children, treeBack.ranges, treeBack.triangleOrder)).toBe(
      hash,
    );
  });
});
