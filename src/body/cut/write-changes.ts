/** Writes what a cut has changed to where the kernels read it. */
import { patchesBeside } from '../../bounds/cut/beside-blend.js';
import type { ChangedRange, Changes } from '../../bounds/cut/changes.js';
import type { CuttableShape } from '../../bounds/cut/cuttable.js';
import { PATCH } from '../../kernels/layout/blend.js';
import { LANES } from '../../kernels/layout/child-words.js';
import { BLEND, SELDOM } from '../../kernels/layout/header.js';
import { RECORD, TAIL, recordOf } from '../../kernels/layout/record.js';
import { follow, wordAt } from '../../kernels/units.js';
import type { Body } from '../body.js';
import { writePatches } from '../memory.js';

/** Writes parts of arrays, the words of slots, and what patches are. */
export function writeChanges(body: Body, { bounds }: CuttableShape, { ranges, slots }: Changes): void {
  const { header, kernels } = body;
  for (const range of ranges) writeRange(kernels, range);
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

function writeRange({ arena, uploads }: Body['kernels'], { from, to, words }: ChangedRange): void {
  const place = uploads.placeOf(words);
  // What searches with itself need is there once one has been: until then, nothing is to be written.
  if (place === undefined) return;
  const at = wordAt(place) + from;
  if (words instanceof Float32Array) arena.f32.set(words.subarray(from, to), at);
  else arena.u32.set(words.subarray(from, to), at);
}

/** Copies the end of a record once more, if it has been copied: all but the stamp. */
function renewRecord({ header, kernels }: Body, block: number, tail: number): void {
  const { u32 } = kernels.arena;
  const at = recordOf(u32, wordAt(header), block) + RECORD.words;
  if (u32[at] === 0) return;
  for (let word = 0; word < LANES; word++) u32[at + word] = u32[tail + word];
  for (let word: number = TAIL.rule; word < TAIL.wordCount; word++) u32[at + word] = u32[tail + word];
}
