import { describe, expect, it } from 'vitest';
import { createTable } from '../../scenes/table.js';
import { TABLECLOTH_OBSTACLES } from '../../scenes/tablecloth.js';

describe('the table', () => {
  it('is round, stands on the floor, and fits into what stops the cloth', () => {
    const { positions, triangleCount, vertexCount } = createTable(48);
    const [x, z, height, radius] = TABLECLOTH_OBSTACLES.table;
    let [lowest, highest, farthest] = [Infinity, -Infinity, 0];
    for (let i = 0; i < positions.length; i += 3) {
      lowest = Math.min(lowest, positions[i + 1]);
      highest = Math.max(highest, positions[i + 1]);
      farthest = Math.max(farthest, Math.hypot(positions[i] - x, positions[i + 2] - z));
    }
    expect(lowest).toBe(0);
    expect(highest).toBeLessThan(height);
    expect(highest).toBeGreaterThan(height - 0.01);
    expect(farthest).toBeLessThan(radius);
    expect(farthest).toBeGreaterThan(radius - 0.01);
    // One border, the edge of its foot: V - E + F is 1, and E is half of all sides and half of that border.
    const edgeCount = (3 * triangleCount + 48) / 2;
    expect(vertexCount - edgeCount + triangleCount).toBe(1);
  });
});
