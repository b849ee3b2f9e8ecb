/** Which triangles were touched lately, and how long ago: touches that last a single frame stay visible for a while. */

/** Frames after which a touched triangle has cooled down. */
const COOLING_FRAMES = 40;

/** Most triangles that glow at once; the oldest go first. */
export const MOST_GLOWING = 16_384;

/** Heat of the triangles that were touched. */
export interface Afterglow {
  /** From triangle to heat: 1 when touched just now, falling to 0. Coolest first. */
  readonly heat: ReadonlyMap<number, number>;
  /** Cools everything by so many frames, one or more, then heats the first `count` of `triangles`. */
  touch(triangles: Uint32Array, count: number, framesMoved: number): void;
  clear(): void;
}

/** Nothing glows yet. */
export function createAfterglow(): Afterglow {
  const heat = new Map<number, number>();
  return {
    heat,
    touch(triangles, count, framesMoved) {
      for (const [triangle, value] of heat) {
        const cooled = value - framesMoved / COOLING_FRAMES;
        if (cooled > 0) heat.set(triangle, cooled);
        else heat.delete(triangle);
      }
      for (let i = 0; i < count; i++) {
        // Taken out first, so that the order of the map stays the order of heat.
        heat.delete(triangles[i]);
        heat.set(triangles[i], 1);
      }
      for (const triangle of heat.keys()) {
        if (heat.size <= MOST_GLOWING) break;
        heat.delete(triangle);
      }
    },
    clear() {
      heat.clear();
    },
  };
}
