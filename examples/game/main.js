// A game: hit a character while it runs. Shots are rays against the pose of the moment; splashes stay where they hit.
import { CircleGeometry, Mesh, MeshBasicMaterial, Raycaster, SkinnedMesh, Vector2 } from 'three';
import { acceleratedDeformRaycast, computeDeformTree } from 'pliant/three';
import { makeFigure } from '../figure/figure.js';
import { partOf } from '../figure/part-of.js';
import { makeStage, pointerOn } from '../figure/stage.js';
import { run } from './run.js';

Mesh.prototype.computeDeformTree = computeDeformTree;
SkinnedMesh.prototype.raycast = acceleratedDeformRaycast;

const ROUND_SECONDS = 30;
const POINTS = /** @type {const} */ ({ head: 10, hand: 8, foot: 6, forearm: 5, shin: 4, 'upper arm': 4, thigh: 3 });
const POINTS_OF_THE_TRUNK = 2;
const MOST_SPLASHES = 60;
/** Drawn over the face that it lies on, though both are in one plane. */
const OVER = { polygonOffset: true, polygonOffsetFactor: -4, polygonOffsetUnits: -4 };
const COLORS = ['#ef476f', '#ffd166', '#06d6a0', '#118ab2', '#8338ec'];

const canvas = /** @type {HTMLCanvasElement} */ (document.querySelector('canvas'));
const again = /** @type {HTMLButtonElement} */ (document.querySelector('button'));
const { scene, camera, play } = makeStage(canvas);
camera.position.set(0, 1.35, 4.6);
camera.lookAt(0, 0.55, 0);

const runner = makeFigure();
runner.castShadow = runner.receiveShadow = true;
// The sphere that three.js culls by is that of the first pose.
runner.frustumCulled = false;
const tree = runner.computeDeformTree();
scene.add(runner);

const raycaster = new Raycaster();
raycaster.firstHitOnly = true;
const pointer = new Vector2();
/** @type {import('pliant/three').Attachment[]} */
const splashes = [];
const round = { score: 0, hits: 0, shots: 0, endsAt: Infinity, isOver: false };

canvas.addEventListener('pointerdown', (event) => {
  if (round.isOver) return;
  pointerOn(event, pointer);
  shoot();
});
again.addEventListener('click', () => {
  Object.assign(round, { score: 0, hits: 0, shots: 0, endsAt: Infinity, isOver: false });
  for (const splash of splashes.splice(0)) removeSplash(splash);
  say('Go!');
});

play((seconds) => {
  round.endsAt = Math.min(round.endsAt, seconds + ROUND_SECONDS);
  const left = Math.max(0, Math.ceil(round.endsAt - seconds));
  if (left === 0 && !round.isOver) say(`Time is up: ${round.score} points`);
  round.isOver = left === 0;
  run(runner, seconds);
  for (const splash of splashes) splash.update();
  show('#score', `${round.score}`);
  show('#hits', `${round.hits} of ${round.shots}`);
  show('#seconds', `${left}`);
  again.hidden = !round.isOver;
});

function shoot() {
  round.shots++;
  raycaster.setFromCamera(pointer, camera);
  const [hit] = raycaster.intersectObject(runner);
  if (!hit) {
    say('Missed');
    return;
  }
  const part = partOf(runner, hit);
  const [, points] = Object.entries(POINTS).find(([name]) => part.endsWith(name)) ?? ['', POINTS_OF_THE_TRUNK];
  round.hits++;
  round.score += points;
  say(`${part}: ${points} points`);
  splashes.push(tree.attach(makeSplash(), hit));
  if (splashes.length > MOST_SPLASHES) removeSplash(splashes.shift());
}

function makeSplash() {
  const geometry = new CircleGeometry(0.035 + 0.02 * Math.random(), 24);
  const color = COLORS[round.hits % COLORS.length];
  const material = new MeshBasicMaterial({ color, fog: false, ...OVER });
  const splash = new Mesh(geometry, material);
  scene.add(splash);
  return splash;
}

/** @param {import('pliant/three').Attachment | undefined} splash */
function removeSplash(splash) {
  splash?.dispose();
  splash?.object.removeFromParent();
}

/** @param {string} text */
function say(text) {
  show('.answer', text);
}

/** @param {string} selector @param {string} text */
function show(selector, text) {
  const element = document.querySelector(selector);
  if (element && element.textContent !== text) element.textContent = text;
}
