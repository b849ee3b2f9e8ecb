/** Boxes of a body's tree, chosen for pictures. */
import type { MeshBody } from '../index.js';
import { createLevelBoxes, evaluateLevelBoxes, readLevelBoxes } from '../inspect.js';
import type { LevelBoxes } from '../inspect.js';
import { LANES, LEAF_BIT } from '../internals.js';

/**
 * Which boxes: all of one `level`, computed for the picture; those that queries have `visited` since the pose last changed; or
 * their `front`, the ones among them beyond which nothing was looked at.
 */
export type TreeDisplay = 'level' | 'visited' | 'front';

/** The boxes of all levels of one body, with room for those that are chosen. */
export class TreeBoxes {
  /** Six numbers per box that was chosen: lowest corner, then highest. */
  readonly corners: Float32Array;
  readonly #body: MeshBody;
  readonly #levels: LevelBoxes[] = [];
  readonly #isOpened: Uint8Array;

  constructor(body: MeshBody) {
    this.#body = body;
    const { blockCount, depth } = body.bounds;
    for (let level = 0; level < depth; level++) this.#levels.push(createLevelBoxes(body.bounds, level));
    this.#isOpened = new Uint8Array(blockCount);
    this.corners = new Float32Array(this.#levels.reduce((sum, { count }) => sum + count, 0) * 6);
  }

  /** Most boxes that there can be. */
  get capacity(): number {
    return this.corners.length / 6;
  }

  /** Fills {@link corners} in the present pose; returns how many boxes there are. A level beyond the last has none. */
  choose(display: TreeDisplay, level: number): number {
    if (display === 'level') {
      const boxes = this.#levels[level] as LevelBoxes | undefined;
      if (!boxes) return 0;
      evaluateLevelBoxes(this.#body, boxes);
      this.corners.set(boxes.corners);
      return boxes.count;
    }
    for (const boxes of this.#levels) readLevelBoxes(this.#body, boxes);
    this.#findOpened();
    let count = 0;
    for (const { count: all, corners, evaluated, slots } of this.#levels) {
      for (let i = 0; i < all; i++) {
        if (evaluated[i] === 0 || (display === 'front' && this.#isInside(slots[i]))) continue;
        for (let k = 0; k < 6; k++) this.corners[count * 6 + k] = corners[i * 6 + k];
        count++;
      }
    }
    return count;
  }

  /** A block is opened when its boxes have been computed. */
  #findOpened(): void {
    this.#isOpened.fill(0);
    for (const { evaluated, slots } of this.#levels) {
      for (let i = 0; i < slots.length; i++) if (evaluated[i] === 1) this.#isOpened[Math.floor(slots[i] / LANES)] = 1;
    }
  }

  #isInside(slot: number): boolean {
    const word = this.#body.bounds.words[slot];
    return word < LEAF_BIT && this.#isOpened[word] === 1;
  }
}
