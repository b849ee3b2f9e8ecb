import { createLinearModel, createMesh, createPose, poseMesh, poseVertices } from 'pliant/parts';
import { describe, expect, it } from 'vitest';

const mesh = createMesh({ positions: new Float32Array(9).fill(1), triangles: Uint32Array.of(0, 1, 2) });
const model = createLinearModel(mesh, [new Float32Array(9)]);

describe('posing many vertices', () => {
  it('refuses a pose of another model', () => {
    const foreign = createPose({ weightCount: 2, transformCount: 0, pointCount: 0 });
    expect(() => poseMesh(model, foreign, new Float32Array(9))).toThrow(
      /poseMesh: the pose has 2 weights, the model 1/,
    );
    expect(() => poseVertices(model, foreign, Uint32Array.of(0), 1, new Float32Array(3))).toThrow(/poseVertices/);
  });

  it('refuses an output that would lose vertices', () => {
    const pose = createPose(model.poseLayout);
    expect(() => poseMesh(model, pose, new Float32Array(8))).toThrow(/out has 8 numbers, but 9 are needed/);
    expect(() => poseVertices(model, pose, Uint32Array.of(0, 1), 2, new Float32Array(5))).toThrow(/5 numbers, but 6/);
  });
});
