/** One level of the tree: the box or the sphere of each of its nodes, bright where the search went in. */
import {
  BufferAttribute,
  Color,
  DynamicDrawUsage,
  InstancedBufferAttribute,
  InstancedBufferGeometry,
  LineSegments,
  ShaderMaterial,
} from 'three';
import { BOX_BOUND, BOX_HIGH, BOX_LOW, BOX_STRIDE, SPHERE_RADIUS, SPHERE_STRIDE } from 'pliant';
import type { RefitBody } from 'pliant';
import { NODE, NODE_OPENED } from './colors.js';

/** Segments of each of the three circles that stand for a sphere. */
const CIRCLE_SEGMENTS = 40;

const VERTEX_SHADER = `
attribute vec3 lowest;
attribute vec3 highest;
attribute float opened;
varying float brightness;
void main() {
  brightness = opened;
  gl_Position = projectionMatrix * modelViewMatrix * vec4(mix(lowest, highest, position), 1.0);
}`;

const FRAGMENT_SHADER = `
uniform vec3 color;
uniform vec3 openedColor;
uniform float opacity;
varying float brightness;
void main() {
  gl_FragColor = vec4(mix(color, openedColor, brightness), mix(opacity, 1.0, brightness));
  #include <colorspace_fragment>
}`;

/** Draws nodes of a body's tree: one shape, drawn once per node between its lowest and highest corner. */
export class TreeView {
  readonly object: LineSegments<InstancedBufferGeometry, ShaderMaterial>;
  readonly #body: RefitBody;
  #nodes: Uint32Array | undefined;
  #lowest = instanceAttribute(0, 3);
  #highest = instanceAttribute(0, 3);
  #opened = instanceAttribute(0, 1);

  constructor(body: RefitBody) {
    this.#body = body;
    this.object = new LineSegments(
      new InstancedBufferGeometry(),
      new ShaderMaterial({
        uniforms: {
          color: { value: new Color(NODE) },
          openedColor: { value: new Color(NODE_OPENED) },
          opacity: { value: 0 },
        },
        vertexShader: VERTEX_SHADER,
        fragmentShader: FRAGMENT_SHADER,
        transparent: true,
        depthWrite: false,
      }),
    );
    this.object.frustumCulled = false;
    this.object.visible = false;
  }

  /** Nodes that are drawn. */
  get drawnCount(): number {
    return this.object.visible ? this.object.geometry.instanceCount : 0;
  }

  /** Draws the bounds of nodes as they are in the present frame. `opened` marks those that the search went into. */
  update(nodes: Uint32Array, opened: Uint8Array, openedOnly: boolean): void {
    if (nodes !== this.#nodes) this.#makeRoom(nodes);
    let drawn = 0;
    for (const node of nodes) {
      if (openedOnly && opened[node] === 0) continue;
      this.#writeBound(node, drawn);
      this.#opened.setX(drawn++, opened[node]);
    }
    this.object.visible = drawn > 0;
    this.object.geometry.instanceCount = drawn;
    // Thousands of lines would hide the cloth.
    this.object.material.uniforms['opacity'].value = Math.min(0.85, Math.max(0.1, 6 / Math.sqrt(drawn)));
    for (const attribute of [this.#lowest, this.#highest, this.#opened]) attribute.needsUpdate = true;
  }

  /** Draws nothing until the next update. */
  hide(): void {
    this.object.visible = false;
  }

  dispose(): void {
    this.object.geometry.dispose();
    this.object.material.dispose();
  }

  #makeRoom(nodes: Uint32Array): void {
    this.#nodes = nodes;
    this.#lowest = instanceAttribute(nodes.length, 3);
    this.#highest = instanceAttribute(nodes.length, 3);
    this.#opened = instanceAttribute(nodes.length, 1);
    this.object.geometry.dispose();
    const shape = this.#body.boundKind === BOX_BOUND ? boxEdges() : threeCircles();
    this.object.geometry = new InstancedBufferGeometry();
    this.object.geometry
      .setAttribute('position', new BufferAttribute(shape, 3))
      .setAttribute('lowest', this.#lowest)
      .setAttribute('highest', this.#highest)
      .setAttribute('opened', this.#opened);
  }

  #writeBound(node: number, instance: number): void {
    const { bounds, boundKind } = this.#body;
    if (boundKind === BOX_BOUND) {
      const low = node * BOX_STRIDE + BOX_LOW;
      const high = node * BOX_STRIDE + BOX_HIGH;
      this.#lowest.setXYZ(instance, bounds[low], bounds[low + 1], bounds[low + 2]);
      this.#highest.setXYZ(instance, bounds[high], bounds[high + 1], bounds[high + 2]);
      return;
    }
    const at = node * SPHERE_STRIDE;
    const radius = bounds[at + SPHERE_RADIUS];
    this.#lowest.setXYZ(instance, bounds[at] - radius, bounds[at + 1] - radius, bounds[at + 2] - radius);
    this.#highest.setXYZ(instance, bounds[at] + radius, bounds[at + 1] + radius, bounds[at + 2] + radius);
  }
}

function instanceAttribute(count: number, itemSize: number): InstancedBufferAttribute {
  const attribute = new InstancedBufferAttribute(new Float32Array(count * itemSize), itemSize);
  attribute.setUsage(DynamicDrawUsage);
  return attribute;
}

/** The twelve edges of the unit cube: each joins two corners that differ in one coordinate. */
function boxEdges(): Float32Array {
  const ends: number[] = [];
  for (let corner = 0; corner < 8; corner++) {
    for (const bit of [1, 2, 4]) {
      if ((corner & bit) !== 0) continue;
      for (const end of [corner, corner | bit]) ends.push(end & 1, (end >> 1) & 1, end >> 2);
    }
  }
  return Float32Array.from(ends);
}

/** Three great circles of the sphere that fits into the unit cube. */
function threeCircles(): Float32Array {
  const ends: number[] = [];
  for (let axis = 0; axis < 3; axis++) {
    for (let segment = 0; segment < CIRCLE_SEGMENTS; segment++) {
      for (const step of [segment, segment + 1]) {
        const angle = (step / CIRCLE_SEGMENTS) * 2 * Math.PI;
        const end = [0.5, 0.5, 0.5];
        end[(axis + 1) % 3] += Math.cos(angle) / 2;
        end[(axis + 2) % 3] += Math.sin(angle) / 2;
        ends.push(...end);
      }
    }
  }
  return Float32Array.from(ends);
}
