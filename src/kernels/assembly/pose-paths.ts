/** Vertices that follow paths, at the present time. Twin: ../twin/pose-paths.ts, with the formula. */
import {
  FLIGHT_AXES,
  FLIGHT_AXIS_BEND,
  FLIGHT_AXIS_BYTES,
  FLIGHT_AXIS_PLACE,
  FLIGHT_AXIS_VELOCITY,
  FLIGHT_BEGIN,
  FLIGHT_BYTES,
  HEADER_PLACED,
  HEADER_PLACEMENT64,
  HEADER_POSITIONS,
  HEADER_STAMP,
  HEADER_VERTEX_STAMPS,
  HEADER_VERTICES_POSED,
  INSTANT_PASSED,
  INSTANT_RATE,
  INSTANT_TIME,
  NO_FLIGHT,
  PATH_POSE_FLIGHTS,
  PATH_POSE_FLIGHT_NUMBERS,
  PATH_POSE_INSTANT,
  PATH_POSE_LAST_KEY,
  PATH_POSE_NEXT_KEY,
  POSITION_BYTES,
} from './generated/layout';
import { placeVertex } from './pose-leaf';

/** Poses the vertices of a list of numbers that are not yet those of the present time. */
export function posePaths(body: usize, numbers: usize, count: u32): void {
  const now = load<u32>(body, HEADER_STAMP);
  const stamps: usize = load<usize>(body, HEADER_VERTEX_STAMPS);
  let posed = load<u32>(body, HEADER_VERTICES_POSED);
  for (const end = numbers + ((<usize>count) << 2); numbers < end; numbers += 4) {
    const vertex = load<u32>(numbers);
    const stamp = stamps + ((<usize>vertex) << 2);
    if (load<u32>(stamp) == now) continue;
    store<u32>(stamp, now);
    poseVertex(body, vertex);
    posed++;
  }
  store<u32>(body, posed, HEADER_VERTICES_POSED);
}

/** Poses as many vertices from the first on, whether or not they have been posed before. */
export function poseAllPaths(body: usize, count: u32): void {
  for (let vertex: u32 = 0; vertex < count; vertex++) poseVertex(body, vertex);
}

function poseVertex(body: usize, vertex: u32): void {
  const out: usize = load<usize>(body, HEADER_POSITIONS) + <usize>vertex * POSITION_BYTES;
  store<f32>(out, <f32>coordinateOf(body, vertex, 0));
  store<f32>(out, <f32>coordinateOf(body, vertex, 1), 4);
  store<f32>(out, <f32>coordinateOf(body, vertex, 2), 8);
  if (load<u32>(body, HEADER_PLACED)) placeVertex(load<usize>(body, HEADER_PLACEMENT64), out);
}

/** A coordinate at the present time, before it is rounded to float32. */
// @ts-ignore: decorator
@inline
export function coordinateOf(body: usize, vertex: u32, axis: usize): f64 {
  const instant: usize = load<usize>(body, PATH_POSE_INSTANT);
  const flights: usize = load<usize>(body, PATH_POSE_FLIGHTS);
  if (flights) {
    const flight = load<u32>(load<usize>(body, PATH_POSE_FLIGHT_NUMBERS) + ((<usize>vertex) << 2));
    if (flight != NO_FLIGHT) {
      const begun: usize = flights + <usize>flight * FLIGHT_BYTES;
      const along: usize = begun + FLIGHT_AXES + axis * FLIGHT_AXIS_BYTES;
      const passed = load<f64>(instant, INSTANT_TIME) - load<f64>(begun, FLIGHT_BEGIN);
      const speed = load<f64>(along, FLIGHT_AXIS_VELOCITY) + passed * load<f64>(along, FLIGHT_AXIS_BEND);
      return load<f64>(along, FLIGHT_AXIS_PLACE) + passed * speed;
    }
  }
  const at: usize = <usize>vertex * POSITION_BYTES + (axis << 2);
  const last = <f64>load<f32>(load<usize>(body, PATH_POSE_LAST_KEY) + at);
  const next = <f64>load<f32>(load<usize>(body, PATH_POSE_NEXT_KEY) + at);
  return last + load<f64>(instant, INSTANT_PASSED) * ((next - last) * load<f64>(instant, INSTANT_RATE));
}
