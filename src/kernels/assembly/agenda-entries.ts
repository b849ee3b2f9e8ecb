/** What leaves and inner nodes of an agenda have in common. Twins: src/kinetic/agenda/entries.ts and src/kinetic/margin.ts. */
import {
  AGENDA_CAPACITY,
  AGENDA_CERTIFICATES,
  AGENDA_COUNT,
  AGENDA_ENTRY_WAYS,
  AGENDA_OVERTAKES,
  AGENDA_TIMES,
  AGENDA_VERTEX_PLACES,
  AGENDA_VERTICES,
  LINE_END,
  LINE_PLACE,
  LINE_SPEED,
  MARGIN_SHARE,
  SMALLEST_MARGIN,
  STRETCH_CURVATURE,
  STRETCH_RATE,
  STRETCH_REACH,
  STRETCH_SPEED,
  STRETCH_START,
  WAY_FROM,
  WAY_TO,
} from './generated/layout';

/** Adds an entry, of a vertex that goes along a line. The last one that there is room for stands for all that there is none for. */
export function addEntry(state: usize, time: f64, certificate: u32, vertex: u32, overtakes: u32, line: usize): void {
  const count = load<u32>(state, AGENDA_COUNT);
  if (count == load<u32>(state, AGENDA_CAPACITY)) return;
  const at = (<usize>count) << 2;
  store<f64>(load<usize>(state, AGENDA_TIMES) + (at << 1), time);
  store<u32>(load<usize>(state, AGENDA_CERTIFICATES) + at, certificate);
  store<u32>(load<usize>(state, AGENDA_VERTICES) + at, vertex);
  store<u32>(load<usize>(state, AGENDA_OVERTAKES) + at, overtakes);
  // What lines have of keys are single floats, which they are again.
  const way = load<usize>(state, AGENDA_ENTRY_WAYS) + (at << 1);
  store<f32>(way, <f32>load<f64>(line, LINE_PLACE), WAY_FROM);
  store<f32>(way, <f32>load<f64>(line, LINE_END), WAY_TO);
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

/** Writes the line of a way. */
// @ts-ignore: decorator
@inline
export function writeLine(stretch: usize, from: f32, to: f32, line: usize): void {
  store<f64>(line, <f64>from, LINE_PLACE);
  store<f64>(line, (<f64>to - <f64>from) * load<f64>(stretch, STRETCH_RATE), LINE_SPEED);
  store<f64>(line, <f64>to, LINE_END);
}

/** The line of a way that is kept. */
// @ts-ignore: decorator
@inline
export function readWay(stretch: usize, way: usize, line: usize): void {
  writeLine(stretch, load<f32>(way, WAY_FROM), load<f32>(way, WAY_TO), line);
}

/** A coordinate outward, or one that is outward as it is. */
// @ts-ignore: decorator
@inline
export function outward(coordinate: f32, side: u32): f32 {
  return side < 3 ? -coordinate : coordinate;
}
