/**
 * Materials for a skin that the graphics card bends: all bones that move a vertex, as many as there are, so that what is drawn
 * is what is searched. No vertex is computed here.
 */
import { BufferAttribute, DataTexture, FloatType, RGBAFormat, RGFormat } from 'three';
import type { Material } from 'three';
import type { BlendModel } from 'pliant/parts';

/** Influences in a row of their table; a power of two. */
const TABLE_WIDTH = 2048;
const TABLE_SHIFT = 11;

const DECLARATIONS = `
uniform sampler2D boneRows;
uniform sampler2D influences;
attribute vec2 influenceRange;
vec4 bendX, bendY, bendZ;
void bend() {
  bendX = bendY = bendZ = vec4(0.0);
  int first = int(influenceRange.x);
  int end = first + int(influenceRange.y);
  for (int i = first; i < end; i++) {
    vec2 influence = texelFetch(influences, ivec2(i & ${TABLE_WIDTH - 1}, i >> ${TABLE_SHIFT}), 0).xy;
    int bone = int(influence.x);
    bendX += influence.y * texelFetch(boneRows, ivec2(0, bone), 0);
    bendY += influence.y * texelFetch(boneRows, ivec2(1, bone), 0);
    bendZ += influence.y * texelFetch(boneRows, ivec2(2, bone), 0);
  }
}
`;
const BENT_NORMAL = `
  vec3 objectNormal = vec3(dot(bendX.xyz, normal), dot(bendY.xyz, normal), dot(bendZ.xyz, normal));`;
const BENT_POSITION = `
  vec4 atRest = vec4(position, 1.0);
  vec3 transformed = vec3(dot(bendX, atRest), dot(bendY, atRest), dot(bendZ, atRest));`;

/** The bones of a skin on the graphics card. */
export class SkinBones {
  /** Per vertex: where its influences begin in their table, and how many there are. */
  readonly influenceRanges: BufferAttribute;
  readonly #rows: DataTexture;
  readonly #influences: DataTexture;

  constructor({ governorCount, governors, influenceOffsets, vertexCount, weights }: BlendModel) {
    this.#rows = new DataTexture(new Float32Array(governorCount * 12), 3, governorCount, RGBAFormat, FloatType);
    const height = Math.ceil(weights.length / TABLE_WIDTH);
    const table = new Float32Array(TABLE_WIDTH * height * 2);
    for (let i = 0; i < weights.length; i++) {
      table[i * 2] = governors[i];
      table[i * 2 + 1] = weights[i];
    }
    this.#influences = new DataTexture(table, TABLE_WIDTH, height, RGFormat, FloatType);
    this.#influences.needsUpdate = true;
    const ranges = new Float32Array(vertexCount * 2);
    for (let vertex = 0; vertex < vertexCount; vertex++) {
      ranges[vertex * 2] = influenceOffsets[vertex];
      ranges[vertex * 2 + 1] = influenceOffsets[vertex + 1] - influenceOffsets[vertex];
    }
    this.influenceRanges = new BufferAttribute(ranges, 2);
  }

  /** Takes over a pose, as the body has it: rows of 3 x 4 matrices, or points, which carry along and do not turn. */
  update(numbers: Float32Array): void {
    const rows = this.#rows.image.data as Float32Array;
    if (numbers.length === rows.length) rows.set(numbers);
    else for (let i = 0; i < numbers.length; i++) writeRow(rows, i * 4, i % 3, numbers[i]);
    this.#rows.needsUpdate = true;
  }

  /** Has the bones bend whatever is drawn with the material. */
  bend<Kind extends Material>(material: Kind): Kind {
    material.onBeforeCompile = (shader) => {
      shader.uniforms['boneRows'] = { value: this.#rows };
      shader.uniforms['influences'] = { value: this.#influences };
      shader.vertexShader = `${DECLARATIONS}${shader.vertexShader}`
        .replace('void main() {', 'void main() {\n  bend();')
        .replace('#include <beginnormal_vertex>', BENT_NORMAL)
        .replace('#include <begin_vertex>', BENT_POSITION);
    };
    return material;
  }

  dispose(): void {
    this.#rows.dispose();
    this.#influences.dispose();
  }
}

/** A row of the matrix that moves by a point: along one axis, and no turn. */
function writeRow(rows: Float32Array, at: number, axis: number, distance: number): void {
  rows.fill(0, at, at + 3);
  rows[at + axis] = 1;
  rows[at + 3] = distance;
}
