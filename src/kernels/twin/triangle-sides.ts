/**
 * Two triangles in hand, and heights along a direction with what they may be off by: the reference for
 * ../assembly/triangle-sides.ts.
 */
import type { Arena } from '../arena.js';
import { HEADER } from '../layout/header.js';
import { HEIGHT_ROUNDING, SMALLEST_PRODUCT, SMALLEST_SIZE } from '../layout/margins.js';
import { follow, wordAt } from '../units.js';
import type { ByteOffset } from '../units.js';

const fround = Math.fround;
const ROUNDING = HEIGHT_ROUNDING;
const TINY_HEIGHT = SMALLEST_PRODUCT;

/** A triangle in hand. */
export interface Side {
  /** Where the three corners are, in words; they name the vertices too. */
  readonly corners: Uint32Array;
  /** The normal, the span, and the size that bounds errors. */
  readonly numbers: Float32Array;
  isPlane: boolean;
}

/** Places in the numbers of a side. */
export const SPAN = 3;
export const SIZE = 4;

/** The pair that is looked at. */
export const sideA: Side = createSide();
export const sideB: Side = createSide();

/**
 * A normal, what its heights may be off by, a height along it, and a size that bounds its length. They are handed on here: doubles that are passed
 * to calls, or returned, may go to the heap.
 */
export const direction: Float32Array = new Float32Array(6);
export const BOUND = 3;
export const HEIGHT = 4;
export const LENGTH = 5;

/** Takes a triangle of a body in hand. */
export function readTriangle(arena: Arena, body: ByteOffset, triangle: number, side: Side): void {
  const { corners, numbers } = side;
  const { f32 } = arena;
  for (let corner = 0; corner < 3; corner++) corners[corner] = cornerAt(arena, body, triangle, corner);
  const d = corners[0];
  const b = corners[1];
  const c = corners[2];
  const bx = fround(f32[b] - f32[d]);
  const by = fround(f32[b + 1] - f32[d + 1]);
  const bz = fround(f32[b + 2] - f32[d + 2]);
  const cx = fround(f32[c] - f32[d]);
  const cy = fround(f32[c + 1] - f32[d + 1]);
  const cz = fround(f32[c + 2] - f32[d + 2]);
  numbers[0] = fround(by * cz) - fround(bz * cy);
  numbers[1] = fround(bz * cx) - fround(bx * cz);
  numbers[2] = fround(bx * cy) - fround(by * cx);
  // Sums of absolute values.
  const lengthB = fround(fround(Math.abs(bx) + Math.abs(by)) + Math.abs(bz));
  const lengthC = fround(fround(Math.abs(cx) + Math.abs(cy)) + Math.abs(cz));
  numbers[SPAN] = lengthB + lengthC;
  numbers[SIZE] = fround(lengthB * lengthC) + SMALLEST_SIZE;
  const largest = Math.max(Math.abs(numbers[0]), Math.abs(numbers[1]), Math.abs(numbers[2]));
  side.isPlane = largest > fround(numbers[SIZE] * ROUNDING);
}

/** Where a corner of a triangle is, in words; it names the vertex too. */
export function cornerAt(arena: Arena, body: ByteOffset, triangle: number, corner: number): number {
  const { u32 } = arena;
  const header = wordAt(body);
  const vertex = u32[follow(u32, header + HEADER.triangles) + triangle * 3 + corner];
  return follow(u32, header + HEADER.positions) + vertex * 3;
}

/** Whether a vertex, given by where it is, is a corner of the triangle. */
export function isCorner({ corners }: Side, at: number): boolean {
  return corners[0] === at || corners[1] === at || corners[2] === at;
}

/** How far heights along the direction, of a length that has been bounded, may be off, for corners of both triangles. */
export function setBound(side: Side, others: Side): void {
  const span = fround(side.numbers[SPAN] + others.numbers[SPAN]);
  const reach = fround(fround(span + span) * direction[LENGTH]);
  direction[BOUND] = fround(reach * ROUNDING) + TINY_HEIGHT;
}

/** Measures how far a point is from an origin along the direction, times its length: {@link HEIGHT}. */
export function measureHeight(f32: Float32Array, point: number, origin: number): void {
  const x = fround(f32[point] - f32[origin]);
  const y = fround(f32[point + 1] - f32[origin + 1]);
  const z = fround(f32[point + 2] - f32[origin + 2]);
  direction[HEIGHT] = fround(fround(x * direction[0]) + fround(y * direction[1])) + fround(z * direction[2]);
}

function createSide(): Side {
  return { corners: new Uint32Array(3), numbers: new Float32Array(5), isPlane: false };
}
