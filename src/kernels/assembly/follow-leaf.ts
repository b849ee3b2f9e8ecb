/** What will happen in a leaf before the next key. Twin: src/kinetic/agenda/follow-leaf.ts. */
import { addEntry, marginAt, outward, placeOf, readWay, writeLine } from './agenda-entries';
import {
  AGENDA_BEYOND,
  AGENDA_COMPUTED,
  AGENDA_COUNT,
  AGENDA_CROSSING,
  AGENDA_ENDS,
  AGENDA_ENTRY_WAYS,
  AGENDA_EXTREMES,
  AGENDA_FIRSTS,
  AGENDA_FRAME_FARTHEST,
  AGENDA_LAST,
  AGENDA_LINES,
  AGENDA_NEXT,
  AGENDA_PLACES,
  AGENDA_STRETCH,
  AGENDA_WAYS,
  BEYOND_BYTES,
  CROSSING_EXACT,
  CROSSING_EXTREMES,
  CROSSING_HIGH_BOUNDS,
  CROSSING_HIGH_SHARES,
  CROSSING_LOW_BOUNDS,
  CROSSING_LOW_SHARES,
  EXACT_BOUND,
  EXACT_BYTES,
  EXACT_PASSED,
  FARTHEST_BYTES,
  FARTHEST_COORDINATE,
  FARTHEST_PLACE,
  FARTHEST_VERTEX,
  LINE_BYTES,
  LINE_END,
  LINE_PLACE,
  LINE_SPEED,
  LINES_BYTES,
  RIVAL_SHARE,
  SINGLE_REACH,
  SINGLE_SHARE,
  SINGLE_SMALLEST,
  STRETCH_BEGIN,
  STRETCH_END,
  STRETCH_NOW,
  STRETCH_RATE,
  STRETCH_REACH,
  WAY_BYTES,
  WAY_FROM,
  WAY_TO,
} from './generated/layout';
import { findBeyond } from './leaf-rows';

/** Adds what will happen in a leaf; of entries not the vertices, but where those are in a frame. */
export function followLeaf(state: usize, leaf: u32): void {
  const certificates = (<usize>leaf * 6) << 2;
  const farthest: usize = load<usize>(state, AGENDA_NEXT) + load<usize>(state, AGENDA_FRAME_FARTHEST) + <usize>leaf * FARTHEST_BYTES;
  const ways: usize = load<usize>(state, AGENDA_WAYS) + (certificates << 1);
  const farther = writeWays(state, certificates, farthest, ways);
  const overtaken = farther ? findCrossings(state, farthest, ways, farther) : 0;
  if (overtaken) findBeyond(state, leaf);
  const firsts: usize = load<usize>(state, AGENDA_FIRSTS) + certificates;
  const ends: usize = load<usize>(state, AGENDA_ENDS) + certificates;
  const places: usize = load<usize>(state, AGENDA_PLACES) + certificates;
  for (let side: u32 = 0; side < 6; side++) {
    const at = (<usize>side) << 2;
    const count = load<u32>(state, AGENDA_COUNT);
    let way = ways + <usize>side * WAY_BYTES;
    if ((overtaken >> side) & 1) followSide(state, leaf * 6 + side, side, way, farthest + at);
    const end = load<u32>(state, AGENDA_COUNT);
    if (end > count) way = load<usize>(state, AGENDA_ENTRY_WAYS) + <usize>(end - 1) * WAY_BYTES;
    store<u32>(firsts + at, count);
    store<u32>(ends + at, end);
    store<f32>(places + at, outward(load<f32>(way, WAY_TO), side));
  }
}

/** Writes how the extremes go. Returns the sides where another vertex is farther out at the next key, as bits. Who is farthest at a key is asked for with its coordinates: to fetch others takes long. */
function writeWays(state: usize, certificates: usize, nextFarthest: usize, ways: usize): u32 {
  const last: usize = load<usize>(state, AGENDA_LAST);
  const next: usize = load<usize>(state, AGENDA_NEXT);
  const lastFarthest = nextFarthest - next + last;
  const extremes: usize = load<usize>(state, AGENDA_EXTREMES) + certificates;
  const extremePlaces: usize = load<usize>(state, AGENDA_CROSSING) + CROSSING_EXTREMES;
  let farther: u32 = 0;
  for (let side: u32 = 0; side < 6; side++) {
    const at = (<usize>side) << 2;
    const axis = (<usize>(side % 3)) << 2;
    const extreme = load<u32>(extremes + at);
    const wasFarthest = extreme == load<u32>(lastFarthest + at, FARTHEST_VERTEX);
    const place = wasFarthest ? <usize>load<u32>(lastFarthest + at, FARTHEST_PLACE) : placeOf(state, extreme);
    const from = wasFarthest ? load<f32>(lastFarthest + at, FARTHEST_COORDINATE) : load<f32>(last + place + axis);
    const coordinate = load<f32>(nextFarthest + at, FARTHEST_COORDINATE);
    const staysFarthest = extreme == load<u32>(nextFarthest + at, FARTHEST_VERTEX);
    const to = staysFarthest ? coordinate : load<f32>(next + place + axis);
    store<u32>(extremePlaces + at, <u32>place);
    store<f32>(ways + <usize>side * WAY_BYTES, outward(from, side), WAY_FROM);
    store<f32>(ways + <usize>side * WAY_BYTES, outward(to, side), WAY_TO);
    if (to != coordinate) farther |= 1 << side;
  }
  return farther;
}

/** Finds out when those that are farthest at the next key overtake the extremes, and who matters then. Returns the sides where they do before the key. */
function findCrossings(state: usize, farthest: usize, ways: usize, farther: u32): u32 {
  const stretch: usize = load<usize>(state, AGENDA_STRETCH);
  const crossing: usize = load<usize>(state, AGENDA_CROSSING);
  const lines: usize = load<usize>(state, AGENDA_LINES);
  const begin = load<f64>(stretch, STRETCH_BEGIN);
  const end = load<f64>(stretch, STRETCH_END);
  const now = load<f64>(stretch, STRETCH_NOW);
  const rate = load<f64>(stretch, STRETCH_RATE);
  const reach = load<f64>(stretch, STRETCH_REACH);
  const marginNow = marginAt(stretch, now);
  const passedNow = now - begin;
  v128.store(crossing, f32x4.splat(0), CROSSING_LOW_SHARES);
  v128.store(crossing, f32x4.splat(0), CROSSING_HIGH_SHARES);
  v128.store(crossing, f32x4.splat(-Infinity), CROSSING_LOW_BOUNDS);
  v128.store(crossing, f32x4.splat(Infinity), CROSSING_HIGH_BOUNDS);
  let overtaken: u32 = 0;
  let computed: u32 = 0;
  for (let rest = farther; rest != 0; rest &= rest - 1) {
    const side = ctz(rest);
    const at = (<usize>side) << 2;
    readWay(stretch, ways + <usize>side * WAY_BYTES, lines);
    readLine(state, <usize>load<u32>(farthest + at, FARTHEST_PLACE), side, lines + LINE_BYTES);
    computed++;
    const leaderSpeed = load<f64>(lines, LINE_SPEED);
    const speed = load<f64>(lines + LINE_BYTES, LINE_SPEED);
    const ahead = load<f64>(lines, LINE_PLACE) + passedNow * leaderSpeed + 2 * marginNow;
    const lead = ahead - (load<f64>(lines + LINE_BYTES, LINE_PLACE) + passedNow * speed);
    const closing = speed - leaderSpeed;
    const meeting = lead < 0 ? now : closing > 0 ? now + lead / closing : end;
    if (!(meeting < end)) continue;
    overtaken |= 1 << side;
    const passed = meeting - begin;
    const margin = marginAt(stretch, meeting);
    const bound = load<f64>(lines + LINE_BYTES, LINE_PLACE) + passed * speed - RIVAL_SHARE * margin;
    const exact = crossing + CROSSING_EXACT + <usize>side * EXACT_BYTES;
    store<f64>(exact, passed, EXACT_PASSED);
    store<f64>(exact, bound, EXACT_BOUND);
    // In single floats who is beyond it may be less far out.
    const slack = SINGLE_SHARE * (reach + margin) + SINGLE_SMALLEST;
    const single = reach > SINGLE_REACH ? <f32>NaN : <f32>(side < 3 ? slack - bound : bound - slack);
    const axis = (<usize>(side % 3)) << 2;
    store<f32>(crossing + axis + (side < 3 ? CROSSING_LOW_SHARES : CROSSING_HIGH_SHARES), <f32>(passed * rate));
    store<f32>(crossing + axis + (side < 3 ? CROSSING_LOW_BOUNDS : CROSSING_HIGH_BOUNDS), single);
  }
  store<u32>(state, load<u32>(state, AGENDA_COMPUTED) + computed, AGENDA_COMPUTED);
  return overtaken;
}

/** Carries out the rule, with the vertices that matter and the extreme as candidates, two at a time and without branches: nobody can tell beforehand who is beyond whom. */
function followSide(state: usize, certificate: u32, side: u32, way: usize, farthestAt: usize): void {
  const stretch: usize = load<usize>(state, AGENDA_STRETCH);
  const list: usize = load<usize>(state, AGENDA_BEYOND) + <usize>side * BEYOND_BYTES;
  const lines: usize = load<usize>(state, AGENDA_LINES);
  const begin = load<f64>(stretch, STRETCH_BEGIN);
  const end = load<f64>(stretch, STRETCH_END);
  const count = readLines(state, list, side, way, load<u32>(farthestAt, FARTHEST_PLACE), lines);
  const places = lines;
  const speeds = lines + LINES_BYTES;
  const targets = speeds + LINES_BYTES;
  const length = (<usize>count) << 3;
  const farthestEnd = <f64>outward(load<f32>(farthestAt, FARTHEST_COORDINATE), side);
  const ends = f64x2.splat(end);
  const nowhere = f64x2.splat(-Infinity);
  let leader = length - 8;
  let now = load<f64>(stretch, STRETCH_NOW);
  let margin = marginAt(stretch, now);
  let computed: u32 = 0;
  while (load<f64>(targets + leader) < farthestEnd) {
    computed++;
    const leaderPlace = load<f64>(places + leader);
    const leaderSpeed = load<f64>(speeds + leader);
    const target = f64x2.splat(load<f64>(targets + leader));
    const passedNow = now - begin;
    const ahead = f64x2.splat(leaderPlace + passedNow * leaderSpeed + 2 * margin);
    const nows = f64x2.splat(now);
    const passedNows = f64x2.splat(passedNow);
    const leaderSpeeds = f64x2.splat(leaderSpeed);
    let events = ends;
    for (let i: usize = 0; i < length; i += 16) {
      const speed = v128.load(speeds + i);
      const closing = f64x2.sub(speed, leaderSpeeds);
      const lead = f64x2.sub(ahead, f64x2.add(v128.load(places + i), f64x2.mul(passedNows, speed)));
      const isBehind = f64x2.lt(lead, f64x2.splat(0));
      const meeting = v128.bitselect(nows, f64x2.add(nows, f64x2.div(lead, closing)), isBehind);
      const meets = v128.and(f64x2.gt(v128.load(targets + i), target), v128.or(isBehind, f64x2.gt(closing, f64x2.splat(0))));
      events = f64x2.pmin(events, v128.bitselect(meeting, ends, meets));
    }
    const event = lowerOf(events);
    if (!(event < end)) break;
    now = event;
    margin = marginAt(stretch, now);
    const passed = now - begin;
    const passedTwice = f64x2.splat(passed);
    let fars = nowhere;
    for (let i: usize = 0; i < length; i += 16) {
      const far = f64x2.add(v128.load(places + i), f64x2.mul(passedTwice, v128.load(speeds + i)));
      fars = f64x2.pmax(fars, v128.bitselect(far, nowhere, f64x2.gt(v128.load(targets + i), target)));
    }
    const far = higherOf(fars);
    if (leaderPlace + passed * leaderSpeed + margin < far) {
      leader = 0;
      // The first of those that are farthest.
      while (!(load<f64>(targets + leader) > f64x2.extract_lane(target, 0) && load<f64>(places + leader) + passed * load<f64>(speeds + leader) == far)) leader += 8;
    }
    store<f64>(lines + 3 * LINES_BYTES, load<f64>(places + leader), LINE_PLACE);
    store<f64>(lines + 3 * LINES_BYTES, load<f64>(targets + leader), LINE_END);
    addEntry(state, now, certificate, load<u32>(list + 4 + (leader >> 1)), 1, lines + 3 * LINES_BYTES);
  }
  store<u32>(state, load<u32>(state, AGENDA_COMPUTED) + computed, AGENDA_COMPUTED);
}

// @ts-ignore: decorator
@inline
function lowerOf(numbers: v128): f64 {
  return f64x2.extract_lane(f64x2.pmin(numbers, v128.shuffle<f64>(numbers, numbers, 1, 0)), 0);
}

// @ts-ignore: decorator
@inline
function higherOf(numbers: v128): f64 {
  return f64x2.extract_lane(f64x2.pmax(numbers, v128.shuffle<f64>(numbers, numbers, 1, 0)), 0);
}

/**
 * Writes how the vertices of a list go that matter, and behind them the extreme, and keeps no others in the list: all places, then all speeds, then where they are at the next key, each with room for `MOST_BEYOND`. Returns how many there are, an even
 * number: the extreme may be there twice.
 */
function readLines(state: usize, list: usize, side: u32, way: usize, farthest: u32, lines: usize): u32 {
  const crossing: usize = load<usize>(state, AGENDA_CROSSING);
  const exact = crossing + CROSSING_EXACT + <usize>side * EXACT_BYTES;
  const passed = load<f64>(exact, EXACT_PASSED);
  const bound = load<f64>(exact, EXACT_BOUND);
  const rate = load<f64>(load<usize>(state, AGENDA_STRETCH), STRETCH_RATE);
  const axis = (<usize>(side % 3)) << 2;
  const last: usize = load<usize>(state, AGENDA_LAST) + axis;
  const next: usize = load<usize>(state, AGENDA_NEXT) + axis;
  const extremeEnd = <f64>load<f32>(way, WAY_TO);
  let kept: usize = 0;
  let at = list + 4;
  for (const end = at + ((<usize>load<u32>(list)) << 2); at < end; at += 4) {
    const bytes = load<u32>(at);
    const from = <f64>outward(load<f32>(last + <usize>bytes), side);
    const to = <f64>outward(load<f32>(next + <usize>bytes), side);
    const speed = (to - from) * rate;
    // Written in any case; the next one takes its place if it does not matter.
    store<u32>(list + 4 + (kept << 2), bytes);
    writeColumns(lines + (kept << 3), from, speed, to);
    const isFar = <u32>(from + passed * speed > bound) & <u32>(to > extremeEnd);
    kept += <usize>(isFar | <u32>(bytes == farthest));
  }
  const from = <f64>load<f32>(way, WAY_FROM);
  for (const end = kept + 1 + ((kept + 1) & 1); kept < end; kept++) {
    store<u32>(list + 4 + (kept << 2), load<u32>(crossing + CROSSING_EXTREMES + ((<usize>side) << 2)));
    writeColumns(lines + (kept << 3), from, (extremeEnd - from) * rate, extremeEnd);
  }
  return <u32>kept;
}

// @ts-ignore: decorator
@inline
function writeColumns(at: usize, place: f64, speed: f64, end: f64): void {
  store<f64>(at, place);
  store<f64>(at + LINES_BYTES, speed);
  store<f64>(at + 2 * LINES_BYTES, end);
}

/** Writes how what is at a place goes along the axis of a side, outward. */
// @ts-ignore: decorator
@inline
function readLine(state: usize, bytes: usize, side: u32, line: usize): void {
  const at = bytes + ((<usize>(side % 3)) << 2);
  const from = outward(load<f32>(load<usize>(state, AGENDA_LAST) + at), side);
  const to = outward(load<f32>(load<usize>(state, AGENDA_NEXT) + at), side);
  writeLine(load<usize>(state, AGENDA_STRETCH), from, to, line);
}
