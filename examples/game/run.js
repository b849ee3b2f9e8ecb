// How the character runs: to and fro in front of the camera, its limbs swinging. In a page of yours, an AnimationMixer does this.
import { poseFigure } from '../figure/figure.js';

/** Half the length of the track in metres, and seconds from one end to the other. */
const REACH = 1.7;
const LAP = 2.4;
const STEPS_PER_SECOND = 1.6;

/** @param {import('three').SkinnedMesh} figure @param {number} seconds */
export function run(figure, seconds) {
  const turn = (Math.PI * seconds) / LAP;
  const stride = 2 * Math.PI * STEPS_PER_SECOND * seconds;
  figure.position.set(REACH * Math.sin(turn), 0.03 + 0.05 * Math.abs(Math.sin(stride)), 0.5 * Math.cos(turn));
  // It looks where it goes: along the ellipse that it runs on.
  figure.rotation.y = Math.atan2(REACH * Math.cos(turn), -0.5 * Math.sin(turn));
  poseFigure(figure, (name, { rotation }) => {
    const side = name.startsWith('left') ? 1 : -1;
    const swing = Math.sin(stride) * side;
    if (name === 'hips') rotation.set(0.12, 0.12 * Math.sin(stride), 0);
    if (name === 'chest') rotation.set(0.12, -0.25 * Math.sin(stride), 0);
    if (name === 'head') rotation.set(-0.15, 0.1 * Math.sin(stride), 0);
    if (name.endsWith('upper arm')) rotation.set(0.9 * swing, 0, 0.12 * side);
    if (name.endsWith('forearm')) rotation.set(-1.3 - 0.3 * swing, 0, 0);
    if (name.endsWith('thigh')) rotation.set(-0.3 - 0.8 * swing, 0, 0);
    if (name.endsWith('shin')) rotation.set(0.75 + 0.65 * Math.cos(stride + (side > 0 ? 0 : Math.PI)), 0, 0);
    if (name.endsWith('foot')) rotation.set(0.25 * swing, 0, 0);
  });
}
