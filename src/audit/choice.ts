/** Which objects are checked against themselves, and which against each other. */
import { PliantError } from '../errors.js';
import type { SceneObject } from '../gltf/scene.js';
import { matchesGlob } from './glob.js';

/** What `Body:Jacket` means: for each object, whether it fits the one side, and the other. */
interface PairRule {
  readonly left: Uint8Array;
  readonly right: Uint8Array;
}

/** The choice for one scene. Plain data, and its size is that of the scene: pairs are not listed. */
export interface AuditChoice {
  /** 1 for objects that are checked against themselves. */
  readonly self: Uint8Array;
  /** Pairs that one of these fits; undefined for all. */
  readonly only: readonly PairRule[] | undefined;
  /** Pairs that none of these may fit. */
  readonly ignore: readonly PairRule[];
}

/** What a choice is made from: a part of `AuditOptions`. */
export interface ChoiceOptions {
  readonly self: boolean;
  readonly pairs: boolean;
  readonly only: readonly string[] | undefined;
  readonly ignore: readonly string[];
}

/**
 * Makes the choice. `Body` is Body against itself, `Body:Jacket` are two objects in either order. A colon may also belong to
 * a name, so every colon of a pattern is tried as the one between two names.
 *
 * @throws PliantError `mismatch` for a pattern of `only` that fits nothing, and where `only` leaves nothing that `self` and
 *   `pairs` allow: everything would pass unseen.
 */
export function chooseObjects(objects: readonly SceneObject[], options: ChoiceOptions): AuditChoice {
  const { ignore, only, pairs, self } = options;
  const names = objects.map(({ name }) => name);
  for (const pattern of only ?? []) requireFit(names, pattern);
  const onlySelf = Uint8Array.from(names, (name) => (self && (only === undefined || fitsAny(only, name)) ? 1 : 0));
  const onlyPairs = pairs ? only?.flatMap((pattern) => rulesOf(names, pattern)) : [];
  if (only !== undefined && only.length > 0 && !onlySelf.includes(1) && onlyPairs?.length === 0)
    refuseChoice(only, self);
  return {
    self: onlySelf.map((chosen, i) => (fitsAny(ignore, names[i]) ? 0 : chosen)),
    only: onlyPairs,
    ignore: ignore.flatMap((pattern) => rulesOf(names, pattern)),
  };
}

/** Whether two different objects are checked against each other. */
export function isPairChosen({ ignore, only }: AuditChoice, a: number, b: number): boolean {
  return (only === undefined || fitsRules(only, a, b)) && !fitsRules(ignore, a, b);
}

function fitsAny(patterns: readonly string[], name: string): boolean {
  return patterns.some((pattern) => matchesGlob(pattern, name));
}

function fitsRules(rules: readonly PairRule[], a: number, b: number): boolean {
  for (let i = 0; i < rules.length; i++) {
    const { left, right } = rules[i];
    if ((left[a] === 1 && right[b] === 1) || (left[b] === 1 && right[a] === 1)) return true;
  }
  return false;
}

function rulesOf(names: readonly string[], pattern: string): PairRule[] {
  const rules: PairRule[] = [];
  for (let colon = pattern.indexOf(':'); colon >= 0; colon = pattern.indexOf(':', colon + 1)) {
    const left = fitsOf(names, pattern.slice(0, colon));
    const right = fitsOf(names, pattern.slice(colon + 1));
    if (left.includes(1) && right.includes(1)) rules.push({ left, right });
  }
  return rules;
}

function fitsOf(names: readonly string[], pattern: string): Uint8Array {
  return Uint8Array.from(names, (name) => (matchesGlob(pattern, name) ? 1 : 0));
}

/** Whether a pattern means an object, or a pair of objects. */
export function fitsSomething(names: readonly string[], pattern: string): boolean {
  return names.some((name) => matchesGlob(pattern, name)) || rulesOf(names, pattern).length > 0;
}

function requireFit(names: readonly string[], pattern: string): void {
  if (fitsSomething(names, pattern)) return;
  throw new PliantError(
    'mismatch',
    `auditScene: nothing is called ${JSON.stringify(pattern)}; there are ${listNames(names)}`,
  );
}

function refuseChoice([pattern]: readonly string[], self: boolean): never {
  const why = self
    ? 'is a pair, but pairs are not checked; name one object, or check pairs'
    : 'is an object with itself, which is not checked; write "A:B" for a pair, or check objects with themselves';
  throw new PliantError('mismatch', `auditScene: only has ${JSON.stringify(pattern)}, which ${why}`);
}

/** Some names, for a message. */
export function listNames(names: readonly string[]): string {
  const shown = names.slice(0, 12).map((name) => JSON.stringify(name));
  if (names.length > shown.length) shown.push(`${names.length - shown.length} more`);
  return shown.length === 0 ? 'none' : shown.join(', ');
}
