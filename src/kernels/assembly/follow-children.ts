/** What will happen in an inner node before the next key. Twin: src/kinetic/agenda/follow-children.ts. */
import { addEntry, marginAt, outward, placeOf, readWay } from './agenda-entries';
import {
  AGENDA_ARITY,
  AGENDA_BEYOND,
  AGENDA_CHILDREN,
  AGENDA_COMPUTED,
  AGENDA_COUNT,
  AGENDA_ENDS,
  AGENDA_ENTRY_WAYS,
  AGENDA_EXTREMES,
  AGENDA_FIRSTS,
  AGENDA_LAST,
  AGENDA_LINES,
  AGENDA_NEXT,
  AGENDA_PLACES,
  AGENDA_STRETCH,
  AGENDA_TIMES,
  AGENDA_VERTICES,
  AGENDA_WAYS,
  FOLLOWED_BYTES,
  FOLLOWED_ENTRY,
  FOLLOWED_HOLDER,
  FOLLOWED_LAST_ENTRY,
  LINE_BYTES,
  LINE_END,
  LINE_PLACE,
  LINE_SPEED,
  NO_CHILD,
  STRETCH_BEGIN,
  STRETCH_END,
  STRETCH_NOW,
  WAY_BYTES,
  WAY_FROM,
  WAY_TO,
} from './generated/layout';

/** Adds what will happen on a side of an inner node. */
export function followChildren(state: usize, node: u32, side: u32): void {
  const certificate = node * 6 + side;
  const at = (<usize>certificate) << 2;
  const first = load<u32>(state, AGENDA_COUNT);
  const extreme = load<u32>(load<usize>(state, AGENDA_EXTREMES) + at);
  let way = load<usize>(state, AGENDA_WAYS) + <usize>certificate * WAY_BYTES;
  if (!isKept(state, node, side, extreme, way)) followSide(state, node, side, extreme, way);
  const end = load<u32>(state, AGENDA_COUNT);
  if (end > first) way = load<usize>(state, AGENDA_ENTRY_WAYS) + <usize>(end - 1) * WAY_BYTES;
  store<u32>(load<usize>(state, AGENDA_FIRSTS) + at, first);
  store<u32>(load<usize>(state, AGENDA_ENDS) + at, end);
  store<f32>(load<usize>(state, AGENDA_PLACES) + at, outward(load<f32>(way, WAY_TO), side));
}

/** Writes how the extreme goes. Returns whether it stays that of a child, and no child's last one is beyond it at the next key. */
function isKept(state: usize, node: u32, side: u32, extreme: u32, way: usize): bool {
  const arity = load<u32>(state, AGENDA_ARITY);
  const children: usize = load<usize>(state, AGENDA_CHILDREN) + ((<usize>(node * arity)) << 2);
  const extremes: usize = load<usize>(state, AGENDA_EXTREMES);
  const firsts: usize = load<usize>(state, AGENDA_FIRSTS);
  const ends: usize = load<usize>(state, AGENDA_ENDS);
  const places: usize = load<usize>(state, AGENDA_PLACES);
  // The way of the child that has it.
  let known: usize = 0;
  let isHeld = false;
  let farthest: f32 = -Infinity;
  for (let slot: u32 = 0; slot < arity; slot++) {
    const child = load<u32>(children + ((<usize>slot) << 2));
    if (child == NO_CHILD) break;
    const at = (<usize>(child * 6 + side)) << 2;
    farthest = max(farthest, outward(load<f32>(places + at), side));
    if (load<u32>(extremes + at) != extreme) continue;
    known = load<usize>(state, AGENDA_WAYS) + (at << 1);
    if (load<u32>(firsts + at) == load<u32>(ends + at)) isHeld = true;
  }
  if (known) store<u64>(way, load<u64>(known));
  else fetchWay(state, extreme, side, way);
  return isHeld && load<f32>(way, WAY_TO) >= farthest;
}

/** Of an extreme that is none of a child any more: it was only nearly overtaken. */
function fetchWay(state: usize, vertex: u32, side: u32, way: usize): void {
  const at = placeOf(state, vertex) + ((<usize>(side % 3)) << 2);
  store<f32>(way, outward(load<f32>(load<usize>(state, AGENDA_LAST) + at), side), WAY_FROM);
  store<f32>(way, outward(load<f32>(load<usize>(state, AGENDA_NEXT) + at), side), WAY_TO);
}

/** Carries out the rule, with the extremes of the children as candidates. The line of the node's own one is behind theirs. */
function followSide(state: usize, node: u32, side: u32, first: u32, way: usize): void {
  const stretch: usize = load<usize>(state, AGENDA_STRETCH);
  const begin = load<f64>(stretch, STRETCH_BEGIN);
  const end = load<f64>(stretch, STRETCH_END);
  const times: usize = load<usize>(state, AGENDA_TIMES);
  const holders: usize = load<usize>(state, AGENDA_BEYOND);
  const lines: usize = load<usize>(state, AGENDA_LINES);
  const count = gatherChildren(state, node, side, holders, lines, first, load<f32>(way, WAY_TO));
  const own = lines + <usize>count * LINE_BYTES;
  let extreme = first;
  readWay(stretch, way, own);
  let now = load<f64>(stretch, STRETCH_NOW);
  let computed: u32 = 0;
  for (;;) {
    computed++;
    const passedNow = now - begin;
    const leaderSpeed = load<f64>(own, LINE_SPEED);
    const leaderEnd = load<f64>(own, LINE_END);
    const ahead = load<f64>(own, LINE_PLACE) + passedNow * leaderSpeed + 2 * marginAt(stretch, now);
    let event = end;
    let change = end;
    let holder = holders;
    for (let line = lines; line < own; line += LINE_BYTES) {
      const entry = load<u32>(holder, FOLLOWED_ENTRY);
      if (entry < load<u32>(holder, FOLLOWED_LAST_ENTRY)) change = min(change, load<f64>(times + ((<usize>entry) << 3)));
      if (load<f64>(line, LINE_END) > leaderEnd) {
        const speed = load<f64>(line, LINE_SPEED);
        const lead = ahead - (load<f64>(line, LINE_PLACE) + passedNow * speed);
        const closing = speed - leaderSpeed;
        const meeting = lead < 0 ? now : closing > 0 ? now + lead / closing : end;
        if (meeting < event) event = meeting;
      }
      holder += FOLLOWED_BYTES;
    }
    const isChange = change <= event;
    now = isChange ? change : event;
    if (!(now < end)) break;
    if (isChange) takeChanges(state, holders, lines, count, now);
    const leader = findLeader(stretch, holders, lines, count, extreme, now);
    const before = extreme;
    if (leader < count) {
      extreme = load<u32>(holders + <usize>leader * FOLLOWED_BYTES, FOLLOWED_HOLDER);
      const line = lines + <usize>leader * LINE_BYTES;
      store<f64>(own, load<f64>(line, LINE_PLACE), LINE_PLACE);
      store<f64>(own, load<f64>(line, LINE_SPEED), LINE_SPEED);
      store<f64>(own, load<f64>(line, LINE_END), LINE_END);
    }
    if (extreme != before || !isChange) addEntry(state, now, node * 6 + side, extreme, isChange ? 0 : 1, own);
  }
  store<u32>(state, load<u32>(state, AGENDA_COMPUTED) + computed, AGENDA_COMPUTED);
}

/** Lists the children that have the extreme, or somebody beyond it at the next key; returns how many there are. */
function gatherChildren(state: usize, node: u32, side: u32, holders: usize, lines: usize, extreme: u32, target: f32): u32 {
  const arity = load<u32>(state, AGENDA_ARITY);
  const children: usize = load<usize>(state, AGENDA_CHILDREN) + ((<usize>(node * arity)) << 2);
  let count: u32 = 0;
  for (let slot: u32 = 0; slot < arity; slot++) {
    const child = load<u32>(children + ((<usize>slot) << 2));
    if (child == NO_CHILD) break;
    const at = (<usize>(child * 6 + side)) << 2;
    const vertex = load<u32>(load<usize>(state, AGENDA_EXTREMES) + at);
    if (vertex != extreme && outward(load<f32>(load<usize>(state, AGENDA_PLACES) + at), side) <= target) continue;
    store<u32>(holders, vertex, FOLLOWED_HOLDER);
    store<u32>(holders, load<u32>(load<usize>(state, AGENDA_FIRSTS) + at), FOLLOWED_ENTRY);
    store<u32>(holders, load<u32>(load<usize>(state, AGENDA_ENDS) + at), FOLLOWED_LAST_ENTRY);
    readWay(load<usize>(state, AGENDA_STRETCH), load<usize>(state, AGENDA_WAYS) + (at << 1), lines);
    holders += FOLLOWED_BYTES;
    lines += LINE_BYTES;
    count++;
  }
  return count;
}

/** Takes in entries of children that are due. */
function takeChanges(state: usize, holders: usize, lines: usize, count: u32, now: f64): void {
  const times: usize = load<usize>(state, AGENDA_TIMES);
  const vertices: usize = load<usize>(state, AGENDA_VERTICES);
  for (let i: u32 = 0; i < count; i++) {
    const end = load<u32>(holders, FOLLOWED_LAST_ENTRY);
    let entry = load<u32>(holders, FOLLOWED_ENTRY);
    for (; entry < end && load<f64>(times + ((<usize>entry) << 3)) == now; entry++) {
      const vertex = load<u32>(vertices + ((<usize>entry) << 2));
      store<u32>(holders, vertex, FOLLOWED_HOLDER);
      readWay(load<usize>(state, AGENDA_STRETCH), load<usize>(state, AGENDA_ENTRY_WAYS) + <usize>entry * WAY_BYTES, lines);
    }
    store<u32>(holders, entry, FOLLOWED_ENTRY);
    holders += FOLLOWED_BYTES;
    lines += LINE_BYTES;
  }
}

/** The child whose extreme takes the place of the node's; `count` where that stays. */
function findLeader(stretch: usize, holders: usize, lines: usize, count: u32, extreme: u32, now: f64): u32 {
  const passed = now - load<f64>(stretch, STRETCH_BEGIN);
  let leader: u32 = 0;
  let isHeld = false;
  let far = load<f64>(lines, LINE_PLACE) + passed * load<f64>(lines, LINE_SPEED);
  for (let i: u32 = 0; i < count; i++) {
    if (load<u32>(holders, FOLLOWED_HOLDER) == extreme) isHeld = true;
    const farOfLine = load<f64>(lines, LINE_PLACE) + passed * load<f64>(lines, LINE_SPEED);
    if (farOfLine > far) {
      far = farOfLine;
      leader = i;
    }
    holders += FOLLOWED_BYTES;
    lines += LINE_BYTES;
  }
  // The node's own line is behind those of the children.
  const farOfExtreme = load<f64>(lines, LINE_PLACE) + passed * load<f64>(lines, LINE_SPEED);
  return isHeld && farOfExtreme + marginAt(stretch, now) >= far ? count : leader;
}
