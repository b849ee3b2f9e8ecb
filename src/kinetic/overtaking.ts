/**
 * When one vertex has overtaken another on an axis: the time of a certificate's event.
 *
 * Let D(t) be how far the leader is ahead, on exact paths; m is the margin. The event is put where D falls to -2m, not to 0. So when it comes, that the follower is ahead is certain
 * in spite of all rounding, and equal coordinates, vertices side by side and translations make no events. Two things hold for the time that is returned,
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
import { marginAt } from './margin.js';
import { readMotion } from './paths.js';
import type { Paths } from './paths.js';

/** Half accelerations that differ by less, 2^-640, move nothing by as much as 2^-400 before time ends. */
const SMALLEST_CURVATURE = 2.191e-193;

const ahead = new Float64Array(3);
const behind = new Float64Array(3);

/**
 * The time when `follower` will be beyond `leader` by two margins on an axis, upwards where `sign` is 1 and downwards where it is -1; `Infinity` when never.
 * Looks through all keys to come until one is found.
 */
export function overtakingTime(paths: Paths, axis: number, sign: number, leader: number, follower: number): number {
  const leaderFlies = paths.ownOf[leader] !== NO_INDEX;
  const followerFlies = paths.ownOf[follower] !== NO_INDEX;
  if (!leaderFlies && !followerFlies) return overtakingBetweenKeys(paths, axis, sign, leader, follower);
  const { times } = paths.plan;
  let { key, time } = paths;
  for (;;) {
    const isLast = key + 1 >= times.length || (leaderFlies && followerFlies);
    readMotion(paths, leader, axis, key, time, ahead);
    readMotion(paths, follower, axis, key, time, behind);
    const lead = sign * (ahead[0] - behind[0]) + 2 * marginAt(paths, time);
    const event = time + firstZero(lead, sign * (ahead[1] - behind[1]), sign * (ahead[2] - behind[2]));
    if (isLast || event < times[key + 1]) return event;
    time = times[++key];
  }
}

/** The same of two vertices that follow the keys; nearly all do. */
function overtakingBetweenKeys(paths: Paths, axis: number, sign: number, leader: number, follower: number): number {
  const { frames, times } = paths.plan;
  const leaderAt = leader * 3 + axis;
  const followerAt = follower * 3 + axis;
  let { key, time } = paths;
  let ahead = frames[key][leaderAt];
  let behind = frames[key][followerAt];
  for (; key + 1 < frames.length; time = times[++key]) {
    const rate = paths.rates[key];
    const next = frames[key + 1];
    const leaderSpeed = (next[leaderAt] - ahead) * rate;
    const followerSpeed = (next[followerAt] - behind) * rate;
    const passed = time - times[key];
    const difference = ahead + passed * leaderSpeed - (behind + passed * followerSpeed);
    const lead = sign * difference + 2 * marginAt(paths, time);
    if (lead < 0) return time;
    const closing = sign * (followerSpeed - leaderSpeed);
    if (closing > 0) {
      const event = time + lead / closing;
      if (event < times[key + 1]) return event;
    }
    ahead = next[leaderAt];
    behind = next[followerAt];
  }
  // At the last key everything has come to rest.
  return sign * (ahead - behind) + 2 * marginAt(paths, time) < 0 ? time : Infinity;
}

/** The first s >= 0 where lead + velocity s + curvature s² is no longer positive; `Infinity` when it stays so. */
function firstZero(lead: number, velocity: number, curvature: number): number {
  if (lead < 0) return 0;
  if (Math.abs(curvature) < SMALLEST_CURVATURE) return velocity < 0 ? lead / -velocity : Infinity;
  if (curvature > 0 && velocity >= 0) return Infinity;
  const discriminant = velocity * velocity - 4 * lead * curvature;
  if (discriminant < 0) return Infinity;
  // Both forms add numbers of one sign.
  const root = Math.sqrt(discriminant);
  return velocity < 0 ? (2 * lead) / (root - velocity) : (velocity + root) / (-2 * curvature);
}
