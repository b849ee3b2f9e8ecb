/** Forces of tetrahedral elements on their vertices, four elements at a time. Twin: ../twin/element-forces.ts, with the formulas. */
import {
  ELEMENTS_GROUPS,
  ELEMENTS_GROUP_COUNT,
  ELEMENTS_HALF_LAMBDA,
  ELEMENTS_IS_DAMPED,
  ELEMENTS_MU,
  ELEMENTS_PHI,
  ELEMENTS_PSI,
  ELEMENTS_PUSH,
  ELEMENTS_PUSH_SHARE,
  ELEMENTS_STIFFEST,
  ELEMENTS_VERTEX_COUNT,
  ELEMENTS_VERTICES,
  ELEMENT_GROUP_BYTES,
  ELEMENT_GROUP_CORNERS,
  ELEMENT_GROUP_FIRST,
  ELEMENT_GROUP_SECOND,
  ELEMENT_GROUP_THIRD,
  ELEMENT_GROUP_VOLUMES,
  ELEMENT_GROUP_WEIGHTS,
  ELEMENT_VERTEX_BYTES,
  ELEMENT_VERTEX_FORCE,
  ELEMENT_VERTEX_POSITION,
  ELEMENT_VERTEX_VELOCITY,
  LEAST_VOLUME,
  STRAIN_STIFFNESS,
} from './generated/layout';

// @ts-ignore: decorator
@inline
function dot(a: v128, b: v128, c: v128, d: v128, e: v128, f: v128): v128 {
  return f32x4.add(f32x4.add(f32x4.mul(a, b), f32x4.mul(c, d)), f32x4.mul(e, f));
}

// @ts-ignore: decorator
@inline
function pair(a: v128, b: v128, c: v128, d: v128): v128 {
  return f32x4.add(f32x4.mul(a, b), f32x4.mul(c, d));
}

// @ts-ignore: decorator
@inline
function cross(a: v128, b: v128, c: v128, d: v128): v128 {
  return f32x4.sub(f32x4.mul(a, b), f32x4.mul(c, d));
}

/** Where a corner of an element is; `corner` counts bytes among the corners of the group. */
// @ts-ignore: decorator
@inline
function vertexOf(group: usize, element: usize, corner: usize): usize {
  return <usize>load<u32>(group + (element << 4) + corner, ELEMENT_GROUP_CORNERS);
}

// @ts-ignore: decorator
@inline
function firstTwo(a: v128, b: v128): v128 {
  return v128.shuffle<f32>(a, b, 0, 4, 1, 5);
}

// @ts-ignore: decorator
@inline
function lastTwo(a: v128, b: v128): v128 {
  return v128.shuffle<f32>(a, b, 2, 6, 3, 7);
}

// @ts-ignore: decorator
@inline
function thirds(a: v128, b: v128, c: v128, d: v128): v128 {
  return low(lastTwo(a, b), lastTwo(c, d));
}

// @ts-ignore: decorator
@inline
function addRow(vertex: usize, row: v128): void {
  v128.store(vertex, f32x4.add(v128.load(vertex, ELEMENT_VERTEX_FORCE), row), ELEMENT_VERTEX_FORCE);
}

// @ts-ignore: decorator
@inline
function low(ab: v128, cd: v128): v128 {
  return v128.shuffle<f32>(ab, cd, 0, 1, 4, 5);
}

// @ts-ignore: decorator
@inline
function high(ab: v128, cd: v128): v128 {
  return v128.shuffle<f32>(ab, cd, 2, 3, 6, 7);
}

/** P plus a part along the cofactor, in the lanes of the mask. */
// @ts-ignore: decorator
@inline
function pushed(p: v128, push: v128, cofactor: v128, mask: v128): v128 {
  return v128.bitselect(f32x4.add(p, f32x4.mul(push, cofactor)), p, mask);
}

/** Adds up on each vertex what its elements pull it with: group by group, corners 3, 2, 1 and 0 of each, and of each corner its four elements. */
export function measureForces(state: usize): void {
  const isDamped = load<u32>(state, ELEMENTS_IS_DAMPED);
  const least = f32x4.splat(LEAST_VOLUME);
  const one = f32x4.splat(1);
  let stiffest = f32x4.splat(0);
  let group: usize = load<usize>(state, ELEMENTS_GROUPS);
  let vertex: usize = load<usize>(state, ELEMENTS_VERTICES);
  const lastVertex: usize = vertex + <usize>load<u32>(state, ELEMENTS_VERTEX_COUNT) * ELEMENT_VERTEX_BYTES;
  for (; vertex < lastVertex; vertex += ELEMENT_VERTEX_BYTES) v128.store(vertex, f32x4.splat(0), ELEMENT_VERTEX_FORCE);
  const end: usize = group + <usize>load<u32>(state, ELEMENTS_GROUP_COUNT) * ELEMENT_GROUP_BYTES;
  for (; group < end; group += ELEMENT_GROUP_BYTES) {
    // Edges are read row by row, then turned so that each element has a lane. What has been made use of is not kept: there are few registers.
    let o0 = v128.load(vertexOf(group, 0, 0), ELEMENT_VERTEX_POSITION);
    let o1 = v128.load(vertexOf(group, 1, 0), ELEMENT_VERTEX_POSITION);
    let o2 = v128.load(vertexOf(group, 2, 0), ELEMENT_VERTEX_POSITION);
    let o3 = v128.load(vertexOf(group, 3, 0), ELEMENT_VERTEX_POSITION);
    let r0 = f32x4.sub(v128.load(vertexOf(group, 0, 4), ELEMENT_VERTEX_POSITION), o0);
    let r1 = f32x4.sub(v128.load(vertexOf(group, 1, 4), ELEMENT_VERTEX_POSITION), o1);
    let r2 = f32x4.sub(v128.load(vertexOf(group, 2, 4), ELEMENT_VERTEX_POSITION), o2);
    let r3 = f32x4.sub(v128.load(vertexOf(group, 3, 4), ELEMENT_VERTEX_POSITION), o3);
    let xy0 = firstTwo(r0, r1);
    let xy1 = firstTwo(r2, r3);
    let ax = low(xy0, xy1);
    let ay = high(xy0, xy1);
    let az = thirds(r0, r1, r2, r3);
    const g0 = v128.load(group, ELEMENT_GROUP_FIRST);
    const f00 = f32x4.mul(ax, g0);
    const f10 = f32x4.mul(ay, g0);
    const f20 = f32x4.mul(az, g0);
    const c00 = f32x4.sub(dot(f00, f00, f10, f10, f20, f20), one);
    r0 = f32x4.sub(v128.load(vertexOf(group, 0, 8), ELEMENT_VERTEX_POSITION), o0);
    r1 = f32x4.sub(v128.load(vertexOf(group, 1, 8), ELEMENT_VERTEX_POSITION), o1);
    r2 = f32x4.sub(v128.load(vertexOf(group, 2, 8), ELEMENT_VERTEX_POSITION), o2);
    r3 = f32x4.sub(v128.load(vertexOf(group, 3, 8), ELEMENT_VERTEX_POSITION), o3);
    xy0 = firstTwo(r0, r1);
    xy1 = firstTwo(r2, r3);
    let bx = low(xy0, xy1);
    let by = high(xy0, xy1);
    let bz = thirds(r0, r1, r2, r3);
    const g1 = v128.load(group, ELEMENT_GROUP_FIRST + 16);
    const g3 = v128.load(group, ELEMENT_GROUP_SECOND);
    const f01 = pair(ax, g1, bx, g3);
    const f11 = pair(ay, g1, by, g3);
    const f21 = pair(az, g1, bz, g3);
    const c01 = dot(f00, f01, f10, f11, f20, f21);
    const c11 = f32x4.sub(dot(f01, f01, f11, f11, f21, f21), one);
    r0 = f32x4.sub(v128.load(vertexOf(group, 0, 12), ELEMENT_VERTEX_POSITION), o0);
    r1 = f32x4.sub(v128.load(vertexOf(group, 1, 12), ELEMENT_VERTEX_POSITION), o1);
    r2 = f32x4.sub(v128.load(vertexOf(group, 2, 12), ELEMENT_VERTEX_POSITION), o2);
    r3 = f32x4.sub(v128.load(vertexOf(group, 3, 12), ELEMENT_VERTEX_POSITION), o3);
    xy0 = firstTwo(r0, r1);
    xy1 = firstTwo(r2, r3);
    let cx = low(xy0, xy1);
    let cy = high(xy0, xy1);
    let cz = thirds(r0, r1, r2, r3);
    const g2 = v128.load(group, ELEMENT_GROUP_FIRST + 32);
    const g4 = v128.load(group, ELEMENT_GROUP_SECOND + 16);
    const g5 = v128.load(group, ELEMENT_GROUP_THIRD);
    const f02 = dot(ax, g2, bx, g4, cx, g5);
    const f12 = dot(ay, g2, by, g4, cy, g5);
    const f22 = dot(az, g2, bz, g4, cz, g5);
    const c02 = dot(f00, f02, f10, f12, f20, f22);
    const c12 = dot(f01, f02, f11, f12, f21, f22);
    const c22 = f32x4.sub(dot(f02, f02, f12, f12, f22, f22), one);
    const shear = dot(c01, c01, c02, c02, c12, c12);
    const strain = f32x4.sqrt(f32x4.add(dot(c00, c00, c11, c11, c22, c22), f32x4.add(shear, shear)));
    const weight = v128.load(group, ELEMENT_GROUP_WEIGHTS);
    const stiff = f32x4.mul(weight, f32x4.add(one, f32x4.mul(f32x4.splat(STRAIN_STIFFNESS), strain)));
    stiffest = f32x4.max(stiffest, stiff);
    const volume = dot(f00, cross(f11, f22, f12, f21), f01, cross(f12, f20, f10, f22), f02, cross(f10, f21, f11, f20));
    const trace = f32x4.add(f32x4.add(c00, c11), c22);
    const mu = v128.load32_splat(state, ELEMENTS_MU);
    let even = f32x4.mul(v128.load32_splat(state, ELEMENTS_HALF_LAMBDA), trace);
    let s00 = f32x4.mul(mu, c00);
    let s11 = f32x4.mul(mu, c11);
    let s22 = f32x4.mul(mu, c22);
    let s01 = f32x4.mul(mu, c01);
    let s02 = f32x4.mul(mu, c02);
    let s12 = f32x4.mul(mu, c12);
    if (isDamped) {
      o0 = v128.load(vertexOf(group, 0, 0), ELEMENT_VERTEX_VELOCITY);
      o1 = v128.load(vertexOf(group, 1, 0), ELEMENT_VERTEX_VELOCITY);
      o2 = v128.load(vertexOf(group, 2, 0), ELEMENT_VERTEX_VELOCITY);
      o3 = v128.load(vertexOf(group, 3, 0), ELEMENT_VERTEX_VELOCITY);
      r0 = f32x4.sub(v128.load(vertexOf(group, 0, 4), ELEMENT_VERTEX_VELOCITY), o0);
      r1 = f32x4.sub(v128.load(vertexOf(group, 1, 4), ELEMENT_VERTEX_VELOCITY), o1);
      r2 = f32x4.sub(v128.load(vertexOf(group, 2, 4), ELEMENT_VERTEX_VELOCITY), o2);
      r3 = f32x4.sub(v128.load(vertexOf(group, 3, 4), ELEMENT_VERTEX_VELOCITY), o3);
      xy0 = firstTwo(r0, r1);
      xy1 = firstTwo(r2, r3);
      ax = low(xy0, xy1);
      ay = high(xy0, xy1);
      az = thirds(r0, r1, r2, r3);
      let d0 = f32x4.mul(ax, g0);
      let d1 = f32x4.mul(ay, g0);
      let d2 = f32x4.mul(az, g0);
      const n00 = dot(f00, d0, f10, d1, f20, d2);
      let n01 = dot(f01, d0, f11, d1, f21, d2);
      let n02 = dot(f02, d0, f12, d1, f22, d2);
      r0 = f32x4.sub(v128.load(vertexOf(group, 0, 8), ELEMENT_VERTEX_VELOCITY), o0);
      r1 = f32x4.sub(v128.load(vertexOf(group, 1, 8), ELEMENT_VERTEX_VELOCITY), o1);
      r2 = f32x4.sub(v128.load(vertexOf(group, 2, 8), ELEMENT_VERTEX_VELOCITY), o2);
      r3 = f32x4.sub(v128.load(vertexOf(group, 3, 8), ELEMENT_VERTEX_VELOCITY), o3);
      xy0 = firstTwo(r0, r1);
      xy1 = firstTwo(r2, r3);
      bx = low(xy0, xy1);
      by = high(xy0, xy1);
      bz = thirds(r0, r1, r2, r3);
      d0 = pair(ax, g1, bx, g3);
      d1 = pair(ay, g1, by, g3);
      d2 = pair(az, g1, bz, g3);
      n01 = f32x4.add(n01, dot(f00, d0, f10, d1, f20, d2));
      const n11 = dot(f01, d0, f11, d1, f21, d2);
      let n12 = dot(f02, d0, f12, d1, f22, d2);
      r0 = f32x4.sub(v128.load(vertexOf(group, 0, 12), ELEMENT_VERTEX_VELOCITY), o0);
      r1 = f32x4.sub(v128.load(vertexOf(group, 1, 12), ELEMENT_VERTEX_VELOCITY), o1);
      r2 = f32x4.sub(v128.load(vertexOf(group, 2, 12), ELEMENT_VERTEX_VELOCITY), o2);
      r3 = f32x4.sub(v128.load(vertexOf(group, 3, 12), ELEMENT_VERTEX_VELOCITY), o3);
      xy0 = firstTwo(r0, r1);
      xy1 = firstTwo(r2, r3);
      cx = low(xy0, xy1);
      cy = high(xy0, xy1);
      cz = thirds(r0, r1, r2, r3);
      d0 = dot(ax, g2, bx, g4, cx, g5);
      d1 = dot(ay, g2, by, g4, cy, g5);
      d2 = dot(az, g2, bz, g4, cz, g5);
      n02 = f32x4.add(n02, dot(f00, d0, f10, d1, f20, d2));
      n12 = f32x4.add(n12, dot(f01, d0, f11, d1, f21, d2));
      const n22 = dot(f02, d0, f12, d1, f22, d2);
      const rate = f32x4.add(f32x4.add(n00, n11), n22);
      const psi = v128.load32_splat(state, ELEMENTS_PSI);
      const twicePsi = f32x4.add(psi, psi);
      even = f32x4.add(even, f32x4.mul(v128.load32_splat(state, ELEMENTS_PHI), rate));
      s00 = f32x4.add(s00, f32x4.mul(twicePsi, n00));
      s11 = f32x4.add(s11, f32x4.mul(twicePsi, n11));
      s22 = f32x4.add(s22, f32x4.mul(twicePsi, n22));
      s01 = f32x4.add(s01, f32x4.mul(psi, n01));
      s02 = f32x4.add(s02, f32x4.mul(psi, n02));
      s12 = f32x4.add(s12, f32x4.mul(psi, n12));
    }
    const minusVolume = v128.load(group, ELEMENT_GROUP_VOLUMES);
    s00 = f32x4.mul(f32x4.add(s00, even), minusVolume);
    s11 = f32x4.mul(f32x4.add(s11, even), minusVolume);
    s22 = f32x4.mul(f32x4.add(s22, even), minusVolume);
    s01 = f32x4.mul(s01, minusVolume);
    s02 = f32x4.mul(s02, minusVolume);
    s12 = f32x4.mul(s12, minusVolume);

    let p02 = dot(f00, s02, f01, s12, f02, s22);
    let p12 = dot(f10, s02, f11, s12, f12, s22);
    let p22 = dot(f20, s02, f21, s12, f22, s22);
    let p01 = dot(f00, s01, f01, s11, f02, s12);
    let p11 = dot(f10, s01, f11, s11, f12, s12);
    let p21 = dot(f20, s01, f21, s11, f22, s12);
    let p00 = dot(f00, s00, f01, s01, f02, s02);
    let p10 = dot(f10, s00, f11, s01, f12, s02);
    let p20 = dot(f20, s00, f21, s01, f22, s02);
    const mask = f32x4.lt(volume, least);
    if (v128.any_true(mask)) {
      const k00 = cross(f11, f22, f12, f21);
      const k01 = cross(f12, f20, f10, f22);
      const k02 = cross(f10, f21, f11, f20);
      const k10 = cross(f21, f02, f22, f01);
      const k11 = cross(f22, f00, f20, f02);
      const k12 = cross(f20, f01, f21, f00);
      const k20 = cross(f01, f12, f02, f11);
      const k21 = cross(f02, f10, f00, f12);
      const k22 = cross(f00, f11, f01, f10);
      const lack = f32x4.sub(volume, least);
      const push = f32x4.mul(f32x4.mul(v128.load32_splat(state, ELEMENTS_PUSH), lack), minusVolume);
      p00 = pushed(p00, push, k00, mask);
      p01 = pushed(p01, push, k01, mask);
      p02 = pushed(p02, push, k02, mask);
      p10 = pushed(p10, push, k10, mask);
      p11 = pushed(p11, push, k11, mask);
      p12 = pushed(p12, push, k12, mask);
      p20 = pushed(p20, push, k20, mask);
      p21 = pushed(p21, push, k21, mask);
      p22 = pushed(p22, push, k22, mask);
      const areas = f32x4.add(
        f32x4.add(dot(k00, k00, k01, k01, k02, k02), dot(k10, k10, k11, k11, k12, k12)),
        dot(k20, k20, k21, k21, k22, k22),
      );
      const length = f32x4.sqrt(f32x4.max(f32x4.add(trace, f32x4.splat(3)), f32x4.splat(0)));
      const turn = f32x4.mul(f32x4.mul(f32x4.splat(-2), lack), length);
      const share = f32x4.mul(weight, v128.load32_splat(state, ELEMENTS_PUSH_SHARE));
      const stiffer = f32x4.add(stiff, f32x4.mul(share, f32x4.add(areas, turn)));
      stiffest = f32x4.max(stiffest, v128.bitselect(stiffer, stiff, mask));
    }

    // The pulls on the four corners add up to nothing.
    let x = f32x4.mul(p02, g5);
    let y = f32x4.mul(p12, g5);
    let z = f32x4.mul(p22, g5);
    xy0 = firstTwo(x, y);
    xy1 = lastTwo(x, y);
    r0 = v128.shuffle<f32>(xy0, z, 0, 1, 4, 4);
    r1 = v128.shuffle<f32>(xy0, z, 2, 3, 5, 5);
    r2 = v128.shuffle<f32>(xy1, z, 0, 1, 6, 6);
    r3 = v128.shuffle<f32>(xy1, z, 2, 3, 7, 7);
    addRow(vertexOf(group, 0, 12), r0);
    addRow(vertexOf(group, 1, 12), r1);
    addRow(vertexOf(group, 2, 12), r2);
    addRow(vertexOf(group, 3, 12), r3);
    o0 = f32x4.neg(r0);
    o1 = f32x4.neg(r1);
    o2 = f32x4.neg(r2);
    o3 = f32x4.neg(r3);
    x = pair(p01, g3, p02, g4);
    y = pair(p11, g3, p12, g4);
    z = pair(p21, g3, p22, g4);
    xy0 = firstTwo(x, y);
    xy1 = lastTwo(x, y);
    r0 = v128.shuffle<f32>(xy0, z, 0, 1, 4, 4);
    r1 = v128.shuffle<f32>(xy0, z, 2, 3, 5, 5);
    r2 = v128.shuffle<f32>(xy1, z, 0, 1, 6, 6);
    r3 = v128.shuffle<f32>(xy1, z, 2, 3, 7, 7);
    addRow(vertexOf(group, 0, 8), r0);
    addRow(vertexOf(group, 1, 8), r1);
    addRow(vertexOf(group, 2, 8), r2);
    addRow(vertexOf(group, 3, 8), r3);
    o0 = f32x4.sub(o0, r0);
    o1 = f32x4.sub(o1, r1);
    o2 = f32x4.sub(o2, r2);
    o3 = f32x4.sub(o3, r3);
    x = dot(p00, g0, p01, g1, p02, g2);
    y = dot(p10, g0, p11, g1, p12, g2);
    z = dot(p20, g0, p21, g1, p22, g2);
    xy0 = firstTwo(x, y);
    xy1 = lastTwo(x, y);
    r0 = v128.shuffle<f32>(xy0, z, 0, 1, 4, 4);
    r1 = v128.shuffle<f32>(xy0, z, 2, 3, 5, 5);
    r2 = v128.shuffle<f32>(xy1, z, 0, 1, 6, 6);
    r3 = v128.shuffle<f32>(xy1, z, 2, 3, 7, 7);
    addRow(vertexOf(group, 0, 4), r0);
    addRow(vertexOf(group, 1, 4), r1);
    addRow(vertexOf(group, 2, 4), r2);
    addRow(vertexOf(group, 3, 4), r3);
    o0 = f32x4.sub(o0, r0);
    o1 = f32x4.sub(o1, r1);
    o2 = f32x4.sub(o2, r2);
    o3 = f32x4.sub(o3, r3);
    addRow(vertexOf(group, 0, 0), o0);
    addRow(vertexOf(group, 1, 0), o1);
    addRow(vertexOf(group, 2, 0), o2);
    addRow(vertexOf(group, 3, 0), o3);
  }
  const halves = f32x4.max(stiffest, v128.shuffle<f32>(stiffest, stiffest, 2, 3, 0, 1));
  const all = f32x4.max(halves, v128.shuffle<f32>(halves, halves, 1, 0, 3, 2));
  store<f32>(state, f32x4.extract_lane(all, 0), ELEMENTS_STIFFEST);
}
