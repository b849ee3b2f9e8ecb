/**
 * The agenda by WebAssembly, in a memory of the tree's own: leaves and nodes lie there as long as the structure stays, and the two keys around the present, or all of them (`key-frames.ts`).
 */
import { KERNELS_WASM_TEXT } from '../../kernels/generated/agenda-wasm.js';
import { AGENDA, CROSSING, FARTHEST, LINE, MOST_BEYOND, STRETCH, WAY } from '../../kernels/layout/agenda.js';
import { decodeWasm } from '../../kernels/wasm-text.js';
import { SIDES } from '../leaves.js';
import type { KineticTree } from '../tree-record.js';
import type { Agenda } from './agenda-record.js';
import { takeKey } from './key-frames.js';
import type { AgendaFunctions, AgendaKernel } from './kernel-record.js';
import { orderFrames } from './leaf-frames.js';

/** Trees with fewer vertices in their leaves do without: a memory takes pages, and a place in the address space. */
const FEWEST_VERTICES = 4096;
const PAGE = 65_536;
/** Memories have room for a tree that grows a little. */
const SPARE = 1.25;
/** The last vertex is read as a whole row. */
const ROW = 16;
/** Bytes of a position. */
const POSITION_BYTES = 12;
/** Entries per certificate that there is room for at first. */
const ENTRIES_PER_CERTIFICATE = 2;

let compiled: WebAssembly.Module | null | undefined;

/** A memory for a tree as it is now, that of before if it is large enough; nothing where the tree is small, or WebAssembly cannot be had. */
export function loadKernel(tree: KineticTree, capacity = 0): AgendaKernel | undefined {
  const { agenda, nodeCount, paths, vertexCounts } = tree;
  let vertexCount = 0;
  for (let node = 0; node < nodeCount; node++) vertexCount += vertexCounts[node];
  if (vertexCount < FEWEST_VERTICES || !hasModule()) return undefined;
  const entries = Math.max(capacity, nodeCount * SIDES * ENTRIES_PER_CERTIFICATE);
  const keys = new Set(paths.plan.frames);
  // Where there is no room for all keys, two take turns.
  return (agenda.keepsKeys ? loadFor(tree, entries, keys) : undefined) ?? loadFor(tree, entries, undefined);
}

function loadFor(
  tree: KineticTree,
  entries: number,
  keys: ReadonlySet<Float32Array> | undefined,
): AgendaKernel | undefined {
  const { agenda, arity, children, nodeCount, paths } = tree;
  const certificates = nodeCount * SIDES;
  const order = orderFrames(tree);
  const frameBoxes = Math.ceil((order.count * POSITION_BYTES) / ROW) * ROW + ROW;
  const frameFarthest = frameBoxes + order.boxBytes;
  const frameBytes = Math.ceil((frameFarthest + nodeCount * FARTHEST.wordCount * 4) / ROW) * ROW;
  const frameCount = Math.max(2, keys?.size ?? 2);
  const sizes = {
    state: AGENDA.wordCount * 4,
    stretch: STRETCH.count * 8,
    crossing: CROSSING.wordCount * 4,
    lines: (MOST_BEYOND + 1) * LINE.count * 8,
    times: entries * 8,
    beyond: SIDES * MOST_BEYOND * 4,
    nodes: nodeCount * 4,
    children: nodeCount * arity * 4,
    leafFirsts: nodeCount * 4,
    leafBytes: nodeCount * 4,
    leafBoxes: nodeCount * 4,
    leaves: order.leaves.length * 4,
    frameVertices: order.count * 4,
    extremes: certificates * 4,
    raw: paths.plan.frames[0].byteLength + ROW,
    vertexPlaces: paths.plan.vertexCount * 4,
    firsts: certificates * 4,
    ends: certificates * 4,
    places: certificates * 4,
    certificates: entries * 4,
    vertices: entries * 4,
    overtakes: entries * 4,
    ways: certificates * WAY.wordCount * 4,
    entryWays: entries * WAY.wordCount * 4,
    buckets: (entries + 1) * 4,
    order: entries * 4,
  };
  const at = { ...sizes };
  let end = 0;
  for (const name of Object.keys(sizes) as (keyof typeof sizes)[]) {
    at[name] = end;
    end += Math.ceil(sizes[name] / ROW) * ROW;
  }
  const frames = Array.from({ length: frameCount }, (_, i) => end + i * frameBytes);
  const memory = takeMemory(end + frameCount * frameBytes, agenda.kernel?.memory);
  if (!memory) return undefined;
  const { exports } = new WebAssembly.Instance(compiled!, { env: { memory } });
  const u32 = new Uint32Array(memory.buffer);
  const f32 = new Float32Array(memory.buffer);
  const { state: _, ...pointers } = at;
  for (const name of Object.keys(pointers) as (keyof typeof pointers)[]) u32[AGENDA[name]] = pointers[name];
  u32[AGENDA.arity] = arity;
  u32[AGENDA.capacity] = entries;
  u32[AGENDA.frameCount] = order.count;
  u32[AGENDA.frameBoxes] = frameBoxes;
  u32[AGENDA.frameFarthest] = frameFarthest;
  u32[AGENDA.leafCount] = order.leaves.length;
  u32.set(children.subarray(0, nodeCount * arity), at.children >>> 2);
  u32.set(order.vertices, at.frameVertices >>> 2);
  u32.set(order.places, at.vertexPlaces >>> 2);
  u32.set(order.leafFirsts, at.leafFirsts >>> 2);
  u32.set(order.leafBytes, at.leafBytes >>> 2);
  u32.set(order.leafBoxes, at.leafBoxes >>> 2);
  u32.set(order.leaves, at.leaves >>> 2);
  return {
    memory,
    capacity: entries,
    run: exports as unknown as AgendaFunctions,
    u32,
    f32,
    f64: new Float64Array(memory.buffer),
    frames,
    held: frames.map(() => undefined),
    frameOfKey: keys && new Map(Array.from(keys, (key, i) => [key, i] as const)),
  };
}

/** Makes the agenda for `count` nodes of `nodes`, children first. Returns whether there was room for all entries. */
export function runKernel(tree: KineticTree, kernel: AgendaKernel, nodes: Uint32Array, count: number): boolean {
  const { agenda, extremes, nodeCount, paths } = tree;
  const { f64, u32 } = kernel;
  const { key } = paths;
  const [last, next] = [paths.plan.frames[key], paths.plan.frames[key + 1]];
  u32[AGENDA.last] = takeKey(kernel, last, next);
  u32[AGENDA.next] = takeKey(kernel, next, last);
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

/** That of before, if it is large enough. */
function takeMemory(byteLength: number, before: WebAssembly.Memory | undefined): WebAssembly.Memory | undefined {
  if (before && before.buffer.byteLength >= byteLength) return before;
  try {
    return new WebAssembly.Memory({ initial: Math.ceil((SPARE * byteLength) / PAGE) });
  } catch {
    return undefined;
  }
}
