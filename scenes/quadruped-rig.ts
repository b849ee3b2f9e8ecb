/**
 * Posing the quadruped: three angles per bone and a place of the root become matrices; legs are solved so that their feet
 * come to where they are wanted.
 */
import { acos, cos, sin } from 'pliant/exact';
import { LEFT_FORE, LEFT_HIND, LEG_BONES, RIGHT_FORE, RIGHT_HIND } from './quadruped-skeleton.js';
import type { Bone } from './quadruped-skeleton.js';

/** Bones and room for their pose: working memory of one animal, written anew for every pose. */
export interface Rig {
  readonly parents: Int32Array;
  /** Where bones turn at rest, three coordinates each. */
  readonly jointPoints: Float64Array;
  /** Three angles per bone: {@link BEND}, {@link SWAY}, {@link ROLL}, in radians, applied in this order. */
  readonly angles: Float64Array;
  /** How far the root is from its place at rest. */
  readonly rootShift: Float64Array;
  /** Where each foot is wanted, {@link FOOT_STRIDE} numbers per leg: left fore, right fore, left hind, right hind. */
  readonly feet: Float64Array;
  /** Room for a motion made of key poses: the numbers between two of them. */
  readonly between: Float64Array;
  /** Twelve numbers per bone, row by row: from the rest pose to the world. */
  readonly matrices: Float64Array;
}

/** Angles of a bone: about z (the head rises), about y (to the left), about x (the right side sinks). */
export const BEND = 0;
export const SWAY = 1;
export const ROLL = 2;

/** A foot: how far the ball is from its place at rest, forward and up; how far middle foot and toes are turned about z. */
export const FOOT_STRIDE = 4;
export const FORWARD = 0;
export const UP = 1;
export const FOOT_TURN = 2;
export const TOE_TURN = 3;

/** Numbers of a key pose: five, and a fore and a hind foot. */
const KEY_LENGTH = 5 + 2 * FOOT_STRIDE;
/** The first bones of the four legs, in the order of {@link Rig.feet}. */
const LEGS = [LEFT_FORE, RIGHT_FORE, LEFT_HIND, RIGHT_HIND] as const;
const MATRIX = 12;

/** A rig at rest. */
export function createRig(bones: readonly Bone[]): Rig {
  return {
    parents: Int32Array.from(bones, ({ parent }) => parent),
    jointPoints: Float64Array.from(bones.flatMap(({ joint }) => joint)),
    angles: new Float64Array(bones.length * 3),
    rootShift: new Float64Array(3),
    feet: new Float64Array(LEGS.length * FOOT_STRIDE),
    between: new Float64Array(KEY_LENGTH),
    matrices: new Float64Array(bones.length * MATRIX),
  };
}

/** Computes all matrices from angles and root; those angles of legs that bring the feet to their places, too. */
export function solveRig(rig: Rig): void {
  for (let bone = 0; bone < LEGS[0]; bone++) turnBone(rig, bone);
  for (let leg = 0; leg < LEGS.length; leg++) {
    solveLeg(rig, leg);
    for (let k = 0; k < LEG_BONES; k++) turnBone(rig, LEGS[leg] + k);
  }
}

/** Writes the matrices as float32, twelve numbers per bone, row by row. */
export function writeMatrices(rig: Rig, out: Float32Array): void {
  for (let k = 0; k < rig.matrices.length; k++) out[k] = rig.matrices[k];
}

/** A bone's matrix: that of its parent after a turn about its own joint. */
function turnBone(rig: Rig, bone: number): void {
  const { angles, jointPoints, matrices, parents } = rig;
  const bend = angles[bone * 3 + BEND];
  const sway = angles[bone * 3 + SWAY];
  const roll = angles[bone * 3 + ROLL];
  const cz = cos(bend);
  const sz = sin(bend);
  const cy = cos(sway);
  const sy = sin(sway);
  const cx = cos(roll);
  const sx = sin(roll);
  const m = bone * MATRIX;
  // Rx · Ry · Rz, row by row.
  matrices[m] = cy * cz;
  matrices[m + 1] = -cy * sz;
  matrices[m + 2] = sy;
  matrices[m + 4] = cx * sz + sx * sy * cz;
  matrices[m + 5] = cx * cz - sx * sy * sz;
  matrices[m + 6] = -sx * cy;
  matrices[m + 8] = sx * sz - cx * sy * cz;
  matrices[m + 9] = sx * cz + cx * sy * sz;
  matrices[m + 10] = cx * cy;
  const x = jointPoints[bone * 3];
  const y = jointPoints[bone * 3 + 1];
  const z = jointPoints[bone * 3 + 2];
  for (let row = 0; row < 3; row++) {
    const r = m + row * 4;
    matrices[r + 3] = jointPoints[bone * 3 + row] - (matrices[r] * x + matrices[r + 1] * y + matrices[r + 2] * z);
  }
  if (parents[bone] < 0) {
    for (let row = 0; row < 3; row++) matrices[m + row * 4 + 3] += rig.rootShift[row];
  } else {
    multiplyFromLeft(matrices, parents[bone] * MATRIX, m);
  }
}

/** Replaces the matrix at `m` by that at `p` times it. */
function multiplyFromLeft(matrices: Float64Array, p: number, m: number): void {
  for (let column = 0; column < 4; column++) {
    const a = matrices[m + column];
    const b = matrices[m + 4 + column];
    const c = matrices[m + 8 + column];
    for (let row = 0; row < 3; row++) {
      const r = p + row * 4;
      matrices[m + row * 4 + column] =
        matrices[r] * a + matrices[r + 1] * b + matrices[r + 2] * c + (column === 3 ? matrices[r + 3] : 0);
    }
  }
}

/**
 * Bends a leg in its own plane so that the ball of the foot comes to where it is wanted, with the middle foot turned as
 * wanted. The first bone keeps its angles; elbow and knee bend to the side that they bend to at rest.
 */
function solveLeg(rig: Rig, leg: number): void {
  const { angles, feet, jointPoints, matrices, parents } = rig;
  const first = LEGS[leg];
  const f = leg * FOOT_STRIDE;
  const p = parents[first] * MATRIX;
  const top = first * 3;
  const hip = first * 3 + 3;
  const knee = first * 3 + 6;
  const ankle = first * 3 + 9;
  const ball = first * 3 + 12;
  let pitch = 0;
  for (let bone = parents[first]; bone >= 0; bone = parents[bone]) pitch += angles[bone * 3 + BEND];

  // The wanted place in the frame of the first bone's parent, before the roll about the first bone's joint.
  const worldX = jointPoints[ball] + feet[f + FORWARD] - matrices[p + 3];
  const worldY = jointPoints[ball + 1] + feet[f + UP] - matrices[p + 7];
  const worldZ = jointPoints[ball + 2] - matrices[p + 11];
  const localX = matrices[p] * worldX + matrices[p + 4] * worldY + matrices[p + 8] * worldZ;
  const localY = matrices[p + 1] * worldX + matrices[p + 5] * worldY + matrices[p + 9] * worldZ;
  const depth = localY - jointPoints[top + 1];
  const ballY = jointPoints[top + 1] + depth / cos(angles[top + ROLL]);

  const footTurn = feet[f + FOOT_TURN] - pitch;
  const firstBend = angles[top + BEND];
  const footCos = cos(footTurn);
  const footSin = sin(footTurn);
  const footX = jointPoints[ankle] - jointPoints[ball];
  const footY = jointPoints[ankle + 1] - jointPoints[ball + 1];
  const hipX = jointPoints[hip] - jointPoints[top];
  const hipY = jointPoints[hip + 1] - jointPoints[top + 1];
  const turnCos = cos(firstBend);
  const turnSin = sin(firstBend);
  const atX = jointPoints[top] + turnCos * hipX - turnSin * hipY;
  const atY = jointPoints[top + 1] + turnSin * hipX + turnCos * hipY;
  let toX = localX + footCos * footX - footSin * footY - atX;
  let toY = ballY + footSin * footX + footCos * footY - atY;

  const upperX = jointPoints[knee] - jointPoints[hip];
  const upperY = jointPoints[knee + 1] - jointPoints[hip + 1];
  const lowerX = jointPoints[ankle] - jointPoints[knee];
  const lowerY = jointPoints[ankle + 1] - jointPoints[knee + 1];
  const upper = Math.sqrt(upperX * upperX + upperY * upperY);
  const lower = Math.sqrt(lowerX * lowerX + lowerY * lowerY);
  const wanted = Math.sqrt(toX * toX + toY * toY);
  const reach = Math.min(Math.max(wanted, 0.35 * (upper + lower)), 0.985 * (upper + lower));
  toX *= reach / wanted;
  toY *= reach / wanted;
  const along = (upper * upper - lower * lower + reach * reach) / (2 * reach);
  const out = Math.sqrt(upper * upper - along * along) * (upperX * lowerY > upperY * lowerX ? -1 : 1);
  const kneeX = (along * toX - out * toY) / reach;
  const kneeY = (along * toY + out * toX) / reach;
  const upperTurn = turnBetween(upperX, upperY, kneeX, kneeY);
  const lowerTurn = turnBetween(lowerX, lowerY, toX - kneeX, toY - kneeY);
  angles[hip + BEND] = upperTurn - firstBend;
  angles[knee + BEND] = lowerTurn - upperTurn;
  angles[ankle + BEND] = footTurn - lowerTurn;
  angles[ball + BEND] = feet[f + TOE_TURN] - feet[f + FOOT_TURN];
}

/** The angle from one direction in the plane to another, between -π and π. */
function turnBetween(fromX: number, fromY: number, toX: number, toY: number): number {
  const lengths = Math.sqrt((fromX * fromX + fromY * fromY) * (toX * toX + toY * toY));
  const cosine = Math.min(Math.max((fromX * toX + fromY * toY) / lengths, -1), 1);
  return fromX * toY >= fromY * toX ? acos(cosine) : -acos(cosine);
}
