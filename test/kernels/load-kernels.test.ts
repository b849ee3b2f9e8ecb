import { loadKernels } from 'pliant';
import { LOAD_KERNELS_DEFAULTS } from 'pliant/parts';
import type { Backend } from 'pliant/parts';

import { afterEach, describe, expect, it, vi } from 'vitest';
import type * as kernelsModule from '../../src/kernels/kernels.js';
import { makeBody } from '../support/sample-bodies.js';
import { SAMPLE_MESHES } from '../support/sample-meshes.js';
import { takeFreeMemory } from '../support/take-memory.js';

afterEach(() => {
  vi.unstubAllGlobals();
});

let copies = 0;

describe('loading kernels', () => {
  it.each(['wasm', 'typescript'] as const)('gives the backend that was asked for: %s', async (backend) => {
    const kernels = await loadKernels({ backend });
    expect(kernels.backend).toBe(backend);
    const body = makeBody(kernels, SAMPLE_MESHES['a soup']());
    body.refresh();
    expect(body.positions).toEqual(body.mesh.positions);
  });

  it('takes WebAssembly by itself where there is one', async () => {
    expect(LOAD_KERNELS_DEFAULTS).toEqual({ backend: 'auto', memoryBytes: 32 * 2 ** 20 });
    expect((await loadKernels()).backend).toBe('wasm');
    expect((await loadKernels({ backend: 'auto' })).backend).toBe('wasm');
  });

  it('gives each caller a memory of its own', async () => {
    const [first, second] = await Promise.all([loadKernels(), loadKernels()]);
    const atFirst = second.arena.usedBytes;
    makeBody(first, SAMPLE_MESHES['a soup']());
    expect(first.arena.usedBytes).toBeGreaterThan(atFirst);
    expect(second.arena.usedBytes).toBe(atFirst);
  });

  it.each([
    ['as much as by default', {}, LOAD_KERNELS_DEFAULTS.memoryBytes],
    ['as much as was asked for, in pages', { memoryBytes: 10_000_000 }, 153 * 65_536],
  ])('begins with memory, %s, and uses all of it before it grows', async (_, options, wanted) => {
    const { arena, ...kernels } = await loadKernels(options);
    expect(arena.u32.byteLength).toBe(wanted);
    takeFreeMemory({ arena, ...kernels });
    expect(arena.u32.byteLength).toBe(wanted);
    arena.allocate(4 * 65_536);
    expect(arena.u32.byteLength).toBeGreaterThan(wanted);
  });

  it('begins with no more than it needs where none is asked for', async () => {
    const { arena } = await loadKernels({ memoryBytes: 0 });
    expect(arena.u32.byteLength).toBeLessThan(2 * arena.usedBytes);
  });

  it('begins with less where so much cannot be had', async () => {
    const { Memory } = WebAssembly;
    const FewPages = function (this: unknown, { initial }: { initial: number }): WebAssembly.Memory {
      if (initial > 100) throw new RangeError('too much');
      return new Memory({ initial });
    };
    vi.stubGlobal('WebAssembly', {
      compile: WebAssembly.compile,
      instantiate: WebAssembly.instantiate,
      Memory: FewPages,
    });
    const kernels = await loadKernels({ backend: 'wasm' });
    const body = makeBody(kernels, SAMPLE_MESHES['a soup']());
    body.refresh();
    expect(body.positions).toEqual(body.mesh.positions);
  });

  it.each([-1, 0.5, 2 ** 33, NaN])('refuses to begin with %d bytes', async (memoryBytes) => {
    await expect(loadKernels({ memoryBytes })).rejects.toMatchObject({
      code: 'bad-count',
      message: /^loadKernels: memoryBytes is /,
    });
  });

  it.each<[string, unknown]>([
    ['there is no WebAssembly', undefined],
    ['WebAssembly may not be compiled', { compile: () => Promise.reject(new Error('blocked')) }],
    [
      'there is no SIMD',
      {
        compile: WebAssembly.compile,
        Memory: WebAssembly.Memory,
        instantiate: () => {
          throw new Error('SIMD');
        },
      },
    ],
  ])('falls back to TypeScript where %s, and says so where WebAssembly was demanded', async (_, substitute) => {
    // A copy of the module that has not compiled anything yet: another address, another module.
    const address = `../../src/kernels/kernels.ts?copy=${copies++}`;
    const fresh = (await import(/* @vite-ignore */ address)) as typeof kernelsModule;
    vi.stubGlobal('WebAssembly', substitute);
    const kernels = await fresh.loadKernels();
    expect(kernels.backend).toBe('typescript');
    const body = makeBody(kernels, SAMPLE_MESHES['a soup']());
    body.refresh();
    expect(body.positions).toEqual(body.mesh.positions);
    await expect(fresh.loadKernels({ backend: 'wasm' })).rejects.toMatchObject({
      code: 'unsupported',
      message: /^loadKernels: .*'auto'/,
    });

    vi.unstubAllGlobals();
    expect((await fresh.loadKernels({ backend: 'wasm' })).backend, 'a failure is not remembered').toBe('wasm');
  });

  it.each(['simd', '', 'WASM', null, 1])('refuses the backend %j', async (backend) => {
    await expect(loadKernels({ backend: backend as unknown as Backend })).rejects.toMatchObject({
      code: 'bad-type',
      message: /^loadKernels: backend is .*"auto", "wasm", "typescript"/,
    });
  });
});
