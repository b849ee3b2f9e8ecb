/** The mesh of one node of a glTF file as one surface: all its primitives, with equal vertices made one. */
import type { Accessor, Node, Primitive } from '@gltf-transform/core';
import { type Mesh, createMesh, weldVertices } from 'pliant/parts';

/** What moves the vertices: joints of a skin, or the node itself, which then is the only joint. */
interface GltfSkin {
  /** `influencesPerVertex` joints for each vertex, as numbers into `jointNodes`. */
  readonly joints: Uint32Array;
  /** The weight of each, as the file has it: some do not sum to 1. */
  readonly weights: Float32Array;
  readonly influencesPerVertex: number;
}

/** Vertices and what moves them. */
interface GltfVertices extends GltfSkin {
  readonly positions: Float32Array;
  /** Displacements of each morph target, three numbers per vertex. */
  readonly morphTargets: readonly Float32Array[];
}

/** A mesh node. */
export interface GltfObject {
  readonly name: string;
  /** The node that has the mesh. */
  readonly node: number;
  readonly isSkinned: boolean;
  /** The welded surface. */
  readonly mesh: Mesh;
  /** The same vertices as in `mesh`. */
  readonly vertices: GltfVertices;
  /** The nodes that are joints. */
  readonly jointNodes: readonly number[];
  /** For each joint a 4 x 4 matrix, column by column. */
  readonly inverseBindMatrices: Float64Array;
  /** The vertices of the file, one primitive after another. */
  readonly original: GltfVertices;
  /** For each of them, which vertex of `mesh` it became. */
  readonly weldedOf: Uint32Array;
}

const TRIANGLES = 4;
const TRIANGLE_STRIP = 5;
const TRIANGLE_FAN = 6;

/** Whether a node has a mesh, and that has more than points and lines. */
export function hasTriangles(node: Node): boolean {
  return trianglePrimitivesOf(node).length > 0;
}

/** Reads the mesh of a node and the skin that moves it. Points and lines are left out. */
export function readObject(node: Node, numberOf: ReadonlyMap<Node, number>): GltfObject {
  const mesh = node.getMesh()!;
  const skin = node.getSkin();
  const primitives = trianglePrimitivesOf(node);
  const original = readVertices(primitives, skin !== null);
  const { vertices, weldedOf, triangles } = weld(original, readTriangles(primitives));

  const jointNodes = (skin?.listJoints() ?? [node]).map((joint) => numberOf.get(joint)!);
  const inverseBinds = skin?.getInverseBindMatrices() ?? null;
  return {
    name: node.getName() || mesh.getName() || `node ${numberOf.get(node)}`,
    node: numberOf.get(node)!,
    isSkinned: skin !== null,
    mesh: createMesh({ positions: vertices.positions, triangles }),
    vertices,
    jointNodes,
    inverseBindMatrices: Float64Array.from(
      inverseBinds === null ? jointNodes.flatMap(() => IDENTITY) : readNumbers(inverseBinds),
    ),
    original,
    weldedOf,
  };
}

function trianglePrimitivesOf(node: Node): Primitive[] {
  const primitives = node.getMesh()?.listPrimitives() ?? [];
  return primitives.filter((primitive) => primitive.getMode() >= TRIANGLES);
}

const IDENTITY = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

/** All numbers of an accessor, those of normalised integers as fractions. */
export function readNumbers(accessor: Accessor): number[] {
  const element: number[] = [];
  return Array.from({ length: accessor.getCount() }, (_, i) => [...accessor.getElement(i, element)]).flat();
}

function readVertices(primitives: readonly Primitive[], isSkinned: boolean): GltfVertices {
  const count = primitives.reduce((sum, primitive) => sum + vertexCountOf(primitive), 0);
  const setsOf = (primitive: Primitive): number => (isSkinned ? jointSetsOf(primitive) : 0);
  const influencesPerVertex = isSkinned ? Math.max(...primitives.map(setsOf)) * 4 : 1;
  const targetCount = Math.max(...primitives.map((primitive) => primitive.listTargets().length));
  const positions = new Float32Array(count * 3);
  const morphTargets = Array.from({ length: targetCount }, () => new Float32Array(count * 3));
  const joints = new Uint32Array(count * influencesPerVertex);
  const weights = new Float32Array(count * influencesPerVertex);
  if (!isSkinned) weights.fill(1);

  let first = 0;
  for (const primitive of primitives) {
    positions.set(readNumbers(primitive.getAttribute('POSITION')!), first * 3);
    primitive.listTargets().forEach((target, j) => {
      const displacements = target.getAttribute('POSITION');
      if (displacements !== null) morphTargets[j].set(readNumbers(displacements), first * 3);
    });
    for (let set = 0; set < setsOf(primitive); set++) {
      const setJoints = readNumbers(primitive.getAttribute(`JOINTS_${set}`)!);
      const setWeights = readNumbers(primitive.getAttribute(`WEIGHTS_${set}`)!);
      for (let i = 0; i < setJoints.length; i++) {
        const at = (first + (i >> 2)) * influencesPerVertex + set * 4 + (i & 3);
        joints[at] = setJoints[i];
        weights[at] = setWeights[i];
      }
    }
    first += vertexCountOf(primitive);
  }
  return { positions, morphTargets, joints, weights, influencesPerVertex };
}

function vertexCountOf(primitive: Primitive): number {
  return primitive.getAttribute('POSITION')!.getCount();
}

function jointSetsOf(primitive: Primitive): number {
  let sets = 0;
  while (primitive.getAttribute(`JOINTS_${sets}`) !== null) sets++;
  return sets;
}

/** Corners of all triangles. A strip turns every other triangle round, so that all face the same way. */
function readTriangles(primitives: readonly Primitive[]): Uint32Array {
  const corners: number[] = [];
  let first = 0;
  for (const primitive of primitives) {
    const indices = primitive.getIndices();
    const numbers =
      indices === null ? Array.from({ length: vertexCountOf(primitive) }, (_, i) => i) : readNumbers(indices);
    const vertices = numbers.map((index) => first + index);
    const mode = primitive.getMode();
    for (let i = 0; i + 2 < vertices.length; i += mode === TRIANGLES ? 3 : 1) {
      const [a, b, c] = mode === TRIANGLE_FAN ? [0, i + 1, i + 2] : [i, i + 1, i + 2];
      const isTurned = mode === TRIANGLE_STRIP && i % 2 === 1;
      corners.push(vertices[a], vertices[isTurned ? c : b], vertices[isTurned ? b : c]);
    }
    first += vertexCountOf(primitive);
  }
  return Uint32Array.from(corners);
}

/**
 * Joins vertices that are always at the same place: same position, same displacements, same weight of every joint.
 * Files fill unused influences with any joint, and list the others in any order, so both are put in order to compare.
 */
function weld(
  original: GltfVertices,
  triangles: Uint32Array,
): { readonly vertices: GltfVertices; readonly weldedOf: Uint32Array; readonly triangles: Uint32Array } {
  const { positions, morphTargets, influencesPerVertex } = original;
  const { joints, weights } = inOrder(original);
  const { mesh, weldedOf, originalOf } = weldVertices(createMesh({ positions, triangles }), [
    { array: joints, itemSize: influencesPerVertex },
    { array: weights, itemSize: influencesPerVertex },
    ...morphTargets.map((array) => ({ array, itemSize: 3 })),
  ]);
  const vertices: GltfVertices = {
    positions: mesh.positions,
    morphTargets: morphTargets.map((target) => pick(target, 3, originalOf, new Float32Array(originalOf.length * 3))),
    joints: pick(
      original.joints,
      influencesPerVertex,
      originalOf,
      new Uint32Array(originalOf.length * influencesPerVertex),
    ),
    weights: pick(
      original.weights,
      influencesPerVertex,
      originalOf,
      new Float32Array(originalOf.length * influencesPerVertex),
    ),
    influencesPerVertex,
  };
  return { vertices, weldedOf, triangles: mesh.triangles };
}

function inOrder({ joints, weights, influencesPerVertex }: GltfSkin): GltfSkin {
  const ordered = { joints: new Uint32Array(joints.length), weights: new Float32Array(weights.length) };
  for (let start = 0; start < joints.length; start += influencesPerVertex) {
    const used = Array.from({ length: influencesPerVertex }, (_, k) => start + k)
      .filter((at) => weights[at] !== 0)
      .sort((a, b) => joints[a] - joints[b]);
    used.forEach((at, k) => {
      ordered.joints[start + k] = joints[at];
      ordered.weights[start + k] = weights[at];
    });
  }
  return { ...ordered, influencesPerVertex };
}

function pick<Numbers extends Float32Array | Uint32Array>(
  from: Numbers,
  itemSize: number,
  items: Uint32Array,
  out: Numbers,
): Numbers {
  items.forEach((item, i) => out.set(from.subarray(item * itemSize, (item + 1) * itemSize), i * itemSize));
  return out;
}
