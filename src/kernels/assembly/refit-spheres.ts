/**
 * Bottom-up refit of layered spheres: a leaf's sphere is centred on the box of its vertices, an inner node's encloses
 * the spheres of its children. Twin, with the proof that no rounding lets a vertex escape: ../twin/refit-spheres.ts.
 */
const LEAF_BIT: u32 = 0x80000000;
const NO_CHILD: u32 = 0xffffffff;
/** 1 + 2^-22, 2^-148 and 2^-48: see the twin. */
const WIDEN: f64 = 1.0000002384185791015625;
const TINY: f64 = 2.802596928649634e-45;
const NOISE: f64 = 3.552713678800501e-15;

/** `leafVertices` holds the byte offset of each vertex of a leaf in `positions`. */
export function refitSpheres(
  nodes: usize,
  nodeCount: i32,
  arity: i32,
  leafVertices: usize,
  positions: usize,
  spheres: usize,
): void {
  const nodeBytes = (<usize>arity) << 2;
  let node = nodes + <usize>nodeCount * nodeBytes;
  let sphere = spheres + ((<usize>nodeCount) << 4);
  while (node > nodes) {
    node -= nodeBytes;
    sphere -= 16;
    const first = load<u32>(node);
    // An inner node's first child is never NO_CHILD, so the leaf bit alone tells leaves from inner nodes.
    if (first & LEAF_BIT) {
      const start = leafVertices + ((<usize>(first ^ LEAF_BIT)) << 2);
      fitLeaf(start, start + ((<usize>load<u32>(node, 4)) << 2), positions, sphere);
    } else {
      fitInner(node, nodeBytes, spheres, sphere);
    }
  }
}

// @ts-ignore: decorator
@inline
function fitLeaf(start: usize, end: usize, positions: usize, sphere: usize): void {
  let low = v128.load(positions + load<u32>(start));
  let high = low;
  for (let vertex = start + 4; vertex < end; vertex += 4) {
    const position = v128.load(positions + load<u32>(vertex));
    low = f32x4.pmin(low, position);
    high = f32x4.pmax(high, position);
  }
  const half = f32x4.splat(0.5);
  const center = f32x4.add(f32x4.mul(low, half), f32x4.mul(high, half));
  const centerXy = f64x2.promote_low_f32x4(center);
  const centerZ = <f64>f32x4.extract_lane(center, 2);
  let farthest: f64 = 0;
  for (let vertex = start; vertex < end; vertex += 4) {
    const position = v128.load(positions + load<u32>(vertex));
    const xy = f64x2.sub(f64x2.promote_low_f32x4(position), centerXy);
    const z = <f64>f32x4.extract_lane(position, 2) - centerZ;
    const squares = f64x2.mul(xy, xy);
    const squared = f64x2.extract_lane(squares, 0) + f64x2.extract_lane(squares, 1) + z * z;
    if (squared > farthest) farthest = squared;
  }
  v128.store(sphere, f32x4.replace_lane(center, 3, <f32>(sqrt(farthest) * WIDEN + TINY)));
}

// @ts-ignore: decorator
@inline
function fitInner(node: usize, nodeBytes: usize, spheres: usize, sphere: usize): void {
  let child = spheres + ((<usize>load<u32>(node)) << 4);
  let x = <f64>load<f32>(child);
  let y = <f64>load<f32>(child, 4);
  let z = <f64>load<f32>(child, 8);
  let radius = <f64>load<f32>(child, 12);
  for (let slot: usize = 4; slot < nodeBytes; slot += 4) {
    const next = load<u32>(node + slot);
    if (next == NO_CHILD) break;
    child = spheres + ((<usize>next) << 4);
    const dx = <f64>load<f32>(child) - x;
    const dy = <f64>load<f32>(child, 4) - y;
    const dz = <f64>load<f32>(child, 8) - z;
    const other = <f64>load<f32>(child, 12);
    const distance = sqrt(dx * dx + dy * dy + dz * dz);
    if (distance + other <= radius) continue;
    let share: f64 = 1;
    if (distance + radius <= other) {
      radius = other;
    } else {
      const enclosing = (distance + radius + other) * 0.5;
      share = (enclosing - radius) / distance;
      radius = enclosing;
    }
    x += dx * share;
    y += dy * share;
    z += dz * share;
  }
  const roundedX = <f32>x;
  const roundedY = <f32>y;
  const roundedZ = <f32>z;
  store<f32>(sphere, roundedX);
  store<f32>(sphere, roundedY, 4);
  store<f32>(sphere, roundedZ, 8);
  const shift = abs(<f64>roundedX - x) + abs(<f64>roundedY - y) + abs(<f64>roundedZ - z);
  const noise = (abs(x) + abs(y) + abs(z)) * NOISE;
  store<f32>(sphere, <f32>((radius + shift + noise) * WIDEN + TINY), 12);
}
