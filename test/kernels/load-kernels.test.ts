import { LOAD_KERNELS_DEFAULTS, loadKernels } from 'pliant';
import type { Backend } from 'pliant';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type * as kernelsModule from '../../src/kernels/kernels.js';
import { makeBody } from '../support/sample-bodies.js';
import { SAMPLE_MESHES } from '../support/sample-meshes.js';

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
    expect(LOAD_KERNELS_DEFAULTS).toEqual({ backend: 'auto' });
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
