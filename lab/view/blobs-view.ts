/** The bodies of the pile, each posed by the graphics card from its own few weights: no vertex is computed here. */
import { BufferAttribute, BufferGeometry, Color, InstancedMesh, Matrix4, Mesh, MeshPhongMaterial } from 'three';
import { fieldIndex } from 'pliant/parts';
import type { LinearModel } from 'pliant/parts';

import type { PileScene } from '../../scenes/pile.js';
import { BODIES } from './colors.js';
import { writeNormals } from '../model/normals.js';

/** Draws all bodies of a pile. */
export class BlobsView {
  readonly object: InstancedMesh<BufferGeometry, MeshPhongMaterial>;
  readonly #pose: Mesh<BufferGeometry, MeshPhongMaterial>;

  constructor({ mesh, model, motion }: PileScene) {
    const geometry = createGeometry(mesh.positions, mesh.triangles, fieldsOf(model));
    const material = new MeshPhongMaterial({ specular: 0x1c2636, shininess: 24 });
    this.object = new InstancedMesh(geometry, material, motion.bodyCount);
    this.object.frustumCulled = false;
    this.#pose = new Mesh(geometry, material);
    for (let body = 0; body < motion.bodyCount; body++) {
      this.object.setColorAt(body, new Color(BODIES[body % BODIES.length]));
    }
  }

  /** Takes over placements and weights. */
  update({ bodies, placements, weights }: PileScene): void {
    const matrix = new Matrix4();
    const fieldCount = weights.length / bodies.length;
    for (let body = 0; body < bodies.length; body++) {
      this.object.setMatrixAt(body, matrix.fromArray(placements, body * 16));
      this.#pose.morphTargetInfluences = [...weights.subarray(body * fieldCount, (body + 1) * fieldCount)];
      this.object.setMorphAt(body, this.#pose);
    }
    this.object.instanceMatrix.needsUpdate = true;
    if (this.object.morphTexture !== null) this.object.morphTexture.needsUpdate = true;
  }

  dispose(): void {
    this.object.geometry.dispose();
    this.object.material.dispose();
    this.object.dispose();
  }
}

/** Fields as displacements of positions, with those of normals that go with them, to first order. */
function createGeometry(rest: Float32Array, triangles: Uint32Array, fields: readonly Float32Array[]): BufferGeometry {
  const geometry = new BufferGeometry()
    .setAttribute('position', new BufferAttribute(rest, 3))
    .setAttribute('normal', new BufferAttribute(normalsOf(rest, triangles), 3))
    .setIndex(new BufferAttribute(triangles, 1));
  geometry.morphTargetsRelative = true;
  geometry.morphAttributes = {
    position: fields.map((field) => new BufferAttribute(field, 3)),
    normal: fields.map((field) => {
      const forward = normalsOf(
        rest.map((coordinate, k) => coordinate + field[k]),
        triangles,
      );
      const backward = normalsOf(
        rest.map((coordinate, k) => coordinate - field[k]),
        triangles,
      );
      return new BufferAttribute(
        forward.map((coordinate, k) => (coordinate - backward[k]) / 2),
        3,
      );
    }),
  };
  return geometry;
}

function normalsOf(positions: Float32Array, triangles: Uint32Array): Float32Array {
  const normals = new Float32Array(positions.length);
  writeNormals(positions, triangles, normals);
  return normals;
}

/** Takes the fields of a model apart again; it keeps them interleaved in blocks. */
function fieldsOf(model: LinearModel): Float32Array[] {
  return Array.from({ length: model.fieldCount }, (_, j) =>
    Float32Array.from(
      { length: model.vertexCount * 3 },
      (_value, k) => model.fields[fieldIndex(model.fieldCount, j, k)],
    ),
  );
}
