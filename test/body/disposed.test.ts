/** What bodies answer after they were disposed of: nothing. */
import { type AnyBody, type Kernels, createBody } from 'pliant';
import { createRandom } from 'pliant/exact';
import {
  QUINLAN_TREE,
  buildTree,
  createBdTree,
  createBlendTree,
  createLinearModel,
  createProxyShape,
} from 'pliant/parts';
import { describe, expect, it } from 'vitest';
import { expectRefused } from '../mesh/expect-refused.js';
import { randomBlend } from '../support/blend-models.js';
import { BACKENDS } from '../support/sample-bodies.js';
import { randomFields, soup } from '../support/sample-meshes.js';

const random = createRandom(5201);
const mesh = soup(random, 30, 0.3);
const model = createLinearModel(mesh, randomFields(random, mesh, 2, 0.1));
const blend = randomBlend(random, mesh, 'morphing skin', { governorCount: 3, influences: 2, fieldCount: 1 });
const tree = buildTree(mesh);
const bounds = createBdTree(mesh, model, tree);
const blendBounds = createBlendTree(mesh, blend, tree);
const proxies = createProxyShape(mesh, model, buildTree(mesh, QUINLAN_TREE), { level: 2 });

const MAKERS: Readonly<Record<string, (kernels: Kernels) => AnyBody>> = {
  'a linear body': (kernels) => createBody(kernels, { mesh, model, bounds }),
  'a blend': (kernels) => createBody(kernels, { mesh, model: blend, bounds: blendBounds }),
  'a body of proxies': (kernels) => createBody(kernels, proxies),
};

/** Every getter and method by name, as something to call. */
function usesOf(body: AnyBody): Map<string, () => unknown> {
  const uses = new Map<string, () => unknown>();
  for (const name of Object.getOwnPropertyNames(Object.getPrototypeOf(body))) {
    if (name === 'constructor' || name === 'dispose') continue;
    uses.set(name, () => {
      const member: unknown = body[name as keyof AnyBody];
      return typeof member === 'function' ? (member.call(body, new Float64Array(16)) as unknown) : member;
    });
  }
  return uses;
}

describe.each(Object.keys(MAKERS))('%s that was disposed of', (name) => {
  it.each(['wasm', 'typescript'] as const)('refuses every getter and every method, on %s', (backend) => {
    const body = MAKERS[name](BACKENDS[backend]);
    const uses = usesOf(body);
    expect([...uses.keys()]).toEqual(expect.arrayContaining(['pose', 'stamp', 'setWeights', 'refresh', 'rootBox']));
    body.refresh();
    body.dispose();
    // Its memory is another body's by now.
    const other = MAKERS[name](BACKENDS[backend]);
    other.refresh();
    for (const [member, use] of uses) {
      expect(use, member).toThrow(/used after dispose/);
      expectRefused(use, 'disposed', 'Body');
    }
    body.dispose();
    other.refresh();
    other.dispose();
  });
});
