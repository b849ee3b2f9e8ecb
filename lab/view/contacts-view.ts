/** Where proxies of the pile touch: a dot in the middle of what each two have in common. */
import { BufferAttribute, BufferGeometry, Color, DynamicDrawUsage, Points, ShaderMaterial } from 'three';
import { CONTACT } from 'pliant';
import type { PileScene } from '../../scenes/pile.js';
import { CONTACT_DOT } from './colors.js';

/** Diameter of a dot, in CSS pixels. */
const SIZE = 3.2;

const VERTEX_SHADER = `
uniform float size;
void main() {
  gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
  gl_PointSize = size;
}`;

const FRAGMENT_SHADER = `
uniform vec3 color;
void main() {
  float distance = length(gl_PointCoord - 0.5);
  gl_FragColor = vec4(color, 0.6 * (1.0 - smoothstep(0.25, 0.5, distance)));
  #include <colorspace_fragment>
}`;

/** Draws contacts, also those that lie behind a body: the point is where they are. */
export class ContactsView {
  readonly object: Points<BufferGeometry, ShaderMaterial>;
  readonly #positions: BufferAttribute;

  constructor({ contacts }: PileScene) {
    const capacity = contacts.pairs.length / 2;
    this.#positions = new BufferAttribute(new Float32Array(capacity * 3), 3).setUsage(DynamicDrawUsage);
    this.object = new Points(
      new BufferGeometry().setAttribute('position', this.#positions),
      new ShaderMaterial({
        uniforms: { color: { value: new Color(CONTACT_DOT) }, size: { value: SIZE } },
        vertexShader: VERTEX_SHADER,
        fragmentShader: FRAGMENT_SHADER,
        transparent: true,
        depthTest: false,
        depthWrite: false,
      }),
    );
    this.object.frustumCulled = false;
    this.object.renderOrder = 1;
  }

  /** Dots that are drawn. */
  get drawnCount(): number {
    return this.object.visible ? this.object.geometry.drawRange.count : 0;
  }

  /** Takes over the contacts of a step. */
  update({ contacts }: PileScene): void {
    const { count, numbers } = contacts;
    for (let contact = 0; contact < count; contact++) {
      const at = contact * CONTACT.stride;
      const center = at + CONTACT.centerA;
      const normal = at + CONTACT.normal;
      const along = numbers[at + CONTACT.radiusA] - numbers[at + CONTACT.depth] / 2;
      this.#positions.setXYZ(
        contact,
        numbers[center] + along * numbers[normal],
        numbers[center + 1] + along * numbers[normal + 1],
        numbers[center + 2] + along * numbers[normal + 2],
      );
    }
    this.#positions.clearUpdateRanges();
    this.#positions.addUpdateRange(0, count * 3);
    this.#positions.needsUpdate = true;
    this.object.geometry.setDrawRange(0, count);
    this.object.material.uniforms['size'].value = SIZE * window.devicePixelRatio;
  }

  dispose(): void {
    this.object.geometry.dispose();
    this.object.material.dispose();
  }
}
