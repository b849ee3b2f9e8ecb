import { auditScene, readGltf } from 'pliant/audit';
import { describe, expect, it } from 'vitest';
import { createExampleModel } from '../../scenes/example-models.js';
import { EXAMPLE_MODELS } from '../../scenes/example-names.js';

describe.each(EXAMPLE_MODELS)('the example model %s', (name) => {
  it('is glTF without a flaw, and the same every time', async () => {
    const bytes = createExampleModel(name);
    const scene = await readGltf(bytes);
    expect(scene.warnings).toEqual([]);
    expect(scene.clips.length).toBeGreaterThan(1);
    const again = createExampleModel(name);
    expect(again.length).toBe(bytes.length);
    expect(again.every((byte, i) => byte === bytes[i])).toBe(true);
  });

  it('has at most four joints a vertex, with weights that need no mending', async () => {
    const { objects } = await readGltf(createExampleModel(name));
    for (const { model } of objects) {
      expect(model.normalized.vertexCount).toBe(0);
      const counts = Array.from({ length: model.vertexCount }, (_, vertex) => vertex).map(
        (vertex) => model.influenceOffsets[vertex + 1] - model.influenceOffsets[vertex],
      );
      expect(Math.max(...counts)).toBeLessThanOrEqual(4);
    }
  });

  it('meets nothing at rest, and passes through itself when it moves', async () => {
    const scene = await readGltf(createExampleModel(name));
    const { findings, instants } = await auditScene(scene, { fps: 10 });
    expect(instants[0]).toMatchObject({ clip: null, self: 0, pairs: 0 });
    expect(findings.length).toBeGreaterThan(0);
    expect(findings.every((finding) => finding.new && finding.meeting === 'crossing')).toBe(true);
  });
});

describe('the arm in its sleeve', () => {
  it('comes through the cloth, by more than a centimetre', async () => {
    const { findings } = await auditScene(await readGltf(createExampleModel('sleeve')), { fps: 10, clips: ['Bend'] });
    const through = findings.find(({ names }) => names.join() === 'Arm,Sleeve');
    expect(through?.depth).toBeGreaterThan(0.01);
  });
});
