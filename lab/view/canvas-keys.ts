/** Keys that turn the view and pick, while the canvas has the focus: for those who use no mouse. */
import type { Stage } from './stage.js';

/** How far a key turns, in radians, and comes nearer. */
const TURN = 0.12;
const NEARER = 0.85;

/** For each key: turns to the right and upwards, and a factor for the distance. */
const TURNS: Readonly<Record<string, readonly [right: number, up: number, distance: number]>> = {
  ArrowLeft: [-TURN, 0, 1],
  ArrowRight: [TURN, 0, 1],
  ArrowUp: [0, TURN, 1],
  ArrowDown: [0, -TURN, 1],
  '+': [0, 0, NEARER],
  '=': [0, 0, NEARER],
  '-': [0, 0, 1 / NEARER],
};

/** Listens to the canvas. Enter clicks in the middle of the picture. */
export function connectCanvasKeys(canvas: HTMLCanvasElement, stage: Stage): void {
  canvas.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    // A click gives it the focus too, but whoever clicks has a mouse to turn with.
    if (!canvas.matches(':focus-visible')) return;
    const turn = TURNS[event.key];
    if (turn === undefined && event.key !== 'Enter') return;
    // The same keys step from frame to frame elsewhere.
    event.preventDefault();
    if (turn === undefined) stage.tapMiddle();
    else stage.turn(...turn);
  });
}
