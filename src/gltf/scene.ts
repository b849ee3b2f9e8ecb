/** A glTF file, or a recording, as the audit sees it: what moves, and how; nothing of what is drawn. */
import type { BlendModel, Mesh, Recording } from '../parts.js';

/** An animated model. Plain data: it can be cloned, and sent to a worker. */
export interface AnimatedScene {
  /** Nodes of the default scene whose mesh has triangles, in node order. */
  readonly objects: readonly SceneObject[];
  /** Animations, in file order. */
  readonly clips: readonly SceneClip[];
  /** All nodes of the file, at rest. */
  readonly nodes: readonly SceneNode[];
  /** What was wrong but harmless, and what was left out. */
  readonly warnings: readonly SceneWarning[];
}

/** A node with a surface. */
export interface SceneObject {
  /** Index in {@link AnimatedScene.objects}. */
  readonly id: number;
  /** The node's name, or else the mesh's, or else `node 3`. */
  readonly name: string;
  /** The glTF node. */
  readonly node: number;
  /**
   * All primitives as one surface. Vertices that always move as one are one; vertices that no triangle uses are left out.
   * Triangles run through the primitives in file order, strips and fans taken apart.
   */
  readonly mesh: Mesh;
  /**
   * For each vertex of it, its number in the file, counted from 0 through the primitives; of vertices that became one, the first. Missing where numbers are the same.
   */
  readonly vertexNumbers?: Uint32Array;
  /**
   * What moves the surface: a skin, after morph targets. A node without a skin is its own only joint. Where the vertices were recorded, each of them is a point of its own.
   */
  readonly model: BlendModel;
  /** The joints that move it; undefined where the node itself does. */
  readonly skin: SceneSkin | undefined;
  /** Weights of the morph targets at rest. */
  readonly defaultWeights: Float32Array;
  /** Primitives that have no triangles, in words. */
  readonly notChecked: readonly string[];
}

/** Joints, and where the surface was when it was bound to them. */
export interface SceneSkin {
  /** A glTF node for each joint. */
  readonly joints: readonly number[];
  /** A 4 x 4 matrix for each joint, column by column. */
  readonly inverseBinds: Float32Array;
}

/** A node at rest, in the space of its parent. */
export interface SceneNode {
  /** As the file has it; empty when it has none. */
  readonly name: string;
  /** The parent's index, or -1. */
  readonly parent: number;
  /** x, y, z. */
  readonly translation: readonly [number, number, number];
  /** A quaternion: x, y, z, w. */
  readonly rotation: readonly [number, number, number, number];
  /** Along x, y, z. */
  readonly scale: readonly [number, number, number];
  /** 16 numbers, column by column, in place of the three above; undefined where those hold. */
  readonly matrix: readonly number[] | undefined;
}

/** An animation. */
export interface SceneClip {
  /** As the file has it; null when it has none. */
  readonly name: string | null;
  /** Index in the file. */
  readonly index: number;
  /** Seconds: the time of the last key of any channel, or of the last frame. */
  readonly duration: number;
  /** What it moves. */
  readonly channels: readonly SceneChannel[];
  /** Objects whose vertices were recorded, in place of anything else that moves them. */
  readonly recordings?: readonly SceneRecording[];
}

/** Where the vertices of one object were, in the world. Between frames they go straight. */
export interface SceneRecording extends Recording {
  /** The node of the object. */
  readonly node: number;
}

/** What a channel moves. */
export type ChannelPath = 'translation' | 'rotation' | 'scale' | 'weights';

/** How a channel runs from key to key. */
export type Interpolation = 'LINEAR' | 'STEP' | 'CUBICSPLINE';

/** One property of one node over time. */
export interface SceneChannel {
  /** The glTF node. */
  readonly node: number;
  /** Which of its properties. */
  readonly path: ChannelPath;
  /** How it runs from key to key. */
  readonly interpolation: Interpolation;
  /** Seconds, ascending. */
  readonly times: Float32Array;
  /** A value for each key; for cubic splines the tangent before it, the value, and the tangent behind it. */
  readonly values: Float32Array;
}

/** Something about a file that its owner may want to know. */
export interface SceneWarning {
  /** The validator's code, in capitals, or a word of Pliant's, in small letters. */
  readonly code: string;
  /** Where in the JSON, as a JSON pointer. */
  readonly pointer: string;
  /** What it is, and what was done about it. */
  readonly message: string;
}
