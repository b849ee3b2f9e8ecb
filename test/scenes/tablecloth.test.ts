// slow: lets cloths of three resolutions fall, and follows them by events
import { advance, createKineticTree, planKeyframes } from 'pliant/kinetic';
import { describe, expect, it } from 'vitest';
import { createTablecloth, tableclothFrames } from '../../scenes/tablecloth.js';
import { expectRefused } from '../mesh/expect-refused.js';

describe('the tablecloth', () => {
  it('lies on the table in the end, hangs down around it, and falls the same way every time', () => {
    const cloth = createTablecloth({ squares: 32 });
    const last = cloth.frames.at(-1)!;
    let hanging = 0;
    for (let i = 0; i < last.length; i += 3) {
      const fromMiddle = Math.sqrt((last[i] - 0.02) ** 2 + (last[i + 2] - 0.03) ** 2);
      if (fromMiddle < 0.35) expect(last[i + 1]).toBeGreaterThan(0.74);
      if (last[i + 1] < 0.5) hanging++;
    }
    expect(hanging).toBeGreaterThan(last.length / 3 / 10);
    expect(createTablecloth({ squares: 32 })).toEqual(cloth);
  });

  it('needs a thirtieth of what refitting writes, and events that grow about as n log n', () => {
    const eventsPerTriangle = [16, 32, 48].map((squares) => {
      const cloth = createTablecloth({ squares });
      const tree = createKineticTree(planKeyframes(cloth), cloth.mesh.triangles);
      const frames = tableclothFrames(cloth, 10);
      for (const time of frames) advance(tree, time);
      const { leafEvents, numbersWritten, renewals, treeEvents } = tree.counts;
      const refitted = tree.nodeCount * 6 * (frames.length - 1);
      expect(refitted / (numbersWritten + leafEvents + treeEvents)).toBeGreaterThan(30);
      expect(renewals).toBe(0);
      return (leafEvents + treeEvents) / tree.itemCount;
    });
    expect(eventsPerTriangle[2] / eventsPerTriangle[0]).toBeLessThan(Math.log(2 * 48 * 48) / Math.log(2 * 16 * 16));
  });

  it('is refused without squares or with a single key', () => {
    expectRefused(() => createTablecloth({ squares: 0 }), 'bad-number', '0 squares');
    expectRefused(() => createTablecloth({ keys: 1 }), 'bad-number', '1 keys');
  });
});
