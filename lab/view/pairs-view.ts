/** Pairs of nodes of two trees: a line from the middle of one box to that of the other. */
import { BufferAttribute, BufferGeometry, Group, LineBasicMaterial, LineSegments } from 'three';
import { PAIR_APART, PAIR_OVERLAPPING } from './colors.js';

/** Draws pairs, also those behind a surface: the point is where they are. */
export class PairsView {
  readonly object = new Group();
  /** Lines that are drawn. */
  count = 0;
  readonly #overlapping = createLines(PAIR_OVERLAPPING, 0.95, 5);
  readonly #apart = createLines(PAIR_APART, 0.3, 4);

  constructor() {
    this.object.add(this.#overlapping, this.#apart);
  }

  /** Draws lines, six numbers each; the first so many are of pairs that overlap. */
  update(ends: Float32Array, overlapping: number): void {
    this.count = ends.length / 6;
    setEnds(this.#overlapping, ends.subarray(0, overlapping * 6));
    setEnds(this.#apart, ends.subarray(overlapping * 6));
  }

  dispose(): void {
    for (const { geometry, material } of [this.#overlapping, this.#apart]) {
      geometry.dispose();
      material.dispose();
    }
  }
}

function createLines(color: number, opacity: number, order: number): LineSegments<BufferGeometry, LineBasicMaterial> {
  const material = new LineBasicMaterial({ color, opacity, transparent: true, depthTest: false, depthWrite: false });
  const lines = new LineSegments(new BufferGeometry(), material);
  lines.frustumCulled = false;
  lines.renderOrder = order;
  return lines;
}

function setEnds(lines: LineSegments<BufferGeometry, LineBasicMaterial>, ends: Float32Array): void {
  lines.visible = ends.length > 0;
  lines.geometry.dispose();
  lines.geometry = new BufferGeometry().setAttribute('position', new BufferAttribute(ends, 3));
}
