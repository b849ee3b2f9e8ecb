/**
 * glTF files for tests: what moves, without what is drawn. The container, its accessors and compressed data are read by
 * glTF-Transform; which vertices are one, where nodes are at a time and what a skin makes of them is said here and in
 * the files beside this one.
 */
import type { Document, Node } from '@gltf-transform/core';
import type { GltfClip } from './gltf-clips.js';
import { readClips } from './gltf-clips.js';
import { createGltfIo } from './gltf-io.js';
import type { GltfObject } from './gltf-objects.js';
import { hasTriangles, readObject } from './gltf-objects.js';

/** A node at rest, in the space of its parent. */
interface GltfNode {
  /** Number of the parent, or -1. */
  readonly parent: number;
  readonly translation: readonly number[];
  /** A unit quaternion: x, y, z, w. */
  readonly rotation: readonly number[];
  readonly scale: readonly number[];
  /** Default weights of the morph targets of its mesh, one for each. */
  readonly weights: readonly number[];
}

/** What a file holds. */
export interface GltfFile {
  readonly nodes: readonly GltfNode[];
  /** Every node of the default scene whose mesh has triangles, in the order of the nodes. */
  readonly objects: readonly GltfObject[];
  readonly clips: readonly GltfClip[];
}

/** Reads a `.gltf`, `.glb` or `.vrm` file with all its resources. */
export async function readGltf(path: string): Promise<GltfFile> {
  const io = await createGltfIo();
  const document = await io.read(path);
  const nodes = document.getRoot().listNodes();
  const numberOf = new Map(nodes.map((node, index) => [node, index]));
  const shown = nodesOfScene(document);
  return {
    nodes: nodes.map((node) => readNode(node, numberOf)),
    objects: nodes.filter((node) => shown.has(node) && hasTriangles(node)).map((node) => readObject(node, numberOf)),
    clips: readClips(document, numberOf),
  };
}

function nodesOfScene(document: Document): Set<Node> {
  const root = document.getRoot();
  const scene = root.getDefaultScene() ?? root.listScenes()[0];
  const shown = new Set<Node>();
  scene.traverse((node) => shown.add(node));
  return shown;
}

function readNode(node: Node, numberOf: ReadonlyMap<Node, number>): GltfNode {
  const parent = node.getParentNode();
  const mesh = node.getMesh();
  const targets = mesh?.listPrimitives()[0].listTargets() ?? [];
  const weights = node.getWeights().length > 0 ? node.getWeights() : (mesh?.getWeights() ?? []);
  return {
    parent: parent === null ? -1 : numberOf.get(parent)!,
    translation: node.getTranslation(),
    rotation: node.getRotation(),
    scale: node.getScale(),
    weights: targets.map((_, j) => weights[j] ?? 0),
  };
}
