/** Further bodies of a shape: creating one takes no time for each triangle, and it does not matter who looks at a block first. */
import { type AnyBody, type Kernels, createBody, loadKernels } from 'pliant';
import { createRandom } from 'pliant/exact';
import { describe, expect, it } from 'vitest';
import { PATCH_RECORD } from '../../src/kernels/layout/patches.js';
import { RECORD, recordOf } from '../../src/kernels/layout/record.js';
import { wordAt } from '../../src/kernels/units.js';
import { BACKENDS } from '../support/sample-bodies.js';
import { soup } from '../support/sample-meshes.js';
import { type Kind, KIND_NAMES, makeKind } from './sequence-kinds.js';

const UNTOUCHED = 0xdeadbeef;
const LINE = 64;
const RULE_WORDS = Object.keys(PATCH_RECORD).length;

function create(kernels: Kernels, { options, shape }: Kind): AnyBody {
  return 'slots' in shape ? createBody(kernels, shape) : createBody(kernels, shape, options);
}

/** How many words are written, of memory that has never been used before. */
function countWritten({ arena }: Kernels, act: () => void): number {
  const last = arena.allocate(LINE);
  arena.free(last);
  const from = wordAt(last) + LINE / 4;
  arena.u32.fill(UNTOUCHED, from);
  act();
  return arena.u32.subarray(from).reduce((count, word) => (word === UNTOUCHED ? count : count + 1), 0);
}

/** What a record says of its block, but for the pose: its children, and the words of the rule. */
function toldOf(body: AnyBody, block: number): number[] {
  const { u32 } = body.kernels.arena;
  const at = recordOf(u32, wordAt(body.header), block);
  return [
    ...u32.subarray(at + RECORD.words, at + RECORD.stamp),
    ...u32.subarray(at + RECORD.rule, at + RECORD.rule + RULE_WORDS),
  ];
}

function shuffled(seed: number, count: number): number[] {
  const random = createRandom(seed);
  const order = Array.from({ length: count }, (_, i) => i);
  for (let i = count - 1; i > 0; i--) {
    const j = random.integer(i + 1);
    [order[i], order[j]] = [order[j], order[i]];
  }
  return order;
}

// Proxies are few, however large a mesh is.
describe.each(KIND_NAMES.filter((name) => name !== 'proxies'))('a further body of a large shape (%s)', (name) => {
  it('leaves the memory alone that it takes, but for a few words', async () => {
    const random = createRandom(5601);
    const kind = makeKind(random, name, soup(random, 2000, 0.1));
    const kernels = await loadKernels({ backend: 'wasm', memoryBytes: 1 << 25 });
    create(kernels, kind);
    const before = kernels.arena.usedBytes;
    const written = countWritten(kernels, () => create(kernels, kind));
    expect(kernels.arena.usedBytes - before, 'what it takes').toBeGreaterThan(50_000);
    expect(written).toBeLessThan(500);
  });
});

describe.each(KIND_NAMES)('a body (%s)', (name) => {
  it('knows what its blocks are, whichever is looked at first', () => {
    for (const seed of [5611, 5612, 5613]) {
      const random = createRandom(seed);
      const kind = makeKind(random, name, soup(random, 200, 0.3));
      const blockCount = 'slots' in kind.shape ? kind.shape.blockCount : kind.shape.bounds.blockCount;
      for (const kernels of Object.values(BACKENDS)) {
        const inOrder = create(kernels, kind);
        const atRandom = create(kernels, kind);
        inOrder.refresh();
        atRandom.refresh();
        for (let block = 0; block < blockCount; block++) kernels.run.evaluateBlock(inOrder.header, block);
        for (const block of shuffled(seed, blockCount)) kernels.run.evaluateBlock(atRandom.header, block);
        const { words } = 'slots' in kind.shape ? kind.shape : kind.shape.bounds;
        for (let block = 0; block < blockCount; block++) {
          const what = `seed ${seed}, ${kernels.backend}, block ${block}`;
          expect(toldOf(atRandom, block), what).toEqual(toldOf(inOrder, block));
          expect(toldOf(atRandom, block).slice(0, 4), what).toEqual([...words.subarray(block * 4, block * 4 + 4)]);
        }
        inOrder.dispose();
        atRandom.dispose();
      }
    }
  });
});
