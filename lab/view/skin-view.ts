/** A surface at rest, bent by what moves it, and marks on some of its triangles. */
import {
  BufferAttribute,
  BufferGeometry,
  DoubleSide,
  FrontSide,
  Group,
  LineBasicMaterial,
  Mesh,
  MeshBasicMaterial,
  MeshPhongMaterial,
} from 'three';
import type { Material } from 'three';
import { areGovernorsPoints } from '../model/surface-parts.js';
import type { SurfaceParts } from '../model/surface-parts.js';
import { BAKED, CLOTH_EDGES, SELF, SELF_ON_REGIONS, SKIN, TOUCH, TOUCH_EDGES } from './colors.js';
import { writeNormals } from '../model/normals.js';
import type { RegionColoring } from './region-colors.js';
import { RegionMarks } from './region-marks.js';
import { SkinMarks } from './skin-marks.js';
import { SkinBones } from './skin-material.js';

/** Pushed back a little, so that marks in the surface are seen. */
const BEHIND_MARKS = { polygonOffset: true, polygonOffsetFactor: 1, polygonOffsetUnits: 1 } as const;
/** Drawn over everything: the point is where it is. */
const OVER_ALL = { transparent: true, depthTest: false, depthWrite: false } as const;

/** Draws one surface. */
export class SkinView {
  readonly object = new Group();
  /** Triangles of patches that were baked. */
  readonly baked: SkinMarks;
  /** Triangles that the probe hits. */
  readonly touched: SkinMarks;
  /** Triangles that collide with others of the same skin. */
  readonly self: SkinMarks;
  /** What is proved free of collisions. */
  readonly regions: RegionMarks;
  readonly #bones: SkinBones;
  readonly #selfMaterials: readonly MeshBasicMaterial[];
  readonly #geometry: BufferGeometry;
  readonly #surface: Mesh<BufferGeometry, MeshPhongMaterial>;
  readonly #edges: Mesh<BufferGeometry, MeshBasicMaterial>;

  constructor({ mesh, model }: SurfaceParts) {
    const normals = new Float32Array(mesh.positions.length);
    writeNormals(mesh.positions, mesh.triangles, normals);
    this.#bones = new SkinBones(model);
    this.#geometry = new BufferGeometry()
      .setAttribute('position', new BufferAttribute(model.rest, 3))
      .setAttribute('normal', new BufferAttribute(normals, 3))
      .setAttribute('influenceRange', this.#bones.influenceRanges)
      .setIndex(new BufferAttribute(mesh.triangles, 1));
    const bend = <Kind extends Material>(material: Kind): Kind => this.#bones.bend(material);
    // Points do not turn normals; the graphics card finds those of triangles by itself. A cloth is seen from both sides.
    const arePoints = areGovernorsPoints(model);
    const side = arePoints ? DoubleSide : FrontSide;
    const lit = { specular: 0x1c2636, shininess: 18, flatShading: arePoints, side } as const;
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
    this.#selfMaterials = [
      bend(new MeshBasicMaterial({ ...OVER_ALL, opacity: 0.5, side })),
      bend(new MeshBasicMaterial({ polygonOffset: true, polygonOffsetFactor: -1, side })),
    ];
    this.self = new SkinMarks(this.#geometry, mesh.triangles, this.#selfMaterials);
    this.touched = new SkinMarks(
      this.#geometry,
      mesh.triangles,
      [bend(new MeshBasicMaterial({ color: TOUCH, ...OVER_ALL, opacity: 0.95, side }))],
      bend(new LineBasicMaterial({ color: TOUCH_EDGES, ...OVER_ALL })),
    );
    this.regions = new RegionMarks(this.#geometry, mesh.triangles, bend, { ...lit, ...BEHIND_MARKS });
    // No box around the skin at rest says where it is now.
    for (const part of [this.#surface, this.#edges]) part.frustumCulled = false;
    this.object.add(
      this.#surface,
      this.#edges,
      this.regions.object,
      this.baked.object,
      this.self.object,
      this.touched.object,
    );
  }

  /** Takes over a pose. */
  update(poseNumbers: Float32Array, showEdges: boolean): void {
    this.#bones.update(poseNumbers);
    this.#edges.visible = showEdges;
  }

  /** Draws the surface in the colours of its regions or in its own, and the borders of those. */
  showRegions(coloring: RegionColoring | undefined, withBorders: boolean): void {
    this.#surface.visible = coloring === undefined;
    this.regions.show(coloring, withBorders);
    for (const { color } of this.#selfMaterials) color.set(coloring === undefined ? SELF : SELF_ON_REGIONS);
  }

  dispose(): void {
    for (const marks of [this.baked, this.self, this.touched, this.regions]) marks.dispose();
    this.#geometry.dispose();
    this.#surface.material.dispose();
    this.#edges.material.dispose();
    this.#bones.dispose();
  }
}
