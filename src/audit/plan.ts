/** What everyone who works on an audit must know. Plain data: workers are sent a copy. */
import type { BlendTree, Tree } from '../parts.js';
import type { AnimatedScene } from '../gltf/scene.js';
import type { AuditChoice } from './choice.js';
import { KeySet, uniteKeys } from './key-set.js';
import type { PairKeys } from './key-set.js';

/** A scene, prepared for searching, and what is to be searched. */
export interface AuditPlan {
  readonly scene: AnimatedScene;
  /** A tree over each object at rest. */
  readonly trees: readonly Tree[];
  /** Bounds of each object that follow its joints. */
  readonly bounds: readonly BlendTree[];
  readonly choice: AuditChoice;
  /** Surfaces closer than this are looked for; 0 for none. */
  readonly clearance: number;
  /** Whether every triangle pair is wanted. */
  readonly listPairs: boolean;
  /** Whether the ways between instants are looked at. */
  readonly continuous: boolean;
}

/** Triangle pairs that meet, or that are close to each other. */
export type PairKind = 'meeting' | 'close';

/** Pairs of one object with itself, or of two. */
export interface PairSet {
  readonly kind: PairKind;
  readonly objectA: number;
  /** The same as `objectA`, or a higher one. */
  readonly objectB: number;
  readonly pairs: PairKeys;
}

type PairSetName = Omit<PairSet, 'pairs'>;

/** Sets of pairs by kind and objects. */
export class PairSets {
  readonly #sets = new Map<string, PairSetName & { readonly pairs: KeySet }>();

  /** The pairs of two objects, if there are any. */
  get(kind: PairKind, objectA: number, objectB: number): KeySet | undefined {
    return this.#sets.get(nameOf(kind, objectA, objectB))?.pairs;
  }

  /** The pairs of two objects; none to begin with. */
  at(kind: PairKind, objectA: number, objectB: number): KeySet {
    const name = nameOf(kind, objectA, objectB);
    let set = this.#sets.get(name);
    if (set === undefined) {
      set = { kind, objectA, objectB, pairs: new KeySet() };
      this.#sets.set(name, set);
    }
    return set.pairs;
  }

  /** Adds all pairs of some sets. */
  addAll(sets: readonly PairSet[]): void {
    for (const { kind, objectA, objectB, pairs } of sets) {
      this.at(kind, objectA, objectB).addAll(pairs.keys, pairs.count);
    }
  }

  /** All of them: by first object, second, and meeting before close. */
  list(): PairSet[] {
    return [...this.#sets.values()]
      .map(({ kind, objectA, objectB, pairs }) => ({ kind, objectA, objectB, pairs: pairs.toSorted() }))
      .sort(compareSets);
  }
}

/** Puts lists of sets together, each as {@link PairSets.list} makes them, and in the same order. */
export function uniteSets(lists: readonly (readonly PairSet[])[]): PairSet[] {
  const united: PairSet[] = [];
  for (const set of lists.flat().sort(compareSets)) {
    const before = united.at(-1);
    if (before === undefined || compareSets(before, set) !== 0) united.push(set);
    else united[united.length - 1] = { ...set, pairs: uniteKeys(before.pairs, set.pairs) };
  }
  return united;
}

function compareSets(a: PairSetName, b: PairSetName): number {
  return a.objectA - b.objectA || a.objectB - b.objectB || orderOf(a.kind) - orderOf(b.kind);
}

function orderOf(kind: PairKind): number {
  return kind === 'meeting' ? 0 : 1;
}

function nameOf(kind: PairKind, objectA: number, objectB: number): string {
  return `${kind} ${objectA} ${objectB}`;
}
