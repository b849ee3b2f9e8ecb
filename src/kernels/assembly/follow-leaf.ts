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
    const bound = load<f64>(lines, LINE_PLACE) + passed * leaderSpeed + margin;
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

/** Carries out the rule, with the vertices that matter and the extreme as candidates. */
function followSide(state: usize, certificate: u32, side: u32, way: usize, farthestAt: usize): void {
  const stretch: usize = load<usize>(state, AGENDA_STRETCH);
  const list: usize = load<usize>(state, AGENDA_BEYOND) + <usize>side * BEYOND_BYTES;
  const lines: usize = load<usize>(state, AGENDA_LINES);
  const begin = load<f64>(stretch, STRETCH_BEGIN);
  const end = load<f64>(stretch, STRETCH_END);
  const count = readLines(state, list, side, way, load<u32>(farthestAt, FARTHEST_PLACE), lines);
  const linesEnd = lines + <usize>count * LINE_BYTES;
  const farthestEnd = <f64>outward(load<f32>(farthestAt, FARTHEST_COORDINATE), side);
  let leader = linesEnd - LINE_BYTES;
  let now = load<f64>(stretch, STRETCH_NOW);
  let margin = marginAt(stretch, now);
  let computed: u32 = 0;
  while (load<f64>(leader, LINE_END) < farthestEnd) {
    computed++;
    const leaderPlace = load<f64>(leader, LINE_PLACE);
    const leaderSpeed = load<f64>(leader, LINE_SPEED);
    const leaderEnd = load<f64>(leader, LINE_END);
    const passedNow = now - begin;
    const ahead = leaderPlace + passedNow * leaderSpeed + 2 * margin;
    let event = end;
    // Without a branch: nobody can tell beforehand who is beyond whom.
    for (let line = lines; line < linesEnd; line += LINE_BYTES) {
      const speed = load<f64>(line, LINE_SPEED);
      const closing = speed - leaderSpeed;
      const lead = ahead - (load<f64>(line, LINE_PLACE) + passedNow * speed);
      const isBehind = <i32>(lead < 0);
      const meeting = select<f64>(now, now + lead / closing, isBehind);
      const meets = <i32>(load<f64>(line, LINE_END) > leaderEnd) & (isBehind | <i32>(closing > 0)) & <i32>(meeting < event);
      event = select<f64>(meeting, event, meets);
    }
    if (!(event < end)) break;
    now = event;
    margin = marginAt(stretch, now);
    const passed = now - begin;
    let farthest = leader;
    const farOfLeader = leaderPlace + passed * leaderSpeed;
    let far = farOfLeader;
    for (let line = lines; line < linesEnd; line += LINE_BYTES) {
      const farOfLine = load<f64>(line, LINE_PLACE) + passed * load<f64>(line, LINE_SPEED);
      const isFarther = <i32>(load<f64>(line, LINE_END) > leaderEnd) & <i32>(farOfLine > far);
      far = select<f64>(farOfLine, far, isFarther);
      farthest = select<usize>(line, farthest, isFarther);
    }
    if (farOfLeader + margin < far) leader = farthest;
    const place = (leader - lines) / LINE_BYTES;
    addEntry(state, now, certificate, load<u32>(list + ((place + 1) << 2)), 1, leader);
  }
  store<u32>(state, load<u32>(state, AGENDA_COMPUTED) + computed, AGENDA_COMPUTED);
}

/** Writes how the vertices of a list go that matter, and behind them the extreme, and keeps no others in the list. Returns how many there are. */
function readLines(state: usize, list: usize, side: u32, way: usize, farthest: u32, lines: usize): u32 {
  const crossing: usize = load<usize>(state, AGENDA_CROSSING);
  const stretch: usize = load<usize>(state, AGENDA_STRETCH);
  const exact = crossing + CROSSING_EXACT + <usize>side * EXACT_BYTES;
  const passed = load<f64>(exact, EXACT_PASSED);
  const bound = load<f64>(exact, EXACT_BOUND);
  const extremeEnd = <f64>load<f32>(way, WAY_TO);
  let line = lines;
  let kept = list;
  let at = list + 4;
  for (const end = at + ((<usize>load<u32>(list)) << 2); at < end; at += 4) {
    const bytes = load<u32>(at);
    readLine(state, <usize>bytes, side, line);
    const isFar = load<f64>(line, LINE_PLACE) + passed * load<f64>(line, LINE_SPEED) > bound && load<f64>(line, LINE_END) > extremeEnd;
    if (bytes != farthest && !isFar) continue;
    kept += 4;
    store<u32>(kept, bytes);
    line += LINE_BYTES;
  }
  store<u32>(kept + 4, load<u32>(crossing + CROSSING_EXTREMES + ((<usize>side) << 2)));
  readWay(stretch, way, line);
  return <u32>((line - lines) / LINE_BYTES) + 1;
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
