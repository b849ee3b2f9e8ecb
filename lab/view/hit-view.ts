/** What the pointer is on: the triangle, outlined, and a ring around the point; and a dot that was pinned to the surface. */
import { BufferAttribute, BufferGeometry, Color, DoubleSide, DynamicDrawUsage, Group, LineLoop } from 'three';
import { LineBasicMaterial, Mesh, MeshBasicMaterial, Points, ShaderMaterial } from 'three';
import type { Vector3 } from 'three';
import { RAY, TOUCH, TOUCH_EDGES } from './colors.js';

/** Diameters in CSS pixels. */
const RING_SIZE = 22;
const PIN_SIZE = 16;
const OVER_ALL = { transparent: true, depthTest: false, depthWrite: false } as const;

const VERTEX_SHADER = `
uniform float size, scale;
void main() {
  gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
  gl_PointSize = size * scale;
}`;

const RING_SHADER = `
uniform vec3 color;
void main() {
  float distance = length(gl_PointCoord - 0.5) * 2.0;
  gl_FragColor = vec4(color, smoothstep(0.72, 0.8, distance) * (1.0 - smoothstep(0.88, 0.98, distance)));
  #include <colorspace_fragment>
}`;

const PIN_SHADER = `
uniform vec3 color;
void main() {
  float distance = length(gl_PointCoord - 0.5) * 2.0;
  float rim = smoothstep(0.6, 0.7, distance);
  gl_FragColor = vec4(mix(color, vec3(0.04), rim), 1.0 - smoothstep(0.86, 0.98, distance));
  #include <colorspace_fragment>
}`;

/** Draws a hit and a pin. */
export class HitView {
  readonly object = new Group();
  /** Where the pin is; invisible while nothing is pinned. */
  readonly pin = createPin(TOUCH);
  readonly #corners = new BufferAttribute(new Float32Array(9), 3).setUsage(DynamicDrawUsage);
  readonly #fill: Mesh<BufferGeometry, MeshBasicMaterial>;
  readonly #outline: LineLoop<BufferGeometry, LineBasicMaterial>;
  readonly #ring = createDot(RING_SIZE, RING_SHADER, RAY);

  constructor() {
    const geometry = new BufferGeometry().setAttribute('position', this.#corners);
    const fill = new MeshBasicMaterial({ color: TOUCH, side: DoubleSide, opacity: 0.9, ...OVER_ALL });
    this.#fill = new Mesh(geometry, fill);
    this.#outline = new LineLoop(geometry, new LineBasicMaterial({ color: TOUCH_EDGES, ...OVER_ALL }));
    [this.#fill, this.#outline, this.#ring, this.pin].forEach((part, i) => {
      part.frustumCulled = false;
      part.renderOrder = 7 + i;
      part.visible = false;
      this.object.add(part);
    });
  }

  /** Shows a point and the corners of the triangle that it is in, in the world; nothing for undefined. */
  update(hit: { readonly point: Vector3; readonly corners: readonly Vector3[] } | undefined): void {
    for (const part of [this.#fill, this.#outline, this.#ring]) part.visible = hit !== undefined;
    for (const { material } of [this.#ring, this.pin]) {
      material.uniforms['scale'].value = window.devicePixelRatio;
    }
    if (hit === undefined) return;
    hit.corners.forEach(({ x, y, z }, i) => this.#corners.setXYZ(i, x, y, z));
    this.#corners.needsUpdate = true;
    this.#ring.position.copy(hit.point);
  }

  dispose(): void {
    for (const part of [this.#fill, this.#outline, this.#ring, this.pin]) {
      part.geometry.dispose();
      part.material.dispose();
    }
  }
}

/** A dot with a dark rim, as large from near as from afar. */
export function createPin(color: number): ReturnType<typeof createDot> {
  return createDot(PIN_SIZE, PIN_SHADER, color);
}

function createDot(size: number, fragmentShader: string, color: number): Points<BufferGeometry, ShaderMaterial> {
  return new Points(
    new BufferGeometry().setAttribute('position', new BufferAttribute(new Float32Array(3), 3)),
    new ShaderMaterial({
      uniforms: { color: { value: new Color(color) }, size: { value: size }, scale: { value: 1 } },
      vertexShader: VERTEX_SHADER,
      fragmentShader,
      ...OVER_ALL,
    }),
  );
}
