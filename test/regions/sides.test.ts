/** The sides of edges that points are on, as kernels tell them: right, or not told. */
import { describe, expect, it } from 'vitest';
import * as crossBorders from '../../src/kernels/twin/cross-borders.js';
import { countSides } from './count-sides.js';

describe('a point that is nearly on the line of an edge', () => {
  it('is on the side that is told, if one is told', () => {
    const { told, wrong } = countSides(crossBorders, 1632, 'all that is proven');
    expect(told).toBeGreaterThan(100);
    expect(wrong).toBe(0);
  });

  it('is on neither side for certain where products may overflow', () => {
    expect(countSides(crossBorders, 1633, 'overflow').told).toBe(0);
  });
});
