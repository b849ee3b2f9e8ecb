/** The bounds of a lazy block of a body that paths move: boxes around the vertices that are farthest out. Twin: ../twin/bound-paths.ts, with the proof. */
import {
  BLOCK_EXTREMES_BYTES,
  EXTREMES_BYTES,
  EXTREMES_HIGH,
  HEADER_PLACED,
  HEADER_PLACEMENT,
  INSTANT_PAD,
  NO_CHILD,
  PATH_BOUND_EXTREMES,
  PATH_POSE_INSTANT,
  RECORD_WORDS,
} from './generated/layout';
import { storeBox } from './lazy-body';
import { placeCenters, placeExtents } from './place-block';
import { coordinateOf } from './pose-paths';

/** Bounds the children that are there. */
export function boundPaths(body: usize, block: u32, cache: usize): void {
  const pad = load<f64>(load<usize>(body, PATH_POSE_INSTANT), INSTANT_PAD);
  let extremes: usize = load<usize>(body, PATH_BOUND_EXTREMES) + <usize>block * BLOCK_EXTREMES_BYTES;
  for (let lane: usize = 0; lane < 4; lane++) {
    const at = cache + (lane << 2);
    if (load<u32>(at, RECORD_WORDS) != NO_CHILD) {
      storeBox(at, cornerOf(body, extremes, -pad), cornerOf(body, extremes + EXTREMES_HIGH, pad));
    }
    extremes += EXTREMES_BYTES;
  }
  if (load<u32>(body, HEADER_PLACED)) {
    const placement = load<usize>(body, HEADER_PLACEMENT);
    placeCenters(placement, cache);
    placeExtents(placement, cache);
  }
}

/** The corner of a box: three vertices have a coordinate each. */
function cornerOf(body: usize, extremes: usize, pad: f64): v128 {
  const corner = f32x4.splat(<f32>(coordinateOf(body, load<u32>(extremes), 0) + pad));
  const higher = f32x4.replace_lane(corner, 1, <f32>(coordinateOf(body, load<u32>(extremes, 4), 1) + pad));
  return f32x4.replace_lane(higher, 2, <f32>(coordinateOf(body, load<u32>(extremes, 8), 2) + pad));
}
