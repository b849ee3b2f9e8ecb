/** The ground below an animal or another model: a disc that fades out. */
import { CircleGeometry, Color, Mesh, ShaderMaterial } from 'three';
import type { Extent } from '../model/model-extent.js';
import { GROUND } from './colors.js';

const RADIUS = 0.62;

const VERTEX_SHADER = `
varying vec2 place;
void main() {
  place = uv * 2.0 - 1.0;
  gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
}`;

const FRAGMENT_SHADER = `
uniform vec3 color;
varying vec2 place;
void main() {
  gl_FragColor = vec4(color, 0.75 * (1.0 - smoothstep(0.1, 1.0, length(place))));
  #include <colorspace_fragment>
}`;

/** Draws the ground, seen from above alone. */
export class GroundView {
  readonly object: Mesh<CircleGeometry, ShaderMaterial>;

  constructor() {
    this.object = new Mesh(
      new CircleGeometry(RADIUS, 64),
      new ShaderMaterial({
        uniforms: { color: { value: new Color(GROUND) } },
        vertexShader: VERTEX_SHADER,
        fragmentShader: FRAGMENT_SHADER,
        transparent: true,
        depthWrite: false,
      }),
    );
    this.object.rotation.x = -Math.PI / 2;
    this.object.position.x = -0.08;
    this.object.renderOrder = -1;
  }

  /** Moves and sizes the ground to be below something. */
  placeBelow({ low, high }: Extent): void {
    const reach = Math.hypot(high[0] - low[0], high[2] - low[2]);
    this.object.position.set((low[0] + high[0]) / 2, low[1], (low[2] + high[2]) / 2);
    this.object.scale.setScalar(Math.max(0.9 * reach, 0.4 * (high[1] - low[1])) / RADIUS);
  }

  dispose(): void {
    this.object.geometry.dispose();
    this.object.material.dispose();
  }
}
