/** How far a search for contacts is: what its walks have in common. */
import type { ProxyBody } from '../bounds/proxy-body.js';
import type { Kernels } from '../kernels/kernels.js';
import { LANES, recordOf } from '../kernels/lazy-layout.js';
import type { Body } from './body.js';
import type { SavedWalk } from './kernel-walk.js';
import type { PosedTriangles } from './leaf-pairs.js';
import type { ProxyContacts } from './proxy-contacts.js';

/** Kinds of shapes that proxies are searched for contacts with. */
export const BALL = 0;
export const PLANE = 1;

/** What a search is after, and how far it is. */
export interface ProxyProgress {
  readonly kernels: Kernels;
  bodyA: ProxyBody | undefined;
  bodyB: ProxyBody | Body | undefined;
  stampA: number;
  stampB: number;
  shapeKind: typeof BALL | typeof PLANE;
  /** Centre and radius, or unit normal and offset. */
  readonly shape: Float64Array;
  contacts: ProxyContacts;
  readonly walk: SavedWalk;
  /** The triangles of the second body, if it is a mesh. */
  readonly triangles: PosedTriangles;
  /** A sphere above a proxy, widened. */
  readonly ball: Float64Array;
  /** The two spheres in hand, as a contact holds them. */
  readonly spheres: Float64Array;
  /** The normal of a contact whose centres coincide. */
  readonly fallback: Float64Array;
}

/** Centre and radius of a proxy, whose block was evaluated by the walk that found it. */
export function readSphere(body: ProxyBody, proxy: number, out: Float64Array, offset: number): void {
  readSlot(body, body.proxies.slots[proxy], out, offset);
}

/** Centre and radius of the sphere in a slot (four times a block plus a lane), whose block has been evaluated. */
export function readSlot(body: ProxyBody, slot: number, out: Float64Array, offset: number): void {
  const { f32, u32 } = body.kernels.arena;
  const at = recordOf(u32, body.header >>> 2, slot >>> 2) + (slot & 3);
  for (let row = 0; row < 4; row++) out[offset + row] = f32[at + row * LANES];
}

/** The normal of a contact that has none: up. */
export function setUp(out: Float64Array): void {
  out[0] = 0;
  out[1] = 1;
  out[2] = 0;
}
