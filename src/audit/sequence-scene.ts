/** A recorded mesh as a scene: its parts are objects, and its frames are the one clip. */
import { createCageModel, createMesh, dropUnusedVertices, weldVertices } from '../parts.js';
import type { BlendModel, Mesh, Recording, Sequence } from '../parts.js';
import { joinTouchingParts } from '../internals.js';
import { requireArray } from '../checks.js';
import { PliantError } from '../errors.js';
import type { AnimatedScene, SceneObject } from '../gltf/scene.js';

/**
 * Makes a scene of a recording, for `auditScene`. Each object or group of an OBJ file becomes an object of the scene; those that share a vertex are one. Vertices that are at
 * the same place in every frame are welded. The rest pose is that of `sequence.mesh`: the first frame, unless it was put in its place. Frames of a point cache belong to a
 * mesh that was read before: `{ ...readSequence([file]), ...readPc2(cache) }`.
 *
 * @param name What the clip is called, and an object whose part has no name.
 * @throws PliantError `bad-count` or `mismatch` when frames do not fit the mesh.
 */
export function sceneOfSequence(sequence: Sequence, name = 'sequence'): AnimatedScene {
  requireFrames(sequence);
  const { mesh, times } = sequence;
  const parts = joinTouchingParts(mesh, sequence.parts);
  const surfaces = parts.names.map((_, part) => takePart(sequence, partTriangles(mesh, parts.partOf, part)));
  const objects = surfaces.map(({ mesh: surface, vertexNumbers }, id): SceneObject => {
    return {
      id,
      name: parts.names[id] || name,
      node: id,
      mesh: surface,
      vertexNumbers,
      model: pointModel(surface),
      skin: undefined,
      defaultWeights: new Float32Array(0),
      notChecked: [],
    };
  });
  const recordings = surfaces.map(({ frames }, node) => ({ node, times, frames, names: sequence.names }));
  return {
    objects,
    clips: [{ name, index: 0, duration: times[times.length - 1], channels: [], recordings }],
    nodes: objects.map((object) => ({ ...NODE_AT_ORIGIN, name: object.name })),
    warnings: [],
  };
}

const NODE_AT_ORIGIN = {
  parent: -1,
  translation: [0, 0, 0],
  rotation: [0, 0, 0, 1],
  scale: [1, 1, 1],
  matrix: undefined,
} as const;

interface RecordedSurface extends Pick<Recording, 'frames'> {
  readonly mesh: Mesh;
  /** For each vertex, its number in the sequence. */
  readonly vertexNumbers: Uint32Array;
}

function requireFrames({ frames, mesh, names, times }: Sequence): void {
  requireArray('sceneOfSequence', 'frames', frames, 1);
  if (times.length !== frames.length || names.length !== frames.length) {
    const found = `there are ${frames.length} frames, ${times.length} times and ${names.length} names`;
    throw new PliantError('bad-count', `sceneOfSequence: ${found}; pass one of each`);
  }
  const wrong = frames.findIndex(({ length }) => length !== mesh.positions.length);
  if (wrong < 0) return;
  const found = `frame ${names[wrong]} has ${frames[wrong].length / 3} points, but the mesh has ${mesh.vertexCount} vertices`;
  throw new PliantError(
    'mismatch',
    `sceneOfSequence: ${found}; pass the mesh that was recorded, with all its vertices`,
  );
}

function partTriangles({ triangles }: Mesh, partOf: Uint32Array, part: number): Uint32Array {
  return triangles.filter((_, i) => partOf[Math.floor(i / 3)] === part);
}

/** The surface of some triangles: vertices that it uses, those that are together in all frames made one. */
function takePart({ mesh, frames }: Sequence, triangles: Uint32Array): RecordedSurface {
  const compact = dropUnusedVertices(createMesh({ positions: mesh.positions, triangles }));
  const used = compact.originalOf;
  const usedFrames = frames.map((frame) => pickVertices(frame, used));
  // Few files repeat vertices: the other frames are compared where the mesh at rest could be welded.
  if (weldVertices(compact.mesh).mesh.vertexCount === used.length) {
    return { mesh: compact.mesh, frames: usedFrames, vertexNumbers: used };
  }
  const welded = weldVertices(
    compact.mesh,
    usedFrames.map((array) => ({ array, itemSize: 3 })),
  );
  return {
    mesh: welded.mesh,
    frames: usedFrames.map((frame) => pickVertices(frame, welded.originalOf)),
    vertexNumbers: welded.originalOf.map((vertex) => used[vertex]),
  };
}

/** The positions of some vertices, ascending: a view where they follow each other, or else a copy, shared if the frame is. */
function pickVertices(frame: Float32Array, vertices: Uint32Array): Float32Array {
  const first = vertices[0];
  const count = vertices.length;
  if (vertices[count - 1] - first === count - 1) return frame.subarray(first * 3, (first + count) * 3);
  const isShared = typeof SharedArrayBuffer !== 'undefined' && frame.buffer instanceof SharedArrayBuffer;
  const picked = isShared ? new Float32Array(new SharedArrayBuffer(count * 12)) : new Float32Array(count * 3);
  for (let i = 0; i < count; i++) {
    for (let axis = 0; axis < 3; axis++) picked[i * 3 + axis] = frame[vertices[i] * 3 + axis];
  }
  return picked;
}

/** Each vertex is carried by a point of its own. What is left of its rest position is zero, so that it is where the point is, to the bit. */
function pointModel(mesh: Mesh): BlendModel {
  const { positions, vertexCount } = mesh;
  return createCageModel(mesh, {
    points: positions,
    weights: new Float32Array(vertexCount).fill(1),
    governors: Uint32Array.from({ length: vertexCount }, (_, vertex) => vertex),
    influencesPerVertex: 1,
  });
}
