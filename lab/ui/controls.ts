/** Buttons, sliders and switches: they write the store, and show what it holds whoever wrote it. */
import {
  ANIMAL_SIZES,
  ARITIES,
  BACKENDS,
  BALL_SIZES,
  BODY_COUNTS,
  BOUNDS,
  CLOTH_LEVELS,
  CLOTH_MOTIONS,
  FILMS,
  FINENESSES,
  FLIGHTS,
  FRAMES_PER_KEY,
  LEAF_SIZES,
  LOOKS,
  MORPHS,
  MOTIONS,
  NO_LEVEL,
  PAIR_LOOKS,
  PROBES,
  PROXY_LEVELS,
  REGION_LOOKS,
  SCENES,
  SIZES,
  SPEEDS,
  STRATEGIES,
  SUBJECTS,
  TREE_LOOKS,
} from '../model/state.js';
import type { LabState } from '../model/state.js';
import type { Store } from '../model/store.js';
import { elementById } from './elements.js';
import { showSubject } from './scenes.js';

/** What the buttons do that is no choice. */
export interface Actions {
  /** Moves by so many frames and stays there. */
  readonly step: (frames: number) => void;
  readonly resetView: () => void;
  readonly showHelp: () => void;
  /** Asks for a file to open as a model. */
  readonly openFile: () => void;
  /** Goes to the finding of the model's audit that is so many after the present one. */
  readonly nextFinding: (by: number) => void;
}

const STRATEGY_HINTS: Record<LabState['strategy'], string> = {
  lazy: 'A bound is computed when the search first looks at it, a vertex when its triangle is tested.',
  adaptive: 'Lazy, until that has cost about as much as a refit would.',
  refit: 'All vertices and all boxes are computed in every frame, then they are searched.',
};

const FLIGHT_HINTS: Record<LabState['flight'], string> = {
  glide: 'It wanders over the cloth and touches about 17 triangles in every frame. Drag it to take over.',
  pass: 'It is thrown at 8 m/s, through the cloth in a frame or two. Drag it to take over.',
  hand: 'Drag it: over the cloth it rolls along it. Let go, and the cloth swings through it.',
};

const PROBE_HINTS: Record<LabState['probe'], string> = {
  ray: 'Point at the surface: the ray goes from your eye through the pointer. Until then it wanders by itself.',
  ball: 'Drag the ball: over the surface it rolls along it. Let go, and the surface moves through it.',
};

const FILM_HINTS: Record<LabState['film'], string> = {
  tablecloth: 'A cloth falls on a table, and hangs down from it in folds.',
  shirt: 'Somebody walks in a shirt. It is close to the skin nearly everywhere, and slides over it.',
  dress: 'Somebody turns and walks in a dress. It swings, and the legs push it.',
  spheres: 'Two balloons grow into each other. Where they touch, they turn back.',
};

/** Connects the controls of the page with the store. */
export function connectControls(store: Store, actions: Actions): void {
  const play = elementById('play', HTMLButtonElement);
  const frame = elementById('frame', HTMLInputElement);
  const speed = elementById('speed', HTMLSelectElement);
  const level = elementById('level', HTMLInputElement);
  const follow = elementById('follow', HTMLButtonElement);
  const form = elementById('controls', HTMLFormElement);

  play.addEventListener('click', () => store.set({ playing: !store.state.playing }));
  onClick('restart', () => store.set({ frame: 0 }));
  onClick('step-back', () => actions.step(-1));
  onClick('step-forward', () => actions.step(1));
  onClick('reset-view', actions.resetView);
  onClick('help-open', actions.showHelp);
  onClick('level-down', () => changeLevel(store, -1));
  onClick('level-up', () => changeLevel(store, 1));
  onClick('box-level-down', () => changeLevel(store, -1));
  onClick('box-level-up', () => changeLevel(store, 1));
  onClick('touch-show', () => actions.nextFinding(1));
  follow.addEventListener('click', () => store.set({ follow: !store.state.follow }));
  // Continuous time is rounded to its ticks.
  frame.addEventListener('input', () => store.set({ frame: Math.round(frame.valueAsNumber), playing: false }));
  const treeLevel = elementById('tree-level', HTMLInputElement);
  treeLevel.addEventListener('input', () => store.set({ level: treeLevel.valueAsNumber }));
  level.addEventListener('input', () => store.set({ level: level.valueAsNumber }));
  const boxLevel = elementById('box-level', HTMLInputElement);
  boxLevel.addEventListener('input', () => store.set({ boxLevel: boxLevel.valueAsNumber }));
  speed.addEventListener('change', () => store.set({ speed: choose(SPEEDS, speed.value) }));
  form.addEventListener('submit', (event) => event.preventDefault());
  // Not the form's own event: the choice of the scene stands elsewhere on the page.
  document.addEventListener('change', ({ target }) => {
    if (target instanceof HTMLInputElement || target instanceof HTMLSelectElement) store.set(readControl(target));
  });

  const show = (state: LabState): void => {
    document.body.classList.toggle('playing', state.playing);
    play.setAttribute('aria-label', state.playing ? 'Pause' : 'Play');
    follow.setAttribute('aria-pressed', String(state.follow));
    frame.valueAsNumber = state.frame;
    level.valueAsNumber = state.level;
    boxLevel.valueAsNumber = state.boxLevel;
    speed.value = String(state.speed);
    // The model has no ball.
    const more = state.strategy === 'adaptive' && state.scene !== 'model' ? ' Try a ball of 10 ×.' : '';
    elementById('strategy-hint', HTMLElement).textContent = STRATEGY_HINTS[state.strategy] + more;
    elementById('flight-hint', HTMLElement).textContent = FLIGHT_HINTS[state.flight];
    elementById('probe-hint', HTMLElement).textContent = PROBE_HINTS[state.probe];
    elementById('film-hint', HTMLElement).textContent = FILM_HINTS[state.film];
    elementById('size-hint', HTMLElement).hidden = state.size === 'small';
    showSubject(state.subject);
    for (const control of form.elements) showControl(control, state);
  };
  store.subscribe(show);
  show(store.state);
}

/** Shows one level more or less of the tree, within what it has; in the pile, takes the proxies from another level. */
export function changeLevel(store: Store, by: number): void {
  if (store.state.scene === 'pile') {
    const proxyLevel = PROXY_LEVELS[PROXY_LEVELS.indexOf(store.state.proxyLevel) + by];
    if (proxyLevel !== undefined) store.set({ proxyLevel, frame: 0 });
    return;
  }
  const within = (id: string, level: number): number =>
    Math.min(Number(elementById(id, HTMLInputElement).max), Math.max(NO_LEVEL, level + by));
  if (store.state.scene === 'time') store.set({ boxLevel: within('box-level', store.state.boxLevel) });
  else store.set({ level: within('level', store.state.level) });
}

/** Fits the sliders to a film and a tree. */
export function setRanges(frameCount: number, depth: number): void {
  const frame = elementById('frame', HTMLInputElement);
  frame.step = '1';
  frame.max = String(frameCount - 1);
  elementById('level', HTMLInputElement).max = String(depth - 1);
}

/** Fits the sliders to continuous time, up to a tick, and to a kinetic tree. Keys move such a slider by a hundredth of it. */
export function setTimeRanges(lastTick: number, depth: number): void {
  const frame = elementById('frame', HTMLInputElement);
  frame.max = String(lastTick);
  frame.step = 'any';
  elementById('box-level', HTMLInputElement).max = String(depth - 1);
}

function onClick(id: string, action: () => void): void {
  elementById(id, HTMLButtonElement).addEventListener('click', action);
}

function readControl(control: HTMLInputElement | HTMLSelectElement): Partial<LabState> {
  const { name, value } = control;
  switch (name) {
    case 'scene':
      return { scene: choose(SCENES, value), frame: 0, firstTouch: false };
    case 'strategy':
      return { strategy: choose(STRATEGIES, value) };
    case 'ballSize':
      return { ballSize: choose(BALL_SIZES, value) };
    case 'bodies':
      return { bodies: choose(BODY_COUNTS, value), frame: 0 };
    case 'proxyLevel':
      return { proxyLevel: choose(PROXY_LEVELS, value), frame: 0 };
    case 'morph':
      return { morph: choose(MORPHS, value), frame: 0 };
    case 'look':
      return { look: choose(LOOKS, value) };
    case 'flight':
      return { flight: choose(FLIGHTS, value) };
    case 'bound':
      return { bound: choose(BOUNDS, value) };
    case 'size':
      return { size: choose(SIZES, value) };
    case 'backend':
      return { backend: choose(BACKENDS, value) };
    case 'arity':
      return { arity: choose(ARITIES, value) };
    case 'leafSize':
      return { leafSize: choose(LEAF_SIZES, value) };
    case 'motion':
      return { motion: choose(MOTIONS, value), frame: 0 };
    case 'subject':
      return { subject: choose(SUBJECTS, value), frame: 0 };
    case 'clothMotion':
      return { clothMotion: choose(CLOTH_MOTIONS, value), frame: 0 };
    case 'clothLevels':
      return { clothLevels: choose(CLOTH_LEVELS, value) };
    case 'animalSize':
      return { animalSize: choose(ANIMAL_SIZES, value) };
    case 'probe':
      return { probe: choose(PROBES, value) };
    case 'regions':
      return { regions: choose(REGION_LOOKS, value) };
    case 'film':
      return { film: choose(FILMS, value), frame: 0, firstTouch: false };
    case 'fineness':
      return { fineness: choose(FINENESSES, value) };
    case 'framesPerKey':
      return { framesPerKey: choose(FRAMES_PER_KEY, value) };
    case 'pairLook':
      return { pairLook: choose(PAIR_LOOKS, value) };
    case 'treeLook':
      return { treeLook: choose(TREE_LOOKS, value) };
    case 'known':
    case 'live':
    case 'seeThrough':
    case 'contacts':
    case 'patches':
    case 'selfCollisions':
    case 'pruning':
    case 'governors':
    case 'borders':
    case 'testedOnly':
    case 'wireframe':
      return { [name]: (control as HTMLInputElement).checked };
    default:
      return {};
  }
}

function showControl(control: Element, state: LabState): void {
  if (control instanceof HTMLSelectElement) {
    // Selects of their own, without a name of a choice, are shown by whoever fills them.
    if (control.name === '') return;
    control.value = String(state[control.name as keyof LabState]);
  } else if (control instanceof HTMLInputElement && control.type === 'radio') {
    control.checked = control.value === String(state[control.name as keyof LabState]);
  } else if (control instanceof HTMLInputElement && control.type === 'checkbox' && control.name !== '') {
    control.checked = state[control.name as keyof LabState] === true;
  }
}

function choose<Value extends string | number>(values: readonly Value[], text: string): Value {
  return values.find((value) => String(value) === text) ?? values[0];
}
