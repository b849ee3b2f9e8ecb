/** Triangles that the ball touches, bright and outlined, and those that it touched lately, cooling down. */
import {
  BufferAttribute,
  BufferGeometry,
  Color,
  DoubleSide,
  DynamicDrawUsage,
  Group,
  LineBasicMaterial,
  LineSegments,
  Mesh,
  MeshBasicMaterial,
} from 'three';
import { MOST_GLOWING } from '../model/afterglow.js';
import { GLOW_COLD, GLOW_HOT, TOUCH, TOUCH_EDGES } from './colors.js';

const RGBA = 4;
const EDGE_ENDS = [0, 1, 1, 2, 2, 0] as const;

/** Draws touched triangles over the cloth. Also those behind it are seen: the point is where they are. */
export class TouchView {
  readonly object = new Group();
  /** The triangles that are drawn as touched in this frame. */
  readonly shown: number[] = [];
  readonly #positions = dynamicAttribute(MOST_GLOWING * 9, 3);
  readonly #colors = dynamicAttribute(MOST_GLOWING * 3 * RGBA, RGBA);
  readonly #edgePositions = dynamicAttribute(MOST_GLOWING * 18, 3);
  readonly #fill: Mesh<BufferGeometry, MeshBasicMaterial>;
  readonly #edges: LineSegments<BufferGeometry, LineBasicMaterial>;

  constructor() {
    const overlay = { transparent: true, depthWrite: false, depthTest: false } as const;
    this.#fill = new Mesh(
      new BufferGeometry().setAttribute('position', this.#positions).setAttribute('color', this.#colors),
      new MeshBasicMaterial({ ...overlay, vertexColors: true, side: DoubleSide }),
    );
    this.#edges = new LineSegments(
      new BufferGeometry().setAttribute('position', this.#edgePositions),
      new LineBasicMaterial({ ...overlay, color: TOUCH_EDGES }),
    );
    this.#fill.renderOrder = 2;
    this.#edges.renderOrder = 3;
    for (const part of [this.#fill, this.#edges]) {
      part.frustumCulled = false;
      this.object.add(part);
    }
  }

  /** Draws all triangles of `heat`; heat 1 is touched now. */
  update(positions: Float32Array, triangles: Uint32Array, heat: ReadonlyMap<number, number>): void {
    const touch = new Color(TOUCH);
    const hot = new Color(GLOW_HOT);
    const cold = new Color(GLOW_COLD);
    const color = new Color();
    this.shown.length = 0;
    let vertex = 0;
    for (const [triangle, value] of heat) {
      const isTouched = value === 1;
      color.copy(isTouched ? touch : cold);
      if (!isTouched) color.lerp(hot, value);
      const alpha = isTouched ? 0.95 : 0.75 * value;
      for (let corner = 0; corner < 3; corner++, vertex++) {
        copyPoint(this.#positions, vertex, positions, triangles[triangle * 3 + corner]);
        this.#colors.setXYZW(vertex, color.r, color.g, color.b, alpha);
      }
      if (isTouched) this.#addEdges(triangle, positions, triangles);
    }
    this.#fill.geometry.setDrawRange(0, vertex);
    this.#edges.geometry.setDrawRange(0, this.shown.length * EDGE_ENDS.length);
    for (const attribute of [this.#positions, this.#colors, this.#edgePositions]) attribute.needsUpdate = true;
  }

  dispose(): void {
    for (const part of [this.#fill, this.#edges]) {
      part.geometry.dispose();
      part.material.dispose();
    }
  }

  #addEdges(triangle: number, positions: Float32Array, triangles: Uint32Array): void {
    let vertex = this.shown.length * EDGE_ENDS.length;
    for (const corner of EDGE_ENDS) {
      copyPoint(this.#edgePositions, vertex++, positions, triangles[triangle * 3 + corner]);
    }
    this.shown.push(triangle);
  }
}

function dynamicAttribute(length: number, itemSize: number): BufferAttribute {
  return new BufferAttribute(new Float32Array(length), itemSize).setUsage(DynamicDrawUsage);
}

function copyPoint(target: BufferAttribute, index: number, positions: Float32Array, vertex: number): void {
  target.setXYZ(index, positions[vertex * 3], positions[vertex * 3 + 1], positions[vertex * 3 + 2]);
}
