/** Which triangles of objects meet, or are close, at an instant: all of them, however many there are. */
import { createPairHits, findPairHits, findSelfHits } from '../index.js';
import type { Body, PairHits } from '../index.js';
import { createNearPairs, createNearSearch, findNearPairs } from '../internals.js';

/** Room for pairs to begin with; it grows with what is found. */
const FIRST_ROOM = 1024;

/** Searches, and room for what they find. */
export class MeetingFinder {
  /** What {@link findMeeting} found last, in the order of the search. */
  hits: PairHits = createPairHits(FIRST_ROOM);
  /** Keys of what {@link findMeeting} or {@link findClose} found last, in the same order. Replaced as it grows. */
  keys = new Float64Array(FIRST_ROOM);
  /** What {@link findClose} found last, with distances. */
  readonly near = createNearPairs();
  readonly #nearSearch = createNearSearch();

  /** Finds the triangles of two bodies, or of one with itself, that meet. Returns how many pairs there are. */
  findMeeting(bodyA: Body, bodyB: Body): number {
    while (find(bodyA, bodyB, this.hits) > this.hits.count) {
      // Half as many again: the next instant has about as many, and should not have to search twice.
      this.hits = createPairHits(Math.ceil(1.5 * (this.hits.count + this.hits.dropped)));
    }
    const { count, pairs } = this.hits;
    this.#takeKeys(pairs, count, bodyB.mesh.triangleCount);
    return count;
  }

  /** Finds the triangles of two bodies that do not meet and are closer than the clearance. */
  findClose(bodyA: Body, bodyB: Body, clearance: number): number {
    const count = findNearPairs(this.#nearSearch, bodyA, bodyB, clearance, this.near);
    this.#takeKeys(this.near.pairs, count, bodyB.mesh.triangleCount);
    return count;
  }

  #takeKeys(pairs: Uint32Array, count: number, trianglesB: number): void {
    if (this.keys.length < count) this.keys = new Float64Array(Math.ceil(1.5 * count));
    const { keys } = this;
    for (let i = 0; i < count; i++) keys[i] = pairs[2 * i] * trianglesB + pairs[2 * i + 1];
  }
}

function find(bodyA: Body, bodyB: Body, hits: PairHits): number {
  return bodyA === bodyB ? findSelfHits(bodyA, hits) : findPairHits(bodyA, bodyB, hits);
}
