/** How much longer a ball takes on a curtain of many more triangles. */
import type { Kernels } from 'pliant';

import { createCurtainScene } from '../scenes/curtain.js';
import type { CurtainScene } from '../scenes/curtain.js';
import { lazySide } from './bd-balls.js';
import { setUp } from './bd-setup.js';
import { race } from './protocol.js';
import type { Side } from './protocol.js';
import type { Figures, Print } from './report.js';

const GROWTH_REPETITIONS = 201;

/** The same cloth at both resolutions, ten fields, a ball that touches about as many triangles. */
export function growth(large: CurtainScene, kernels: Kernels, print: Print): Figures {
  const small = createCurtainScene({ fieldCount: 10 });
  const sides = [small, large].map((scene) => lazySide(setUp(scene, kernels), 'glide'));
  // Not a race of equals: what each side finds is its own, and so little that it takes many repetitions to measure.
  const unequal = sides.map((side): Side => {
    const frame = (number: number): number => {
      side.frame(number);
      return 0;
    };
    return { ...side, frame };
  });
  const [smallTime, largeTime] = race(unequal, small.frameCount, GROWTH_REPETITIONS).microseconds;
  for (const side of sides) side.dispose();
  print(`growth: ${smallTime.toFixed(2)} µs at 12 k, ${largeTime.toFixed(2)} µs at 240 k`);
  return { growth_12k_to_240k: largeTime / smallTime };
}
