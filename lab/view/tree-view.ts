/** Nodes of the tree: the box or the sphere around each, bright where the search went in. */
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
import { BOX_BOUND, BOX_HIGH, BOX_LOW, BOX_STRIDE, SPHERE_RADIUS, SPHERE_STRIDE } from 'pliant';
import type { RefitBody } from 'pliant';
import { NODE, NODE_OPENED } from './colors.js';

/** Segments of each of the three circles that stand for a sphere. */
const CIRCLE_SEGMENTS = 40;

/** A shape within the cube from -1 to 1, stretched between the corners of a node. */
const VERTEX_SHADER = `
attribute vec3 lowest;
attribute vec3 highest;
attribute float opened;
varying float brightness;
void main() {
  brightness = opened;
  gl_Position = projectionMatrix * modelViewMatrix * vec4(mix(lowest, highest, position * 0.5 + 0.5), 1.0);
  // Neighbours share edges: a little nearer, that of an opened node is the one that is seen.
  gl_Position.z -= opened * 1e-4 * gl_Position.w;
}`;

const FRAGMENT_SHADER = `
uniform vec3 color;
uniform vec3 openedColor;
uniform float opacity;
uniform float openedOpacity;
varying float brightness;
void main() {
  gl_FragColor = vec4(mix(color, openedColor, brightness), mix(opacity, openedOpacity, brightness));
  #include <colorspace_fragment>
}`;

/** Draws nodes of a body's tree: outlines of all, and those that were opened filled with a haze as well. */
export class TreeView {
  readonly object = new Group();
  readonly #body: RefitBody;
  readonly #outlines = new LineSegments(new InstancedBufferGeometry(), createMaterial(1));
  readonly #haze = new Mesh(new InstancedBufferGeometry(), createMaterial(0.07));
  #nodes: Uint32Array | undefined;
  #lowest = instanceAttribute(0, 3);
  #highest = instanceAttribute(0, 3);
  #opened = instanceAttribute(0, 1);

  constructor(body: RefitBody) {
    this.#body = body;
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

  /** Draws the bounds of nodes as they are in the present frame. `opened` marks those that the search went into. */
  update(nodes: Uint32Array, opened: Uint8Array, openedOnly: boolean): void {
    if (nodes !== this.#nodes) this.#makeRoom(nodes);
    // The opened ones come first: the haze draws those and stops.
    const openedCount = this.#write(nodes, opened, 1, 0);
    const drawnCount = openedOnly ? openedCount : this.#write(nodes, opened, 0, openedCount);
    for (const attribute of [this.#lowest, this.#highest, this.#opened]) attribute.needsUpdate = true;
    this.#outlines.geometry.instanceCount = drawnCount;
    this.#haze.geometry.instanceCount = openedCount;
    // Thousands of lines would hide the cloth.
    this.#outlines.material.uniforms['opacity'].value = Math.min(0.8, Math.max(0.08, 6 / Math.sqrt(drawnCount)));
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

  #makeRoom(nodes: Uint32Array): void {
    this.#nodes = nodes;
    this.#lowest = instanceAttribute(nodes.length, 3);
    this.#highest = instanceAttribute(nodes.length, 3);
    this.#opened = instanceAttribute(nodes.length, 1);
    const isBox = this.#body.boundKind === BOX_BOUND;
    this.#outlines.geometry.dispose();
    this.#haze.geometry.dispose();
    this.#outlines.geometry = this.#instances(isBox ? boxEdges() : threeCircles());
    const solid: BufferGeometry = isBox ? new BoxGeometry(2, 2, 2) : new SphereGeometry(1, 32, 20);
    this.#haze.geometry = this.#instances(solid.getAttribute('position') as BufferAttribute).setIndex(solid.index);
  }

  #instances(shape: BufferAttribute): InstancedBufferGeometry {
    const geometry = new InstancedBufferGeometry();
    geometry
      .setAttribute('position', shape)
      .setAttribute('lowest', this.#lowest)
      .setAttribute('highest', this.#highest)
      .setAttribute('opened', this.#opened);
    return geometry;
  }

  /** Writes those nodes for which `opened` is `which`, from place `start` on. Returns the place behind the last. */
  #write(nodes: Uint32Array, opened: Uint8Array, which: 0 | 1, start: number): number {
    let place = start;
    for (const node of nodes) {
      if (opened[node] !== which) continue;
      this.#writeBound(node, place);
      this.#opened.setX(place++, which);
    }
    return place;
  }

  #writeBound(node: number, place: number): void {
    const { bounds, boundKind } = this.#body;
    if (boundKind === BOX_BOUND) {
      const low = node * BOX_STRIDE + BOX_LOW;
      const high = node * BOX_STRIDE + BOX_HIGH;
      this.#lowest.setXYZ(place, bounds[low], bounds[low + 1], bounds[low + 2]);
      this.#highest.setXYZ(place, bounds[high], bounds[high + 1], bounds[high + 2]);
      return;
    }
    const at = node * SPHERE_STRIDE;
    const radius = bounds[at + SPHERE_RADIUS];
    this.#lowest.setXYZ(place, bounds[at] - radius, bounds[at + 1] - radius, bounds[at + 2] - radius);
    this.#highest.setXYZ(place, bounds[at] + radius, bounds[at + 1] + radius, bounds[at + 2] + radius);
  }
}

function createMaterial(openedOpacity: number): ShaderMaterial {
  return new ShaderMaterial({
    uniforms: {
      color: { value: new Color(NODE) },
      openedColor: { value: new Color(NODE_OPENED) },
      opacity: { value: 0 },
      openedOpacity: { value: openedOpacity },
    },
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
