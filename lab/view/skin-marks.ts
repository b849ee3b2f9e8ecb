/** Some triangles of a skin, marked: the skin's own vertices, bent by the same bones, under an index of their own. */
import { BufferAttribute, BufferGeometry, DynamicDrawUsage, Group, LineSegments, Mesh } from 'three';
import type { LineBasicMaterial, Material } from 'three';

const EDGE_ENDS = [0, 1, 1, 2, 2, 0] as const;
/** More outlines than this would only hide what they are around. */
const MOST_OUTLINED = 4096;

/** Some triangles of a skin, drawn once more in each of some materials, and outlined if there is one for that. */
export class SkinMarks {
  readonly object = new Group();
  /** How many are drawn. */
  count = 0;
  readonly #triangles: Uint32Array;
  readonly #fill: BufferGeometry;
  readonly #outline: BufferGeometry | undefined;
  readonly #materials: readonly Material[];
  #order = 1;

  constructor(
    skin: BufferGeometry,
    triangles: Uint32Array,
    materials: readonly Material[],
    outlineMaterial?: LineBasicMaterial,
  ) {
    this.#triangles = triangles;
    this.#fill = shareVertices(skin, triangles.length);
    this.#materials = outlineMaterial === undefined ? materials : [...materials, outlineMaterial];
    for (const material of materials) this.#add(new Mesh(this.#fill, material));
    if (outlineMaterial === undefined) return;
    this.#outline = shareVertices(skin, MOST_OUTLINED * EDGE_ENDS.length);
    this.#add(new LineSegments(this.#outline, outlineMaterial));
  }

  /** The triangles that are drawn, in rising order; found by their corners, which is what the graphics card gets. */
  shown(): number[] {
    const { array } = this.#fill.index!;
    const drawn = new Set<string>();
    for (let i = 0; i < this.count * 3; i += 3) drawn.add(`${array[i]},${array[i + 1]},${array[i + 2]}`);
    const found: number[] = [];
    for (let i = 0; i < this.#triangles.length && drawn.size > 0; i += 3) {
      const corners = `${this.#triangles[i]},${this.#triangles[i + 1]},${this.#triangles[i + 2]}`;
      if (drawn.has(corners)) found.push(i / 3);
    }
    return found;
  }

  /** Draws the first so many of some triangles. */
  update(triangles: Uint32Array, count: number): void {
    this.count = count;
    this.object.visible = count > 0;
    if (count === 0) return;
    writeCorners(this.#fill, this.#triangles, triangles, count, [0, 1, 2]);
    if (this.#outline === undefined) return;
    writeCorners(this.#outline, this.#triangles, triangles, Math.min(count, MOST_OUTLINED), EDGE_ENDS);
  }

  dispose(): void {
    this.#fill.dispose();
    this.#outline?.dispose();
    for (const material of this.#materials) material.dispose();
  }

  #add(part: Mesh | LineSegments): void {
    part.frustumCulled = false;
    part.renderOrder = this.#order++;
    this.object.add(part);
  }
}

/** A geometry with the vertices of another, and room for so many corners of its own. */
export function shareVertices(skin: BufferGeometry, capacity: number): BufferGeometry {
  const geometry = new BufferGeometry();
  for (const [name, attribute] of Object.entries(skin.attributes)) geometry.setAttribute(name, attribute);
  return geometry.setIndex(new BufferAttribute(new Uint32Array(capacity), 1).setUsage(DynamicDrawUsage));
}

function writeCorners(
  geometry: BufferGeometry,
  corners: Uint32Array,
  triangles: Uint32Array,
  count: number,
  pattern: readonly number[],
): void {
  const index = geometry.index!;
  const { array } = index;
  let at = 0;
  for (let i = 0; i < count; i++) {
    for (const corner of pattern) array[at++] = corners[triangles[i] * 3 + corner];
  }
  index.clearUpdateRanges();
  index.addUpdateRange(0, at);
  index.needsUpdate = true;
  geometry.setDrawRange(0, at);
}
