/**
 * Spatial hashing [THM*03] as a baseline for self-collision: all vertices are posed by the same kernels as everywhere, triangles are hashed by the cells that their boxes reach, and
 * pairs go through the same filter and the same exact test. Nothing is kept from frame to frame. The hot loops are WebAssembly with SIMD, in the memory that the body lives in.
 */
import type { Body, Kernels, PairHits } from 'pliant';
import { APART, CROSSING, DEFECT, meetTrianglesOfOneSurface } from 'pliant/exact';
import type { Meeting } from 'pliant/exact';
import { KERNELS_WASM_TEXT } from './refit/generated/refit-wasm.js';

/** How triangles are hashed. */
export interface HashingOptions {
  /** The size of a cell, as a multiple of the mean extent of a triangle's box. */
  readonly cellShare: number;
  /** The table has two to the power of this many places. */
  readonly tableBits: number;
}

/** Ways to hash that are tried. */
export const HASHING_CANDIDATES: readonly HashingOptions[] = [2, 3, 4, 6, 8, 12].flatMap((cellShare) =>
  [15, 17, 19].map((tableBits) => ({ cellShare, tableBits })),
);

/** Words of the state of the kernels: ./refit/assembly/hash-triangles.ts. */
const STATE = {
  body: 0,
  triangleCount: 1,
  boxes: 2,
  starts: 3,
  mask: 4,
  entries: 5,
  entryCapacity: 6,
  pairs: 7,
  pairCapacity: 8,
  pairCount: 9,
  comparedCount: 10,
  rows: 13,
  wordCount: 21,
} as const;
const BOX_BYTES = 32;
const ENTRY_BYTES = 8;
const PAIR_CAPACITY = 1 << 14;
const ROWS_BYTES = 1024;
/** Set in the second word of a pair that certainly crosses. */
const CROSSES = 0x10000000;
/** Entries of a triangle that there is room for at first. */
const ENTRIES_PER_TRIANGLE = 8;

/** A place in the memory, as the library tells it from a number. */
type Place = ReturnType<Kernels['arena']['allocate']>;

/** How many bytes from the beginning a place is. */
function bytesTo(place: Place): number {
  return place as unknown as number;
}

interface HashingKernels {
  readonly boxTriangles: (state: number, size: number) => void;
  readonly fillTable: (state: number) => number;
  readonly findPairs: (state: number) => number;
}

const compiled = new WebAssembly.Module(Buffer.from(KERNELS_WASM_TEXT, 'base64'));

/** A body whose collisions with itself are found by spatial hashing. Holds memory: `dispose()` it when done, and the body after it. */
export class HashingBody {
  /** Pairs of triangles with boxes that met in the last search. */
  compared = 0;
  readonly #body: Body;
  readonly #kernels: Kernels;
  readonly #run: HashingKernels;
  readonly #state: Place;
  readonly #room: Place;
  readonly #size: number;
  #entries: Place;

  constructor(kernels: Kernels, body: Body, { cellShare, tableBits }: HashingOptions) {
    this.#body = body;
    this.#kernels = kernels;
    const instance = new WebAssembly.Instance(compiled, { env: { memory: kernels.memory! } });
    this.#run = instance.exports as unknown as HashingKernels;
    this.#size = cellShare * meanExtent(body);
    const { arena } = kernels;
    const { triangleCount } = body.mesh;
    const boxBytes = triangleCount * BOX_BYTES;
    const tableBytes = (2 ** tableBits + 1) * 4;
    this.#state = arena.allocate(STATE.wordCount * 4);
    this.#room = arena.allocate(boxBytes + PAIR_CAPACITY * 8 + ROWS_BYTES + tableBytes);
    const capacity = triangleCount * ENTRIES_PER_TRIANGLE;
    this.#entries = arena.allocate(capacity * ENTRY_BYTES);
    const { u32 } = arena;
    const at = bytesTo(this.#state) >>> 2;
    u32.fill(0, at, at + STATE.wordCount);
    const room = bytesTo(this.#room);
    u32[at + STATE.body] = bytesTo(body.header);
    u32[at + STATE.triangleCount] = triangleCount;
    u32[at + STATE.boxes] = room;
    u32[at + STATE.pairs] = room + boxBytes;
    u32[at + STATE.pairCapacity] = PAIR_CAPACITY;
    u32[at + STATE.rows] = room + boxBytes + PAIR_CAPACITY * 8;
    u32[at + STATE.starts] = room + boxBytes + PAIR_CAPACITY * 8 + ROWS_BYTES;
    u32[at + STATE.mask] = 2 ** tableBits - 1;
    u32[at + STATE.entries] = bytesTo(this.#entries);
    u32[at + STATE.entryCapacity] = capacity;
  }

  /** Fills `hits` with the pairs of triangles that collide in the present pose. */
  findSelfHits(hits: PairHits): void {
    const body = this.#body;
    body.refresh();
    body.poseAll();
    this.#run.boxTriangles(bytesTo(this.#state), this.#size);
    this.#fillTable();
    hits.count = 0;
    hits.dropped = 0;
    this.compared = 0;
    for (let isMore = true; isMore;) {
      isMore = this.#run.findPairs(bytesTo(this.#state)) !== 0;
      this.#testPairs(hits);
    }
  }

  /** Gives the memory back. */
  dispose(): void {
    for (const place of [this.#state, this.#room, this.#entries]) this.#kernels.arena.free(place);
  }

  #fillTable(): void {
    const { arena } = this.#kernels;
    const needed = this.#run.fillTable(bytesTo(this.#state));
    const at = bytesTo(this.#state) >>> 2;
    if (needed <= arena.u32[at + STATE.entryCapacity]) return;
    arena.free(this.#entries);
    const capacity = Math.ceil(needed * 1.2);
    this.#entries = arena.allocate(capacity * ENTRY_BYTES);
    arena.u32[at + STATE.entries] = bytesTo(this.#entries);
    arena.u32[at + STATE.entryCapacity] = capacity;
    this.#run.fillTable(bytesTo(this.#state));
  }

  #testPairs(hits: PairHits): void {
    const { u32 } = this.#kernels.arena;
    const at = bytesTo(this.#state) >>> 2;
    const { bounds, corners, posed } = this.#body;
    const order = bounds.triangleOrder;
    this.compared += u32[at + STATE.comparedCount];
    const pairs = u32[at + STATE.pairs] >>> 2;
    for (let pair = pairs; pair < pairs + u32[at + STATE.pairCount] * 2; pair += 2) {
      const i = u32[pair];
      const isCrossing = u32[pair + 1] >= CROSSES;
      const j = isCrossing ? u32[pair + 1] - CROSSES : u32[pair + 1];
      const meeting = isCrossing ? CROSSING : meetingOf(posed, corners, i, j);
      if (meeting !== APART && meeting !== DEFECT) add(hits, order[i], order[j], meeting);
    }
  }
}

function meetingOf(posed: Float32Array, corners: Uint32Array, i: number, j: number): Meeting {
  return meetTrianglesOfOneSurface(
    posed,
    corners[i * 3],
    corners[i * 3 + 1],
    corners[i * 3 + 2],
    corners[j * 3],
    corners[j * 3 + 1],
    corners[j * 3 + 2],
  );
}

function add(hits: PairHits, a: number, b: number, meeting: Meeting): void {
  if (hits.count * 2 >= hits.pairs.length) {
    hits.dropped++;
    return;
  }
  hits.pairs[hits.count * 2] = Math.min(a, b);
  hits.pairs[hits.count * 2 + 1] = Math.max(a, b);
  hits.meetings[hits.count++] = meeting;
}

/** The mean over all triangles at rest of the longest side of their boxes. */
function meanExtent({ mesh }: Body): number {
  const { positions, triangleCount, triangles } = mesh;
  let sum = 0;
  for (let triangle = 0; triangle < triangleCount; triangle++) {
    let extent = 0;
    for (let axis = 0; axis < 3; axis++) {
      const a = positions[triangles[triangle * 3] * 3 + axis];
      const b = positions[triangles[triangle * 3 + 1] * 3 + axis];
      const c = positions[triangles[triangle * 3 + 2] * 3 + axis];
      extent = Math.max(extent, Math.max(a, b, c) - Math.min(a, b, c));
    }
    sum += extent;
  }
  return sum / triangleCount;
}
