/** Writing entries of an agenda. */
import { growNumbers, growWords } from '../grow.js';
import type { Agenda } from './agenda-record.js';

/** Adds an entry, due at the time at a place of an array: numbers that are passed to a function may be put on the heap. */
export function addEntry(
  agenda: Agenda,
  due: Float64Array,
  at: number,
  certificate: number,
  vertex: number,
  overtakes: number,
): void {
  const entry = agenda.count++;
  if (entry === agenda.times.length) {
    agenda.times = growNumbers(agenda.times, Math.max(64, entry + 1));
    const { length } = agenda.times;
    agenda.certificates = growWords(agenda.certificates, length, 0);
    agenda.vertices = growWords(agenda.vertices, length, 0);
    agenda.overtakes = growWords(agenda.overtakes, length, 0);
  }
  agenda.times[entry] = due[at];
  agenda.certificates[entry] = certificate;
  agenda.vertices[entry] = vertex;
  agenda.overtakes[entry] = overtakes;
}
