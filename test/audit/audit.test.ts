import type { FileReport, Report, ReportInstant } from 'pliant/audit';
import { REPORT_SCHEMA, auditScene } from 'pliant/audit';
import { describe, expect, it } from 'vitest';
import { box, sphere } from '../meaning/surfaces.js';
import { bruteClose, brutePairs, flyingBlobs, posedObjects } from './flying-blobs.js';
import { channel, clip, node, rigidScene } from './small-scenes.js';

const SEEDS = [501, 502, 503];

/** World positions at an instant of a report. */
function posedAt(scene: ReturnType<typeof flyingBlobs>, { clip: name, time }: ReportInstant): Float32Array[] {
  const index = name === null ? undefined : name === 'fly' ? 0 : 1;
  return posedObjects(scene, index, time);
}

describe('the triangle pairs of an audit', () => {
  it.each(SEEDS)('are those that brute force finds at every instant, seed %i', async (seed) => {
    const scene = flyingBlobs(seed, 4);
    const { instants } = await auditScene(scene, { listPairs: true, fps: 20 });
    let found = 0;
    for (const instant of instants) {
      const expected = brutePairs(scene, posedAt(scene, instant));
      expect(instant.trianglePairs, `${instant.clip} at ${instant.time}, seed ${seed}`).toEqual(expected);
      expect(instant.self).toBe(expected.filter(([a, , b]) => a === b).length);
      expect(instant.pairs).toBe(expected.filter(([a, , b]) => a !== b).length);
      found += expected.length;
    }
    expect(found).toBeGreaterThan(100);
  });

  it('are listed only when that is asked for', async () => {
    const { instants } = await auditScene(flyingBlobs(504, 2), { times: [0] });
    expect(instants.every((instant) => !('trianglePairs' in instant))).toBe(true);
  });

  it.each(SEEDS)('that are close are those that brute force measures, seed %i', async (seed) => {
    const scene = flyingBlobs(seed, 3);
    const clearance = 0.15;
    const { instants } = await auditScene(scene, { clearance, fps: 12, baseline: 'none' });
    let found = 0;
    for (const instant of instants) {
      const posed = posedAt(scene, instant);
      for (const [a, b] of [
        [0, 1],
        [0, 2],
        [1, 2],
      ]) {
        const { count, distance } = bruteClose(scene, posed, a, b, clearance);
        const contact = instant.contacts.find(({ objects }) => objects[0] === a && objects[1] === b);
        expect(contact?.close ?? 0, `${a} and ${b} at ${instant.time}, seed ${seed}`).toBe(count);
        if (count > 0) expect(contact).toMatchObject({ newClose: count, distance });
        found += count;
      }
    }
    expect(found).toBeGreaterThan(50);
  });
});

describe('instants', () => {
  const cube = box([0, 0, 0], [1, 1, 1]);
  const slide = (name: string | null, index: number, seconds: number): ReturnType<typeof clip> =>
    clip(
      name,
      index,
      channel(
        0,
        'translation',
        [0, seconds].map((t) => [t, [t, 0, 0]]),
      ),
    );
  const scene = rigidScene({ Cube: cube }, [slide('walk', 0, 0.5), slide(null, 1, 0.1), slide('walk', 2, 0)]);
  const timesOf = ({ instants }: FileReport): [string | null, number][] =>
    instants.map(({ clip, time }) => [clip, time]);

  it('are the rest pose, and every clip at thirtieths of a second and at its end', async () => {
    const report = await auditScene(scene);
    const frames = (name: string, count: number, end: number): [string, number][] => [
      ...Array.from({ length: count }, (_, k): [string, number] => [name, k / 30]),
      [name, end],
    ];
    const tenth = Math.fround(0.1);
    expect(timesOf(report)).toEqual([[null, 0], ...frames('walk', 15, 0.5), ...frames('#1', 4, tenth), ['walk#2', 0]]);
    expect(report.clips).toEqual([
      { name: 'walk', index: 0, duration: 0.5, instants: 16 },
      { name: '#1', index: 1, duration: tenth, instants: 5 },
      { name: 'walk#2', index: 2, duration: 0, instants: 1 },
    ]);
  });

  it('are chosen by name, by number, and by time', async () => {
    expect(timesOf(await auditScene(scene, { clips: ['w*k'], fps: 2 }))).toEqual([
      ['walk', 0],
      ['walk', 0.5],
      ['walk#2', 0],
    ]);
    expect(timesOf(await auditScene(scene, { clips: ['#1'], times: [0.05, 0, 0.05] }))).toEqual([
      ['#1', 0],
      ['#1', 0.05],
    ]);
  });

  it('are refused when there are none of that name, or no number is a time', async () => {
    await expect(auditScene(scene, { clips: ['run'] })).rejects.toMatchObject({ code: 'mismatch' });
    await expect(auditScene(scene, { clips: ['run'] })).rejects.toThrow(
      'no clip is called "run"; there are "walk", "#1"',
    );
    await expect(auditScene(scene, { fps: 0 })).rejects.toMatchObject({ code: 'bad-number' });
    await expect(auditScene(scene, { fps: Number.NaN })).rejects.toMatchObject({ code: 'bad-number' });
    await expect(auditScene(scene, { times: [-1] })).rejects.toMatchObject({ code: 'bad-number' });
    await expect(auditScene(scene, { fps: 1e12 })).rejects.toMatchObject({ code: 'bad-count' });
  });
});

describe('objects', () => {
  // All in one place, so that every pair meets.
  const ball = sphere([0, 0, 0], 1, 2);
  const scene = rigidScene({ Body: ball, Jacket: ball, 'Hair:Long': ball, 'Hair:Short': ball });
  async function pairsWith(options: Parameters<typeof auditScene>[1]): Promise<string[]> {
    const { instants } = await auditScene(scene, options);
    return instants[0].contacts.map(({ objects }) => objects.join());
  }

  it('are all checked against each other', async () => {
    expect(await pairsWith({})).toEqual(['0,1', '0,2', '0,3', '1,2', '1,3', '2,3']);
    expect(await pairsWith({ pairs: false })).toEqual([]);
  });

  it('are chosen by patterns for pairs, in either order, with colons in names as well', async () => {
    expect(await pairsWith({ only: ['Body:Jacket'] })).toEqual(['0,1']);
    expect(await pairsWith({ only: ['Jacket:Bo?y', 'Hair:Long:Body'] })).toEqual(['0,1', '0,2']);
    expect(await pairsWith({ ignore: ['Hair*:*'] })).toEqual(['0,1']);
    expect(await pairsWith({ only: ['Body:*'], ignore: ['*:Hair:Short'] })).toEqual(['0,1', '0,2']);
    expect(await pairsWith({ only: ['Body'] })).toEqual([]);
  });

  it('are chosen one by one for what they do to themselves', async () => {
    const crumpled = flyingBlobs(505, 3);
    const selves = async (options: Parameters<typeof auditScene>[1]): Promise<string[]> => {
      const { instants } = await auditScene(crumpled, { times: [], ...options });
      return instants[0].contacts.filter(({ objects }) => objects.length === 1).map(({ objects }) => objects.join());
    };
    expect(await selves({})).toEqual(['0', '1', '2']);
    expect(await selves({ only: ['Blob1', 'Blob0:Blob2'] })).toEqual(['1']);
    expect(await selves({ ignore: ['*2'] })).toEqual(['0', '1']);
    expect(await selves({ self: false })).toEqual([]);
  });

  it('are refused by a pattern that fits nothing, as everything would pass unseen', async () => {
    await expect(auditScene(scene, { only: ['Boddy'] })).rejects.toThrow('nothing is called "Boddy"');
    await expect(auditScene(scene, { only: ['Body:Hat'] })).rejects.toMatchObject({ code: 'mismatch' });
  });

  it('that are scaled down to a point meet nothing', async () => {
    const hide = clip(
      'hide',
      0,
      channel(
        1,
        'scale',
        [0, 1].map((t) => [t, [1 - t, 1 - t, 1 - t]]),
      ),
    );
    const { instants } = await auditScene(rigidScene({ A: ball, B: ball }, [hide]), { times: [0, 1] });
    expect(instants.map(({ pairs }) => pairs > 0)).toEqual([true, true, false]);
  });
});

describe('the baseline', () => {
  const cube = box([0, 0, 0], [1, 1, 1]);
  // A small cube lies in the side of a large one, leaves it for the half of a second, and comes to lie in its other side.
  const keys = [
    [0, [0.9, 0.2, 0.3]],
    [0.25, [1.5, 0.2, 0.3]],
    [0.75, [1.5, 0.2, 0.3]],
    [1, [-0.2, 0.2, 0.3]],
  ] as const;
  const nodes = [node('Large'), node('Small', { translation: [...keys[0][1]] })];
  const scene = rigidScene(
    { Large: cube, Small: box([0, 0, 0], [0.3, 0.3, 0.3]) },
    [clip('move', 0, channel(1, 'translation', keys))],
    nodes,
  );

  it('is the rest pose: what is there does not count as new, in whatever clip', async () => {
    const { findings } = await auditScene(scene, { times: [0, 0.5, 1] });
    expect(findings.map(({ clip, interval, new: isNew }) => ({ clip, interval, isNew }))).toEqual([
      { clip: null, interval: [0, 0], isNew: false },
      { clip: 'move', interval: [0, 0], isNew: false },
      { clip: 'move', interval: [1, 1], isNew: true },
    ]);
  });

  it('can be nothing', async () => {
    const { baseline, findings } = await auditScene(scene, { times: [0, 0.5, 1], baseline: 'none' });
    expect(findings.map((finding) => finding.new)).toEqual([true, true, true]);
    expect(baseline).toBe('none');
  });

  it('can be an earlier report, whose pairs are known wherever they come again', async () => {
    const first = await auditScene(scene, { file: 'models/cubes.glb', times: [0, 0.5, 1] });
    const report = JSON.parse(JSON.stringify({ schema: REPORT_SCHEMA, files: [first] })) as Report;
    const again = await auditScene(scene, { file: 'cubes.glb', times: [0, 0.5, 1], baseline: report });
    expect(again.findings.map((finding) => finding.new)).toEqual([false, false, false]);
    expect(again.baseline).toBe('report');
    const turned = rigidScene(
      { Small: box([0, 0, 0], [0.3, 0.3, 0.3]), Large: cube },
      [clip('move', 0, channel(0, 'translation', keys))],
      [nodes[1], nodes[0]],
    );
    const other = await auditScene(turned, { times: [0, 0.5, 1], baseline: report });
    expect(other.findings.map((finding) => finding.new)).toEqual([false, false, false]);
    const renamed = rigidScene({ Large: cube, Tiny: box([0, 0, 0], [0.3, 0.3, 0.3]) }, scene.clips, nodes);
    const unknown = await auditScene(renamed, { times: [0, 0.5, 1], baseline: report });
    expect(unknown.findings.map((finding) => finding.new)).toEqual([true, true, true]);
  });

  it('is refused when it is no report', async () => {
    const wrong = [{}, { schema: 'urn:pliant:report:2', files: [] }, { schema: REPORT_SCHEMA, files: [{}] }];
    for (const baseline of wrong) {
      await expect(auditScene(scene, { baseline: baseline as never })).rejects.toMatchObject({
        name: 'PliantError',
      });
    }
    const first = await auditScene(scene, { times: [1] });
    const seen = first.seen.map((pairs) => ({ ...pairs, packed: '////' }));
    const baseline = { schema: REPORT_SCHEMA, files: [{ ...first, seen }] };
    await expect(auditScene(scene, { baseline })).rejects.toMatchObject({ code: 'bad-file' });
  });
});

describe('findings', () => {
  const cube = box([0, 0, 0], [1, 1, 1]);
  const small = box([0, 0, 0], [0.25, 0.25, 0.25]);
  // In, out, and in again, deeper.
  const positions = [0.9, 1.5, 0.9, 0.85, 0.8, 1.5];
  const dive = clip(
    'dive',
    0,
    channel(
      1,
      'translation',
      positions.map((x, t) => [t, [x, 0.3, 0.4]]),
    ),
  );
  const nodes = [node('Cube'), node('Diver', { translation: [2, 0, 0] })];
  const scene = rigidScene({ Cube: cube, Diver: small }, [dive], nodes);

  it('are runs of instants, each with its own peak', async () => {
    const { findings } = await auditScene(scene, { times: [0, 1, 2, 3, 4, 5] });
    expect(findings.map(({ interval }) => interval)).toEqual([
      [0, 0],
      [2, 4],
    ]);
    expect(findings[1].depth).toBeGreaterThan(0);
    for (const { interval, peak } of findings) {
      expect(peak).toBeGreaterThanOrEqual(interval[0]);
      expect(peak).toBeLessThanOrEqual(interval[1]);
    }
  });

  it('are left out when they are too small or not deep enough', async () => {
    const times = [0, 1, 4];
    const all = await auditScene(scene, { times });
    const depths = all.findings.map(({ depth }) => depth ?? 0);
    expect(depths[0]).toBeCloseTo(0.1, 6);
    expect(depths[1]).toBeCloseTo(0.2, 6);
    expect((await auditScene(scene, { times, minDepth: 0.15 })).findings).toEqual([all.findings[1]]);
    expect((await auditScene(scene, { times, minTriangles: 1000 })).findings).toEqual([]);
  });

  it('tell when objects are merely close, and how close they come', async () => {
    const near = rigidScene(
      { Cube: cube, Diver: small },
      [
        clip(
          'pass',
          0,
          channel(
            1,
            'translation',
            [1.5, 1.0625, 1.03125, 1.5].map((x, t) => [t, [x, 0.3, 0.4]]),
          ),
        ),
      ],
      nodes,
    );
    const { clearance, findings } = await auditScene(near, { times: [0, 1, 2, 3], clearance: 0.1 });
    expect(clearance).toBe(0.1);
    expect(findings).toHaveLength(1);
    expect(findings[0]).toMatchObject({
      names: ['Cube', 'Diver'],
      meeting: 'close',
      interval: [1, 2],
      peak: 2,
      distance: 0.03125,
      contourLength: 0,
      depth: null,
      new: true,
    });
  });
});

describe('an audit that is stopped', () => {
  const scene = flyingBlobs(506, 3);

  it('says what it has not checked when the time is up', async () => {
    const { findings, instants, unchecked } = await auditScene(scene, { fps: 1000, budgetSeconds: 0.05 });
    const left = unchecked.reduce((sum, entry) => sum + entry.instants, 0);
    expect(left).toBeGreaterThan(0);
    expect(instants.length + left).toBe(1 + 2 * 251);
    expect(new Set(unchecked.map(({ reason }) => reason))).toEqual(new Set(['budget']));
    for (const { interval } of findings) expect(interval[0]).toBeLessThanOrEqual(interval[1]);
  });

  it('does nothing more once it is aborted', async () => {
    const controller = new AbortController();
    const report = await auditScene(scene, {
      fps: 100,
      signal: controller.signal,
      onProgress: ({ done, stage }) => {
        if (stage === 'search' && done === 5) controller.abort();
      },
    });
    expect(report.instants).toHaveLength(5);
    expect(report.unchecked.map(({ reason }) => reason)).toContain('aborted');
    const never = await auditScene(scene, { signal: AbortSignal.abort() });
    expect(never.instants).toHaveLength(0);
    expect(never.objects).toHaveLength(3);
  });

  it('reports progress up to the end when it is not', async () => {
    const steps: string[] = [];
    await auditScene(scene, {
      times: [0],
      onProgress: ({ done, stage, total }) => steps.push(`${stage} ${done}/${total}`),
    });
    expect(steps).toContain('search 3/3');
    expect(steps.at(-1)).toMatch(/^measure (\d+)\/\1$/);
  });
});

describe('defects', () => {
  it('are counted at rest, and are never pairs', async () => {
    const cube = box([0, 0, 0], [1, 1, 1]);
    const flat = { ...cube, triangles: Uint32Array.of(...cube.triangles, 0, 0, 1, 0, 4, 6), triangleCount: 14 };
    const { instants, objects } = await auditScene(rigidScene({ A: flat }), { baseline: 'none' });
    expect(objects).toEqual([{ id: 0, name: 'A', node: 0, triangles: 14, defects: 2 }]);
    expect(instants[0].self).toBe(0);
  });
});
