/** Memory that is nearly used up. */
import { type Kernels, PliantError } from 'pliant';
import type { ByteOffset } from '../../src/kernels/units.js';
import { bytesTo } from '../../src/kernels/units.js';

/** Takes memory in blocks until hardly any is free: more bodies make it grow, however large it is. Returns the blocks. */
export function takeFreeMemory({ arena }: Kernels): ByteOffset[] {
  const size = 65_536;
  const blocks = [arena.allocate(size)];
  while (bytesTo(blocks.at(-1)!) + 2 * size <= arena.u32.byteLength) blocks.push(arena.allocate(size));
  return blocks;
}

/** Takes memory until none is left: whatever is taken next makes it grow. */
export function takeAllMemory(kernels: Kernels): void {
  takeFreeMemory(kernels);
  const { arena } = kernels;
  const size = 64;
  while (bytesTo(arena.allocate(size)) + size < arena.u32.byteLength);
}

/** Does something while only so many blocks of memory can be had; answers whether that was enough. */
export function doWithin({ arena }: Kernels, blocks: number, act: () => void): boolean {
  const allocate = arena.allocate.bind(arena);
  let left = blocks;
  arena.allocate = (byteLength) => {
    if (left-- > 0) return allocate(byteLength);
    throw new PliantError('unsupported', OUT_OF_MEMORY);
  };
  try {
    act();
    return true;
  } catch (error) {
    if (!(error instanceof Error) || error.message !== OUT_OF_MEMORY) throw error;
    return false;
  } finally {
    Reflect.deleteProperty(arena, 'allocate');
  }
}

const OUT_OF_MEMORY = 'memory ran out';
