/** Keys that work everywhere on the page, except where the focused control needs them itself. */
import { roundPoint } from '../model/deep-link.js';
import { CLOTH_MOTIONS, FILMS, LOOKS, MOTIONS, PAIR_LOOKS, PROBES, REGION_LOOKS } from '../model/state.js';
import type { Store } from '../model/store.js';
import type { DragTarget } from '../view/drag-ball.js';
import { changeLevel } from './controls.js';
import type { Actions } from './controls.js';

/** How far, in metres, a key moves the ball. */
const NUDGE = 0.01;

/** Which way a key moves the ball while Shift is held. */
const NUDGES: Readonly<Record<string, readonly [x: number, y: number, z: number]>> = {
  ArrowLeft: [-NUDGE, 0, 0],
  ArrowRight: [NUDGE, 0, 0],
  ArrowUp: [0, NUDGE, 0],
  ArrowDown: [0, -NUDGE, 0],
  PageUp: [0, 0, -NUDGE],
  PageDown: [0, 0, NUDGE],
};

/** Connects the keys; `ball` gives the one that can be moved, if there is one. */
export function connectKeyboard(store: Store, actions: Actions, ball: () => DragTarget | undefined): void {
  const keys: Readonly<Record<string, () => void>> = {
    ' ': () => store.set({ playing: !store.state.playing }),
    ArrowLeft: () => actions.step(-1),
    ArrowRight: () => actions.step(1),
    ',': () => actions.step(-1),
    '.': () => actions.step(1),
    Home: () => store.set({ frame: 0 }),
    '1': () => store.set({ scene: 'model', frame: 0 }),
    '2': () => store.set({ scene: 'curtain', frame: 0 }),
    '3': () => store.set({ scene: 'pile', frame: 0 }),
    '4': () => store.set({ scene: 'surface', frame: 0 }),
    '5': () => store.set({ scene: 'time', frame: 0, firstTouch: false }),
    '[': () => changeLevel(store, -1),
    ']': () => changeLevel(store, 1),
    r: actions.resetView,
    f: () => store.set({ follow: !store.state.follow }),
    p: () => store.set({ look: next(LOOKS, store.state.look) }),
    w: () => store.set({ wireframe: !store.state.wireframe }),
    m: () => {
      const { clothMotion, film, motion, scene, subject } = store.state;
      if (scene === 'time') {
        store.set({ film: next(FILMS, film), frame: 0, firstTouch: false });
        return;
      }
      const isCloth = subject === 'cloth';
      store.set({
        ...(isCloth ? { clothMotion: next(CLOTH_MOTIONS, clothMotion) } : { motion: next(MOTIONS, motion) }),
        frame: 0,
      });
    },
    b: () => store.set({ probe: next(PROBES, store.state.probe) }),
    h: () => store.set({ patches: !store.state.patches }),
    c: () => {
      const { live, scene, selfCollisions } = store.state;
      store.set(scene === 'model' ? { live: !live } : { selfCollisions: !selfCollisions });
    },
    g: () => store.set({ regions: next(REGION_LOOKS, store.state.regions) }),
    l: () => {
      const { borders, pairLook, scene } = store.state;
      store.set(scene === 'time' ? { pairLook: next(PAIR_LOOKS, pairLook) } : { borders: !borders });
    },
    x: () => store.set({ seeThrough: !store.state.seeThrough }),
    k: () => store.set({ known: !store.state.known }),
    n: () => actions.nextFinding(1),
    o: actions.openFile,
    '?': actions.showHelp,
  };

  const nudge = (key: string): boolean => {
    const by = NUDGES[key];
    const target = ball();
    if (by === undefined || target === undefined) return false;
    const { center } = target;
    target.moveTo(roundPoint(center[0] + by[0], center[1] + by[1], center[2] + by[2]));
    return true;
  };

  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (document.querySelector('dialog[open]') !== null || isOwnKey(event.target, event.key)) return;
    if (event.shiftKey && nudge(event.key)) {
      event.preventDefault();
      return;
    }
    const action = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (action === undefined || (event.shiftKey && event.key.startsWith('Arrow'))) return;
    // Space would scroll the page.
    event.preventDefault();
    action();
  });
}

function next<Value>(values: readonly Value[], value: Value): Value {
  return values[(values.indexOf(value) + 1) % values.length];
}

/** Whether the focused control does something of its own with a key. */
function isOwnKey(target: EventTarget | null, key: string): boolean {
  if (target instanceof HTMLButtonElement) return key === ' ';
  if (target instanceof HTMLSelectElement) return true;
  if (!(target instanceof HTMLInputElement)) return false;
  return /^(Arrow|Page|Home)/.test(key) || (target.type === 'checkbox' && key === ' ');
}
