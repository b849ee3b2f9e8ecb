/**
 * When one vertex has overtaken another on an axis: the time of a certificate's event.
 *
 * Let D(t) be how far the leader is ahead, on exact paths; m is the margin. The event is put where D falls to -2m, not to 0. So when it comes, that the follower is ahead is certain
 * in spite of all rounding, and equal coordinates, vertices side by side and translations make no events. Two things hold for that time,
 * if at present the computed D is not below -m:
 *
 * 1. **Until then the leader is nearly ahead**: D(t) >= -2.25 m(t) at each t before it, on all pieces between.
 *    On a piece that is entered at time r, `lead` is D(r) + 2m(r) but for noise. Where that is negative at a key, the event is at the key. Else the event is where lead + b s + a s²
 *    first is zero; before, it is positive but for noise, so D(t) > -2m(r) - m(t) / 4, and m(r) <= m(t).
 * 2. **It is later than the present.** Now lead is at least m, and s at least m / 2W > 2^7 units in the last place of t, or 2^-302 / W where t is 0. A key to come is later by definition.
 *
 * And at that time, as long as m has grown by less than 1.6 since the piece was entered, the follower is ahead by more than m(t), computed: 2m(r) - m(t) / 4 > m(t).
 */
import { NO_INDEX } from '../mesh/mesh.js';
import { MOMENT, writeMargin } from './margin.js';
import { MOTION, readMotion } from './paths.js';
import type { Paths } from './paths.js';

/** Half accelerations that differ by less, 2^-640, move nothing by as much as 2^-400 before time ends. */
const SMALLEST_CURVATURE = 2.191e-193;

const ahead = new Float64Array(MOTION.stride);
const behind = new Float64Array(MOTION.stride);
const moment = new Float64Array(MOMENT.stride);
/** How far the leader is ahead, how fast that grows, half of how fast that does, and the first zero. */
export const POLYNOMIAL = { lead: 0, velocity: 1, curvature: 2, zero: 3, stride: 4 } as const;
const difference = new Float64Array(POLYNOMIAL.stride);

/**
 * Lowers `events[at]` to the time when `follower` will be beyond `leader` by two margins on an axis, upwards where `sign` is 1 and downwards where it is -1, if that is earlier. Looks
 * through the keys to come until one is found, or they are later than that. Numbers are written, not returned: what is returned is kept on the heap. With `more` it is
 * by that much more.
 */
export function lowerToOvertaking(
  paths: Paths,
  axis: number,
  sign: number,
  leader: number,
  follower: number,
  events: Float64Array,
  at: number,
  more = 0,
): void {
  const leaderFlies = paths.ownOf[leader] !== NO_INDEX;
  const followerFlies = paths.ownOf[follower] !== NO_INDEX;
  if (!leaderFlies && !followerFlies) {
    lowerBetweenKeys(paths, axis, sign, leader, follower, events, at, more);
    return;
  }
  const { times } = paths.plan;
  let { key, time } = paths;
  for (; time < events[at]; time = times[++key]) {
    const isLast = key + 1 >= times.length || (leaderFlies && followerFlies);
    ahead[MOTION.time] = time;
    behind[MOTION.time] = time;
    readMotion(paths, leader, axis, key, ahead);
    readMotion(paths, follower, axis, key, behind);
    moment[MOMENT.time] = time;
    writeMargin(paths, moment);
    difference[POLYNOMIAL.lead] =
      sign * (ahead[MOTION.coordinate] - behind[MOTION.coordinate]) + 2 * moment[MOMENT.margin] + more;
    difference[POLYNOMIAL.velocity] = sign * (ahead[MOTION.velocity] - behind[MOTION.velocity]);
    difference[POLYNOMIAL.curvature] = sign * (ahead[MOTION.curvature] - behind[MOTION.curvature]);
    findZero(difference);
    const event = time + difference[POLYNOMIAL.zero];
    if (!isLast && event >= times[key + 1]) continue;
    if (event < events[at]) events[at] = event;
    return;
  }
}

/** The same of two vertices that follow the keys; nearly all do. */
function lowerBetweenKeys(
  paths: Paths,
  axis: number,
  sign: number,
  leader: number,
  follower: number,
  events: Float64Array,
  at: number,
  more: number,
): void {
  const { frames, times } = paths.plan;
  const leaderAt = leader * 3 + axis;
  const followerAt = follower * 3 + axis;
  let { key, time } = paths;
  let leaderPlace = frames[key][leaderAt];
  let followerPlace = frames[key][followerAt];
  for (; time < events[at]; time = times[++key]) {
    // At the last key everything comes to rest.
    const isLast = key + 1 === frames.length;
    const next = isLast ? frames[key] : frames[key + 1];
    const leaderSpeed = (next[leaderAt] - leaderPlace) * paths.rates[key];
    const followerSpeed = (next[followerAt] - followerPlace) * paths.rates[key];
    const passed = time - times[key];
    const apart = leaderPlace + passed * leaderSpeed - (followerPlace + passed * followerSpeed);
    moment[MOMENT.time] = time;
    writeMargin(paths, moment);
    const lead = sign * apart + 2 * moment[MOMENT.margin] + more;
    const closing = sign * (followerSpeed - leaderSpeed);
    const event = lead < 0 ? time : closing > 0 ? time + lead / closing : Infinity;
    if (!isLast && event >= times[key + 1]) {
      leaderPlace = next[leaderAt];
      followerPlace = next[followerAt];
      continue;
    }
    if (event < events[at]) events[at] = event;
    return;
  }
}

/** Writes the first s >= 0 where lead + velocity s + curvature s² is no longer positive; `Infinity` when it stays so. */
export function findZero(polynomial: Float64Array): void {
  const lead = polynomial[POLYNOMIAL.lead];
  const velocity = polynomial[POLYNOMIAL.velocity];
  const curvature = polynomial[POLYNOMIAL.curvature];
  polynomial[POLYNOMIAL.zero] = Infinity;
  if (lead < 0) polynomial[POLYNOMIAL.zero] = 0;
  else if (Math.abs(curvature) < SMALLEST_CURVATURE) {
    if (velocity < 0) polynomial[POLYNOMIAL.zero] = lead / -velocity;
  } else if (curvature < 0 || velocity < 0) {
    const discriminant = velocity * velocity - 4 * lead * curvature;
    if (discriminant < 0) return;
    // Both forms add numbers of one sign.
    const root = Math.sqrt(discriminant);
    polynomial[POLYNOMIAL.zero] = velocity < 0 ? (2 * lead) / (root - velocity) : (velocity + root) / (-2 * curvature);
  }
}
