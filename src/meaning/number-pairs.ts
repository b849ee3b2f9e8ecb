/**
 * A set of pairs of numbers that gives each a number of its own, in the order in which they come: a hash table with open
 * addressing. Numbers are below 2^32; a pair is ordered.
 */
import { withRoom } from './growing.js';

/** The pairs met so far. */
export interface NumberPairs {
  /** The two numbers of each pair. */
  firsts: Uint32Array<ArrayBuffer>;
  seconds: Uint32Array<ArrayBuffer>;
  count: number;
  /** The number of a pair, plus one, at the place that its hash gives or behind it; a power of two of them. */
  places: Uint32Array<ArrayBuffer>;
}

const SMALLEST = 64;

/** An empty set. */
export function createNumberPairs(): NumberPairs {
  return {
    firsts: new Uint32Array(SMALLEST / 2),
    seconds: new Uint32Array(SMALLEST / 2),
    count: 0,
    places: new Uint32Array(SMALLEST),
  };
}

/** Forgets all pairs, and keeps the room for them. */
export function clearNumberPairs(pairs: NumberPairs): void {
  pairs.count = 0;
  pairs.places.fill(0);
}

/** The number of a pair; a pair not met before gets the next one. */
export function numberOfPair(pairs: NumberPairs, first: number, second: number): number {
  const place = placeOf(pairs, first, second);
  if (pairs.places[place] !== 0) return pairs.places[place] - 1;
  const number = pairs.count++;
  pairs.firsts = withRoom(pairs.firsts, pairs.count);
  pairs.seconds = withRoom(pairs.seconds, pairs.count);
  pairs.firsts[number] = first;
  pairs.seconds[number] = second;
  pairs.places[place] = pairs.count;
  // At most half full: runs of taken places stay short.
  if (pairs.count * 2 > pairs.places.length) spread(pairs);
  return number;
}

function placeOf(pairs: NumberPairs, first: number, second: number): number {
  const { firsts, seconds, places } = pairs;
  const mask = places.length - 1;
  let hash = Math.imul(first, 0x9e3779b1) ^ Math.imul(second, 0x85ebca77);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  let place = (hash ^ (hash >>> 13)) & mask;
  for (;;) {
    const taken = places[place];
    if (taken === 0 || (firsts[taken - 1] === first && seconds[taken - 1] === second)) return place;
    place = (place + 1) & mask;
  }
}

function spread(pairs: NumberPairs): void {
  pairs.places = new Uint32Array(pairs.places.length * 2);
  for (let number = 0; number < pairs.count; number++) {
    pairs.places[placeOf(pairs, pairs.firsts[number], pairs.seconds[number])] = number + 1;
  }
}
