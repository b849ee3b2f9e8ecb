import type { AnimatedScene, AuditOptions, FileReport } from 'pliant/audit';
import { REPORT_SCHEMA, auditScene, sceneOfSequence } from 'pliant/audit';
import { createMotionHits } from 'pliant/continuous';
import type { MotionHits } from 'pliant/continuous';
import { bruteMotionHits, bruteMotionSelfHits } from 'pliant/oracle';
import { createMesh } from 'pliant/parts';
import type { Mesh } from 'pliant/parts';
import { describe, expect, it } from 'vitest';
import schema from '../../schema/report.schema.json' with { type: 'json' };
import { unpackPairs } from '../../src/audit/pack-pairs.js';
import { sphere } from '../meaning/surfaces.js';
import { schemaErrors } from './json-schema.js';
import { recordedBlobs, splitFrame } from './recorded-blobs.js';
import { bentTube, channel, clip, rigidScene } from './small-scenes.js';

/** A wall across x, and a small ball that is 1 before it. */
const WALL = createMesh({
  positions: Float32Array.of(0, -2, -2, 0, 2, -2, 0, 0, 3),
  triangles: Uint32Array.of(0, 1, 2),
});
const BALL = sphere([-1, 0, 0], 0.25, 3);

/** The ball flies along x, by keys of time and way. */
function flying(...keys: readonly (readonly [number, number])[]): AnimatedScene {
  const ways = keys.map(([time, way]) => [time, [way, 0, 0]] as const);
  return rigidScene({ Wall: WALL, Ball: BALL }, [clip('Fly', 0, channel(1, 'translation', ways))]);
}

async function audit(scene: AnimatedScene, options: AuditOptions = {}): Promise<FileReport> {
  const report = await auditScene(scene, { continuous: true, times: [0, 1], ...options });
  expect(schemaErrors(schema, { schema: REPORT_SCHEMA, files: [JSON.parse(JSON.stringify(report))] })).toEqual([]);
  return report;
}

describe('an audit of what happens between instants', () => {
  it('finds a ball that passes a wall and is seen at no instant, to the very time', async () => {
    const scene = flying([0, 0], [1, 4]);
    const { findings } = await audit(scene);
    // Its foremost vertex has 0.75 to go, of 4.
    expect(findings).toMatchObject([
      { names: ['Wall', 'Ball'], clip: 'Fly', between: true, meeting: 'crossing', new: true, places: 1 },
    ]);
    const [{ firstTouch, interval, peak, triangles }] = findings;
    expect(firstTouch).toMatchObject({ step: [0, 1], share: [0.1875, 0.1875], kind: 'vertex-face', time: 0.1875 });
    expect(firstTouch!.vertices[0]).toEqual([0, 1, 2]);
    expect(firstTouch!.point[0]).toBe(0);
    expect([interval, peak]).toEqual([[0.1875, 0.1875], 0.1875]);
    expect(triangles).toBe(1 + BALL.triangleCount);
    expect((await auditScene(scene, { times: [0, 1] })).findings).toEqual([]);
  });

  it('finds nothing where things stay apart, however close', async () => {
    expect((await audit(flying([0, 0], [1, 0.75 - 2 ** -20]))).findings).toEqual([]);
  });

  it('says when a run of instants has begun', async () => {
    const { findings } = await audit(flying([0, 0], [1, 1]));
    expect(findings).toMatchObject([{ interval: [1, 1], firstTouch: { time: 0.75, step: [0, 1] } }]);
    expect(findings[0].between).toBeUndefined();
    // What is there from the first instant on has no way before.
    const own = await audit(flying([0, 1], [1, 1.1]), { baseline: 'none', clips: ['*'] });
    expect(own.findings).toMatchObject([{ interval: [0, 1] }]);
    expect(own.findings[0].firstTouch).toBeUndefined();
  });

  it('gathers passages in consecutive steps', async () => {
    const { findings } = await audit(flying([0, 0], [1, 4], [2, 0], [3, 0], [4, 4]), { times: [0, 4] });
    expect(findings.map(({ interval }) => interval)).toEqual([
      [0.1875, 1 + 2.75 / 4],
      [3.1875, 3.1875],
    ]);
  });

  it('looks at keys, whatever instants are chosen, and at those that are meant to be keys once', async () => {
    const times = (report: FileReport): number[] => report.instants.map(({ time }) => time);
    const there = flying([0, 0], [0.5, 4], [1, 0]);
    expect(times(await audit(there))).toEqual([0, 0, 0.5, 1]);
    expect((await audit(there)).findings).toHaveLength(1);
    expect(times(await audit(there, { times: [0.25, 0.75], clips: ['*'] }))).toEqual([0.25, 0.5, 0.75]);
    const third = Math.fround(1 / 3);
    const fps = await audit(flying([0, 0], [third, 0.1], [1, 0]), { times: undefined, fps: 3, clips: ['*'] });
    expect(times(fps)).toEqual([0, third, 2 / 3, 1]);
  });

  it('takes what jumps for standing still until it does', async () => {
    const straight = flying([0, 0], [1, 4], [2, 4]);
    const [fly] = straight.clips;
    const jumping = { ...fly, channels: fly.channels.map((one) => ({ ...one, interpolation: 'STEP' as const })) };
    expect((await audit({ ...straight, clips: [jumping] }, { times: [0, 2] })).findings).toEqual([]);
    expect((await audit(straight, { times: [0, 2] })).findings).toHaveLength(1);
  });

  it('leaves out steps at whose ends an object is hidden, in one point', async () => {
    const scene = flying([0, 0], [1, 4]);
    const scale = { ...channel(1, 'scale', [[0, [1, 1, 1]], [1, [0, 0, 0]]]), interpolation: 'STEP' as const }; // prettier-ignore
    const [fly] = scene.clips;
    const hidden = { ...fly, channels: [...fly.channels, scale] };
    expect((await audit({ ...scene, clips: [hidden] })).findings).toHaveLength(1);
    const before = { ...hidden, channels: [...fly.channels, { ...scale, values: scale.values.toReversed() }] };
    expect((await audit({ ...scene, clips: [before] })).findings).toEqual([]);
  });

  it('does not count what the baseline has, and takes what it has seen for one', async () => {
    const scene = flying([0, 0], [1, 4]);
    const first = await audit(scene, { listPairs: true });
    expect(first.instants.at(-1)!.passages![0].trianglePairs!.length).toBe(first.findings[0].pairs);
    const earlier = { schema: REPORT_SCHEMA, files: [first] };
    expect((await audit(scene, { baseline: earlier })).findings).toMatchObject([{ new: false, between: true }]);
    for (const options of [{ only: ['Ball'] }, { ignore: ['Ball:*'] }, { pairs: false }, { minTriangles: 1000 }]) {
      expect((await audit(scene, options)).findings).toEqual([]);
    }
  });

  it('tells of a place by itself where others meet all the time', async () => {
    // A second ball is in the wall and stays there; both are one object.
    const near = sphere([0, 1.2, 0], 0.25, 3);
    const [a, b] = [BALL, near];
    const both: Mesh = createMesh({
      positions: Float32Array.from([...a.positions, ...b.positions]),
      triangles: Uint32Array.from([...a.triangles, ...b.triangles.map((vertex) => vertex + a.vertexCount)]),
    });
    const frame = (way: number): Float32Array =>
      both.positions.map((value, i) => (i % 3 === 0 && i < a.positions.length ? value + way : value));
    const wide = [[0, -2, -2, 0, 2, -2, 0, 0, 3], [0, -2, 3, 0, 2, 3, 0, 0, -2]].flat(); // prettier-ignore
    const mesh = createMesh({
      positions: Float32Array.from([...wide, ...both.positions]),
      triangles: Uint32Array.from([0, 1, 2, ...both.triangles.map((vertex) => vertex + 6)]),
    });
    const scene = sceneOfSequence({
      mesh,
      parts: {
        names: ['Wall', 'Balls'],
        partOf: Uint32Array.from({ length: mesh.triangleCount }, (_, i) => Math.min(i, 1)),
      },
      times: Float64Array.of(0, 1),
      frames: [0, 4].map((way) => Float32Array.from([...wide, ...frame(way)])),
      names: ['a.obj', 'b.obj'],
    });
    // The wall is one triangle, so that all of its places are one: nothing is unseen.
    expect((await audit(scene, { baseline: 'none', clips: ['*'] })).findings.filter(({ between }) => between)).toEqual(
      [],
    );
    // What is known at rest is left out first.
    expect((await audit(scene)).findings.filter(({ between }) => between)).toMatchObject([
      { names: ['Wall', 'Balls'], firstTouch: { frames: ['a.obj', 'b.obj'], time: 0.1875 } },
    ]);
  });

  it('refuses clips whose vertices go along curves, and names others', async () => {
    await expect(audit(bentTube(8, 1, 3))).rejects.toThrow(
      'auditScene: in "bend", rotation of "Lower" takes vertices along curves between instants, and continuous needs straight ways; check its instants alone',
    );
    const scene = flying([0, 0], [1, 4]);
    const [fly] = scene.clips;
    const spline = (tangent: number): AnimatedScene['clips'][number] => {
      const values = [0, 0, 0, 0, 0, 0, tangent, 0, 0, 0, 0, 0, 4, 0, 0, 0, 0, 0];
      const one = { ...fly.channels[0], interpolation: 'CUBICSPLINE' as const, values: Float32Array.from(values) };
      return { ...fly, name: 'Swing', index: 1, channels: [one] };
    };
    const both = { ...scene, clips: [fly, spline(1)] };
    await expect(audit(both)).rejects.toThrow('in "Swing", translation of "Ball" takes');
    await expect(audit(both)).rejects.toThrow('name clips that go straight: "Fly"');
    expect((await audit(both, { clips: ['Fly'] })).findings).toHaveLength(1);
    // What turns and moves nothing that has a surface does no harm; nor does what never changes.
    const still = channel(1, 'rotation', [[0, [0, 0, 0, 1]], [1, [0, 0, 0, 1]]]); // prettier-ignore
    const camera = channel(2, 'rotation', [[0, [0, 0, 0, 1]], [1, [0, 1, 0, 0]]]); // prettier-ignore
    const nodes = [...scene.nodes, { ...scene.nodes[0], name: 'Camera' }];
    const harmless = { ...fly, channels: [...fly.channels, still, camera] };
    expect((await audit({ ...scene, nodes, clips: [harmless] })).findings).toHaveLength(1);
  });

  it('sees what brute force sees, and all instants do', async () => {
    const [seed, count] = [535, 3];
    const sequence = recordedBlobs(seed, count, 4);
    const scene = sceneOfSequence(sequence);
    const report = await audit(scene, { times: undefined, clips: ['*'], baseline: 'none' });
    const hits = createMotionHits(100_000);
    let all = 0;
    for (let a = 0; a < count; a++) {
      for (let b = a; b < count; b++) {
        const expected = new Set<number>();
        for (let k = 1; k < sequence.frames.length; k++) addBrute(scene, sequence.frames, k, a, b, hits, expected);
        const seen = report.seen.find(({ objects: [x, y = x] }) => x === a && y === b);
        const [sizeA, sizeB] = [a, b].map((id) => scene.objects[id].mesh.triangleCount);
        const { count: found, keys } = unpackPairs(seen?.packed ?? '', sizeA, sizeB);
        expect([...keys.subarray(0, found)], `seed ${seed}, ${a} and ${b}`).toEqual(
          [...expected].sort((x, y) => x - y),
        );
        all += found;
      }
    }
    expect(all).toBeGreaterThan(500);
    expect(report.instants.some(({ passages = [] }) => passages.length > 0)).toBe(true);
  });
});

function addBrute(
  scene: AnimatedScene,
  frames: readonly Float32Array[],
  k: number,
  a: number,
  b: number,
  hits: MotionHits,
  keys: Set<number>,
): void {
  const surface = (id: number) => ({
    triangles: scene.objects[id].mesh.triangles,
    from: splitFrame(frames[k - 1], scene.objects.length)[id],
    to: splitFrame(frames[k], scene.objects.length)[id],
  });
  if (a === b) bruteMotionSelfHits(surface(a), hits);
  else bruteMotionHits(surface(a), surface(b), hits);
  expect(hits.dropped).toBe(0);
  const size = scene.objects[b].mesh.triangleCount;
  for (let i = 0; i < hits.count; i++) keys.add(hits.pairs[2 * i] * size + hits.pairs[2 * i + 1]);
}
