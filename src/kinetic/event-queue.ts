/**
 * The event queue: for each certificate at most one event, the earliest first. A binary heap over numbers of certificates, which knows where each of them is, so that an event can be
 * moved or taken out. Two at the same time are in the order of their numbers, the larger one first: children have larger numbers than parents, but for those that came later.
 */
import { NO_INDEX } from '../mesh/mesh.js';
import { growNumbers, growWords } from './grow.js';

/** When which certificate fails. */
export interface EventQueue {
  /** Events in the queue. */
  count: number;
  /** The time of each certificate's event; only of those in the queue. */
  times: Float64Array;
  /** Certificates, as a heap. */
  heap: Uint32Array;
  /** Where in the heap each certificate is, or `NO_INDEX`. */
  places: Uint32Array;
}

/** An empty queue; {@link growQueue} gives it room. */
export function createEventQueue(): EventQueue {
  return { count: 0, times: new Float64Array(0), heap: new Uint32Array(0), places: new Uint32Array(0) };
}

/** Makes room for so many certificates. */
export function growQueue(queue: EventQueue, certificates: number): void {
  queue.times = growNumbers(queue.times, certificates);
  queue.heap = growWords(queue.heap, certificates, 0);
  queue.places = growWords(queue.places, certificates, NO_INDEX);
}

/** Takes all events out. */
export function clearQueue(queue: EventQueue): void {
  queue.count = 0;
  queue.places.fill(NO_INDEX);
}

/** Puts a certificate where it belongs after its time was written to `queue.times`; `Infinity` takes it out. */
export function schedule(queue: EventQueue, certificate: number): void {
  const { heap, places, times } = queue;
  if (times[certificate] === Infinity) {
    unschedule(queue, certificate);
    return;
  }
  let place = places[certificate];
  if (place === NO_INDEX) {
    place = queue.count++;
    heap[place] = certificate;
    places[certificate] = place;
  }
  settle(queue, place);
}

/** Takes a certificate out, if it is there. */
export function unschedule(queue: EventQueue, certificate: number): void {
  const { heap, places } = queue;
  const place = places[certificate];
  if (place === NO_INDEX) return;
  // The last one takes its place.
  places[certificate] = NO_INDEX;
  const last = heap[--queue.count];
  if (last === certificate) return;
  heap[place] = last;
  places[last] = place;
  settle(queue, place);
}

/** Moves what is at a place up or down until parents come before children. */
function settle({ count, heap, places, times }: EventQueue, from: number): void {
  const moved = heap[from];
  let place = from;
  while (place > 0) {
    const parent = (place - 1) >> 1;
    if (!isBefore(times, moved, heap[parent])) break;
    heap[place] = heap[parent];
    places[heap[place]] = place;
    place = parent;
  }
  for (let child = place * 2 + 1; child < count; child = place * 2 + 1) {
    if (child + 1 < count && isBefore(times, heap[child + 1], heap[child])) child++;
    if (!isBefore(times, heap[child], moved)) break;
    heap[place] = heap[child];
    places[heap[place]] = place;
    place = child;
  }
  heap[place] = moved;
  places[moved] = place;
}

function isBefore(times: Float64Array, a: number, b: number): boolean {
  return times[a] < times[b] || (times[a] === times[b] && a > b);
}
