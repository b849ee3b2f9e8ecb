import { type BuildOptions, buildTree, createMesh } from 'pliant/parts';
import { describe, expect, it } from 'vitest';
import { withDefaults } from '../src/checks.js';

describe('options', () => {
  it('take the default where one is missing or undefined', () => {
    const defaults = { leafSize: 4, name: 'a' };
    expect(withDefaults<{ leafSize?: number; name?: string }>(defaults, { leafSize: 7 })).toEqual({
      leafSize: 7,
      name: 'a',
    });
    expect(withDefaults<{ leafSize?: number; name?: string }>(defaults, {})).toEqual(defaults);
    expect(defaults).toEqual({ leafSize: 4, name: 'a' });
  });

  it('may be given as undefined by callers without types', () => {
    const mesh = createMesh({ positions: new Float32Array(9), triangles: Uint32Array.of(0, 1, 2) });
    const options = { leafSize: undefined, arity: undefined } as unknown as BuildOptions;
    expect(buildTree(mesh, options)).toEqual(buildTree(mesh));
  });
});
