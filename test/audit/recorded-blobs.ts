/** A seeded recording of blobs that crumple and fly through each other, as one mesh with named parts. */
import { createRandom } from 'pliant/exact';
import type { Sequence } from 'pliant/parts';
import { createMesh } from 'pliant/parts';
import { sphere } from '../meaning/surfaces.js';

/** Records `count` blobs, a second from frame to frame. In each frame every vertex of every blob is somewhere else. */
export function recordedBlobs(seed: number, count: number, frameCount: number): Sequence {
  const random = createRandom(seed);
  const blob = sphere([0, 0, 0], 0.5, 3);
  const place = (): number[] => [random.range(-1, 1), random.range(-1, 1), random.range(-1, 1)];
  const frames = Array.from({ length: frameCount }, () => {
    return Float32Array.from(
      Array.from({ length: count }, () => {
        const center = place();
        return Array.from(blob.positions, (value, i) => value + center[i % 3] + random.range(-0.15, 0.15));
      }).flat(),
    );
  });
  const triangles = Array.from({ length: count }, (_, k) => {
    return Array.from(blob.triangles, (vertex) => vertex + k * blob.vertexCount);
  });
  return {
    mesh: createMesh({ positions: frames[0], triangles: Uint32Array.from(triangles.flat()) }),
    parts: {
      names: triangles.map((_, k) => `Blob${k}`),
      partOf: Uint32Array.from({ length: count * blob.triangleCount }, (_, i) => Math.floor(i / blob.triangleCount)),
    },
    times: Float64Array.from(frames, (_, k) => k),
    frames,
    names: frames.map((_, k) => `${k}.obj`),
  };
}

/** The positions of each object at a frame: parts follow each other in the mesh, and have as many vertices each. */
export function splitFrame(frame: Float32Array, count: number): Float32Array[] {
  const size = frame.length / count;
  return Array.from({ length: count }, (_, k) => frame.slice(k * size, (k + 1) * size));
}
