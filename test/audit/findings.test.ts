import { describe, expect, it } from 'vitest';
import { draftFindings, orderOfMeasuring } from '../../src/audit/findings.js';
import type { ReportMeeting } from '../../src/audit/report.js';

function contact(objects: readonly number[], pairs: number): ReportMeeting {
  return { objects, pairs, crossing: 0, new: pairs, newCrossing: 0, close: 0, newClose: 0, distance: null };
}

describe('the order of measuring', () => {
  it('has every finding once, the instants that take long first, and those of an instant together', () => {
    const instants = [0, 1, 2, 3].map((clip) => ({ clip, time: 0 }));
    const drafts = draftFindings(instants, [
      [contact([0], 10), contact([0, 1], 5), contact([1], 3)],
      [contact([0], 50)],
      [contact([0], 90), contact([0, 1], 200)],
      [contact([1], 1)],
    ]);
    const order = orderOfMeasuring(drafts);
    expect(order.toSorted((a, b) => a - b)).toEqual([...drafts.keys()]);
    expect(order.map((i) => drafts[i].peak)).toEqual([2, 2, 1, 0, 0, 0, 3]);
  });

  it('goes by what is at the peak', () => {
    const instants = [0, 1, 2].map((time) => ({ clip: 0, time }));
    const drafts = draftFindings(instants, [[contact([0], 1)], [contact([0], 9), contact([1], 5)], [contact([0], 2)]]);
    expect(drafts.map(({ pairs, peak }) => [pairs, peak])).toEqual([
      [9, 1],
      [5, 1],
    ]);
  });
});
