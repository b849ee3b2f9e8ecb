// Picks a skinned mesh as it is seen. What Pliant needs is marked with arrows; everything else is plain three.js.
import { ConeGeometry, Group, Mesh, MeshBasicMaterial, Raycaster, SkinnedMesh, TorusGeometry, Vector2 } from 'three';
import { acceleratedDeformRaycast, computeDeformTree } from 'pliant/three'; // ←
import { makeFigure, poseFigure } from '../figure/figure.js';
import { partOf } from '../figure/part-of.js';
import { makeStage, pointerOn } from '../figure/stage.js';

Mesh.prototype.computeDeformTree = computeDeformTree; // ←
SkinnedMesh.prototype.raycast = acceleratedDeformRaycast; // ← overrides what Mesh.prototype has

const COLORS = ['#ef476f', '#ffd166', '#06d6a0', '#118ab2', '#8338ec'];

const canvas = /** @type {HTMLCanvasElement} */ (document.querySelector('canvas'));
const answer = /** @type {HTMLElement} */ (document.querySelector('.answer'));
const { scene, camera, play } = makeStage(canvas);
camera.position.set(0.5, 1.5, 3.6);
camera.lookAt(0, 0.95, 0);

const figure = makeFigure();
figure.castShadow = figure.receiveShadow = true;
figure.frustumCulled = false;
const tree = figure.computeDeformTree(); // ← once; from now on, every raycast sees the present pose
scene.add(figure);

const ring = new Mesh(new TorusGeometry(0.03, 0.005, 8, 32), new MeshBasicMaterial({ color: '#1d3557' }));
ring.visible = false;
scene.add(ring);

const raycaster = new Raycaster();
raycaster.firstHitOnly = true; // ← the nearest hit alone, which is faster
const pointer = new Vector2(2, 2);
/** @type {import('pliant/three').Attachment[]} */
const pins = [];

canvas.addEventListener('pointermove', (event) => void pointerOn(event, pointer));
canvas.addEventListener('pointerdown', (event) => {
  pointerOn(event, pointer);
  const hit = pick();
  if (hit) pins.push(tree.attach(makePin(), hit)); // ← keeps the pin on the surface
});

play((seconds) => {
  dance(seconds);
  for (const pin of pins) pin.update(); // ←
  const hit = pick();
  ring.visible = hit !== undefined;
  if (hit) tree.attach(ring, hit).dispose(); // ← puts it there, and lets it go
});

/** What is under the pointer now. */
function pick() {
  raycaster.setFromCamera(pointer, camera);
  const [hit] = raycaster.intersectObject(figure);
  const { verticesPosed } = tree.statistics;
  const { count } = figure.geometry.attributes.position;
  answer.textContent = hit
    ? `${partOf(figure, hit)}, face ${hit.faceIndex}: ${verticesPosed} of ${count} vertices computed`
    : 'Nothing under the pointer';
  return hit;
}

/** @param {number} seconds */
function dance(seconds) {
  const beat = seconds * 2.2;
  poseFigure(figure, (name, { rotation }) => {
    const side = name.startsWith('left') ? 1 : -1;
    const swing = Math.sin(beat + (side > 0 ? 0 : Math.PI));
    if (name === 'hips') rotation.set(0, 0.25 * Math.sin(beat / 2), 0.06 * Math.sin(beat));
    if (name === 'belly' || name === 'chest') rotation.set(0, 0.15 * Math.sin(beat / 2), -0.08 * Math.sin(beat));
    if (name === 'head') rotation.set(0.12 * Math.sin(beat * 2), 0.2 * Math.sin(beat / 2), 0);
    if (name.endsWith('upper arm')) rotation.set(-0.3 * swing, 0, side * (1.1 + 0.5 * swing));
    if (name.endsWith('forearm')) rotation.set(-0.5, 0, side * (0.9 + 0.4 * swing));
    if (name.endsWith('thigh')) rotation.set(-0.25 - 0.2 * swing, 0, side * 0.08);
    if (name.endsWith('shin')) rotation.set(0.45 + 0.3 * swing, 0, 0);
  });
}

function makePin() {
  const pin = new Group();
  const color = COLORS[pins.length % COLORS.length];
  const cone = new Mesh(new ConeGeometry(0.022, 0.07, 16), new MeshBasicMaterial({ color, fog: false }));
  // An attached object has its z axis along the normal; the tip of a cone points along y.
  cone.rotation.x = -Math.PI / 2;
  cone.position.z = 0.035;
  pin.add(cone);
  scene.add(pin);
  return pin;
}
