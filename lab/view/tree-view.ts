/** Nodes of the tree: the box or the sphere around each, coloured by how much it grew, bright where the search looked. */
import {
  AdditiveBlending,
  BoxGeometry,
  BufferAttribute,
  Color,
  DynamicDrawUsage,
  Group,
  InstancedBufferAttribute,
  InstancedBufferGeometry,
  LineSegments,
  Mesh,
  ShaderMaterial,
  SphereGeometry,
} from 'three';
import type { BufferGeometry } from 'three';
import type { LevelBounds } from '../model/level-bounds.js';
import { growthColor } from './growth-colors.js';

/** Segments of each of the three circles that stand for a sphere. */
const CIRCLE_SEGMENTS = 40;

/** A shape within the cube from -1 to 1, stretched between the corners of a node. */
const VERTEX_SHADER = `
attribute vec3 lowest;
attribute vec3 highest;
attribute vec4 look;
varying vec4 shade;
void main() {
  shade = look;
  gl_Position = projectionMatrix * modelViewMatrix * vec4(mix(lowest, highest, position * 0.5 + 0.5), 1.0);
  // Neighbours share edges: a little nearer, that of a tested node is the one that is seen.
  gl_Position.z -= look.a * 1e-4 * gl_Position.w;
}`;

const FRAGMENT_SHADER = `
uniform float opacity;
uniform float testedOpacity;
varying vec4 shade;
void main() {
  gl_FragColor = vec4(shade.rgb * mix(0.7, 1.0, shade.a), mix(opacity, testedOpacity, shade.a));
  #include <colorspace_fragment>
}`;

/** What nodes are drawn as. */
export type NodeShape = 'box' | 'sphere';

/** Draws nodes of a tree: outlines of all, and those that were tested filled with a haze as well. */
export class TreeView {
  readonly object = new Group();
  readonly #outlines = new LineSegments(new InstancedBufferGeometry(), createMaterial(1));
  readonly #haze = new Mesh(new InstancedBufferGeometry(), createMaterial(0.05));
  #level: LevelBounds | undefined;
  #shape: NodeShape | undefined;
  #lowest = instanceAttribute(0, 3);
  #highest = instanceAttribute(0, 3);
  #looks = instanceAttribute(0, 4);

  constructor() {
    this.#haze.material.blending = AdditiveBlending;
    this.#outlines.material.depthWrite = true;
    this.object.visible = false;
    for (const part of [this.#outlines, this.#haze]) {
      part.frustumCulled = false;
      this.object.add(part);
    }
  }

  /** Nodes that are drawn. */
  get drawnCount(): number {
    return this.object.visible ? this.#outlines.geometry.instanceCount : 0;
  }

  /** Draws the bounds of a level. `tested` marks, for every node of the tree, those that the search looked at. */
  update(level: LevelBounds, shape: NodeShape, tested: Uint8Array, testedOnly: boolean): void {
    if (level !== this.#level || shape !== this.#shape) this.#makeRoom(level, shape);
    // The tested ones come first: the haze draws those and stops.
    const testedCount = this.#write(level, tested, 1, 0);
    const drawnCount = testedOnly ? testedCount : this.#write(level, tested, 0, testedCount);
    for (const attribute of [this.#lowest, this.#highest, this.#looks]) attribute.needsUpdate = true;
    this.#outlines.geometry.instanceCount = drawnCount;
    this.#haze.geometry.instanceCount = testedCount;
    // Thousands of lines would hide the cloth.
    this.#outlines.material.uniforms['opacity'].value = Math.min(0.6, Math.max(0.08, 6 / Math.sqrt(drawnCount)));
    this.object.visible = drawnCount > 0;
  }

  /** Draws nothing until the next update. */
  hide(): void {
    this.object.visible = false;
  }

  dispose(): void {
    for (const part of [this.#outlines, this.#haze]) {
      part.geometry.dispose();
      part.material.dispose();
    }
  }

  #makeRoom(level: LevelBounds, shape: NodeShape): void {
    const { length } = level.nodes;
    this.#level = level;
    this.#shape = shape;
    this.#lowest = instanceAttribute(length, 3);
    this.#highest = instanceAttribute(length, 3);
    this.#looks = instanceAttribute(length, 4);
    this.#outlines.geometry.dispose();
    this.#haze.geometry.dispose();
    this.#outlines.geometry = this.#instances(shape === 'box' ? boxEdges() : threeCircles());
    const solid: BufferGeometry = shape === 'box' ? new BoxGeometry(2, 2, 2) : new SphereGeometry(1, 32, 20);
    this.#haze.geometry = this.#instances(solid.getAttribute('position') as BufferAttribute).setIndex(solid.index);
  }

  #instances(shape: BufferAttribute): InstancedBufferGeometry {
    const geometry = new InstancedBufferGeometry();
    geometry
      .setAttribute('position', shape)
      .setAttribute('lowest', this.#lowest)
      .setAttribute('highest', this.#highest)
      .setAttribute('look', this.#looks);
    return geometry;
  }

  /** Writes those nodes for which `tested` is `which`, from place `start` on. Returns the place behind the last. */
  #write({ nodes, corners, growth }: LevelBounds, tested: Uint8Array, which: 0 | 1, start: number): number {
    const color = new Color();
    let place = start;
    nodes.forEach((node, i) => {
      if (tested[node] !== which) return;
      const at = i * 6;
      this.#lowest.setXYZ(place, corners[at], corners[at + 1], corners[at + 2]);
      this.#highest.setXYZ(place, corners[at + 3], corners[at + 4], corners[at + 5]);
      growthColor(growth[i], color);
      this.#looks.setXYZW(place++, color.r, color.g, color.b, which);
    });
    return place;
  }
}

function createMaterial(testedOpacity: number): ShaderMaterial {
  return new ShaderMaterial({
    uniforms: { opacity: { value: 0 }, testedOpacity: { value: testedOpacity } },
    vertexShader: VERTEX_SHADER,
    fragmentShader: FRAGMENT_SHADER,
    transparent: true,
    depthWrite: false,
  });
}

function instanceAttribute(count: number, itemSize: number): InstancedBufferAttribute {
  const attribute = new InstancedBufferAttribute(new Float32Array(count * itemSize), itemSize);
  attribute.setUsage(DynamicDrawUsage);
  return attribute;
}

/** The twelve edges of the cube: each joins two corners that differ in one coordinate. */
function boxEdges(): BufferAttribute {
  const ends: number[] = [];
  for (let corner = 0; corner < 8; corner++) {
    for (const bit of [1, 2, 4]) {
      if ((corner & bit) !== 0) continue;
      for (const end of [corner, corner | bit]) ends.push((end & 1) * 2 - 1, (end & 2) - 1, (end & 4) / 2 - 1);
    }
  }
  return new BufferAttribute(Float32Array.from(ends), 3);
}

/** Three great circles of the sphere that fits into the cube. */
function threeCircles(): BufferAttribute {
  const ends: number[] = [];
  for (let axis = 0; axis < 3; axis++) {
    for (let segment = 0; segment < CIRCLE_SEGMENTS; segment++) {
      for (const step of [segment, segment + 1]) {
        const angle = (step / CIRCLE_SEGMENTS) * 2 * Math.PI;
        const end = [0, 0, 0];
        end[(axis + 1) % 3] = Math.cos(angle);
        end[(axis + 2) % 3] = Math.sin(angle);
        ends.push(...end);
      }
    }
  }
  return new BufferAttribute(Float32Array.from(ends), 3);
}
