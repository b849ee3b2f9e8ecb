/** The ball, clear as a soap bubble so that what it touches is seen through it, and the dots of its flight. */
import { BufferAttribute, BufferGeometry, Color, Group, Mesh, Points, ShaderMaterial, SphereGeometry } from 'three';
import { BALL, BALL_TOUCHING, FLIGHT } from './colors.js';

const VERTEX_SHADER = `
varying vec3 normalInView;
varying vec3 towardsEye;
void main() {
  vec4 inView = modelViewMatrix * vec4(position, 1.0);
  normalInView = normalMatrix * normal;
  towardsEye = -inView.xyz;
  gl_Position = projectionMatrix * inView;
}`;

const FRAGMENT_SHADER = `
uniform vec3 color;
varying vec3 normalInView;
varying vec3 towardsEye;
void main() {
  float facing = abs(dot(normalize(normalInView), normalize(towardsEye)));
  gl_FragColor = vec4(color, mix(0.95, 0.1, smoothstep(0.0, 0.75, facing)));
  #include <colorspace_fragment>
}`;

/** Diameter of a dot of the flight, in CSS pixels. */
const DOT_SIZE = 3.4;

const DOT_VERTEX_SHADER = `
uniform float size;
void main() {
  gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
  gl_PointSize = size;
}`;

const DOT_FRAGMENT_SHADER = `
uniform vec3 color;
void main() {
  float distance = length(gl_PointCoord - 0.5);
  gl_FragColor = vec4(color, 0.8 * (1.0 - smoothstep(0.3, 0.5, distance)));
  #include <colorspace_fragment>
}`;

/** Draws the ball and its flight. */
export class BallView {
  readonly object = new Group();
  readonly #ball: Mesh<SphereGeometry, ShaderMaterial>;
  readonly #flight: Points<BufferGeometry, ShaderMaterial>;
  readonly #color = new Color(BALL);

  constructor() {
    this.#ball = new Mesh(
      new SphereGeometry(1, 48, 32),
      new ShaderMaterial({
        uniforms: { color: { value: this.#color } },
        vertexShader: VERTEX_SHADER,
        fragmentShader: FRAGMENT_SHADER,
        transparent: true,
        depthWrite: false,
      }),
    );
    this.#ball.renderOrder = 1;
    this.#flight = new Points(
      new BufferGeometry(),
      new ShaderMaterial({
        uniforms: { color: { value: new Color(FLIGHT) }, size: { value: DOT_SIZE } },
        vertexShader: DOT_VERTEX_SHADER,
        fragmentShader: DOT_FRAGMENT_SHADER,
        transparent: true,
        depthWrite: false,
      }),
    );
    this.#flight.frustumCulled = false;
    this.object.add(this.#ball, this.#flight);
  }

  /** Places the ball. */
  update(center: Float64Array, radius: number, isTouching: boolean): void {
    this.#ball.position.set(center[0], center[1], center[2]);
    this.#ball.scale.setScalar(radius);
    this.#color.set(isTouching ? BALL_TOUCHING : BALL);
    this.#flight.material.uniforms['size'].value = DOT_SIZE * window.devicePixelRatio;
  }

  /** Shows where the ball is in each frame; an empty list for a ball that is moved by hand. */
  showFlight(centers: readonly Float64Array[]): void {
    const points = new Float32Array(centers.length * 3);
    centers.forEach((center, i) => points.set(center, i * 3));
    this.#flight.geometry.dispose();
    this.#flight.geometry = new BufferGeometry().setAttribute('position', new BufferAttribute(points, 3));
    this.#flight.visible = centers.length > 0;
  }

  dispose(): void {
    for (const part of [this.#ball, this.#flight]) {
      part.geometry.dispose();
      part.material.dispose();
    }
  }
}
