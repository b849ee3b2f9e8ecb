/** The ground below the animal: a disc that fades out. */
import { CircleGeometry, Color, Mesh, ShaderMaterial } from 'three';
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

  dispose(): void {
    this.object.geometry.dispose();
    this.object.material.dispose();
  }
}
