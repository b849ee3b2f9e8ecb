// slow: makes chairs
/** A pile of chairs has the same bits in every engine, by WebAssembly and by TypeScript. */
import { describe, expect, it } from 'vitest';
import { createChairKind, createChairPile, disposeChairPile, stepChairPile } from '../../scenes/chair-pile.js';
import { BACKENDS } from '../support/sample-bodies.js';
import { hashWords } from '../support/same-words.js';

const KIND = createChairKind({ triangles: 12_000, level: 6, modeCount: 4, cells: 12 });

describe('a pile of chairs', () => {
  it.each(['wasm', 'typescript'] as const)('has the same bits everywhere by %s', (backend) => {
    const pile = createChairPile(BACKENDS[backend], KIND, { chairCount: 5, contactCapacity: 20_000 });
    let contacts = 0;
    for (let step = 0; step < 150; step++) {
      stepChairPile(pile);
      contacts += pile.contacts.count;
    }
    expect(contacts).toBeGreaterThan(100);
    const { centers, turns } = pile.rigid;
    const amplitudes = pile.vibrations.map((vibration) => vibration.amplitudes);
    expect(hashWords(centers, turns, ...amplitudes)).toBe('5b2d5858');
    disposeChairPile(pile);
  });
});
