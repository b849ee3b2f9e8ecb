/** The agenda: extremes that will be replaced before the next key, and when. */

import type { AgendaKernel } from './kernel-record.js';

/** What will happen before the next key, in nodes whose vertices all follow the keys. For reading: trees write it. */
export interface Agenda {
  /** Entries. */
  count: number;
  /** How many of them have been carried out. */
  done: number;
  /** When each entry is due. */
  times: Float64Array;
  /** Its certificate. */
  certificates: Uint32Array;
  /** The vertex that is the extreme from then on. */
  vertices: Uint32Array;
  /** 1 where that vertex overtakes the extreme of before, 0 where the one of a child was replaced. */
  overtakes: Uint32Array;
  /** Entries in the order of their times; of one time, children come before parents. */
  order: Uint32Array;
  /** The first entry of each certificate; those of one are behind one another, in the order of time. */
  firsts: Uint32Array;
  /** The one behind its last. */
  ends: Uint32Array;
  /** Where the last extreme of each certificate will be at the next key. */
  places: Float32Array;
  /**
   * Who may make it.
   * @internal
   */
  backend: 'auto' | 'typescript';
  /** Whether keys that were put into the order of the leaves stay there. */
  readonly keepsKeys: boolean;
  /**
   * Who makes it, if the tree is large; else TypeScript does.
   * @internal
   */
  kernel: AgendaKernel | undefined;
  /** All nodes, children before parents. */
  bottomUp: Uint32Array;
  /** The structure of the tree that `bottomUp` is of; -1 at first. */
  structure: number;
}

/** An agenda without entries. */
export function createAgenda(keepsKeys = false): Agenda {
  return {
    count: 0,
    done: 0,
    times: new Float64Array(0),
    certificates: new Uint32Array(0),
    vertices: new Uint32Array(0),
    overtakes: new Uint32Array(0),
    order: new Uint32Array(0),
    firsts: new Uint32Array(0),
    ends: new Uint32Array(0),
    places: new Float32Array(0),
    backend: 'auto',
    keepsKeys,
    kernel: undefined,
    bottomUp: new Uint32Array(0),
    structure: -1,
  };
}
