/** Boxes of one level of a kinetic tree as they are shown: those that were written lately glow, and cool down from moment to moment. */
import type { LevelBounds } from './level-bounds.js';
import type { KineticLevel } from './time-messages.js';

/** Moments after which a box has cooled down. */
const COOLING_MOMENTS = 20;
/** In {@link LevelBounds} sizes are coloured; a box that glows is coloured as one that is so many times as large. */
const GLOWING = 1.6;

/** Boxes, and how hot each of them is. */
export class GlowingBoxes {
  /** As the picture wants them; another record when there are other nodes. */
  bounds: LevelBounds = createBounds(0);
  /** 1 for those that glow. */
  isGlowing = new Uint8Array(0);
  #level = -1;
  #heat = new Float32Array(0);

  /** Takes over the boxes of a moment. `isRebuilt` says that they are those of another tree than before. */
  update({ corners, level, nodes, written }: KineticLevel, isRebuilt: boolean): void {
    if (isRebuilt || level !== this.#level || nodes.length !== this.#heat.length) {
      this.#level = level;
      this.bounds = createBounds(nodes.length);
      this.#heat = new Float32Array(nodes.length);
      this.isGlowing = new Uint8Array(nodes.length);
    }
    this.bounds.corners.set(corners);
    written.forEach((isWritten, i) => {
      this.#heat[i] = isWritten === 1 ? 1 : Math.max(0, this.#heat[i] - 1 / COOLING_MOMENTS);
      this.bounds.growth[i] = 1 + (GLOWING - 1) * this.#heat[i];
      this.isGlowing[i] = this.#heat[i] > 0 ? 1 : 0;
    });
  }

  /** How many glow. */
  get glowingCount(): number {
    return this.isGlowing.reduce((sum, value) => sum + value, 0);
  }
}

function createBounds(count: number): LevelBounds {
  return {
    nodes: Uint32Array.from({ length: count }, (_, i) => i),
    corners: new Float32Array(count * 6),
    growth: new Float32Array(count),
  };
}
