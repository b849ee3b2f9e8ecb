/** A seeded scene in which a few blobs fly through each other, and what brute force says about it. */
import { createPairHits } from 'pliant';
import { TRIANGLE_DISTANCE_SQUARED, createRandom, measureTriangleDistance } from 'pliant/exact';
import { brutePairHits, bruteSelfHits } from 'pliant/oracle';
import { createPose, poseMesh, setTransforms } from 'pliant/parts';
import type { Mesh } from 'pliant/parts';

import type { AnimatedScene } from 'pliant/audit';
import { createSceneEvaluator, evaluateClip, evaluateRest, writeObjectPose } from 'pliant/audit';
import { moved, sphere } from '../meaning/surfaces.js';
import { channel, clip, node, rigidScene } from './small-scenes.js';

/** Crumpled balls, so that they meet themselves as well, that fly about; two clips, one of them without a name. */
export function flyingBlobs(seed: number, count: number): AnimatedScene {
  const random = createRandom(seed);
  const meshes: Record<string, Mesh> = {};
  for (let i = 0; i < count; i++) {
    meshes[`Blob${i}`] = moved(sphere([0, 0, 0], 0.5, 3), (x, y, z) => {
      return [x + random.range(-0.3, 0.3), y + random.range(-0.3, 0.3), z + random.range(-0.3, 0.3)];
    });
  }
  const place = (): [number, number, number] => [random.range(-1, 1), random.range(-1, 1), random.range(-1, 1)];
  const nodes = Object.keys(meshes).map((name) => node(name, { translation: place() }));
  const flight = (name: string | null, index: number): ReturnType<typeof clip> =>
    clip(
      name,
      index,
      ...nodes.map((_, i) =>
        channel(
          i,
          'translation',
          [0, 0.1, 0.25].map((t) => [t, place()]),
        ),
      ),
    );
  return rigidScene(meshes, [flight('fly', 0), flight(null, 1)], nodes);
}

/** World positions of every object at an instant of a clip, or at rest. */
export function posedObjects(scene: AnimatedScene, clipIndex: number | undefined, time: number): Float32Array[] {
  const evaluator = createSceneEvaluator(scene);
  if (clipIndex === undefined) evaluateRest(evaluator);
  else evaluateClip(evaluator, scene.clips[clipIndex], time);
  return scene.objects.map((object) => {
    const transforms = new Float32Array(object.model.governorCount * 12);
    writeObjectPose(evaluator, object, transforms, new Float32Array(object.model.fieldCount));
    const pose = createPose(object.model.poseLayout);
    setTransforms(pose, transforms);
    const positions = new Float32Array(object.mesh.vertexCount * 3);
    poseMesh(object.model, pose, positions);
    return positions;
  });
}

/** Every triangle pair that meets, as a report lists it. */
export function brutePairs(scene: AnimatedScene, posed: readonly Float32Array[]): number[][] {
  const { objects } = scene;
  const found: number[][] = [];
  const hits = createPairHits(1_000_000);
  for (let a = 0; a < objects.length; a++) {
    for (let b = a; b < objects.length; b++) {
      const [trianglesA, trianglesB] = [objects[a].mesh.triangles, objects[b].mesh.triangles];
      if (a === b) bruteSelfHits(posed[a], trianglesA, hits);
      else brutePairHits(posed[a], trianglesA, posed[b], trianglesB, hits);
      for (let i = 0; i < hits.count; i++) found.push([a, hits.pairs[2 * i], b, hits.pairs[2 * i + 1]]);
    }
  }
  return found.sort((p, q) => p[0] - q[0] || p[1] - q[1] || p[2] - q[2] || p[3] - q[3]);
}

/** How many triangle pairs of two objects are less than `clearance` apart and do not meet, and the least of their distances. */
export function bruteClose(
  scene: AnimatedScene,
  posed: readonly Float32Array[],
  a: number,
  b: number,
  clearance: number,
): { count: number; distance: number } {
  const [p, q] = [scene.objects[a].mesh.triangles, scene.objects[b].mesh.triangles];
  const out = new Float64Array(7);
  let count = 0;
  let least = Infinity;
  for (let i = 0; i < p.length; i += 3) {
    for (let j = 0; j < q.length; j += 3) {
      measureTriangleDistance(posed[a], p[i], p[i + 1], p[i + 2], posed[b], q[j], q[j + 1], q[j + 2], out);
      const squared = out[TRIANGLE_DISTANCE_SQUARED];
      if (!(squared > 0 && squared < clearance * clearance)) continue;
      count++;
      least = Math.min(least, squared);
    }
  }
  return { count, distance: Math.sqrt(least) };
}
