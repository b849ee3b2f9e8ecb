import {
  auditScene,
  createSceneEvaluator,
  evaluateClip,
  evaluateRest,
  sceneOfSequence,
  writeObjectPoints,
} from 'pliant/audit';
import { advance, createKineticTree, planKeyframes, writePositions } from 'pliant/kinetic';
import { createMesh, readSequence } from 'pliant/parts';
import type { Sequence } from 'pliant/parts';
import { describe, expect, it } from 'vitest';
import schema from '../../schema/report.schema.json' with { type: 'json' };
import { brutePairs } from './flying-blobs.js';
import { schemaErrors } from './json-schema.js';
import { recordedBlobs, splitFrame } from './recorded-blobs.js';

const COUNT = 3;

describe('an audit of a recording', () => {
  it('finds at every frame what brute force finds in its vertices', async () => {
    for (const seed of [11, 12, 13]) {
      const sequence = recordedBlobs(seed, COUNT, 5);
      const scene = sceneOfSequence(sequence, 'blobs');
      const { clips, instants, objects } = await auditScene(scene, { listPairs: true, clips: ['*'] });
      expect(objects.map(({ name }) => name)).toEqual(['Blob0', 'Blob1', 'Blob2']);
      expect(clips).toMatchObject([{ name: 'blobs', duration: 4, instants: 5 }]);
      expect(instants.map(({ frame }) => frame)).toEqual(sequence.names);
      for (const [k, { trianglePairs }] of instants.entries()) {
        const expected = brutePairs(scene, splitFrame(sequence.frames[k], COUNT));
        expect(trianglePairs, `seed ${seed}, frame ${k}`).toEqual(expected);
      }
      expect(instants.some(({ pairs, self }) => pairs > 0 && self > 0)).toBe(true);
    }
  });

  it('goes straight between frames, as kinetic trees do, where other times are asked for', async () => {
    const sequence = recordedBlobs(14, COUNT, 4);
    const scene = sceneOfSequence(sequence);
    const times = [0.1, 0.5, 1.7, 2, 2.9];
    const { instants } = await auditScene(scene, { listPairs: true, clips: ['*'], times });
    expect(instants.map(({ frame }) => frame)).toEqual([undefined, undefined, undefined, '2.obj', undefined]);
    const tree = createKineticTree(planKeyframes(sequence), sequence.mesh.triangles);
    const positions = new Float32Array(sequence.mesh.positions.length);
    for (const [k, time] of times.entries()) {
      advance(tree, time);
      writePositions(tree, positions);
      expect(instants[k].trianglePairs, `at ${time}`).toEqual(brutePairs(scene, splitFrame(positions, COUNT)));
    }
  });

  it('has no place where vertices are before the first frame or behind the last, and says so', async () => {
    const sequence = recordedBlobs(14, COUNT, 4);
    const later = sceneOfSequence({ ...sequence, times: sequence.times.map((time) => time + 1) });
    const asked = (times: number[]): Promise<unknown> => auditScene(later, { times, clips: ['*'] });
    await expect(asked([1, 4])).resolves.toBeDefined();
    await expect(asked([1, 4.001])).rejects.toMatchObject({
      code: 'bad-number',
      message: 'auditScene: times has 4.001, which is behind the last frame of "sequence"; pass seconds from 1 to 4',
    });
    await expect(asked([2, 0.999])).rejects.toThrow('0.999, which is before the first frame of "sequence"');
  });

  it('takes the first frame for the rest pose, unless there is another', async () => {
    const sequence = recordedBlobs(15, COUNT, 3);
    const own = await auditScene(sceneOfSequence(sequence), { listPairs: true });
    expect(own.instants.map(({ clip }) => clip)).toEqual([null, 'sequence', 'sequence', 'sequence']);
    expect(own.instants[0].trianglePairs).toEqual(own.instants[1].trianglePairs);
    expect(own.instants[1].contacts.every((contact) => contact.new === 0)).toBe(true);
    const { triangles } = sequence.mesh;
    const far = createMesh({ positions: sequence.frames[0].map((x, i) => x + 9 * Math.floor(i / 114)), triangles });
    const other = await auditScene(sceneOfSequence({ ...sequence, mesh: far }), { listPairs: true });
    expect(other.instants[0].pairs).toBe(0);
    expect(other.instants[1].trianglePairs).toEqual(own.instants[1].trianglePairs);
    expect(other.instants[1].contacts.some((contact) => contact.objects.length === 2 && contact.new > 0)).toBe(true);
  });

  it('names the frames of findings, and no joints, in a report that the schema describes', async () => {
    const report = await auditScene(sceneOfSequence(recordedBlobs(16, 2, 4)), { clips: ['*'], baseline: 'none' });
    const file = JSON.parse(JSON.stringify({ ...report, file: 'blobs' })) as unknown;
    expect(schemaErrors(schema, { schema: schema.$id, files: [file] })).toEqual([]);
    expect(report.findings.length).toBeGreaterThan(0);
    for (const { frames, interval, joints } of report.findings) {
      expect(frames).toEqual(interval.map((time) => `${time}.obj`));
      expect(joints).toEqual([]);
    }
  });

  it('leaves objects alone that are in one point, as those are that have been hidden', async () => {
    const sequence = recordedBlobs(17, 2, 2);
    const size = sequence.frames[1].length / 2;
    const hidden = sequence.frames[1].map((x, i) => (i < size ? sequence.frames[1][size + (i % 3)] : x));
    const scene = sceneOfSequence({ ...sequence, frames: [sequence.frames[0], hidden] });
    const { instants } = await auditScene(scene, { clips: ['*'], listPairs: true });
    expect(instants[1].trianglePairs).toEqual(brutePairs(scene, splitFrame(hidden, 2)));
    expect(instants[1].contacts.every(({ objects }) => !objects.includes(0))).toBe(true);
  });
});

describe('a scene of a recording', () => {
  /** Two triangles of four corners each, of which two are doubled. */
  function seam(...shifts: readonly number[]): Sequence {
    const files = shifts.map((shift, k) => {
      const text = `v 9 9 9\nv 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 0 0\nv 0 1 ${shift}\nv 1 1 0\nf 2 3 4\nf 5 7 6\n`;
      return { name: `${k}.obj`, data: new TextEncoder().encode(text) };
    });
    return readSequence(files);
  }

  it('welds vertices that are together in all frames, and keeps those apart that are not', () => {
    const [whole] = sceneOfSequence(seam(0, 0)).objects;
    expect([...whole.mesh.triangles]).toEqual([0, 1, 2, 1, 3, 2]);
    expect([...whole.vertexNumbers!]).toEqual([1, 2, 3, 6]);
    const [split] = sceneOfSequence(seam(0, 0.5)).objects;
    expect([...split.mesh.triangles]).toEqual([0, 1, 2, 1, 4, 3]);
    expect([...split.vertexNumbers!]).toEqual([1, 2, 3, 5, 6]);
  });

  it('has the vertices of its frames, whichever are left out', () => {
    const sequence = seam(0, 0.5);
    const scene = sceneOfSequence(sequence);
    const evaluator = createSceneEvaluator(scene);
    const points = new Float32Array(15);
    for (const [k, time] of sequence.times.entries()) {
      evaluateClip(evaluator, scene.clips[0], time);
      writeObjectPoints(evaluator, scene.objects[0], points);
      const expected = [1, 2, 3, 5, 6].flatMap((vertex) => [
        ...sequence.frames[k].subarray(vertex * 3, vertex * 3 + 3),
      ]);
      expect([...points], `frame ${k}`).toEqual(expected);
    }
    // Before the first and behind the last frame, that holds; the rest pose is the first.
    for (const [time, height] of [
      [-1, 0],
      [99, 0.5],
    ] as const) {
      evaluateClip(evaluator, scene.clips[0], time);
      writeObjectPoints(evaluator, scene.objects[0], points);
      expect(points[11]).toBe(height);
    }
    evaluateRest(evaluator);
    writeObjectPoints(evaluator, scene.objects[0], points);
    expect(points[11]).toBe(0);
  });

  it('shares the memory of frames that are shared', () => {
    const sequence = recordedBlobs(18, 2, 2);
    const frames = sequence.frames.map((frame) => {
      const shared = new Float32Array(new SharedArrayBuffer(frame.byteLength));
      shared.set(frame);
      return shared;
    });
    const [{ recordings = [] }] = sceneOfSequence({ ...sequence, frames }).clips;
    expect(recordings).toHaveLength(2);
    for (const recording of recordings) {
      expect(recording.frames.map(({ buffer }) => buffer)).toEqual(frames.map(({ buffer }) => buffer));
    }
  });

  it('is refused for frames that do not fit the mesh', () => {
    const sequence = recordedBlobs(19, 2, 3);
    const short = sequence.frames[1].subarray(3);
    expect(() => sceneOfSequence({ ...sequence, frames: sequence.frames.with(1, short) })).toThrow(
      'sceneOfSequence: frame 1.obj has 75 points, but the mesh has 76 vertices; pass the mesh that was recorded',
    );
    expect(() => sceneOfSequence({ ...sequence, frames: [] })).toThrow('pass at least 1');
    expect(() => sceneOfSequence({ ...sequence, names: [] })).toThrow('3 frames, 3 times and 0 names');
  });
});
