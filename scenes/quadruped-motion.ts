/** What the quadruped does: a walk in four beats, and a jump from a crouch to a crouch. Both repeat for ever. */
import { PI, cos, sin } from 'pliant/exact';
import { BEND, FOOT_STRIDE, FOOT_TURN, FORWARD, ROLL, SWAY, TOE_TURN, UP } from './quadruped-rig.js';
import type { Rig } from './quadruped-rig.js';
import {
  EARS,
  HEAD,
  JAW,
  LEFT_FORE,
  LEFT_HIND,
  LEG_BONES,
  NECK,
  NECK_COUNT,
  PELVIS,
  SPINE,
  SPINE_COUNT,
  TAIL,
  TAIL_COUNT,
} from './quadruped-skeleton.js';

/** How far ahead each foot is in its step, in shares of a period: left fore, right fore, left hind, right hind. */
const LEADS = [0.3, 0.8, 0, 0.5] as const;
/** Share of a period that a foot is on the ground, and half the length of a step in metres. */
const STANCE = 0.62;
const HALF_STEP = 0.052;
const LIFT = 0.024;
/** Hind feet step so far behind where they stand at rest: thighs stay clear of the belly. */
const HIND_LAG = 0.02;

/** The walk at a share of its period, from 0 to 1. */
export function walk(rig: Rig, phase: number, tailStart: number): void {
  const { angles, feet, rootShift } = rig;
  const turn = 2 * PI * phase;
  angles.fill(0);
  rootShift[0] = 0;
  rootShift[1] = 0.003 * cos(2 * turn) - 0.004;
  rootShift[2] = 0.004 * sin(turn);
  angles[PELVIS * 3 + BEND] = 0.02 * sin(2 * turn);
  angles[PELVIS * 3 + SWAY] = 0.06 * cos(turn);
  angles[PELVIS * 3 + ROLL] = 0.03 * sin(turn);
  for (let k = 0; k < SPINE_COUNT; k++) {
    angles[(SPINE + k) * 3 + SWAY] = -0.035 * cos(turn - 0.4 * k);
    angles[(SPINE + k) * 3 + ROLL] = -0.012 * sin(turn);
  }
  for (let k = 0; k < NECK_COUNT; k++) {
    angles[(NECK + k) * 3 + BEND] = 0.02 * sin(2 * turn - 0.6) - 0.05;
    angles[(NECK + k) * 3 + SWAY] = 0.025 * cos(turn);
  }
  angles[HEAD * 3 + BEND] = 0.1 - 0.05 * sin(2 * turn - 0.9);
  swingTail(angles, turn, tailStart, 0.13, -0.02);
  for (let leg = 0; leg < 4; leg++) {
    const share = phase + LEADS[leg];
    step(feet, leg, share - Math.floor(share));
    const isFore = leg < 2;
    const first = (isFore ? LEFT_FORE : LEFT_HIND) + (leg & 1) * LEG_BONES;
    const inward = (leg & 1) === 0 ? -1 : 1;
    const forward = feet[leg * FOOT_STRIDE + FORWARD] / HALF_STEP;
    const lifted = feet[leg * FOOT_STRIDE + UP] / LIFT;
    angles[first * 3 + BEND] = (isFore ? 0.14 : 0.08) * forward;
    if (!isFore) feet[leg * FOOT_STRIDE + FORWARD] -= HIND_LAG;
    // Feet are set down near the line below the body, and swing by each other closely.
    angles[first * 3 + ROLL] = inward * ((isFore ? 0.09 : 0.106) + 0.022 * lifted);
  }
}

/** One foot of the walk: it comes down in front, is left behind on the ground, and is swung forward. */
function step(feet: Float64Array, leg: number, phase: number): void {
  const f = leg * FOOT_STRIDE;
  const push = 0.5 + 0.5 * cos(2 * PI * (phase - 0.7));
  if (phase < STANCE) {
    feet[f + FORWARD] = HALF_STEP * (1 - (2 * phase) / STANCE);
    feet[f + UP] = 0;
  } else {
    const swing = (phase - STANCE) / (1 - STANCE);
    // Leaves and meets the ground at the speed of the ground.
    const drag = (2 * (1 - STANCE)) / STANCE;
    const smooth = swing * swing * (3 - 2 * swing);
    feet[f + FORWARD] = HALF_STEP * (2 * smooth - 1 - drag * swing * (1 - swing) * (1 - 2 * swing));
    feet[f + UP] = LIFT * 3 * smooth * (1 - swing);
  }
  feet[f + FOOT_TURN] = -0.75 * push * push * push;
  // Toes lie on the ground while the foot does, and follow it in the air.
  const free = Math.min(Math.max(12 * (phase - STANCE), 0), 12 * (1 - phase), 1);
  feet[f + TOE_TURN] = 0.9 * free * feet[f + FOOT_TURN];
}

/** Columns of {@link JUMP}: the pelvis; bends of spine, neck and tail; fore feet; hind feet; all as a rig has them. */
const HEIGHT = 0;
const PITCH = 1;
const SPINE_BEND = 2;
const NECK_BEND = 3;
const TAIL_BEND = 4;
const FORE = 5;
const HIND = 9;

/** Key poses at equal times: standing, crouching, pushing off, stretched, tucked up, reaching, landing, catching itself. */
const JUMP: readonly (readonly number[])[] = [
  [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
  [-0.08, 0.04, -0.03, 0.04, -0.05, 0.015, 0, 0, 0, 0.02, 0, 0.25, 0],
  [0.02, 0.55, 0.03, -0.08, -0.1, 0.04, 0.15, -0.9, -1.1, -0.03, 0, -0.7, 0],
  [0.17, 0.3, 0.07, -0.1, 0.1, 0.09, 0.25, -0.3, -0.5, -0.15, 0.1, -1.3, -1.5],
  [0.23, 0.05, -0.13, 0.1, 0.1, -0.03, 0.31, -1.3, -1.7, 0.02, 0.28, 0.1, -0.3],
  [0.17, -0.25, 0, 0.12, 0.12, 0.07, 0.06, -0.2, 0, -0.04, 0.2, -0.5, -0.9],
  [0.03, -0.28, -0.03, 0.15, 0.1, 0.03, 0, -0.1, 0, 0, 0.11, -0.4, -0.6],
  [-0.07, -0.02, -0.06, 0.1, 0, 0.01, 0, 0.1, 0, 0.04, 0, 0.15, 0],
];

/** The jump at a share of its period, from 0 to 1. */
export function jump(rig: Rig, phase: number, tailStart: number): void {
  const { angles, between, feet, rootShift } = rig;
  angles.fill(0);
  const place = phase * JUMP.length;
  const key = Math.min(Math.floor(place), JUMP.length - 1);
  blendKeys(between, key, place - key);
  rootShift[0] = 0;
  rootShift[1] = between[HEIGHT];
  rootShift[2] = 0;
  angles[PELVIS * 3 + BEND] = between[PITCH];
  for (let k = 0; k < SPINE_COUNT; k++) angles[(SPINE + k) * 3 + BEND] = between[SPINE_BEND];
  for (let k = 0; k < NECK_COUNT; k++) angles[(NECK + k) * 3 + BEND] = between[NECK_BEND];
  angles[HEAD * 3 + BEND] = -0.5 * angles[PELVIS * 3 + BEND];
  angles[JAW * 3 + BEND] = -0.08 * (1 - cos(2 * PI * phase));
  for (let ear = 0; ear < 2; ear++) angles[(EARS + ear) * 3 + BEND] = 0.2 * (1 - cos(2 * PI * phase));
  swingTail(angles, 2 * PI * phase, tailStart, 0.06, between[TAIL_BEND]);
  for (let leg = 0; leg < 4; leg++) {
    const isFore = leg < 2;
    for (let k = 0; k < FOOT_STRIDE; k++) feet[leg * FOOT_STRIDE + k] = between[(isFore ? FORE : HIND) + k];
    const first = (isFore ? LEFT_FORE : LEFT_HIND) + (leg & 1) * LEG_BONES;
    // Legs go apart in the air.
    angles[first * 3 + ROLL] = ((leg & 1) === 0 ? 1 : -1) * 0.08 * (1 - cos(2 * PI * phase));
    angles[first * 3 + BEND] = (isFore ? 2 : 1) * feet[leg * FOOT_STRIDE + FORWARD];
  }
}

/** All columns of {@link JUMP} between a key and the next: cubic, smooth, and periodic. */
function blendKeys(out: Float64Array, key: number, share: number): void {
  const count = JUMP.length;
  const before = JUMP[(key + count - 1) % count];
  const from = JUMP[key];
  const to = JUMP[(key + 1) % count];
  const after = JUMP[(key + 2) % count];
  for (let k = 0; k < out.length; k++) {
    const leave = 0.5 * (to[k] - before[k]);
    const arrive = 0.5 * (after[k] - from[k]);
    const change = to[k] - from[k];
    const bend = 3 * change - 2 * leave - arrive + share * (leave + arrive - 2 * change);
    out[k] = from[k] + share * (leave + share * bend);
  }
}

/** A wave that runs down the tail once in a period. */
function swingTail(angles: Float64Array, turn: number, start: number, reach: number, bend: number): void {
  for (let k = 0; k < TAIL_COUNT; k++) {
    angles[(TAIL + k) * 3 + SWAY] = reach * sin(turn + start - 0.55 * k);
    angles[(TAIL + k) * 3 + BEND] = bend + 0.3 * reach * cos(turn + start - 0.7 * k);
  }
}
