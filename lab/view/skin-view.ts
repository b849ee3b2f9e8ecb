/** The animal's skin: one surface at rest, bent by its bones, and marks on some of its triangles. */
import {
  BufferAttribute,
  BufferGeometry,
  Group,
  LineBasicMaterial,
  Mesh,
  MeshBasicMaterial,
  MeshPhongMaterial,
} from 'three';
import type { Material } from 'three';
import type { QuadrupedParts } from '../model/quadruped-parts.js';
import { BAKED, CLOTH_EDGES, SELF, SKIN, TOUCH, TOUCH_EDGES } from './colors.js';
import { writeNormals } from '../model/normals.js';
import { SkinMarks } from './skin-marks.js';
import { SkinBones } from './skin-material.js';

/** Pushed back a little, so that marks in the surface are seen. */
const BEHIND_MARKS = { polygonOffset: true, polygonOffsetFactor: 1, polygonOffsetUnits: 1 } as const;
/** Drawn over everything: the point is where it is. */
const OVER_ALL = { transparent: true, depthTest: false, depthWrite: false } as const;

/** Draws one animal. */
export class SkinView {
  readonly object = new Group();
  /** Triangles of patches that were baked. */
  readonly baked: SkinMarks;
  /** Triangles that the probe hits. */
  readonly touched: SkinMarks;
  /** Triangles that collide with others of the same skin. */
  readonly self: SkinMarks;
  readonly #bones: SkinBones;
  readonly #geometry: BufferGeometry;
  readonly #surface: Mesh<BufferGeometry, MeshPhongMaterial>;
  readonly #edges: Mesh<BufferGeometry, MeshBasicMaterial>;

  constructor({ quadruped, model }: QuadrupedParts) {
    const { mesh } = quadruped;
    const normals = new Float32Array(mesh.positions.length);
    writeNormals(mesh.positions, mesh.triangles, normals);
    this.#bones = new SkinBones(model);
    this.#geometry = new BufferGeometry()
      .setAttribute('position', new BufferAttribute(mesh.positions, 3))
      .setAttribute('normal', new BufferAttribute(normals, 3))
      .setAttribute('influenceRange', this.#bones.influenceRanges)
      .setIndex(new BufferAttribute(mesh.triangles, 1));
    const bend = <Kind extends Material>(material: Kind): Kind => this.#bones.bend(material);
    const lit = { specular: 0x1c2636, shininess: 18 } as const;
    this.#surface = new Mesh(this.#geometry, bend(new MeshPhongMaterial({ color: SKIN, ...lit, ...BEHIND_MARKS })));
    this.#edges = new Mesh(
      this.#geometry,
      bend(
        new MeshBasicMaterial({
          color: CLOTH_EDGES,
          wireframe: true,
          transparent: true,
          opacity: 0.2,
          depthWrite: false,
        }),
      ),
    );
    this.#edges.visible = false;
    this.baked = new SkinMarks(this.#geometry, mesh.triangles, [bend(new MeshPhongMaterial({ color: BAKED, ...lit }))]);
    this.self = new SkinMarks(this.#geometry, mesh.triangles, [
      bend(new MeshBasicMaterial({ color: SELF, ...OVER_ALL, opacity: 0.5 })),
      bend(new MeshBasicMaterial({ color: SELF, polygonOffset: true, polygonOffsetFactor: -1 })),
    ]);
    this.touched = new SkinMarks(
      this.#geometry,
      mesh.triangles,
      [bend(new MeshBasicMaterial({ color: TOUCH, ...OVER_ALL, opacity: 0.95 }))],
      bend(new LineBasicMaterial({ color: TOUCH_EDGES, ...OVER_ALL })),
    );
    // No box around the skin at rest says where it is now.
    for (const part of [this.#surface, this.#edges]) part.frustumCulled = false;
    this.object.add(this.#surface, this.#edges, this.baked.object, this.self.object, this.touched.object);
  }

  /** Takes over a pose. */
  update(transforms: Float32Array, showEdges: boolean): void {
    this.#bones.update(transforms);
    this.#edges.visible = showEdges;
  }

  dispose(): void {
    for (const marks of [this.baked, this.self, this.touched]) marks.dispose();
    this.#geometry.dispose();
    this.#surface.material.dispose();
    this.#edges.material.dispose();
    this.#bones.dispose();
  }
}
