/** What will happen in a leaf before the next key. Twin: src/kinetic/agenda/follow-leaf.ts. */
import { addEntry, marginAt } from './agenda-entries';
import {
  AGENDA_BEYOND,
  AGENDA_COMPUTED,
  AGENDA_COUNT,
  AGENDA_ENDS,
  AGENDA_EXTREMES,
  AGENDA_FIRSTS,
  AGENDA_LAST,
  AGENDA_LEAF_COUNTS,
  AGENDA_LEAF_FIRSTS,
  AGENDA_LEAF_VERTICES,
  AGENDA_LINES,
  AGENDA_NEXT,
  AGENDA_PLACES,
  AGENDA_STRETCH,
  AGENDA_VERTICES,
  BEYOND_BYTES,
  LINE_BYTES,
  LINE_END,
  LINE_PLACE,
  LINE_SPEED,
  POSITION_BYTES,
  STRETCH_BEGIN,
  STRETCH_END,
  STRETCH_NOW,
  STRETCH_RATE,
} from './generated/layout';

/** Adds what will happen in a leaf. */
export function followLeaf(state: usize, leaf: u32): void {
  const next: usize = load<usize>(state, AGENDA_NEXT);
  const certificates = (<usize>leaf * 6) << 2;
  const extremes: usize = load<usize>(state, AGENDA_EXTREMES) + certificates;
  const found = findBeyond(state, leaf, next, extremes);
  const firsts: usize = load<usize>(state, AGENDA_FIRSTS) + certificates;
  const ends: usize = load<usize>(state, AGENDA_ENDS) + certificates;
  const places: usize = load<usize>(state, AGENDA_PLACES) + certificates;
  for (let side: u32 = 0; side < 6; side++) {
    const at = (<usize>side) << 2;
    const count = load<u32>(state, AGENDA_COUNT);
    let last = load<u32>(extremes + at);
    if ((found >> side) & 1) followSide(state, leaf * 6 + side, side, last);
    const end = load<u32>(state, AGENDA_COUNT);
    if (end > count) last = load<u32>(load<usize>(state, AGENDA_VERTICES) + ((<usize>end - 1) << 2));
    store<u32>(firsts + at, count);
    store<u32>(ends + at, end);
    const axis = <usize>(side % 3);
    store<f32>(places + at, load<f32>(next + <usize>last * POSITION_BYTES + (axis << 2)));
  }
}

/** Lists the vertices that are beyond each side at the next key, behind a word that counts them. Returns the sides that there are any of, as bits. */
function findBeyond(state: usize, leaf: u32, next: usize, extremes: usize): u32 {
  const beyond: usize = load<usize>(state, AGENDA_BEYOND);
  // Of the fourth lane, the next vertex, nothing is beyond anything.
  let low = f32x4.splat(-Infinity);
  let high = f32x4.splat(Infinity);
  low = f32x4.replace_lane(low, 0, placeOf(next, extremes, 0, 0));
  low = f32x4.replace_lane(low, 1, placeOf(next, extremes, 4, 4));
  low = f32x4.replace_lane(low, 2, placeOf(next, extremes, 8, 8));
  high = f32x4.replace_lane(high, 0, placeOf(next, extremes, 12, 0));
  high = f32x4.replace_lane(high, 1, placeOf(next, extremes, 16, 4));
  high = f32x4.replace_lane(high, 2, placeOf(next, extremes, 20, 8));
  for (let side: usize = 0; side < 6; side++) store<u32>(beyond + side * BEYOND_BYTES, 0);
  const leafAt = (<usize>leaf) << 2;
  let at: usize = load<usize>(state, AGENDA_LEAF_VERTICES) + ((<usize>load<u32>(load<usize>(state, AGENDA_LEAF_FIRSTS) + leafAt)) << 2);
  const end = at + ((<usize>load<u32>(load<usize>(state, AGENDA_LEAF_COUNTS) + leafAt)) << 2);
  let found: u32 = 0;
  for (; at < end; at += 4) {
    const bytes = load<u32>(at);
    const place = v128.load(next + <usize>bytes);
    const below = f32x4.lt(place, low);
    const above = f32x4.gt(place, high);
    if (!v128.any_true(v128.or(below, above))) continue;
    let sides: u32 = i32x4.bitmask(below) | (i32x4.bitmask(above) << 3);
    found |= sides;
    for (; sides != 0; sides &= sides - 1) {
      const list = beyond + <usize>ctz(sides) * BEYOND_BYTES;
      const count = load<u32>(list) + 1;
      store<u32>(list, count);
      store<u32>(list + ((<usize>count) << 2), bytes);
    }
  }
  return found;
}

// @ts-ignore: decorator
@inline
function placeOf(next: usize, extremes: usize, side: usize, axis: usize): f32 {
  return load<f32>(next + <usize>load<u32>(extremes + side) * POSITION_BYTES + axis);
}

/** Carries out the rule, with the vertices beyond a side and the extreme as candidates. */
function followSide(state: usize, certificate: u32, side: u32, extreme: u32): void {
  const stretch: usize = load<usize>(state, AGENDA_STRETCH);
  const list: usize = load<usize>(state, AGENDA_BEYOND) + <usize>side * BEYOND_BYTES;
  const lines: usize = load<usize>(state, AGENDA_LINES);
  const begin = load<f64>(stretch, STRETCH_BEGIN);
  const end = load<f64>(stretch, STRETCH_END);
  const count = load<u32>(list) + 1;
  store<u32>(list + ((<usize>count) << 2), <u32>(<usize>extreme * POSITION_BYTES));
  readLines(state, list + 4, count, side, lines);
  const linesEnd = lines + <usize>count * LINE_BYTES;
  let leader = linesEnd - LINE_BYTES;
  let now = load<f64>(stretch, STRETCH_NOW);
  let computed: u32 = 0;
  for (;;) {
    computed++;
    const leaderSpeed = load<f64>(leader, LINE_SPEED);
    const leaderEnd = load<f64>(leader, LINE_END);
    const passedNow = now - begin;
    const ahead = load<f64>(leader, LINE_PLACE) + passedNow * leaderSpeed + 2 * marginAt(stretch, now);
    let event = end;
    for (let line = lines; line < linesEnd; line += LINE_BYTES) {
      if (load<f64>(line, LINE_END) <= leaderEnd) continue;
      const speed = load<f64>(line, LINE_SPEED);
      const closing = speed - leaderSpeed;
      const lead = ahead - (load<f64>(line, LINE_PLACE) + passedNow * speed);
      const meeting = lead < 0 ? now : closing > 0 ? now + lead / closing : end;
      if (meeting < event) event = meeting;
    }
    if (!(event < end)) break;
    now = event;
    const passed = now - begin;
    let farthest = leader;
    const farOfLeader = load<f64>(leader, LINE_PLACE) + passed * load<f64>(leader, LINE_SPEED);
    let far = farOfLeader;
    for (let line = lines; line < linesEnd; line += LINE_BYTES) {
      if (load<f64>(line, LINE_END) <= leaderEnd) continue;
      const farOfLine = load<f64>(line, LINE_PLACE) + passed * load<f64>(line, LINE_SPEED);
      if (!(farOfLine > far)) continue;
      far = farOfLine;
      farthest = line;
    }
    if (farOfLeader + marginAt(stretch, now) < far) leader = farthest;
    const place = (leader - lines) / LINE_BYTES;
    const vertex = load<u32>(list + ((place + 1) << 2)) / <u32>POSITION_BYTES;
    addEntry(state, now, certificate, vertex, 1);
  }
  store<u32>(state, load<u32>(state, AGENDA_COMPUTED) + computed, AGENDA_COMPUTED);
}

/** Writes how vertices of a list go along an axis, outward. */
function readLines(state: usize, list: usize, count: u32, side: u32, lines: usize): void {
  const axis = (<usize>(side % 3)) << 2;
  const last: usize = load<usize>(state, AGENDA_LAST) + axis;
  const next: usize = load<usize>(state, AGENDA_NEXT) + axis;
  const rate = load<f64>(load<usize>(state, AGENDA_STRETCH), STRETCH_RATE);
  const sign: f64 = side < 3 ? -1 : 1;
  for (const listEnd = list + ((<usize>count) << 2); list < listEnd; list += 4) {
    const bytes = <usize>load<u32>(list);
    const place = <f64>load<f32>(last + bytes);
    store<f64>(lines, sign * place, LINE_PLACE);
    const end = <f64>load<f32>(next + bytes);
    store<f64>(lines, sign * ((end - place) * rate), LINE_SPEED);
    store<f64>(lines, sign * end, LINE_END);
    lines += LINE_BYTES;
  }
}
