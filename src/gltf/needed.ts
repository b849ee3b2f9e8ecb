/** Which parts of a file say where surfaces are: the rest — materials, images, normals, cameras — is never decoded. */
import type { GLTF } from '@gltf-transform/core';
import type { ChannelPath } from './scene.js';

/** JSON that the validator has accepted. */
export type GltfJson = GLTF.IGLTF;

/** The first mode of primitives that have triangles: lists. Strips and fans follow. */
export const TRIANGLES = 4;
/** The last: fans. */
export const TRIANGLE_FAN = 6;

/** How a primitive is drawn; triangles when it does not say. */
export function modeOf(primitive: GLTF.IMeshPrimitive): number {
  return primitive.mode ?? TRIANGLES;
}

/** Whether a primitive has a surface. */
export function hasSurface(primitive: GLTF.IMeshPrimitive): boolean {
  return modeOf(primitive) >= TRIANGLES && primitive.attributes['POSITION'] !== undefined;
}

/** The nodes of the default scene, or of the first; all nodes where there is no scene. In node order. */
export function shownNodes(json: GltfJson): number[] {
  const scene = json.scenes?.[json.scene ?? 0];
  const nodes = json.nodes ?? [];
  if (scene === undefined) return [...nodes.keys()];
  const shown = new Set<number>();
  const stack = [...(scene.nodes ?? [])];
  while (stack.length > 0) {
    const node = stack.pop()!;
    if (shown.has(node)) continue;
    shown.add(node);
    for (const child of nodes[node].children ?? []) stack.push(child);
  }
  return [...shown].sort((a, b) => a - b);
}

/** The accessors of an indexed attribute, in order: `JOINTS_0`, `JOINTS_1` and so on. */
export function setsOf(primitive: GLTF.IMeshPrimitive, semantic: 'JOINTS' | 'WEIGHTS'): number[] {
  const sets: number[] = [];
  for (let accessor = primitive.attributes[`${semantic}_0`]; accessor !== undefined;) {
    sets.push(accessor);
    accessor = primitive.attributes[`${semantic}_${sets.length}`];
  }
  return sets;
}

/** What a channel moves, or undefined where it moves no property of a node. */
export function pathOf(channel: GLTF.IAnimationChannel): ChannelPath | undefined {
  const { node, path } = channel.target;
  if (node === undefined) return undefined;
  return path === 'translation' || path === 'rotation' || path === 'scale' || path === 'weights' ? path : undefined;
}

/** The accessors of a surface that matter here. */
export function accessorsOfPrimitive(primitive: GLTF.IMeshPrimitive): number[] {
  const targets = (primitive.targets ?? []).map((target) => target['POSITION']);
  return [
    primitive.attributes['POSITION'],
    primitive.indices,
    ...setsOf(primitive, 'JOINTS'),
    ...setsOf(primitive, 'WEIGHTS'),
    ...targets,
  ].filter((accessor): accessor is number => accessor !== undefined);
}

/** The surfaces of all meshes that nodes of the scene show. */
export function shownPrimitives(json: GltfJson): GLTF.IMeshPrimitive[] {
  const meshes = new Set(shownNodes(json).map((node) => json.nodes![node].mesh));
  return (json.meshes ?? [])
    .filter((_, mesh) => meshes.has(mesh))
    .flatMap(({ primitives }) => primitives.filter(hasSurface));
}

/** All accessors that must be decoded. */
export function neededAccessors(json: GltfJson): Set<number> {
  const needed = new Set(shownPrimitives(json).flatMap(accessorsOfPrimitive));
  for (const { inverseBindMatrices } of json.skins ?? []) {
    if (inverseBindMatrices !== undefined) needed.add(inverseBindMatrices);
  }
  for (const { channels, samplers } of json.animations ?? []) {
    for (const channel of channels) {
      if (pathOf(channel) === undefined) continue;
      needed.add(samplers[channel.sampler].input);
      needed.add(samplers[channel.sampler].output);
    }
  }
  return needed;
}
