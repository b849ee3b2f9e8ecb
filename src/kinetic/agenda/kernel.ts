/**
 * The agenda by WebAssembly, in a memory of the tree's own: leaves and nodes lie there as long as the structure stays, and the two keys around the present. A key is copied there when it becomes the next one, in one
 * sweep; after that all that is looked at is near.
 */
import { KERNELS_WASM_TEXT } from '../../kernels/generated/agenda-wasm.js';
import { AGENDA, LINE, MOST_BEYOND, STRETCH } from '../../kernels/layout/agenda.js';
import { decodeWasm } from '../../kernels/wasm-text.js';
import { NO_INDEX } from '../../mesh/mesh.js';
import { SIDES } from '../leaves.js';
import type { KineticTree } from '../tree-record.js';
import type { Agenda } from './agenda-record.js';
import type { AgendaFunctions, AgendaKernel } from './kernel-record.js';

/** Trees with fewer vertices in their leaves do without: a memory takes pages, and a place in the address space. */
const FEWEST_VERTICES = 4096;
const PAGE = 65_536;
/** Memories have room for a tree that grows a little. */
const SPARE = 1.25;
/** The last vertex is read as a whole row. */
const ROW = 16;
/** Entries per certificate that there is room for at first. */
const ENTRIES_PER_CERTIFICATE = 2;

let compiled: WebAssembly.Module | null | undefined;

/** A memory for a tree as it is now, that of before if it is large enough; nothing where the tree is small, or WebAssembly cannot be had. */
export function loadKernel(tree: KineticTree, capacity = 0): AgendaKernel | undefined {
  const { arity, children, nodeCount, paths, vertexCounts } = tree;
  let vertexCount = 0;
  for (let node = 0; node < nodeCount; node++) vertexCount += vertexCounts[node];
  if (vertexCount < FEWEST_VERTICES || !hasModule()) return undefined;
  const certificates = nodeCount * SIDES;
  const entries = Math.max(capacity, certificates * ENTRIES_PER_CERTIFICATE);
  const frameBytes = paths.plan.frames[0].byteLength + ROW;
  const sizes = {
    state: AGENDA.wordCount * 4,
    stretch: STRETCH.count * 8,
    lines: MOST_BEYOND * LINE.count * 8,
    times: entries * 8,
    beyond: SIDES * MOST_BEYOND * 4,
    nodes: nodeCount * 4,
    children: nodeCount * arity * 4,
    leafFirsts: nodeCount * 4,
    leafCounts: nodeCount * 4,
    leafVertices: vertexCount * 4,
    extremes: certificates * 4,
    raw: frameBytes,
    vertexOrder: paths.plan.vertexCount * 4,
    vertexNumbers: paths.plan.vertexCount * 4,
    last: frameBytes,
    next: frameBytes,
    firsts: certificates * 4,
    ends: certificates * 4,
    places: certificates * 4,
    certificates: entries * 4,
    vertices: entries * 4,
    overtakes: entries * 4,
    buckets: (entries + 1) * 4,
    order: entries * 4,
  };
  const at = { ...sizes };
  let end = 0;
  for (const name of Object.keys(sizes) as (keyof typeof sizes)[]) {
    at[name] = end;
    end += Math.ceil(sizes[name] / ROW) * ROW;
  }
  const before = tree.agenda.kernel;
  const memory = before && before.u32.byteLength >= end ? before.memory : takeMemory(end);
  if (!memory) return undefined;
  const { exports } = new WebAssembly.Instance(compiled!, { env: { memory } });
  const u32 = new Uint32Array(memory.buffer);
  const { state: _, ...pointers } = at;
  for (const name of Object.keys(pointers) as (keyof typeof pointers)[]) u32[AGENDA[name]] = pointers[name];
  u32[AGENDA.arity] = arity;
  u32[AGENDA.capacity] = entries;
  u32.set(children.subarray(0, nodeCount * arity), at.children >>> 2);
  u32[AGENDA.vertexCount] = paths.plan.vertexCount;
  const { order, numbers } = orderVertices(tree);
  u32.set(order, at.vertexOrder >>> 2);
  u32.set(numbers, at.vertexNumbers >>> 2);
  let slot = 0;
  for (let node = 0; node < nodeCount; node++) {
    u32[(at.leafFirsts >>> 2) + node] = slot;
    u32[(at.leafCounts >>> 2) + node] = tree.itemCounts[node] > 0 ? vertexCounts[node] : 0;
    const first = node * tree.corners * tree.leafSize;
    for (let i = first; i < first + vertexCounts[node]; i++) {
      // Vertices that came later are in leaves that nobody looks at.
      u32[(at.leafVertices >>> 2) + slot++] = numbers[tree.leafVertices[i]] * 12;
    }
  }
  return {
    memory,
    capacity: entries,
    run: exports as unknown as AgendaFunctions,
    u32,
    f32: new Float32Array(memory.buffer),
    f64: new Float64Array(memory.buffer),
    keys: [-1, -1],
    frames: [at.last, at.next],
  };
}

/** Makes the agenda for `count` nodes of `nodes`, children first. Returns whether there was room for all entries. */
export function runKernel(tree: KineticTree, kernel: AgendaKernel, nodes: Uint32Array, count: number): boolean {
  const { agenda, extremes, nodeCount, paths } = tree;
  const { f64, u32 } = kernel;
  const { key } = paths;
  u32[AGENDA.last] = frameOf(tree, kernel, key, key + 1);
  u32[AGENDA.next] = frameOf(tree, kernel, key + 1, key);
  u32.set(count === nodes.length ? nodes : nodes.subarray(0, count), u32[AGENDA.nodes] >>> 2);
  u32[AGENDA.nodeCount] = count;
  u32.set(extremes.subarray(0, nodeCount * SIDES), u32[AGENDA.extremes] >>> 2);
  const stretch = u32[AGENDA.stretch] >>> 3;
  f64[stretch + STRETCH.now] = paths.time;
  f64[stretch + STRETCH.begin] = paths.plan.times[key];
  f64[stretch + STRETCH.end] = paths.plan.times[key + 1];
  f64[stretch + STRETCH.rate] = paths.rates[key];
  f64[stretch + STRETCH.start] = paths.plan.start;
  f64[stretch + STRETCH.reach] = paths.reach;
  f64[stretch + STRETCH.speed] = paths.speed;
  f64[stretch + STRETCH.curvature] = paths.curvature;
  kernel.run.makeAgenda(0);
  agenda.count = u32[AGENDA.count];
  if (agenda.count === kernel.capacity) return false;
  tree.counts.certificatesComputed += u32[AGENDA.computed];
  return true;
}

/** Has the agenda read what the kernel writes. */
export function readKernel(agenda: Agenda, { capacity, f32, f64, u32 }: AgendaKernel, certificates: number): void {
  const words = (at: number, length: number): Uint32Array => u32.subarray(u32[at] >>> 2, (u32[at] >>> 2) + length);
  const times = u32[AGENDA.times] >>> 3;
  const places = u32[AGENDA.places] >>> 2;
  agenda.times = f64.subarray(times, times + capacity);
  agenda.certificates = words(AGENDA.certificates, capacity);
  agenda.vertices = words(AGENDA.vertices, capacity);
  agenda.overtakes = words(AGENDA.overtakes, capacity);
  agenda.order = words(AGENDA.order, capacity);
  agenda.firsts = words(AGENDA.firsts, certificates);
  agenda.ends = words(AGENDA.ends, certificates);
  agenda.places = f32.subarray(places, places + certificates);
}

/** Where a key is, after it was copied if it was not there; another one stays. */
function frameOf({ paths }: KineticTree, kernel: AgendaKernel, key: number, kept: number): number {
  const { f32, frames, keys, run, u32 } = kernel;
  let which = keys.indexOf(key);
  if (which < 0) {
    which = keys[0] === kept ? 1 : 0;
    keys[which] = key;
    f32.set(paths.plan.frames[key], u32[AGENDA.raw] >>> 2);
    run.takeFrame(0, frames[which]);
  }
  return frames[which];
}

/** Vertices of the plan in the order in which leaves come to them, and their numbers in that order. */
function orderVertices({ agenda, corners, leafSize, leafVertices, paths, vertexCounts }: KineticTree): {
  readonly order: Uint32Array;
  readonly numbers: Uint32Array;
} {
  const { vertexCount } = paths.plan;
  const order = new Uint32Array(vertexCount);
  const numbers = new Uint32Array(vertexCount).fill(NO_INDEX);
  let count = 0;
  const take = (vertex: number): void => {
    if (vertex >= vertexCount || numbers[vertex] !== NO_INDEX) return;
    numbers[vertex] = count;
    order[count++] = vertex;
  };
  for (const node of agenda.bottomUp) {
    const first = node * corners * leafSize;
    for (let i = first; i < first + vertexCounts[node]; i++) take(leafVertices[i]);
  }
  for (let vertex = 0; vertex < vertexCount; vertex++) take(vertex);
  return { order, numbers };
}

function hasModule(): boolean {
  if (compiled === undefined) {
    try {
      compiled = new WebAssembly.Module(decodeWasm(KERNELS_WASM_TEXT));
    } catch {
      // No WebAssembly with SIMD, or a policy that forbids compiling it.
      compiled = null;
    }
  }
  return compiled !== null;
}

function takeMemory(byteLength: number): WebAssembly.Memory | undefined {
  try {
    return new WebAssembly.Memory({ initial: Math.ceil((SPARE * byteLength) / PAGE) });
  } catch {
    return undefined;
  }
}
