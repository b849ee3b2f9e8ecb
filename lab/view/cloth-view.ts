/** The cloth: a surface whose positions are the body's own, copied in every frame. */
import {
  BufferAttribute,
  BufferGeometry,
  DoubleSide,
  DynamicDrawUsage,
  Group,
  Mesh,
  MeshBasicMaterial,
  MeshPhongMaterial,
  Sphere,
  Vector3,
} from 'three';
import type { CurtainScene } from '../../scenes/curtain.js';
import { HEIGHT } from '../../scenes/curtain.js';
import { CLOTH, CLOTH_EDGES } from './colors.js';
import { writeNormals } from '../model/normals.js';

/** Draws the cloth of one scene. */
export class ClothView {
  readonly object = new Group();
  readonly #surface: Mesh<BufferGeometry, MeshPhongMaterial>;
  readonly #edges: Mesh<BufferGeometry, MeshBasicMaterial>;
  readonly #triangles: Uint32Array;
  readonly #positions: BufferAttribute;
  readonly #normals: BufferAttribute;

  constructor({ mesh }: CurtainScene) {
    this.#triangles = mesh.triangles;
    this.#positions = new BufferAttribute(new Float32Array(mesh.vertexCount * 3), 3).setUsage(DynamicDrawUsage);
    this.#normals = new BufferAttribute(new Float32Array(mesh.vertexCount * 3), 3).setUsage(DynamicDrawUsage);
    const geometry = new BufferGeometry()
      .setAttribute('position', this.#positions)
      .setAttribute('normal', this.#normals)
      .setIndex(new BufferAttribute(mesh.triangles, 1));
    // Around every pose, so that it need not be computed anew in every frame.
    geometry.boundingSphere = new Sphere(new Vector3(0, HEIGHT / 2, 0), HEIGHT);
    this.#surface = new Mesh(
      geometry,
      new MeshPhongMaterial({
        color: CLOTH,
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
    this.object.add(this.#surface, this.#edges);
  }

  /** Shows or hides the edges of the triangles. */
  showEdges(visible: boolean): void {
    this.#edges.visible = visible;
  }

  /** Takes over the body's positions. */
  update(positions: Float32Array): void {
    (this.#positions.array as Float32Array).set(positions);
    writeNormals(positions, this.#triangles, this.#normals.array as Float32Array);
    this.#positions.needsUpdate = true;
    this.#normals.needsUpdate = true;
  }

  dispose(): void {
    this.#surface.geometry.dispose();
    this.#surface.material.dispose();
    this.#edges.material.dispose();
  }
}
