/** Puts the page together. */
import { provideHook } from './hook.js';
import { Lab } from './lab.js';
import { linkToAddressBar, readLink } from './model/deep-link.js';
import { STATE_DEFAULTS } from './model/state.js';
import { createStore } from './model/store.js';
import { connectControls } from './ui/controls.js';
import type { Actions } from './ui/controls.js';
import { connectDropZone } from './ui/drop-zone.js';
import { elementById } from './ui/elements.js';
import { connectKeyboard } from './ui/keyboard.js';
import { ModelChooser } from './ui/model-chooser.js';
import { Notices } from './ui/notices.js';
import { connectCanvasKeys } from './view/canvas-keys.js';
import { enableBallDrag } from './view/drag-ball.js';
import { Stage } from './view/stage.js';
import { findWebGl } from './view/webgl.js';

const prefersRest = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
const store = createStore(readLink(location.hash, { ...STATE_DEFAULTS, playing: !prefersRest }));
const notices = new Notices();
const lab = new Lab(store, notices);
lab.start();

const canvas = elementById('canvas', HTMLCanvasElement);
const context = findWebGl(canvas);
notices.showNoWebGl(context === undefined);
// A graphics driver that starts anew takes the picture with it for a while.
canvas.addEventListener('webglcontextlost', () => notices.showNoWebGl(true));
canvas.addEventListener('webglcontextrestored', () => notices.showNoWebGl(false));
const stage = context && new Stage(canvas, context, lab.requestDraw);
lab.stage = stage;
if (stage !== undefined) {
  enableBallDrag(canvas, stage, () => lab.drag);
  connectCanvasKeys(canvas, stage);
}

const chooser = new ModelChooser(store, (files) => lab.openFiles(files));
lab.chooser = chooser;
connectDropZone((files) => lab.openFiles(files));

const actions: Actions = {
  step: (frames) => lab.step(frames),
  resetView: () => lab.resetView(),
  openFile: () => chooser.open(),
  nextFinding: (by) => lab.nextFinding(by),
  showHelp: () => elementById('help', HTMLDialogElement).showModal(),
};
connectControls(store, actions);
connectKeyboard(store, actions, () => lab.drag);
linkToAddressBar(store);
provideHook(() => lab.snapshot());
