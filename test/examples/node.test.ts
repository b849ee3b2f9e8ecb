import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { projectPath } from '../../scripts/paths.mjs';

describe('the examples for Node', () => {
  it('say when the cloth has torn so far that the ball falls through: once the tear is as wide as the ball', () => {
    const printed = execFileSync(process.execPath, [projectPath('examples/node/tear.mjs')], { encoding: 'utf8' });
    const [, threads] = /when (\d+) of 101 threads have torn/.exec(printed) ?? [];
    // The tear reaches from 0 to 0.0005 for each thread; the ball from 0.005 to 0.035, a little less where the cloth is below it.
    expect(Number(threads)).toBeGreaterThan(65);
    expect(Number(threads)).toBeLessThan(73);
  });

  it('say when the jelly has fallen on the ball, how much it weighs, and that it lies on the floor', () => {
    const printed = execFileSync(process.execPath, [projectPath('examples/node/jelly.mjs')], { encoding: 'utf8' });
    const [, seconds, count] = /meet after ([\d.]+) s, by (\d+) triangles/.exec(printed) ?? [];
    const [, mass, height] = /weighs ([\d.]+) kg, .* height of ([\d.]+) m/.exec(printed) ?? [];
    // From one metre down to the ball of 0.1, falling freely: seen in the next frame.
    expect(Number(seconds)).toBeCloseTo(Math.ceil(60 * Math.sqrt((2 * 0.9) / 9.81)) / 60, 3);
    expect(Number(count)).toBeGreaterThan(0);
    expect(Number(mass) / (1000 * (4 / 3) * Math.PI * 0.2 ** 3)).toBeCloseTo(1, 1);
    // Flatter than a ball, whose middle would lie at 0.2, and yet above the floor.
    expect(Number(height)).toBeGreaterThan(0.08);
    expect(Number(height)).toBeLessThan(0.2);
  });

  it('say when the arm touches the ball, having computed few vertices', () => {
    const printed = execFileSync(process.execPath, [projectPath('examples/node/grip.mjs')], { encoding: 'utf8' });
    const [, seconds, count] = /touches the ball after ([\d.]+) s, with (\d+) triangles/.exec(printed) ?? [];
    const [, computed, all] = /computed (\d+) of (\d+) vertices each/.exec(printed) ?? [];
    expect(Number(seconds)).toBeCloseTo(expectedTouch(), 3);
    expect(Number(count)).toBeGreaterThan(0);
    expect(Number(computed)).toBeLessThan(Number(all) / 10);
  });
});

/**
 * When the arm touches, by its axis: every vertex is at most its radius from the axis, on which it follows two bones; here the arm
 * is posed vertex by vertex, and the nearest one of a mesh so fine is a tenth of a millimetre farther than the surface.
 */
function expectedTouch(): number {
  let [before, after] = [0.3, 0.7];
  while (after - before > 1e-5) {
    const middle = (before + after) / 2;
    if (nearestVertex(middle) < 0.18 + 1e-5) after = middle;
    else before = middle;
  }
  return after;
}

function nearestVertex(seconds: number): number {
  const [bones, rings, sides, length] = [12, 251, 32, 1.2];
  const step = length / (bones - 1);
  const starts: [number, number][] = [[0, 0]];
  for (let bone = 0; bone < bones; bone++) {
    const [x, y] = starts[bone];
    starts.push([x + step * Math.cos(0.22 * seconds * bone), y + step * Math.sin(0.22 * seconds * bone)]);
  }
  let nearest = Infinity;
  for (let ring = 0; ring < rings; ring++) {
    const along = ring / (rings - 1);
    const place = Math.min(along * (bones - 1), bones - 1.001);
    for (let side = 0; side < sides; side++) {
      const angle = (2 * Math.PI * side) / sides;
      const radius = 0.06 * (1.05 - along);
      let [x, y] = [0, 0];
      for (const [bone, weight] of [
        [Math.floor(place), 1 - (place % 1)],
        [Math.floor(place) + 1, place % 1],
      ]) {
        const [cosine, sine] = [Math.cos(0.22 * seconds * bone), Math.sin(0.22 * seconds * bone)];
        const [dx, dy] = [along * length - bone * step, radius * Math.cos(angle)];
        x += weight * (starts[bone][0] + cosine * dx - sine * dy);
        y += weight * (starts[bone][1] + sine * dx + cosine * dy);
      }
      nearest = Math.min(nearest, Math.hypot(x - 0.5, y - 0.35, radius * Math.sin(angle)));
    }
  }
  return nearest;
}
