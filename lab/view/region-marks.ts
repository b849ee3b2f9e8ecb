/** A surface coloured by what is proved free of collisions, and the borders of that: its own vertices, bent alike, under other indices. */
import { Group, LineBasicMaterial, LineSegments, Mesh, MeshPhongMaterial } from 'three';
import type { BufferAttribute, BufferGeometry, Material, MeshPhongMaterialParameters } from 'three';
import type { FreeRegions } from 'pliant/inspect';

import { REGION_BORDER } from './colors.js';
import { REGION_CLASS_COUNT, regionClass, regionColors } from './region-colors.js';
import type { RegionColoring } from './region-colors.js';
import { shareVertices } from './skin-marks.js';

/** Draws the regions of one surface, in place of it. */
export class RegionMarks {
  readonly object = new Group();
  /** Triangles of each class, and edges of borders. */
  readonly #counts: number[] = Array.from({ length: REGION_CLASS_COUNT }, () => 0);
  #borderCount = 0;
  readonly #triangles: Uint32Array;
  readonly #surface: Mesh;
  readonly #borders: LineSegments;
  readonly #fills: readonly MeshPhongMaterial[];
  readonly #line: LineBasicMaterial;

  constructor(
    skin: BufferGeometry,
    triangles: Uint32Array,
    bend: <Kind extends Material>(material: Kind) => Kind,
    look: MeshPhongMaterialParameters,
  ) {
    this.#triangles = triangles;
    this.#fills = this.#counts.map(() => bend(new MeshPhongMaterial(look)));
    this.#line = bend(new LineBasicMaterial({ color: REGION_BORDER }));
    this.#surface = new Mesh(shareVertices(skin, triangles.length), [...this.#fills]);
    // Each side of a triangle may be on a border, and has two ends.
    this.#borders = new LineSegments(shareVertices(skin, triangles.length * 2), this.#line);
    for (const part of [this.#surface, this.#borders]) part.frustumCulled = part.visible = false;
    this.object.add(this.#surface, this.#borders);
  }

  /** Triangles that are drawn of each class of region-colors.ts. */
  get drawnTriangles(): readonly number[] {
    return this.#surface.visible ? this.#counts : [];
  }

  /** Edges that are drawn. */
  get drawnEdges(): number {
    return this.#borders.visible ? this.#borderCount : 0;
  }

  /** Says what is drawn of the regions that were given last: in which colours, if in any, and their borders. */
  show(coloring: RegionColoring | undefined, withBorders: boolean): void {
    this.#surface.visible = coloring !== undefined;
    this.#borders.visible = withBorders;
    if (coloring === undefined) return;
    regionColors(coloring).forEach((color, each) => this.#fills[each].color.set(color));
  }

  /** Takes over other regions. */
  update({ borderCount, borders, rules, sizes }: FreeRegions): void {
    this.#sort(sizes, rules);
    const { geometry } = this.#borders;
    const { array } = geometry.index!;
    this.#borderCount = borderCount;
    for (let i = 0; i < borderCount * 2; i++) array[i] = borders[i];
    upload(geometry.index!, borderCount * 2);
    geometry.setDrawRange(0, borderCount * 2);
  }

  dispose(): void {
    for (const { geometry } of [this.#surface, this.#borders]) geometry.dispose();
    for (const material of [...this.#fills, this.#line]) material.dispose();
  }

  /** Puts the triangles of one class side by side. */
  #sort(sizes: Uint32Array, rules: Uint8Array): void {
    const { geometry } = this.#surface;
    const { array } = geometry.index!;
    const classes = Uint8Array.from(sizes, (size, triangle) => regionClass(size, rules[triangle]));
    this.#counts.fill(0);
    for (const each of classes) this.#counts[each]++;
    const ends: number[] = [];
    geometry.clearGroups();
    this.#counts.forEach((count, each) => {
      const first = ends[each] ?? 0;
      geometry.addGroup(first * 3, count * 3, each);
      ends[each] = first;
      ends[each + 1] = first + count;
    });
    classes.forEach((each, triangle) => {
      const at = ends[each]++ * 3;
      for (let corner = 0; corner < 3; corner++) array[at + corner] = this.#triangles[triangle * 3 + corner];
    });
    upload(geometry.index!, array.length);
  }
}

function upload(index: BufferAttribute, count: number): void {
  index.clearUpdateRanges();
  index.addUpdateRange(0, count);
  index.needsUpdate = true;
}
