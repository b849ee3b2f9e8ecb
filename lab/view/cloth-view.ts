/** A cloth, or another surface whose positions are computed: they are copied in every frame. */
import {
  BufferAttribute,
  BufferGeometry,
  DoubleSide,
  DynamicDrawUsage,
  Group,
  Mesh,
  MeshBasicMaterial,
  MeshPhongMaterial,
} from 'three';
import type { Mesh as PliantMesh } from 'pliant/parts';
import { CLOTH, CLOTH_EDGES } from './colors.js';
import { SkinMarks } from './skin-marks.js';
import { writeNormals } from '../model/normals.js';

/** How a surface is drawn when something behind it is to be seen. */
const CLEAR = 0.45;

/** Draws one surface. */
export class ClothView {
  readonly object = new Group();
  readonly #surface: Mesh<BufferGeometry, MeshPhongMaterial>;
  readonly #edges: Mesh<BufferGeometry, MeshBasicMaterial>;
  readonly #triangles: Uint32Array;
  readonly #marks: SkinMarks[] = [];
  readonly #positions: BufferAttribute;
  readonly #normals: BufferAttribute;

  constructor(mesh: PliantMesh, color: number = CLOTH) {
    this.#triangles = mesh.triangles;
    this.#positions = new BufferAttribute(new Float32Array(mesh.vertexCount * 3), 3).setUsage(DynamicDrawUsage);
    this.#normals = new BufferAttribute(new Float32Array(mesh.vertexCount * 3), 3).setUsage(DynamicDrawUsage);
    const geometry = new BufferGeometry()
      .setAttribute('position', this.#positions)
      .setAttribute('normal', this.#normals)
      .setIndex(new BufferAttribute(mesh.triangles, 1));
    this.#surface = new Mesh(
      geometry,
      new MeshPhongMaterial({
        color,
        specular: 0x1c2636,
        shininess: 18,
        side: DoubleSide,
        // Room for what lies in the surface: edges and touched triangles.
        polygonOffset: true,
        polygonOffsetFactor: 1,
        polygonOffsetUnits: 1,
      }),
    );
    this.#edges = new Mesh(
      geometry,
      new MeshBasicMaterial({
        color: CLOTH_EDGES,
        wireframe: true,
        transparent: true,
        opacity: 0.22,
        depthWrite: false,
      }),
    );
    this.#edges.visible = false;
    // Its bounds would have to be computed anew in every frame, and it is nearly always in view.
    for (const part of [this.#surface, this.#edges]) part.frustumCulled = false;
    this.object.add(this.#surface, this.#edges);
  }

  /** Lets some of the triangles be marked by a colour. */
  createMarks(color: number): SkinMarks {
    const material = new MeshPhongMaterial({ color, specular: 0x1c2636, shininess: 18, side: DoubleSide });
    const marks = new SkinMarks(this.#surface.geometry, this.#triangles, [material]);
    this.#marks.push(marks);
    this.object.add(marks.object);
    return marks;
  }

  /** Shows or hides the edges of the triangles. */
  showEdges(visible: boolean): void {
    this.#edges.visible = visible;
  }

  /** Lets what is behind the surface be seen through it, or not. */
  setClear(isClear: boolean): void {
    const { material } = this.#surface;
    if (material.transparent === isClear) return;
    material.transparent = isClear;
    material.opacity = isClear ? CLEAR : 1;
    material.depthWrite = !isClear;
    material.needsUpdate = true;
  }

  /** Takes over positions. */
  update(positions: Float32Array): void {
    (this.#positions.array as Float32Array).set(positions);
    writeNormals(positions, this.#triangles, this.#normals.array as Float32Array);
    this.#positions.needsUpdate = true;
    this.#normals.needsUpdate = true;
  }

  dispose(): void {
    for (const marks of this.#marks) marks.dispose();
    this.#surface.geometry.dispose();
    this.#surface.material.dispose();
    this.#edges.material.dispose();
  }
}
