/** Animated scenes made by hand, small enough for brute force. */
import { createMesh, createSkinModel } from 'pliant/parts';
import type { Mesh } from 'pliant/parts';

import type { AnimatedScene, SceneChannel, SceneClip, SceneNode, SceneObject } from 'pliant/audit';

/** A node at the origin of its parent. */
export function node(name: string, changes: Partial<SceneNode> = {}): SceneNode {
  return {
    name,
    parent: -1,
    translation: [0, 0, 0],
    rotation: [0, 0, 0, 1],
    scale: [1, 1, 1],
    matrix: undefined,
    ...changes,
  };
}

/** A clip whose channels run from key to key in straight lines. */
export function clip(name: string | null, index: number, ...channels: SceneChannel[]): SceneClip {
  return { name, index, duration: Math.max(0, ...channels.map(({ times }) => times.at(-1) ?? 0)), channels };
}

/** Keys of one property of a node. */
export function channel(
  nodeIndex: number,
  path: SceneChannel['path'],
  keys: readonly (readonly [time: number, value: readonly number[]])[],
): SceneChannel {
  return {
    node: nodeIndex,
    path,
    interpolation: 'LINEAR',
    times: Float32Array.from(keys, ([time]) => time),
    values: Float32Array.from(keys.flatMap(([, value]) => [...value])),
  };
}

/** A rigid object for each mesh, on a node of its own with the same number. */
export function rigidScene(
  meshes: Readonly<Record<string, Mesh>>,
  clips: readonly SceneClip[] = [],
  nodes: readonly SceneNode[] = Object.keys(meshes).map((name) => node(name)),
): AnimatedScene {
  const objects = Object.entries(meshes).map(([name, mesh], id): SceneObject => {
    const influences = {
      joints: new Uint8Array(mesh.vertexCount),
      weights: new Float32Array(mesh.vertexCount).fill(1),
    };
    return {
      id,
      name,
      node: id,
      mesh,
      model: createSkinModel(mesh, { ...influences, influencesPerVertex: 1, jointCount: 1 }),
      skin: undefined,
      defaultWeights: new Float32Array(0),
      notChecked: [],
    };
  });
  return { objects, clips, nodes, warnings: [] };
}

/** How far the rings beside the hinge of {@link bentTube} are from it. */
export const TUBE_GAP = 0.25;

/**
 * An open tube of radius 1 along x, of two stiff halves with a hinge about z in the origin between them; the clip `bend` turns
 * the second half by `angle` in a second. The rings beside the hinge meet when the tangent of half the angle is
 * {@link TUBE_GAP}: then the inner side of one reaches that of the other.
 */
export function bentTube(sides: number, angle: number, keyCount: number): AnimatedScene {
  const rings = 12;
  const positions: number[] = [];
  const triangles: number[] = [];
  const joints: number[] = [];
  for (let ring = 0; ring < rings; ring++) {
    const right = ring >= rings / 2;
    const step = right ? ring - rings / 2 : rings / 2 - 1 - ring;
    const x = (right ? 1 : -1) * (TUBE_GAP + 0.8 * step);
    for (let side = 0; side < sides; side++) {
      const turn = (2 * Math.PI * side) / sides;
      positions.push(x, -Math.cos(turn), Math.sin(turn));
      joints.push(right ? 1 : 0);
      const next = ring * sides + ((side + 1) % sides);
      const vertex = ring * sides + side;
      if (ring + 1 < rings) triangles.push(vertex, vertex + sides, next, next, vertex + sides, next + sides);
    }
  }
  const mesh = createMesh({ positions: Float32Array.from(positions), triangles: Uint32Array.from(triangles) });
  const model = createSkinModel(mesh, {
    joints: Uint8Array.from(joints),
    weights: new Float32Array(mesh.vertexCount).fill(1),
    influencesPerVertex: 1,
    jointCount: 2,
  });
  const identity = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
  const keys = Array.from({ length: keyCount }, (_, i): [number, number[]] => {
    const half = (0.5 * angle * i) / (keyCount - 1);
    return [i / (keyCount - 1), [0, 0, -Math.sin(half), Math.cos(half)]];
  });
  return {
    objects: [
      {
        id: 0,
        name: 'Tube',
        node: 0,
        mesh,
        model,
        skin: { joints: [1, 2], inverseBinds: Float32Array.from([...identity, ...identity]) },
        defaultWeights: new Float32Array(0),
        notChecked: [],
      },
    ],
    clips: [clip('bend', 0, channel(2, 'rotation', keys))],
    nodes: [node('Tube'), node('Upper'), node('Lower', { parent: 1 })],
    warnings: [],
  };
}
