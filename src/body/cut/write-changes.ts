/** Writes what a cut has changed to where the kernels read it. */
import { patchesBeside } from '../../bounds/cut/beside-blend.js';
import type { ChangedRange, Changes } from '../../bounds/cut/changes.js';
import type { CuttableShape } from '../../bounds/cut/cuttable.js';
import { knownStars } from '../../bounds/blocks/stars.js';
import { PATCH } from '../../kernels/layout/patches.js';
import { LANES } from '../../kernels/layout/child-words.js';
import { BLEND, SELDOM } from '../../kernels/layout/header.js';
import { RECORD, TAIL, recordOf } from '../../kernels/layout/record.js';
import { hasRegions, hasStars } from '../../kernels/layout/self.js';
import { follow, wordAt } from '../../kernels/units.js';
import type { Body } from '../body.js';
import { writePatches } from '../memory.js';

/** Writes parts of arrays, the words of slots, and what patches are. */
export function writeChanges(body: Body, shape: CuttableShape, { ranges, slots }: Changes): void {
  const { header, kernels } = body;
  const { bounds } = shape;
  writeRanges(body, wordsToCome(body, shape), ranges);
  const { u32 } = kernels.arena;
  const tails = follow(u32, wordAt(header) + SELDOM.tails);
  const blocks = new Set<number>();
  for (const slot of slots) {
    u32[tails + (slot >>> 2) * TAIL.wordCount + (slot & 3)] = bounds.words[slot];
    blocks.add(slot >>> 2);
  }
  if (bounds.shape === BLEND) {
    const patches = patchesBeside(bounds);
    writePatches(u32, tails + TAIL.rule, patches);
    for (let at = 0; at < patches.length; at += PATCH.wordCount) {
      for (let i = 0; i < patches[at + PATCH.blockCount]; i++) blocks.add(patches[at + PATCH.firstBlock] + i);
    }
  }
  for (const block of blocks) renewRecord(body, block, tails + block * TAIL.wordCount);
}

/** Arrays that are not there yet: what searches with itself need comes with the first of them. */
function wordsToCome({ header, kernels }: Body, { bounds, regions }: CuttableShape): Set<unknown> {
  const { u32 } = kernels.arena;
  const words = new Set<unknown>();
  if (!hasStars(u32, wordAt(header))) words.add(knownStars(bounds.triangles));
  if (!regions || hasRegions(u32, wordAt(header))) return words;
  const { across, nodes, regions: all, tiles, vertices } = regions.listed;
  for (const array of [across, nodes, all, tiles.children, vertices]) words.add(array);
  return words;
}

function writeRanges({ kernels }: Body, toCome: ReadonlySet<unknown>, ranges: readonly ChangedRange[]): void {
  const { arena, uploads } = kernels;
  const sources = [...new Set(ranges.map(({ words }) => words))]
    .filter((words) => !toCome.has(words))
    .map((words) => ({ words }));
  // All of them are there: taking them once more tells where, and copies nothing.
  const { own, shared } = uploads.take(0, sources);
  const places = new Map(sources.map(({ words }, i) => [words, wordAt(shared[i])]));
  for (const { from, to, words } of ranges) {
    const at = places.get(words);
    if (at === undefined) continue;
    if (words instanceof Float32Array) arena.f32.set(words.subarray(from, to), at + from);
    else arena.u32.set(words.subarray(from, to), at + from);
  }
  uploads.giveBack(own, sources);
}

/** Copies the end of a record once more, if it has been copied: all but the stamp. */
function renewRecord({ header, kernels }: Body, block: number, tail: number): void {
  const { u32 } = kernels.arena;
  const at = recordOf(u32, wordAt(header), block) + RECORD.words;
  if (u32[at] === 0) return;
  for (let word = 0; word < LANES; word++) u32[at + word] = u32[tail + word];
  for (let word: number = TAIL.rule; word < TAIL.wordCount; word++) u32[at + word] = u32[tail + word];
}
