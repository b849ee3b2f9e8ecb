/** How paths pose vertices: the two keys around the present, own flights, and the time. */
import type { Poser } from '../../body/driver.js';
import { ROW } from '../../body/memory.js';
import type { MemoryPlan } from '../../body/memory.js';
import { planPlacement, writePlacement } from '../../body/placement.js';
import type { Placement } from '../../body/placement.js';
import type { Pose } from '../../deform/pose.js';
import type { Arena } from '../../kernels/arena.js';
import type { Kernels } from '../../kernels/kernels.js';
import { POSE_PATHS } from '../../kernels/layout/header.js';
import { FLIGHT, INSTANT, PATH_POSE } from '../../kernels/layout/paths.js';
import { doubleAt, follow, follow64, point, wordAt } from '../../kernels/units.js';
import type { ByteOffset } from '../../kernels/units.js';
import { boxAt } from '../boxes.js';
import { changeAt, isComplete } from '../change-log.js';
import { SIDES } from '../leaves.js';
import type { KineticTree } from '../tree-record.js';
import type { TreeMap } from './map-tree.js';

/** What kernels have: the time; how many flights had been set and how many extremes replaced; and the keys. In an array, since doubles that are kept otherwise may go to the heap. */
const SEEN = { time: 0, redirected: 1, replaced: 2, lastKey: 3, nextKey: 4, count: 5 } as const;

/** Nothing has been written yet. */
const NEVER = -1;

/** Poses the vertices of a kinetic tree. */
export class PathPoser implements Poser {
  readonly memory: MemoryPlan;
  readonly #tree: KineticTree;
  readonly #map: TreeMap;
  readonly #seen = new Float64Array(SEEN.count).fill(NEVER);
  readonly #box = new Float32Array(SIDES);
  /** Room for own flights, and for how many. */
  #flights: ByteOffset | undefined;
  #flightRoom = 0;

  constructor(tree: KineticTree, map: TreeMap) {
    this.#tree = tree;
    this.#map = map;
    const { vertexCount } = map.mesh;
    // The last vertex is read as a whole row.
    const keyBytes = tree.paths.plan.frames.length === 0 ? 0 : vertexCount * 12 + ROW;
    this.memory = {
      shared: {},
      own: {
        ...planPlacement(),
        lastKey: keyBytes,
        nextKey: keyBytes,
        flightNumbers: vertexCount * 4,
        instant: INSTANT.count * 8,
      },
      numbers: { poseRule: POSE_PATHS },
      words: PATH_POSE,
    };
  }

  isBehind(): boolean {
    const { paths, replaced, structure } = this.#tree;
    const seen = this.#seen;
    return (
      paths.time !== seen[SEEN.time] ||
      paths.redirected.count !== seen[SEEN.redirected] ||
      replaced.count !== seen[SEEN.replaced] ||
      structure !== this.#map.structure
    );
  }

  measureReach(_kernels: Kernels, _header: ByteOffset, _pose: Pose, placement: Placement): void {
    measureTreeReach(this.#tree, this.#box, placement.reach);
  }

  writePose(kernels: Kernels, header: ByteOffset, pose: Pose, placement: Placement): void {
    const { paths, replaced } = this.#tree;
    const seen = this.#seen;
    const { arena } = kernels;
    // Comes first: memory may grow.
    if (paths.ownCount > this.#flightRoom) this.#takeFlights(arena, header);
    if (placement.isPlaced) writePlacement(arena, header, placement.matrix, placement.reach);
    if (paths.redirected.count !== seen[SEEN.redirected]) this.#writeFlights(arena, header);
    if (paths.plan.frames.length > 0) this.#writeKeys(arena, header);
    const { f64, u32 } = arena;
    const { times } = paths.plan;
    const instant = follow64(u32, wordAt(header) + PATH_POSE.instant);
    f64[instant + INSTANT.time] = paths.time;
    f64[instant + INSTANT.passed] = times.length === 0 ? 0 : paths.time - times[paths.key];
    f64[instant + INSTANT.rate] = paths.key + 1 >= times.length ? -0 : paths.rates[paths.key];
    pose.time = paths.time;
    seen[SEEN.time] = paths.time;
    seen[SEEN.replaced] = replaced.count;
  }

  poseAll(kernels: Kernels, header: ByteOffset): void {
    kernels.paths!.poseAllPaths(header, this.#map.mesh.vertexCount);
  }

  /** Gives back what was taken beside the memory of the body. */
  giveBack({ arena }: Kernels): void {
    if (this.#flights !== undefined) arena.free(this.#flights);
    this.#flights = undefined;
  }

  /** Writes the keys around the present that are not there yet. The next one becomes the last one when time goes on to the next piece. */
  #writeKeys(arena: Arena, header: ByteOffset): void {
    const { key, plan } = this.#tree.paths;
    const seen = this.#seen;
    const next = Math.min(key + 1, plan.frames.length - 1);
    const { u32 } = arena;
    const at = wordAt(header);
    if (seen[SEEN.lastKey] !== key && seen[SEEN.nextKey] === key) {
      const kept = u32[at + PATH_POSE.lastKey];
      u32[at + PATH_POSE.lastKey] = u32[at + PATH_POSE.nextKey];
      u32[at + PATH_POSE.nextKey] = kept;
      seen[SEEN.nextKey] = seen[SEEN.lastKey];
      seen[SEEN.lastKey] = key;
    }
    if (seen[SEEN.lastKey] !== key) this.#writeFrame(arena, follow(u32, at + PATH_POSE.lastKey), plan.frames[key]);
    if (seen[SEEN.nextKey] !== next) this.#writeFrame(arena, follow(u32, at + PATH_POSE.nextKey), plan.frames[next]);
    seen[SEEN.lastKey] = key;
    seen[SEEN.nextKey] = next;
  }

  /** Vertices that came after the plan was made are in no key. */
  #writeFrame({ f32 }: Arena, at: number, frame: Float32Array): void {
    const { vertexOrder } = this.#map.bounds;
    for (let i = 0; i < vertexOrder.length; i++) {
      const from = vertexOrder[i] * 3;
      if (from >= frame.length) continue;
      f32[at + i * 3] = frame[from];
      f32[at + i * 3 + 1] = frame[from + 1];
      f32[at + i * 3 + 2] = frame[from + 2];
    }
  }

  /** Takes room for twice as many flights as there are. They are all to be written then. */
  #takeFlights(arena: Arena, header: ByteOffset): void {
    const { ownCount } = this.#tree.paths;
    const room = ownCount * 2;
    const flights = arena.allocate(room * FLIGHT.count * 8);
    if (this.#flights !== undefined) arena.free(this.#flights);
    this.#flights = flights;
    this.#flightRoom = room;
    this.#seen[SEEN.redirected] = NEVER;
    point(arena.u32, wordAt(header) + PATH_POSE.flights, flights);
  }

  /** Writes the flights that have been set since, and whose they are; vertices that no triangle had when the tree was mapped are not there. */
  #writeFlights({ f64, u32 }: Arena, header: ByteOffset): void {
    const { paths } = this.#tree;
    const { numbers } = this.#map;
    const seen = this.#seen;
    const flightNumbers = follow(u32, wordAt(header) + PATH_POSE.flightNumbers);
    if (seen[SEEN.redirected] === NEVER || !isComplete(paths.redirected, seen[SEEN.redirected])) {
      for (let vertex = 0; vertex < numbers.length; vertex++) {
        u32[flightNumbers + numbers[vertex]] = paths.ownOf[vertex];
      }
      if (this.#flights !== undefined) copyFlights(f64, this.#flights, paths.own, 0, paths.ownCount);
    } else {
      for (let i = seen[SEEN.redirected]; i < paths.redirected.count; i++) {
        const vertex = changeAt(paths.redirected, i);
        if (vertex < numbers.length) u32[flightNumbers + numbers[vertex]] = paths.ownOf[vertex];
        copyFlights(f64, this.#flights!, paths.own, paths.ownOf[vertex], paths.ownOf[vertex] + 1);
      }
    }
    seen[SEEN.redirected] = paths.redirected.count;
  }
}

/** Leaves in `out[0]` a bound on the coordinates of all vertices of triangles at present; `box` is room for one. */
function measureTreeReach(tree: KineticTree, box: Float32Array, out: Float64Array): void {
  boxAt(tree, tree.root, box);
  out[0] = 0;
  for (let side = 0; side < SIDES; side++) out[0] = Math.max(out[0], Math.abs(box[side]));
}

/** Flights lie in the memory as they do in the tree. */
function copyFlights(f64: Float64Array, to: ByteOffset, own: Float64Array, first: number, end: number): void {
  const at = doubleAt(to);
  for (let i = first * FLIGHT.count; i < end * FLIGHT.count; i++) f64[at + i] = own[i];
}
