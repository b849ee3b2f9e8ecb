import type { Finding } from 'pliant/audit';
import { auditScene } from 'pliant/audit';
import { describe, expect, it } from 'vitest';
import { box, moved, sphere } from '../meaning/surfaces.js';
import { TUBE_GAP, bentTube, channel, clip, rigidScene } from './small-scenes.js';

describe('two spheres that approach each other', () => {
  const radius = 1;
  const ball = sphere([0, 0, 0], radius, 24);
  // The second comes from 3 to 1.5 metres in a second.
  const motion = [0, 1].map((time): [number, number[]] => [time, [3 - 1.5 * time, 0, 0]]);
  const nodes = rigidScene({ A: ball, B: ball }).nodes.map((node, i) =>
    i === 1 ? { ...node, translation: [3, 0, 0] as const } : node,
  );
  const scene = rigidScene({ A: ball, B: ball }, [clip('approach', 0, channel(1, 'translation', motion))], nodes);

  it('meet when the distance of their centres is twice the radius, in a circle, as deep as they overlap', async () => {
    const { findings } = await auditScene(scene, { fps: 30 });
    expect(findings).toHaveLength(1);
    const [finding] = findings;
    expect(finding).toMatchObject({ names: ['A', 'B'], clip: 'approach', meeting: 'crossing', new: true, places: 1 });
    // The surfaces are polyhedra within the spheres, so they meet a little later.
    expect(finding.interval[0]).toBeGreaterThanOrEqual(1 / 1.5);
    expect(finding.interval[0]).toBeLessThan(1 / 1.5 + 2 / 30);
    expect(finding.interval[1]).toBe(1);
    const report = await findingAt(1.5);
    const circle = 2 * Math.PI * Math.sqrt(radius * radius - 0.75 * 0.75);
    expect(Math.abs(report.contourLength / circle - 1)).toBeLessThan(0.01);
    expect(report.depth).not.toBeNull();
    expect(Math.abs((report.depth ?? 0) - 0.5)).toBeLessThan(0.01);
    expect(Math.abs(report.center[0] - 0.75)).toBeLessThan(0.05);
    expect(report.joints).toEqual(['A', 'B']);
  });

  async function findingAt(distance: number): Promise<Finding> {
    const { findings } = await auditScene(scene, { clips: ['approach'], times: [(3 - distance) / 1.5] });
    return findings[0];
  }
});

describe('two boxes', () => {
  const cube = box([0, 0, 0], [1, 1, 1]);
  const shift = [0.5, 0.25, 0.125] as const;
  const scene = rigidScene({ A: cube, B: box([...shift], [1.5, 1.25, 1.125]) });

  it('meet in a hexagon whose sides are those of their overlap, and a corner is as deep as its nearest side is far', async () => {
    const { findings, instants } = await auditScene(scene, { baseline: 'none' });
    expect(findings).toHaveLength(1);
    const [finding] = findings;
    const sides = shift.map((by) => 1 - by);
    expect(finding.contourLength).toBeCloseTo(2 * (sides[0] + sides[1] + sides[2]), 12);
    expect(finding.depth).toBe(0.125);
    expect(finding).toMatchObject({ clip: null, interval: [0, 0], peak: 0, new: true, meeting: 'crossing' });
    expect(instants).toHaveLength(1);
    expect(instants[0]).toMatchObject({ clip: null, time: 0, self: 0 });
    expect(instants[0].pairs).toBe(finding.pairs);
  });

  it('touch when they share a piece of a side, and then have no contour', async () => {
    const touching = rigidScene({ A: cube, B: box([1, 0.25, 0.25], [2, 0.75, 0.75]) });
    const { findings } = await auditScene(touching, { baseline: 'none' });
    expect(findings).toHaveLength(1);
    expect(findings[0]).toMatchObject({ meeting: 'touching', contourLength: 0 });
  });

  it('have no depth when both of them are open', async () => {
    const sheet = { ...cube, triangles: cube.triangles.slice(0, 6), triangleCount: 2 };
    const other = moved(sheet, (x, y, z) => [z - 0.5, y + 0.25, x + 0.5]);
    const { findings } = await auditScene(rigidScene({ A: sheet, B: other }), { baseline: 'none' });
    expect(findings).toHaveLength(1);
    expect(findings[0]).toMatchObject({ meeting: 'crossing', depth: null });
    expect(findings[0].contourLength).toBeCloseTo(0.75, 12);
  });
});

describe('a bent tube', () => {
  const sides = 96;
  const bend = 2;
  const scene = bentTube(sides, bend, 65);

  it('passes through itself once the bend is too sharp for its hinge, and not before', async () => {
    const fps = 64;
    const { findings, instants } = await auditScene(scene, { fps });
    const meets = (2 * Math.atan(TUBE_GAP)) / bend;
    for (const { clip, self, time } of instants) {
      if (clip === null || time < meets) expect(self, `at ${time}`).toBe(0);
      else if (time > meets + 1 / fps) expect(self, `at ${time}`).toBeGreaterThan(0);
    }
    expect(findings).toHaveLength(1);
    expect(findings[0]).toMatchObject({ objects: [0], names: ['Tube'], clip: 'bend', new: true, meeting: 'crossing' });
    expect(findings[0].depth).toBeNull();
    expect(findings[0].interval[0]).toBeGreaterThanOrEqual(meets);
    expect(findings[0].interval[0]).toBeLessThan(meets + 2 / fps);
    expect(findings[0].interval[1]).toBe(1);
    expect(findings[0].joints.toSorted()).toEqual(['Lower', 'Upper']);
  });

  it('meets itself along an arc of the ellipse in which the plane of its mitre cuts the tube', async () => {
    const { findings } = await auditScene(scene, { clips: ['bend'], times: [1] });
    // Both walls reach the plane where y < -gap / tan(bend / 2); it cuts them in an ellipse, stretched along y.
    const slope = Math.tan(bend / 2);
    const stretch = Math.sqrt(1 + slope * slope);
    const end = Math.acos(TUBE_GAP / slope);
    const steps = 10_000;
    let arc = 0;
    for (let i = 0; i < steps; i++) {
      const turn = -end + ((i + 0.5) * 2 * end) / steps;
      arc += (Math.hypot(stretch * Math.sin(turn), Math.cos(turn)) * 2 * end) / steps;
    }
    expect(Math.abs(findings[0].contourLength / arc - 1)).toBeLessThan(0.02);
  });
});
