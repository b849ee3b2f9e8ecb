/** Which triangles of moving objects meet within a step: all of them, however many there are. */
import { createMotionHits, findMotionHits, findMotionSelfHits } from '../continuous.js';
import type { Motion, MotionHits } from '../continuous.js';

/** Room for pairs to begin with; it grows with what is found. */
const FIRST_ROOM = 1024;

/** A search, and room for what it finds. */
export class MotionFinder {
  /** What was found last. Replaced as it grows. */
  hits: MotionHits = createMotionHits(FIRST_ROOM);
  /** Keys of these, in the same order. Replaced as it grows. */
  keys = new Float64Array(FIRST_ROOM);

  /** Finds the triangles of two motions, or of one with itself, that meet within the step. Returns how many pairs there are. */
  find(motionA: Motion, motionB: Motion): number {
    while (find(motionA, motionB, this.hits) > this.hits.count) {
      this.hits = createMotionHits(Math.ceil(1.5 * (this.hits.count + this.hits.dropped)));
    }
    const { count, pairs } = this.hits;
    const { triangleCount } = motionB.from.mesh;
    if (this.keys.length < count) this.keys = new Float64Array(Math.ceil(1.5 * count));
    for (let i = 0; i < count; i++) this.keys[i] = pairs[2 * i] * triangleCount + pairs[2 * i + 1];
    return count;
  }
}

function find(motionA: Motion, motionB: Motion, hits: MotionHits): number {
  return motionA === motionB ? findMotionSelfHits(motionA, hits) : findMotionHits(motionA, motionB, hits);
}
