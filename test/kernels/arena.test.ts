import { createRandom } from 'pliant/exact';
import { describe, expect, it } from 'vitest';
import { takeMemory } from '../../src/body/memory.js';
import { Arena } from '../../src/kernels/arena.js';
import type { ByteOffset } from '../../src/kernels/units.js';
import { expectRefused } from '../mesh/expect-refused.js';
import { BACKENDS } from '../support/sample-bodies.js';
import { behind, bytesTo, doubleAt, placeAt, wordAt } from '../../src/kernels/units.js';

interface Block {
  readonly at: ByteOffset;
  readonly bytes: number;
  readonly mark: number;
}

/** An arena over a plain buffer that tells how often and how far it has grown. */
function plainArena(): { arena: Arena; reserved: () => number } {
  let memory = new ArrayBuffer(0);
  const arena = new Arena((byteLength) => {
    if (byteLength > memory.byteLength) {
      const grown = new ArrayBuffer(Math.ceil(byteLength / 8) * 8);
      new Uint8Array(grown).set(new Uint8Array(memory));
      memory = grown;
    }
    return memory;
  });
  return { arena, reserved: () => memory.byteLength };
}

describe('an arena', () => {
  it.each([111, 112, 113, 114])(
    'keeps blocks apart, aligned, zeroed at first and untouched after (seed %d)',
    (seed) => {
      const random = createRandom(seed);
      const { arena } = plainArena();
      const live: Block[] = [];
      let mark = 0;
      let used = 0;
      for (let step = 0; step < 2000; step++) {
        if (live.length > 0 && random.integer(100) < (step % 400 < 200 ? 35 : 65)) {
          const [block] = live.splice(random.integer(live.length), 1);
          const words = arena.u32.subarray(wordAt(block.at), wordAt(block.at) + Math.floor(block.bytes / 4));
          expect(
            words.findIndex((word) => word !== block.mark),
            `step ${step}: a block was written over`,
          ).toBe(-1);
          arena.free(block.at);
          used -= Math.max(64, Math.ceil(block.bytes / 64) * 64);
        } else {
          const bytes = random.integer(5) === 0 ? random.integer(5000) : random.integer(100);
          const block = arena.allocate(bytes);
          const at = bytesTo(block);
          expect(at % 64, 'alignment').toBe(0);
          expect(at, 'not among the static data').toBeGreaterThanOrEqual(1024);
          const words = arena.u32.subarray(at / 4, at / 4 + Math.ceil(bytes / 4));
          expect(
            words.every((word) => word === 0),
            `step ${step}: zeroed`,
          ).toBe(true);
          for (const other of live) {
            const otherAt = bytesTo(other.at);
            const apart = at + bytes <= otherAt || otherAt + other.bytes <= at;
            expect(apart, `step ${step}: ${at} + ${bytes} and ${otherAt} + ${other.bytes}`).toBe(true);
          }
          mark++;
          arena.u32.fill(mark, at / 4, at / 4 + Math.floor(bytes / 4));
          live.push({ at: block, bytes, mark });
          used += Math.max(64, Math.ceil(bytes / 64) * 64);
        }
        expect(arena.usedBytes).toBe(used);
      }
      for (const { at } of live) arena.free(at);
      expect(arena.usedBytes).toBe(0);
    },
  );

  it.each(['in order', 'backwards', 'every other first'])('joins what is given back %s', (order) => {
    const { arena, reserved } = plainArena();
    const blocks = Array.from({ length: 100 }, () => arena.allocate(100));
    const before = reserved();
    if (order === 'backwards') blocks.reverse();
    if (order === 'every other first') blocks.sort((a, b) => ((bytesTo(a) / 128) % 2) - ((bytesTo(b) / 128) % 2));
    for (const at of blocks) arena.free(at);
    expect(arena.allocate(100 * 112)).toBe(Math.min(...blocks.map(bytesTo)));
    expect(reserved(), 'no growth was needed').toBe(before);
  });

  it('fills a gap before it grows', () => {
    const { arena, reserved } = plainArena();
    const [, gap] = [arena.allocate(128), arena.allocate(128), arena.allocate(128)];
    const before = reserved();
    arena.free(gap);
    expect(arena.allocate(64)).toBe(gap);
    expect(arena.allocate(32)).toBe(behind(gap, 64));
    expect(reserved()).toBe(before);
    expect(bytesTo(arena.allocate(16))).toBeGreaterThan(bytesTo(gap) + 128);
  });

  it('keeps contents when it grows, and replaces its views', () => {
    for (const { arena } of Object.values(BACKENDS)) {
      const atFirst = arena.usedBytes;
      const at = arena.allocate(16);
      arena.f64[doubleAt(at)] = Math.PI;
      const before = arena.f64;
      const large = arena.allocate(before.byteLength);
      expect(arena.f64 === before, 'a new view').toBe(false);
      expect(arena.f64[doubleAt(at)]).toBe(Math.PI);
      expect(arena.f32.buffer === arena.f64.buffer && arena.u32.buffer === arena.f64.buffer).toBe(true);
      expect(arena.u32.subarray(wordAt(large)).every((word) => word === 0)).toBe(true);
      arena.free(at);
      arena.free(large);
      expect(arena.usedBytes).toBe(atFirst);
    }
  });

  it('refuses to take back what it did not give, or gave back', () => {
    const { arena } = plainArena();
    const at = arena.allocate(16);
    arena.free(at);
    for (const bad of [bytesTo(at), 0, bytesTo(at) + 4, NaN])
      expectRefused(() => arena.free(placeAt(bad)), 'disposed', 'Arena.free', String(bad));
  });

  it('has lost nothing when memory is refused', () => {
    let limit = 4096;
    const memory = new ArrayBuffer(1 << 16);
    const arena = new Arena((byteLength) => {
      if (byteLength > limit) throw new Error('no more');
      return memory.slice(0, limit);
    });
    arena.allocate(1024);
    const used = arena.usedBytes;
    expect(() => arena.allocate(4096)).toThrow('no more');
    expect(arena.usedBytes).toBe(used);
    limit = 16_384;
    expect(arena.allocate(4096)).toBe(1024 + 1024);
  });

  it('refuses sizes that 32 bits do not hold, rather than taking them for small', () => {
    const buffer = new ArrayBuffer(4096);
    // A memory that says it has grown: what is refused here must not depend on how much there is.
    const arena = new Arena(() => buffer);
    const most = 2 ** 32;
    for (const bytes of [most - 63, most, most + 1, most + 64, 3 * most + 128, 2 ** 52, Infinity, NaN]) {
      expectRefused(() => arena.allocate(bytes), 'unsupported', String(bytes), '4 GiB');
    }
    expect(arena.usedBytes).toBe(0);
    const at = arena.allocate(most / 2);
    expectRefused(() => arena.allocate(most / 2), 'unsupported', '4 GiB');
    arena.free(at);
    expect(arena.usedBytes).toBe(0);
  });

  it.each(Object.values(BACKENDS))('has room for no body that is larger ($backend)', (kernels) => {
    const { usedBytes } = kernels.arena;
    const words = new Uint32Array(16);
    for (const [records, positions] of [
      [2 ** 32 + 64, 64],
      [2 ** 31, 2 ** 31],
      [3 * 2 ** 30, 3 * 2 ** 30],
    ]) {
      const plan = { shared: { triangles: { words } }, own: { records, positions }, numbers: {} };
      expectRefused(() => takeMemory(kernels, plan), 'unsupported', '4 GiB');
    }
    expect(kernels.arena.usedBytes).toBe(usedBytes);
  });
});
