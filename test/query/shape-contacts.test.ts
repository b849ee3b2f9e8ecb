/** Contacts of proxies with a ball or a half-space that holds them all: no part of the tree is lost on the way, however deep it is. */
import { createBall, createBody, createContacts, createPlane, findContacts } from 'pliant';
import { createRandom } from 'pliant/exact';
import { buildTree, createLinearModel, createProxyShape } from 'pliant/parts';
import { describe, expect, it } from 'vitest';
import { BACKENDS } from '../support/sample-bodies.js';
import { SAMPLE_MESHES, soup } from '../support/sample-meshes.js';

describe.each(['wasm', 'typescript'] as const)('contacts of all proxies, on %s', (backend) => {
  it.each([
    ['a soup', soup(createRandom(1601), 200, 0.1)],
    ['a deep tree', SAMPLE_MESHES['each twice as far as the one before']()],
    ['one triangle', SAMPLE_MESHES['one triangle']()],
  ])('%s', (_, mesh) => {
    const shape = createProxyShape(mesh, createLinearModel(mesh, []), buildTree(mesh, { leafSize: 1, arity: 2 }));
    const body = createBody(BACKENDS[backend], shape);
    const contacts = createContacts(shape.proxyCount);
    for (const thing of [createBall([0, 0, 0], 1e38), createPlane([0, 1, 0], 1e38)]) {
      expect(findContacts(body, thing, contacts), thing.shape).toBe(shape.proxyCount);
      const found = new Set(Array.from({ length: contacts.count }, (_entry, i) => contacts.pairs[i * 2]));
      expect(found.size, thing.shape).toBe(shape.proxyCount);
    }
    body.dispose();
  });
});
