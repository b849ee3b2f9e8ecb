/** What a tree writes down for one who follows it: followers.ts says how. */

/** Entries of a follower that it has not read yet. */
export interface FollowerLog {
  /** How far its reader has followed. */
  time: number;
  /** Entries about extremes. */
  count: number;
  /** When each of them was made, in rising order. */
  times: Float64Array;
  /** Two words each: a certificate (`node * SIDES + side`), and the vertex that is the extreme from then on, another one than before or with another path. */
  extremes: Uint32Array;
  /** Entries about nodes. */
  nodeCount: number;
  /** Two words each: a node, and what has changed. */
  nodes: Uint32Array;
  /** The tree was built anew, or has another root. All else is void. */
  isRebuilt: boolean;
}
