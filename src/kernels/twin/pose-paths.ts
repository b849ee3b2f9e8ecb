/**
 * Vertices that follow paths, at the present time: the reference for ../assembly/pose-paths.ts, same words.
 *
 * The formula is that of src/kinetic/flightplan.ts, each operation one of float64: p + (t - b)(v + (t - b)h) of a vertex that has a flight of its own, and else p + (t - b)((q - p)r) with its
 * places p and q at the keys around the present, and one over the time between them r. At the last key of all, r is -0 and q is p: q - p is 0, 0r is -0, and p - 0 is p, also
 * where p is -0.
 */
import type { Arena } from '../arena.js';
import { HEADER } from '../layout/header.js';
import { FLIGHT, FLIGHT_AXIS, INSTANT, NO_FLIGHT, PATH_POSE } from '../layout/paths.js';
import { follow, follow64, wordAt } from '../units.js';
import type { ByteOffset, WordIndex } from '../units.js';
import { placeVertex } from './pose-leaf.js';

/** Poses the vertices of a list of numbers that are not yet those of the present time; `numbers` is where the list is. */
export function posePaths(arena: Arena, header: WordIndex, numbers: number, count: number): void {
  const { u32 } = arena;
  const now = u32[header + HEADER.stamp];
  const stamps = follow(u32, header + HEADER.vertexStamps);
  for (let i = numbers; i < numbers + count; i++) {
    const vertex = u32[i];
    if (u32[stamps + vertex] === now) continue;
    u32[stamps + vertex] = now;
    u32[header + HEADER.verticesPosed]++;
    poseVertex(arena, header, vertex);
  }
}

/** Poses as many vertices from the first on, whether or not they have been posed before. */
export function poseAllPaths(arena: Arena, body: ByteOffset, count: number): void {
  for (let vertex = 0; vertex < count; vertex++) poseVertex(arena, wordAt(body), vertex);
}

const coordinate = new Float64Array(1);

function poseVertex(arena: Arena, header: WordIndex, vertex: number): void {
  const { f32, f64, u32 } = arena;
  const out = follow(u32, header + HEADER.positions) + vertex * 3;
  for (let axis = 0; axis < 3; axis++) {
    measureCoordinate(arena, header, vertex, axis, coordinate);
    f32[out + axis] = coordinate[0];
  }
  if (u32[header + HEADER.placed] !== 0) placeVertex(f32, f64, follow64(u32, header + HEADER.placement64), out);
}

/** Leaves in `out[0]` a coordinate at the present time, before it is rounded to float32: what is returned may go to the heap. */
export function measureCoordinate(
  { f32, f64, u32 }: Arena,
  header: WordIndex,
  vertex: number,
  axis: number,
  out: Float64Array,
): void {
  const instant = follow64(u32, header + PATH_POSE.instant);
  if (u32[header + PATH_POSE.flights] !== 0) {
    const flight = u32[follow(u32, header + PATH_POSE.flightNumbers) + vertex];
    if (flight !== NO_FLIGHT) {
      const begun = follow64(u32, header + PATH_POSE.flights) + flight * FLIGHT.count;
      const along = begun + FLIGHT.axes + axis * FLIGHT_AXIS.count;
      const passed = f64[instant + INSTANT.time] - f64[begun + FLIGHT.begin];
      const speed = f64[along + FLIGHT_AXIS.velocity] + passed * f64[along + FLIGHT_AXIS.bend];
      out[0] = f64[along + FLIGHT_AXIS.place] + passed * speed;
      return;
    }
  }
  const last = f32[follow(u32, header + PATH_POSE.lastKey) + vertex * 3 + axis];
  const next = f32[follow(u32, header + PATH_POSE.nextKey) + vertex * 3 + axis];
  out[0] = last + f64[instant + INSTANT.passed] * ((next - last) * f64[instant + INSTANT.rate]);
}
