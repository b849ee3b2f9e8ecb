import { createMesh } from 'pliant/parts';
import type { SceneClip } from 'pliant/audit';
import { describe, expect, it } from 'vitest';
import { explainNoModel, findBeside, findModels } from '../../lab/model/dropped-files.js';
import { parseHidden, parseWeights, writeWeights } from '../../lab/model/model-choices.js';
import { measureExtent } from '../../lab/model/model-extent.js';
import { frameAtTime, frameCountOfClip, nameClips, timeOfFrame } from '../../lab/model/model-moment.js';
import { isMostlySharp } from '../../lab/model/sharp-edges.js';
import { readTargetNames } from '../../lab/model/target-names.js';
import { createExampleModel } from '../../scenes/example-models.js';
import { readExample } from './model-oracle.js';

const dropped = (...paths: readonly string[]): { path: string; file: File }[] =>
  paths.map((path) => ({ path, file: new File([path], path.slice(path.lastIndexOf('/') + 1)) }));

const clip = (name: string | null, index: number, duration = 1): SceneClip => ({ name, index, duration, channels: [] });

describe('files that were dropped', () => {
  it('are models by their names, the one in the fewest folders first', () => {
    const files = dropped('set/b.GLB', 'set/deep/a.gltf', 'notes.txt', 'z.vrm', 'set/a.bin', 'glb');
    expect(findModels(files)).toEqual(['z.vrm', 'set/b.GLB', 'set/deep/a.gltf']);
  });

  it('are found beside the model that needs them, by name alone where they were dropped loose', async () => {
    const files = dropped('set/parts/data.bin', 'data.bin', 'other/parts/data.bin');
    expect(await findBeside(files, 'set/model.gltf', 'parts/data.bin')!.text()).toBe('set/parts/data.bin');
    expect(await findBeside(files, 'model.gltf', 'parts/data.bin')!.text()).toBe('data.bin');
    expect(findBeside(files, 'set/model.gltf', 'missing.bin')).toBeUndefined();
  });

  it('are named where none is a model', () => {
    expect(explainNoModel(dropped('a.png')).message).toContain('“a.png” is not a model');
    expect(explainNoModel(dropped('a', 'b', 'c', 'd', 'e')).message).toContain(
      '“a”, “b”, “c” and 2 more are not models',
    );
    expect(explainNoModel([]).message).toContain('Nothing was dropped');
  });
});

describe('choices about a model', () => {
  it('are read back as they are written', () => {
    const weights = [
      { object: 0, target: 12, value: 0.25 },
      { object: 3, target: 0, value: -1 },
    ];
    expect(parseWeights(writeWeights(weights))).toEqual(weights);
    expect([...parseHidden('1,12,x,,3')]).toEqual([1, 12, 3]);
  });

  it.each(['0.1', '0.1=', '=1', '0=1', '0.1=1e9', '0.1=NaN', '-1.0=1'])('pass over %s', (text) => {
    expect(parseWeights(text)).toEqual([]);
  });
});

describe('frames of a clip', () => {
  it('begin and end with the clip, and have every instant of an audit among them', () => {
    for (const duration of [0, 0.067, 1, 1.8333334, 11.181]) {
      const film = clip('film', 0, duration);
      const last = frameCountOfClip(film) - 1;
      expect(timeOfFrame(film, 0)).toBe(0);
      expect(timeOfFrame(film, last)).toBe(duration);
      for (let k = 0; k / 30 < duration; k++) expect(timeOfFrame(film, frameAtTime(film, k / 30))).toBe(k / 30);
      expect(frameAtTime(film, duration)).toBe(last);
    }
    expect(frameCountOfClip(undefined)).toBe(1);
  });

  it('belong to clips that have names of their own', () => {
    expect(nameClips([clip('Run', 0), clip(null, 1), clip('Run', 2), clip('', 3)])).toEqual([
      'Run',
      '#1',
      'Run#2',
      '#3',
    ]);
  });
});

describe('what is known of a model before it is drawn', () => {
  it('are the names of its morph targets', async () => {
    const scene = await readExample('face');
    expect(readTargetNames(createExampleModel('face'), scene)[0].slice(0, 3)).toEqual([
      'jawOpen',
      'smile',
      'lipsPress',
    ]);
    expect(readTargetNames(new Uint8Array(3), scene)[0][1]).toBe('target 1');
  });

  it('is how much room it takes', async () => {
    const { low, high } = measureExtent(await readExample('tube'), 0);
    // Stretched out it is 2.4 long, with caps; curled up it rises.
    expect(high[0] - low[0]).toBeGreaterThan(2.4);
    expect(high[1]).toBeGreaterThan(0.8);
    expect(low.every(Number.isFinite) && high.every(Number.isFinite)).toBe(true);
  });

  it('is whether it has edges or curves', async () => {
    // A cube: twelve edges of right angles, and six within its sides.
    const positions = Float32Array.from({ length: 24 }, (_, i) => (Math.floor(i / 3) >> (i % 3)) & 1);
    const triangles = Uint32Array.from(
      `0 2 1 1 2 3 4 5 6 5 7 6 0 1 4 1 5 4 2 6 3 3 6 7 0 4 2 2 4 6 1 3 5 3 7 5`.split(' '),
      Number,
    );
    expect(isMostlySharp(createMesh({ positions, triangles }))).toBe(true);
    expect(isMostlySharp((await readExample('tube')).objects[0].mesh)).toBe(false);
  });
});
