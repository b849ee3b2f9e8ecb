/** Proxies of deforming bodies, worlds of them, and functions of numbers alone, folded into a hash. See golden-queries.ts. */
import {
  type Kernels,
  type ProxyBody,
  createBody,
  createBall,
  createContacts,
  createPlane,
  findContacts,
} from 'pliant';
import { acos, cos, createRandom, orient2d, orient3d, sin } from 'pliant/exact';
import { QUINLAN_TREE, buildTree, createProxyShape } from 'pliant/parts';
import { createBlob } from '../../scenes/blob.js';
import { createPileScene, disposePileScene, findPileContacts, movePile } from '../../scenes/pile.js';
import type { AnswerHash } from './answer-hash.js';
import { foldContacts } from './golden-queries.js';

/** 2^-52: a last bit of a number from 1 to 2. */
const TINY = Number.EPSILON;

/** A question about no body that was made before. */
export type WorldQuestion = (kernels: Kernels, hash: AnswerHash) => number;

/** Such questions, by kind. */
export const WORLD_QUESTIONS: Readonly<Record<string, WorldQuestion>> = {
  'proxy contacts': askProxies,
  'contact world': askPile,
  numbers: (_kernels, hash) => askNumbers(hash),
};

function askProxies(kernels: Kernels, hash: AnswerHash): number {
  const { mesh, model, meanRadius } = createBlob(8);
  const proxies = createProxyShape(mesh, model, buildTree(mesh, QUINLAN_TREE), { level: 6 });
  const [a, b] = [0, 1].map((): ProxyBody => createBody(kernels, proxies));
  const contacts = createContacts(20_000);
  let found = 0;
  for (let pose = 0; pose < 4; pose++) {
    a.setWeights([0.3 * pose, -0.5, 0.2]);
    b.setWeights([-0.4, 0.25 * pose, 0.6]);
    const shift = meanRadius * (0.4 + 0.3 * pose);
    b.setPlacement([0.8, 0.6, 0, 0, -0.6, 0.8, 0, 0, 0, 0, 1, 0, shift, shift / 2, 0.01, 1]);
    findContacts(a, b, contacts);
    found += foldContacts(contacts, hash);
    findContacts(a, createBall([0, meanRadius, 0.02], shift), contacts);
    found += foldContacts(contacts, hash);
    findContacts(b, createPlane([0.1, 1, 0.2], 0.05 * pose), contacts);
    found += foldContacts(contacts, hash);
  }
  a.dispose();
  b.dispose();
  return found;
}

function askPile(kernels: Kernels, hash: AnswerHash): number {
  const scene = createPileScene(kernels, { bodyCount: 6, level: 4, divisions: 8, seed: 11 });
  let found = 0;
  for (let step = 0; step < 90; step++) {
    findPileContacts(scene);
    const { began, ended, touching } = scene.world;
    for (const { count, ids } of [began, ended, touching]) hash.addNumbers(ids, count * 2);
    hash.addNumbers(touching.contactRanges, touching.count * 2);
    found += foldContacts(scene.contacts, hash);
    movePile(scene);
  }
  disposePileScene(scene);
  return found;
}

/** What answers are made of: functions that engines have with other bits, and signs of determinants near zero. */
function askNumbers(hash: AnswerHash): number {
  const random = createRandom(2024);
  let zeros = 0;
  for (let i = 0; i < 2000; i++) {
    const angle = random.range(-1, 1) * (i % 2 === 0 ? 4 : 1e6);
    hash.addNumbers([sin(angle), cos(angle), acos(random.range(-1, 1))]);
    // Points of a lattice, a few last bits aside: many lie on one line or plane.
    const points = Array.from({ length: 12 }, () => random.integer(3) + random.integer(2) * TINY);
    const [ax, ay, az, bx, by, bz, cx, cy, cz, dx, dy, dz] = points;
    const signs = [orient2d(ax, ay, bx, by, cx, cy), orient3d(ax, ay, az, bx, by, bz, cx, cy, cz, dx, dy, dz)];
    for (const sign of signs) {
      hash.addWord(sign);
      if (sign === 0) zeros++;
    }
  }
  return zeros;
}
