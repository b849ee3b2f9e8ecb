/** What the user has chosen: everything that a link to the page can bring back. */
import type { Strategy } from 'pliant';
import type { Backend } from 'pliant/parts';
import { EXAMPLE_MODELS } from '../../scenes/example-names.js';
import type { ClothMotion } from '../../scenes/cloth.js';
import type { QUADRUPED_SIZES, QuadrupedMotion } from '../../scenes/quadruped.js';

/**
 * What there is to see: a model of one's own or an example, a curtain that a ball touches, a pile of bodies that touch each
 * other, a surface that runs into itself, a film in continuous time.
 */
export const SCENES = ['model', 'curtain', 'pile', 'surface', 'time'] as const;
/** How the curtain and the surface are searched. */
export const STRATEGIES = ['lazy', 'adaptive', 'refit'] as const satisfies readonly Strategy[];
/** How finely the curtain is woven. */
export const SIZES = ['small', 'large'] as const;
/** The ball glides along the cloth, passes through it, or is where the user put it. */
export const FLIGHTS = ['glide', 'pass', 'hand'] as const;
/** Radii of the ball, in multiples of that of the scene. */
export const BALL_SIZES = [1, 3, 10, 30] as const;
/** What the nodes of the tree are wrapped in. */
export const BOUNDS = ['box', 'sphere'] as const;
/** Where the hot loops run. */
export const BACKENDS = ['wasm', 'typescript'] as const satisfies readonly Backend[];
/** Most children of a node. */
export const ARITIES = [2, 4] as const;
/** Most triangles in a leaf. */
export const LEAF_SIZES = [1, 2, 4, 8, 16] as const;
/** Bodies of the pile. */
export const BODY_COUNTS = [10, 20, 40, 80, 160] as const;
/** Level of the tree whose nodes are the contact proxies of a body: 2 to that many at most. */
export const PROXY_LEVELS = [3, 4, 5, 6, 7, 8] as const;
/** How far the bodies of the pile deform: not at all, half, or as much as looks natural. */
export const MORPHS = [0, 0.5, 1] as const;
/** What is drawn of the bodies of the pile. */
export const LOOKS = ['bodies', 'both', 'proxies'] as const;
/** Which surface: an animal on bones, a cloth on control points, a teddy on particles. */
export const SUBJECTS = ['quadruped', 'cloth', 'teddy'] as const;
/** What the animal does. */
export const MOTIONS = ['walk', 'jump'] as const satisfies readonly QuadrupedMotion[];
/** How finely the animal's skin is made. */
export const ANIMAL_SIZES = ['small', 'medium', 'large'] as const satisfies readonly (keyof typeof QUADRUPED_SIZES)[];
/** What the cloth does. */
export const CLOTH_MOTIONS = ['drape', 'fold'] as const satisfies readonly ClothMotion[];
/** How often the triangles of the cloth's control grid are cut into four. */
export const CLOTH_LEVELS = [2, 3, 4] as const;
/** What regions of the surface are coloured by: nothing; the rule that proved them free and their size; one of the two. */
export const REGION_LOOKS = ['off', 'both', 'rule', 'size'] as const;
/** What the surface is searched with. */
export const PROBES = ['ray', 'ball'] as const;
/** Models: those that the project makes, or a file. */
export const MODELS = [...EXAMPLE_MODELS, 'file'] as const;
/** Which boxes of a model's trees are shown. */
export const TREE_LOOKS = ['off', 'level', 'visited', 'front'] as const;
/** What there is to see in continuous time. */
export const FILMS = ['tablecloth', 'shirt', 'dress', 'spheres'] as const;
/** How fine the cloth of a film is. */
export const FINENESSES = ['coarse', 'medium', 'fine'] as const;
/** How often one looks at a film between two keys. */
export const FRAMES_PER_KEY = [1, 3, 10, 30, 100] as const;
/** What is drawn of the separation list: nothing, leaves that overlap, or all pairs. */
export const PAIR_LOOKS = ['off', 'overlapping', 'all'] as const;
/** Share of the speed at which things happen. */
export const SPEEDS = [0.125, 0.25, 0.5, 1, 2] as const;

/** Stands for "no level of the tree is shown". */
export const NO_LEVEL = -1;

/** A point in metres. */
export type Point = readonly [x: number, y: number, z: number];

/** One of the scenes. */
export type SceneName = (typeof SCENES)[number];

/** One of the curtains. */
type Size = (typeof SIZES)[number];

/** All choices. */
export interface LabState {
  readonly scene: SceneName;
  readonly strategy: Strategy;
  readonly size: Size;
  readonly flight: (typeof FLIGHTS)[number];
  readonly ballSize: (typeof BALL_SIZES)[number];
  readonly bound: (typeof BOUNDS)[number];
  readonly backend: Backend;
  readonly arity: (typeof ARITIES)[number];
  readonly leafSize: (typeof LEAF_SIZES)[number];
  /** Level of the tree to show, the root's being 0, or {@link NO_LEVEL}. */
  readonly level: number;
  /** Show only those nodes of the level that the search tested. */
  readonly testedOnly: boolean;
  readonly wireframe: boolean;
  /** Keep the ball in the middle of the picture. */
  readonly follow: boolean;
  readonly bodies: (typeof BODY_COUNTS)[number];
  readonly proxyLevel: (typeof PROXY_LEVELS)[number];
  readonly morph: (typeof MORPHS)[number];
  readonly look: (typeof LOOKS)[number];
  /** Mark where proxies of the pile touch. */
  readonly contacts: boolean;
  readonly subject: (typeof SUBJECTS)[number];
  readonly motion: (typeof MOTIONS)[number];
  readonly animalSize: (typeof ANIMAL_SIZES)[number];
  readonly clothMotion: (typeof CLOTH_MOTIONS)[number];
  readonly clothLevels: (typeof CLOTH_LEVELS)[number];
  readonly probe: (typeof PROBES)[number];
  /** Where the ball is that the surface is searched with. */
  readonly place: Point;
  /** Show the patches that the ray or the ball had baked. */
  readonly patches: boolean;
  /** Search the surface for collisions with itself. */
  readonly selfCollisions: boolean;
  /** Leave out of that search what is proved free of collisions. */
  readonly pruning: boolean;
  /** Prove it free by what moves the surface alone, where that suffices. */
  readonly governors: boolean;
  /** Colour the surface by what is proved free. */
  readonly regions: (typeof REGION_LOOKS)[number];
  /** Draw the borders of what is proved free. */
  readonly borders: boolean;
  readonly model: (typeof MODELS)[number];
  /** Path of the file, where the model is one. */
  readonly file: string;
  /** Clip of the model, counted from 0; -1 for the rest pose. */
  readonly clip: number;
  /** Numbers of objects of the model that are not shown, with commas between them. */
  readonly hidden: string;
  /** Weights of morph targets that were set by hand: `0.3=0.5` is target 3 of object 0. */
  readonly weights: string;
  /** Look for collisions in each frame of the model. */
  readonly live: boolean;
  /** Show also those collisions of the model that are there in its rest pose. */
  readonly known: boolean;
  readonly seeThrough: boolean;
  readonly treeLook: (typeof TREE_LOOKS)[number];
  readonly film: (typeof FILMS)[number];
  readonly fineness: (typeof FINENESSES)[number];
  readonly framesPerKey: (typeof FRAMES_PER_KEY)[number];
  readonly pairLook: (typeof PAIR_LOOKS)[number];
  /** Level of the kinetic tree to show, the root's being 0, or {@link NO_LEVEL}. */
  readonly boxLevel: number;
  /** Stand at the very instant of the first touch, which no frame has. */
  readonly firstTouch: boolean;
  readonly speed: (typeof SPEEDS)[number];
  readonly playing: boolean;
  /** Where the view is from and what it is at, six numbers with commas between them; nothing for the first view. */
  readonly view: string;
  /** Frame of a film or a clip, step of the pile, or tick of continuous time, counted from 0. */
  readonly frame: number;
  /** Where the curtain's ball is while it is moved by hand. */
  readonly ball: Point;
}

/** What the page shows to someone who comes without a link. */
export const STATE_DEFAULTS: LabState = {
  scene: 'model',
  strategy: 'lazy',
  size: 'small',
  flight: 'glide',
  ballSize: 1,
  bound: 'box',
  backend: 'wasm',
  arity: 4,
  leafSize: 4,
  level: NO_LEVEL,
  testedOnly: false,
  wireframe: false,
  follow: false,
  bodies: 40,
  proxyLevel: 6,
  morph: 1,
  look: 'bodies',
  contacts: true,
  subject: 'quadruped',
  motion: 'walk',
  animalSize: 'small',
  clothMotion: 'drape',
  clothLevels: 3,
  probe: 'ray',
  place: [0.08, 0.19, 0.06],
  patches: true,
  selfCollisions: true,
  pruning: true,
  governors: true,
  regions: 'off',
  borders: false,
  model: 'animal',
  file: '',
  clip: 0,
  hidden: '',
  weights: '',
  live: true,
  known: false,
  seeThrough: false,
  treeLook: 'off',
  film: 'tablecloth',
  fineness: 'medium',
  framesPerKey: 10,
  pairLook: 'overlapping',
  boxLevel: 8,
  firstTouch: false,
  view: '',
  speed: 1,
  playing: true,
  frame: 0,
  ball: [0.1, 1.3, 0.1],
};

/** Choices about one model, as they are for the next. */
export const MODEL_CHOICES = { clip: 0, hidden: '', weights: '', frame: 0 } as const satisfies Partial<LabState>;
