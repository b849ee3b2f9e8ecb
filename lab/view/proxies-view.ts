/** The contact proxies of the pile as spheres, bright where they touch. */
import { Color, IcosahedronGeometry, InstancedMesh, Matrix4, ShaderMaterial } from 'three';
import type { PileScene } from '../../scenes/pile.js';
import { BODIES, PROXY_TOUCHING } from './colors.js';

/** Up to so many spheres are drawn round; more of them are small anyway. */
const MOST_ROUND = 3000;
/** Share of the bright colour in that of a proxy that touches: the body that it belongs to is still told by the rest. */
const TOUCHING_SHARE = 0.88;

const VERTEX_SHADER = `
varying vec3 normalInView;
varying vec3 towardsEye;
varying vec3 tint;
void main() {
  vec4 inView = modelViewMatrix * instanceMatrix * vec4(position, 1.0);
  // The sphere around the origin is its own normal; instances are scaled alike in all directions.
  normalInView = mat3(modelViewMatrix) * position;
  towardsEye = -inView.xyz;
  tint = instanceColor;
  gl_Position = projectionMatrix * inView;
}`;

/** Solid with a soft light from the eye and above, or clear as a soap bubble. */
const FRAGMENT_SHADER = `
uniform float clear;
varying vec3 normalInView;
varying vec3 towardsEye;
varying vec3 tint;
void main() {
  vec3 normal = normalize(normalInView);
  float facing = abs(dot(normal, normalize(towardsEye)));
  float light = 0.35 + 0.4 * facing + 0.3 * max(0.0, normal.y);
  gl_FragColor = vec4(tint * mix(light, 1.2, clear), mix(1.0, 0.5 * pow(1.0 - facing, 2.5), clear));
  #include <colorspace_fragment>
}`;

/** Draws all proxies of all bodies. */
export class ProxiesView {
  readonly object: InstancedMesh<IcosahedronGeometry, ShaderMaterial>;
  readonly #quiet = BODIES.map((color) => new Color(color));
  readonly #touching = BODIES.map((color) => new Color(color).lerp(new Color(PROXY_TOUCHING), TOUCHING_SHARE));
  readonly #isTouching: Uint8Array;

  constructor({ bodies, proxies }: PileScene) {
    const count = bodies.length * proxies.proxyCount;
    this.#isTouching = new Uint8Array(count);
    this.object = new InstancedMesh(
      new IcosahedronGeometry(1, count <= MOST_ROUND ? 3 : 1),
      new ShaderMaterial({
        uniforms: { clear: { value: 0 } },
        vertexShader: VERTEX_SHADER,
        fragmentShader: FRAGMENT_SHADER,
      }),
      count,
    );
    this.object.frustumCulled = false;
    this.object.visible = false;
  }

  /** Proxies that are drawn as touching. */
  get touchingCount(): number {
    return this.object.visible ? this.#isTouching.reduce((sum, isTouching) => sum + isTouching, 0) : 0;
  }

  /** Makes the spheres clear, so that what is inside is seen, or solid. */
  setClear(isClear: boolean): void {
    const { material } = this.object;
    material.uniforms['clear'].value = isClear ? 1 : 0;
    material.transparent = isClear;
    material.depthWrite = !isClear;
  }

  /** Takes over where the proxies are and which of them touch. */
  update(scene: PileScene): void {
    this.#markTouching(scene);
    const sphere = new Float64Array(4);
    const matrix = new Matrix4();
    const { proxyCount } = scene.proxies;
    scene.bodies.forEach((body, i) => {
      for (let proxy = 0; proxy < proxyCount; proxy++) {
        const place = i * proxyCount + proxy;
        const colors = this.#isTouching[place] === 1 ? this.#touching : this.#quiet;
        body.readProxy(proxy, sphere);
        const [x, y, z, radius] = sphere;
        this.object.setMatrixAt(place, matrix.makeScale(radius, radius, radius).setPosition(x, y, z));
        this.object.setColorAt(place, colors[i % colors.length]);
      }
    });
    this.object.instanceMatrix.needsUpdate = true;
    if (this.object.instanceColor !== null) this.object.instanceColor.needsUpdate = true;
  }

  dispose(): void {
    this.object.geometry.dispose();
    this.object.material.dispose();
    this.object.dispose();
  }

  #markTouching({ bodies, contacts, proxies, world }: PileScene): void {
    const { contactRanges, count, ids } = world.touching;
    this.#isTouching.fill(0);
    for (let pair = 0; pair < count; pair++) {
      const first = contactRanges[pair * 2];
      for (let contact = first; contact < first + contactRanges[pair * 2 + 1]; contact++) {
        for (let side = 0; side < 2; side++) {
          const body = ids[pair * 2 + side];
          // Higher numbers are the sides of the bin, which have no proxies.
          if (body < bodies.length)
            this.#isTouching[body * proxies.proxyCount + contacts.pairs[contact * 2 + side]] = 1;
        }
      }
    }
  }
}
