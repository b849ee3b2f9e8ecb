/** What leaves and inner nodes of an agenda have in common. Twins: src/kinetic/agenda/entries.ts and src/kinetic/margin.ts. */
import {
  AGENDA_CAPACITY,
  AGENDA_CERTIFICATES,
  AGENDA_COUNT,
  AGENDA_OVERTAKES,
  AGENDA_TIMES,
  AGENDA_VERTEX_PLACES,
  AGENDA_VERTICES,
  MARGIN_SHARE,
  SMALLEST_MARGIN,
  STRETCH_CURVATURE,
  STRETCH_REACH,
  STRETCH_SPEED,
  STRETCH_START,
} from './generated/layout';

/** Adds an entry. The last one that there is room for stands for all that there is none for. */
export function addEntry(state: usize, time: f64, certificate: u32, vertex: u32, overtakes: u32): void {
  const count = load<u32>(state, AGENDA_COUNT);
  if (count == load<u32>(state, AGENDA_CAPACITY)) return;
  const at = (<usize>count) << 2;
  store<f64>(load<usize>(state, AGENDA_TIMES) + (at << 1), time);
  store<u32>(load<usize>(state, AGENDA_CERTIFICATES) + at, certificate);
  store<u32>(load<usize>(state, AGENDA_VERTICES) + at, vertex);
  store<u32>(load<usize>(state, AGENDA_OVERTAKES) + at, overtakes);
  store<u32>(state, count + 1, AGENDA_COUNT);
}

/** The margin at a time. */
// @ts-ignore: decorator
@inline
export function marginAt(stretch: usize, time: f64): f64 {
  const passed = time - load<f64>(stretch, STRETCH_START);
  const bend = 2 * load<f64>(stretch, STRETCH_CURVATURE);
  const speed = load<f64>(stretch, STRETCH_SPEED) + bend * (passed + MARGIN_SHARE * abs(time));
  return MARGIN_SHARE * (load<f64>(stretch, STRETCH_REACH) + speed * (abs(time) + passed)) + SMALLEST_MARGIN;
}

/** Where a vertex is in a frame: one of its places, in bytes. */
// @ts-ignore: decorator
@inline
export function placeOf(state: usize, vertex: u32): usize {
  return <usize>load<u32>(load<usize>(state, AGENDA_VERTEX_PLACES) + ((<usize>vertex) << 2));
}
