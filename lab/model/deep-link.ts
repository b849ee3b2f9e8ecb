/**
 * The choices as the part of an address behind the `#`, and back: `#flight=pass&frame=55&playing=no`. Only what differs
 * from the defaults is written. What a link holds that is unknown or out of range is passed over, so an old or mistyped
 * link still opens.
 */
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
  MODELS,
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
  STATE_DEFAULTS,
  STRATEGIES,
  SUBJECTS,
  TREE_LOOKS,
} from './state.js';
import { parseHidden, parseWeights, writeWeights } from './model-choices.js';
import { parseView } from './view-text.js';
import type { LabState, Point } from './state.js';
import type { Store } from './store.js';

/** How a value is written, and read: undefined is not a value. */
interface Codec<Value> {
  write(value: Value): string;
  read(text: string): Value | undefined;
}

const HIGHEST_LEVEL = 100;
const HIGHEST_FRAME = 99_999;
/** A ball farther away than this, in metres, is a mistake. */
const FARTHEST = 20;
const BALL_DIGITS = 4;
const REST_CLIP = -1;
const HIGHEST_CLIP = 9999;
const LONGEST_PATH = 300;
const LONGEST_LIST = 4000;
/** What the scene of surfaces was called in links when there was only one. */
const OLD_SURFACE = 'quadruped';
/** What the colours of regions were called when there was only one choice of them. */
const OLD_REGIONS: Readonly<Record<string, string>> = { yes: 'size', no: 'off' };

const yesOrNo: Codec<boolean> = {
  write: (value) => (value ? 'yes' : 'no'),
  read: (text) => (text === 'yes' ? true : text === 'no' ? false : undefined),
};

const point: Codec<Point> = {
  write: (value) => value.join(','),
  read(text) {
    const numbers = text.split(',').map(Number);
    const isPoint = numbers.length === 3 && numbers.every((number) => Math.abs(number) <= FARTHEST);
    return isPoint ? roundPoint(numbers[0], numbers[1], numbers[2]) : undefined;
  },
};

const codecs: { readonly [Key in keyof LabState]: Codec<LabState[Key]> } = {
  scene: { write: String, read: (name) => oneOf(SCENES).read(name === OLD_SURFACE ? 'surface' : name) },
  strategy: oneOf(STRATEGIES),
  size: oneOf(SIZES),
  flight: oneOf(FLIGHTS),
  ballSize: oneOf(BALL_SIZES),
  bound: oneOf(BOUNDS),
  backend: oneOf(BACKENDS),
  arity: oneOf(ARITIES),
  leafSize: oneOf(LEAF_SIZES),
  level: integer(NO_LEVEL, HIGHEST_LEVEL),
  testedOnly: yesOrNo,
  wireframe: yesOrNo,
  follow: yesOrNo,
  bodies: oneOf(BODY_COUNTS),
  proxyLevel: oneOf(PROXY_LEVELS),
  morph: oneOf(MORPHS),
  look: oneOf(LOOKS),
  contacts: yesOrNo,
  subject: oneOf(SUBJECTS),
  motion: oneOf(MOTIONS),
  animalSize: oneOf(ANIMAL_SIZES),
  clothMotion: oneOf(CLOTH_MOTIONS),
  clothLevels: oneOf(CLOTH_LEVELS),
  probe: oneOf(PROBES),
  place: point,
  patches: yesOrNo,
  selfCollisions: yesOrNo,
  pruning: yesOrNo,
  governors: yesOrNo,
  regions: { write: String, read: (look) => oneOf(REGION_LOOKS).read(OLD_REGIONS[look] ?? look) },
  borders: yesOrNo,
  model: oneOf(MODELS),
  file: text(LONGEST_PATH, (path) => path),
  clip: integer(REST_CLIP, HIGHEST_CLIP),
  hidden: text(LONGEST_LIST, (list) => [...parseHidden(list)].join(',')),
  weights: text(LONGEST_LIST, (list) => writeWeights(parseWeights(list))),
  live: yesOrNo,
  known: yesOrNo,
  seeThrough: yesOrNo,
  treeLook: oneOf(TREE_LOOKS),
  film: oneOf(FILMS),
  fineness: oneOf(FINENESSES),
  framesPerKey: oneOf(FRAMES_PER_KEY),
  pairLook: oneOf(PAIR_LOOKS),
  boxLevel: integer(NO_LEVEL, HIGHEST_LEVEL),
  firstTouch: yesOrNo,
  view: text(LONGEST_LIST, (given) => (parseView(given) === undefined ? '' : given)),
  speed: oneOf(SPEEDS),
  playing: yesOrNo,
  frame: integer(0, HIGHEST_FRAME),
  ball: point,
};

const keys = Object.keys(codecs) as (keyof LabState)[];

/** The choices that a link holds, over the defaults. */
export function readLink(hash: string, defaults: LabState = STATE_DEFAULTS): LabState {
  const parameters = new URLSearchParams(hash.replace(/^#/, ''));
  const found: Partial<Record<keyof LabState, unknown>> = {};
  for (const key of keys) {
    const text = parameters.get(key);
    const value = text === null ? undefined : codecs[key].read(text);
    if (value !== undefined) found[key] = value;
  }
  return { ...defaults, ...found } as LabState;
}

/** A link to the choices. The frame is left out while playing, the place of a ball unless it is one that was put there. */
export function writeLink(state: LabState): string {
  const parameters = new URLSearchParams();
  for (const key of keys) {
    if (key === 'frame' && state.playing) continue;
    if (key === 'ball' && state.flight !== 'hand') continue;
    if (key === 'place' && state.probe !== 'ball') continue;
    if (key === 'file' && state.model !== 'file') continue;
    const text = writeValue(state, key);
    if (text !== writeValue(STATE_DEFAULTS, key)) parameters.set(key, text);
  }
  return parameters.toString().replaceAll('%2C', ',').replaceAll('%3D', '=');
}

/** A point with as many digits as a link keeps, so that a link brings back the very same one. */
export function roundPoint(x: number, y: number, z: number): Point {
  const round = (value: number): number => Number(value.toFixed(BALL_DIGITS));
  return [round(x), round(y), round(z)];
}

/** Keeps the address bar and the store the same, both ways. */
export function linkToAddressBar(store: Store): void {
  // Browsers refuse pages that rewrite their address too often; while a slider moves, the last value is enough.
  const DELAY_MS = 250;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const write = (): void => {
    timer = undefined;
    const link = writeLink(store.state);
    if (link !== location.hash.replace(/^#/, '')) history.replaceState(null, '', `#${link}`);
  };
  store.subscribe((state, previous) => {
    if (writeLink(state) !== writeLink(previous)) timer ??= setTimeout(write, DELAY_MS);
  });
  window.addEventListener('hashchange', () => store.set(readLink(location.hash)));
}

function writeValue<Key extends keyof LabState>(state: LabState, key: Key): string {
  return codecs[key].write(state[key]);
}

function oneOf<Value extends string | number>(values: readonly Value[]): Codec<Value> {
  return { write: String, read: (text) => values.find((value) => String(value) === text) };
}

/** Text that `clean` makes sense of: what it passes over is no part of the value. */
function text(longest: number, clean: (given: string) => string): Codec<string> {
  return {
    write: (value) => value,
    read: (given) => (given.length <= longest ? clean(given) : undefined),
  };
}

function integer(lowest: number, highest: number): Codec<number> {
  return {
    write: String,
    read: (text) =>
      /^-?\d+$/.test(text) && Number(text) >= lowest && Number(text) <= highest ? Number(text) : undefined,
  };
}
