// slow: damages the shared models in many ways
/** Real files, packed by Draco and meshoptimizer too, with bytes changed at random: read or refused, never anything else. */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { PliantError } from 'pliant';
import { createRandom } from 'pliant/exact';
import { describe, expect, it } from 'vitest';
import { readGltf } from '../../src/gltf/read-gltf.js';
import { sharedData } from '../support/shared-data.js';

/** How often each file is damaged: small ones more often. */
const FILES: readonly (readonly [string, number])[] = [
  ['conformance/khronos/draco/RiggedFigure.gltf', 150],
  ['face/facecap.glb', 25],
  ['conformance/khronos/quantized/AnimatedMorphCube.gltf', 150],
  ['conformance/khronos/InterpolationTest.glb', 150],
  ['conformance/khronos/RiggedSimple.glb', 100],
];

describe.skipIf(sharedData('conformance') === undefined)('a damaged model', () => {
  it.each(FILES)('%s is read or refused', async (name, rounds) => {
    const seed = 507;
    const random = createRandom(seed);
    const path = sharedData(name)!;
    let refused = 0;
    const damage = (bytes: Uint8Array, isText: boolean): Uint8Array => {
      const damaged = bytes.slice();
      for (let flips = random.integer(4); flips > 0; flips--) {
        const at = random.integer(4) === 0 ? random.integer(Math.min(200, bytes.length)) : random.integer(bytes.length);
        damaged[at] = isText ? 0x30 + random.integer(10) : random.integer(256);
      }
      return random.integer(8) === 0 ? damaged.slice(0, random.integer(bytes.length)) : damaged;
    };
    for (let round = 0; round < rounds; round++) {
      const bytes = new Uint8Array(readFileSync(path));
      const isText = name.endsWith('.gltf');
      const readResource = async (uri: string): Promise<Uint8Array> =>
        damage(new Uint8Array(readFileSync(join(dirname(path), uri))), false);
      try {
        await readGltf(damage(bytes, isText), { readResource });
      } catch (error) {
        refused++;
        expect(error, `seed ${seed}, round ${round}: ${String(error)}`).toBeInstanceOf(PliantError);
      }
    }
    expect(refused).toBeGreaterThan(0);
    expect(refused).toBeLessThan(rounds);
  });
});
