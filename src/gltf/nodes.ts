/** The hierarchy of a file, at rest. */
import type { GltfJson } from './needed.js';
import type { SceneNode } from './scene.js';

/** All nodes, each with its parent. */
export function readNodes(json: GltfJson): SceneNode[] {
  const nodes = json.nodes ?? [];
  const parents = new Int32Array(nodes.length).fill(-1);
  nodes.forEach(({ children = [] }, parent) => children.forEach((child) => (parents[child] = parent)));
  return nodes.map(({ name = '', translation, rotation, scale, matrix }, i) => ({
    name,
    parent: parents[i],
    translation: (translation as SceneNode['translation'] | undefined) ?? [0, 0, 0],
    rotation: (rotation as SceneNode['rotation'] | undefined) ?? [0, 0, 0, 1],
    scale: (scale as SceneNode['scale'] | undefined) ?? [1, 1, 1],
    matrix,
  }));
}
