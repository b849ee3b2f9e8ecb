/**
 * `window.pliantLab`: what the page shows, as plain numbers, for tests and for the curious at the console. Reading it
 * changes nothing; there is nothing to write.
 */
import type { LabState, SceneName } from './model/state.js';

/** Of the curtain, and most of it of the surface too; empty while another scene is on. */
export interface CurtainFacts {
  readonly frameCount: number;
  readonly triangleCount: number;
  /** Nodes of the tree on each level, from the root down. */
  readonly nodesOfLevel: readonly number[];
  /** Triangles that the ball touches, in rising order. */
  readonly touched: readonly number[];
  /** Triangles that the picture marks as touched, in rising order. */
  readonly marked: readonly number[];
  /** Whether all vertices and bounds were computed. */
  readonly isRefitted: boolean;
  readonly blocksEvaluated: number;
  readonly verticesPosed: number;
  readonly boundTests: number;
  readonly triangleTests: number;
  /** Nodes of the shown level that the search tested. */
  readonly testedNodes: readonly number[];
  /** Nodes of the tree that the picture shows. */
  readonly drawnNodes: number;
  /** Least and largest growth of the bounds of the shown level. */
  readonly growth: readonly number[];
  /** Centre of the ball. */
  readonly ball: readonly number[];
  /** Where the picture shows it, in CSS pixels from the upper left corner of the canvas. */
  readonly ballOnScreen: readonly number[];
}

/** Of the pile; empty while another scene is on. */
export interface PileFacts {
  readonly bodyCount: number;
  readonly proxyCount: number;
  readonly contacts: number;
  /** Pairs that touch: two numbers each. */
  readonly pairs: readonly number[];
  readonly searches: number;
  readonly boxTests: number;
  /** Centres of the bodies, three coordinates each. */
  readonly centers: readonly number[];
  /** Contacts that the picture marks, and proxies that it shows as touching. */
  readonly drawnContacts: number;
  readonly touchingProxies: number;
}

/** Of the surface, beside what it has in common with the curtain; empty while another scene is on. */
export interface SurfaceFacts {
  /** Triangle that the ray hits first, and where along the ray; -1 for none. */
  readonly hitTriangle: number;
  readonly hitParameter: number;
  /** The ray: where it begins, and which way it goes. */
  readonly ray: readonly number[];
  readonly patchesBaked: number;
  readonly patchCount: number;
  /** Triangles that the picture shows as baked. */
  readonly drawnBaked: number;
  /** Pairs of triangles that collide with each other: two numbers each. */
  readonly selfPairs: readonly number[];
  /** Triangles that the picture shows in red, in rising order. */
  readonly markedSelf: readonly number[];
  /** Work of the search for them. */
  readonly selfNodes: number;
  readonly selfTests: number;
  /** Regions that it proved free by what moves the surface, and that it tried so; by their borders; borders that it looked at for that, and edges of them. */
  readonly regionsUnbent: number;
  readonly regionsTried: number;
  readonly regionsFree: number;
  readonly bordersSeen: number;
  readonly borderEdges: number;
  /** For each triangle how many are in the node that is proved free with it, if that is shown. */
  readonly regionSizes: readonly number[];
  /** Which rule that is. */
  readonly regionRules: readonly number[];
  /** Triangles of each class that the picture has: not proved; by borders, from small to large; by what moves the surface, from small to large. */
  readonly drawnRegions: readonly number[];
  /** Edges of borders of regions that the picture shows. */
  readonly drawnBorders: number;
}

/** Of a model; empty while another scene is on. */
export interface ModelFacts {
  /** What the model is called: the title of an example, or the path of a file. */
  readonly modelName: string;
  readonly objectNames: readonly string[];
  readonly clipNames: readonly string[];
  /** Seconds into the clip. */
  readonly clipTime: number;
  /** Pairs of triangles that newly meet, and that meet in the rest pose as well. */
  readonly newPairs: number;
  readonly knownPairs: number;
  /** Whether those are of the pose that is shown. */
  readonly isExact: boolean;
  /** Triangles that the picture shows in red. */
  readonly markedTriangles: number;
  /** What the ray hits: object, triangle, distance; empty for nothing. */
  readonly picked: readonly number[];
  readonly pickedBone: string;
  /** Where the pin is that was put on the surface; empty for none. */
  readonly pinned: readonly number[];
  readonly auditState: string;
  /** New findings of the audit so far. */
  readonly findingCount: number;
}

/** Of continuous time; empty while another scene is on. */
export interface TimeFacts {
  /** What time it is, in seconds. */
  readonly seconds: number;
  /** Whether that is the very instant of the first touch. */
  readonly isFirstTouch: boolean;
  /** Vertices that meet there first, of the cloth and of the obstacle; empty where nothing meets. */
  readonly touchCloth: readonly number[];
  readonly touchObstacle: readonly number[];
  /** Vertices of those that the picture marks. */
  readonly markedVertices: number;
  /** Events and numbers written in the last whole frame, and what bottom-up writes in one; -1 while no whole frame was gone through. */
  readonly events: number;
  readonly numbersWritten: number;
  readonly refitNumbers: number;
  /** Events on the time line, in all. */
  readonly lineEvents: number;
  /** Pairs of leaves that overlap, as triangles of the cloth; pairs that are apart; lines that the picture shows. */
  readonly overlappingPairs: number;
  readonly overlappingTriangles: readonly number[];
  readonly apartPairs: number;
  readonly drawnPairs: number;
  /** Boxes that the picture shows, lowest and highest corner each, and how many of them glow. */
  readonly boxes: readonly number[];
  readonly glowing: number;
  /** Where the vertices of the cloth are. */
  readonly clothPositions: readonly number[];
}

/** A snapshot of the page. */
export interface LabSnapshot extends CurtainFacts, PileFacts, SurfaceFacts, ModelFacts, TimeFacts {
  readonly state: LabState;
  /** The scene that is shown; while another is being loaded, still the one before. */
  readonly scene: SceneName;
  /** Whether something is being loaded, or a step that was asked for is not there yet. */
  readonly isLoading: boolean;
  /** Which backend really runs. */
  readonly backend: string;
  /** The frame or step that the numbers belong to. */
  readonly frame: number;
  readonly nodesVisited: number;
  /** Where the eye is. */
  readonly camera: readonly number[];
  /** Objects that three.js holds on the graphics card: they must not grow when scenes are switched. */
  readonly geometries: number;
  readonly textures: number;
}

/** What a scene tells that is not on. */
export const NO_FACTS: Omit<
  LabSnapshot,
  'state' | 'scene' | 'isLoading' | 'backend' | 'frame' | 'camera' | 'geometries' | 'textures'
> = {
  seconds: 0,
  isFirstTouch: false,
  touchCloth: [],
  touchObstacle: [],
  markedVertices: 0,
  events: -1,
  numbersWritten: -1,
  refitNumbers: -1,
  lineEvents: 0,
  overlappingPairs: 0,
  overlappingTriangles: [],
  apartPairs: 0,
  drawnPairs: 0,
  boxes: [],
  glowing: 0,
  clothPositions: [],
  modelName: '',
  objectNames: [],
  clipNames: [],
  clipTime: 0,
  newPairs: 0,
  knownPairs: 0,
  isExact: false,
  markedTriangles: 0,
  picked: [],
  pickedBone: '',
  pinned: [],
  auditState: '',
  findingCount: 0,
  frameCount: 0,
  triangleCount: 0,
  nodesOfLevel: [],
  touched: [],
  marked: [],
  isRefitted: false,
  blocksEvaluated: 0,
  verticesPosed: 0,
  boundTests: 0,
  triangleTests: 0,
  testedNodes: [],
  drawnNodes: 0,
  growth: [],
  ball: [],
  ballOnScreen: [],
  bodyCount: 0,
  proxyCount: 0,
  contacts: 0,
  pairs: [],
  searches: 0,
  boxTests: 0,
  centers: [],
  drawnContacts: 0,
  touchingProxies: 0,
  hitTriangle: -1,
  hitParameter: -1,
  ray: [],
  patchesBaked: 0,
  patchCount: 0,
  drawnBaked: 0,
  selfPairs: [],
  markedSelf: [],
  selfNodes: 0,
  selfTests: 0,
  regionsUnbent: 0,
  regionsTried: 0,
  regionsFree: 0,
  bordersSeen: 0,
  borderEdges: 0,
  regionSizes: [],
  regionRules: [],
  drawnRegions: [],
  drawnBorders: 0,
  nodesVisited: 0,
};

declare global {
  interface Window {
    /** Takes a snapshot; undefined until the first frame is shown. */
    readonly pliantLab: { readonly snapshot: () => LabSnapshot | undefined };
  }
}

/** Makes the hook available. */
export function provideHook(snapshot: () => LabSnapshot | undefined): void {
  Object.defineProperty(window, 'pliantLab', { value: Object.freeze({ snapshot }) });
}
