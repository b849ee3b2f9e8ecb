/** Something of a surface that meets another: a vertex as a dot, an edge as a line, a triangle filled. Seen through everything. */
import { BufferAttribute, BufferGeometry, DoubleSide, Group, Mesh, MeshBasicMaterial } from 'three';
import { LineMaterial } from 'three/addons/lines/LineMaterial.js';
import { LineSegments2 } from 'three/addons/lines/LineSegments2.js';
import { LineSegmentsGeometry } from 'three/addons/lines/LineSegmentsGeometry.js';
import { createPin } from './hit-view.js';

const WIDTH_PIXELS = 3;
const OVER_ALL = { transparent: true, depthTest: false, depthWrite: false } as const;

/** Draws one vertex, edge or triangle. */
export class FeatureView {
  readonly object = new Group();
  /** Vertices that are marked. */
  count = 0;
  readonly #corners = new BufferAttribute(new Float32Array(9), 3);
  readonly #fill: Mesh<BufferGeometry, MeshBasicMaterial>;
  readonly #line: LineSegments2;
  readonly #dot: ReturnType<typeof createPin>;

  constructor(color: number) {
    const geometry = new BufferGeometry().setAttribute('position', this.#corners);
    this.#fill = new Mesh(geometry, new MeshBasicMaterial({ color, side: DoubleSide, ...OVER_ALL, opacity: 0.55 }));
    this.#line = new LineSegments2(
      new LineSegmentsGeometry(),
      new LineMaterial({ color, linewidth: WIDTH_PIXELS, ...OVER_ALL }),
    );
    this.#dot = createPin(color);
    [this.#fill, this.#line, this.#dot].forEach((part, i) => {
      part.frustumCulled = false;
      // Dots over lines, lines over triangles, whichever of two they belong to.
      part.renderOrder = 7 + i;
      this.object.add(part);
    });
    this.object.visible = false;
  }

  /** Marks some vertices of a surface: one, two or three; nothing for none. */
  update(positions: Float32Array, vertices: readonly number[]): void {
    this.count = vertices.length;
    this.object.visible = vertices.length > 0;
    if (vertices.length === 0) return;
    const places = vertices.map((vertex) => [...positions.subarray(vertex * 3, vertex * 3 + 3)]);
    this.#fill.visible = vertices.length === 3;
    this.#line.visible = vertices.length > 1;
    this.#dot.visible = vertices.length === 1;
    this.#dot.position.fromArray(places[0]);
    this.#dot.material.uniforms['scale'].value = window.devicePixelRatio;
    if (vertices.length === 1) return;
    this.#corners.set(places.flat());
    this.#corners.needsUpdate = true;
    const sides = vertices.length === 2 ? [places] : [0, 1, 2].map((side) => [places[side], places[(side + 1) % 3]]);
    this.#line.geometry.dispose();
    this.#line.geometry = new LineSegmentsGeometry();
    this.#line.geometry.setPositions(sides.flat(2));
  }

  dispose(): void {
    for (const { geometry, material } of [this.#fill, this.#line, this.#dot]) {
      geometry.dispose();
      material.dispose();
    }
  }
}
