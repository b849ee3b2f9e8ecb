/** The ray, up to where it hits, and a ring there; and beyond, fading, if it hits nothing. */
import {
  BufferAttribute,
  BufferGeometry,
  Color,
  DynamicDrawUsage,
  Group,
  LineSegments,
  Points,
  ShaderMaterial,
} from 'three';
import type { Question } from '../model/question.js';
import { RAY } from './colors.js';

/** Diameter of the ring, in CSS pixels. */
const RING_SIZE = 22;
/** How far a ray is drawn that hits nothing, in metres. */
const FAR = 1.2;

const LINE_VERTEX_SHADER = `
attribute float strength;
varying float opacity;
void main() {
  opacity = strength;
  gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
}`;

const LINE_FRAGMENT_SHADER = `
uniform vec3 color;
varying float opacity;
void main() {
  gl_FragColor = vec4(color, opacity);
  #include <colorspace_fragment>
}`;

const RING_VERTEX_SHADER = `
uniform float size;
void main() {
  gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
  gl_PointSize = size;
}`;

const RING_FRAGMENT_SHADER = `
uniform vec3 color;
void main() {
  float distance = length(gl_PointCoord - 0.5) * 2.0;
  float ring = smoothstep(0.72, 0.8, distance) * (1.0 - smoothstep(0.88, 0.98, distance));
  gl_FragColor = vec4(color, ring);
  #include <colorspace_fragment>
}`;

/** Draws one ray. */
export class RayView {
  readonly object = new Group();
  readonly #ends = new BufferAttribute(new Float32Array(6), 3).setUsage(DynamicDrawUsage);
  readonly #strengths = new BufferAttribute(Float32Array.of(0.15, 1), 1).setUsage(DynamicDrawUsage);
  readonly #hit = new BufferAttribute(new Float32Array(3), 3).setUsage(DynamicDrawUsage);
  readonly #line: LineSegments<BufferGeometry, ShaderMaterial>;
  readonly #ring: Points<BufferGeometry, ShaderMaterial>;

  constructor() {
    const color = { value: new Color(RAY) };
    const look = { transparent: true, depthWrite: false } as const;
    this.#line = new LineSegments(
      new BufferGeometry().setAttribute('position', this.#ends).setAttribute('strength', this.#strengths),
      new ShaderMaterial({
        uniforms: { color },
        vertexShader: LINE_VERTEX_SHADER,
        fragmentShader: LINE_FRAGMENT_SHADER,
        ...look,
      }),
    );
    this.#ring = new Points(
      new BufferGeometry().setAttribute('position', this.#hit),
      new ShaderMaterial({
        uniforms: { color, size: { value: RING_SIZE } },
        vertexShader: RING_VERTEX_SHADER,
        fragmentShader: RING_FRAGMENT_SHADER,
        ...look,
        depthTest: false,
      }),
    );
    this.#ring.renderOrder = 4;
    for (const part of [this.#line, this.#ring]) {
      part.frustumCulled = false;
      this.object.add(part);
    }
  }

  /** Shows the ray of a question and where it hits; a ray from the eye is seen as a point, so it has no line. */
  update(question: Question, parameter: number, isFromEye: boolean): void {
    this.object.visible = question.probe === 'ray';
    if (question.probe !== 'ray') return;
    const { direction, origin } = question;
    const isHit = parameter < Infinity;
    const along = isHit ? parameter : FAR;
    origin.forEach((coordinate, axis) => {
      this.#ends.array[axis] = coordinate;
      this.#ends.array[axis + 3] = this.#hit.array[axis] = coordinate + along * direction[axis];
    });
    this.#strengths.setX(1, isHit ? 1 : 0);
    for (const attribute of [this.#ends, this.#strengths, this.#hit]) attribute.needsUpdate = true;
    this.#line.visible = !isFromEye;
    this.#ring.visible = isHit;
    this.#ring.material.uniforms['size'].value = RING_SIZE * window.devicePixelRatio;
  }

  dispose(): void {
    for (const part of [this.#line, this.#ring]) {
      part.geometry.dispose();
      part.material.dispose();
    }
  }
}
