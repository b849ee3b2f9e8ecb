// slow: poses every vertex of the shared characters
/** Real characters in all their clips: a model has every vertex where plain skinning in float64 has it. */
import { createPose, poseMesh, setTransforms, setWeights } from 'pliant/parts';
import { describe, expect, it } from 'vitest';
import { oracleSkinning } from '../oracle/skinning.js';
import { readGltf } from '../support/gltf-file.js';
import type { GltfObject } from '../support/gltf-objects.js';
import type { ObjectPose } from '../support/gltf-pose.js';
import { sharedData } from '../support/shared-data.js';
import { CHARACTERS, modelOf, momentsOf } from '../support/skinned-characters.js';

/** That every vertex of the file is where it belongs, by way of the vertex that it was welded into. */
function expectPosed(object: GltfObject, posed: Float32Array, { transforms, weights }: ObjectPose, what: string): void {
  const { positions, tolerances } = oracleSkinning(object.original, transforms, weights);
  const far = positions.findIndex((value, k) => {
    const found = posed[object.weldedOf[Math.floor(k / 3)] * 3 + (k % 3)];
    return !(Math.abs(found - value) <= tolerances[k]);
  });
  expect(far, `${what}, ${object.name}: coordinate ${far} is not at ${positions[far]}`).toBe(-1);
}

describe.skipIf(sharedData('skinned') === undefined)('the model of a character', () => {
  it.each(CHARACTERS)('%s: agrees with skinning in float64 in every clip', async (path) => {
    const file = await readGltf(sharedData(path)!);
    const models = file.objects.map(modelOf);
    const poses = models.map(({ poseLayout }) => createPose(poseLayout));
    let moments = 0;
    for (const { what, poses: given } of momentsOf(file)) {
      moments++;
      file.objects.forEach((object, i) => {
        setTransforms(poses[i], given[i].transforms);
        setWeights(poses[i], given[i].weights);
        const posed = new Float32Array(object.mesh.positions.length);
        poseMesh(models[i], poses[i], posed);
        expectPosed(object, posed, given[i], what);
      });
    }
    expect(moments).toBe(1 + 5 * Math.max(1, file.clips.length));
  });

  it.each([
    ['skinned/CesiumMan.glb', 4, 0],
    ['skinned/elephant-bbw15.glb', 15, 0],
    ['skinned/RobotExpressive.glb', 4, 0.7551],
    ['skinned/Soldier.glb', 4, 0.0197],
  ])('%s: up to %d influences, weights off by %d', async (path, influences, error) => {
    const { objects } = await readGltf(sharedData(path)!);
    const models = objects.map(modelOf);
    const most = models.flatMap(({ influenceOffsets }) =>
      Array.from(influenceOffsets.subarray(1), (end, vertex) => end - influenceOffsets[vertex]),
    );
    expect(Math.max(...most)).toBe(influences);
    expect(Math.max(...models.map(({ normalized }) => normalized.largestError))).toBeCloseTo(error, 4);
    expect(models.some(({ normalized }) => normalized.vertexCount > 0)).toBe(error > 0);
  });
});
