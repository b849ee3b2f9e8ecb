/** How far a search for contacts is: what its walks have in common. */
import type { AnyBody } from '../../body/body.js';
import type { ProxyBody } from '../../body/proxy-body.js';
import { LANES } from '../../kernels/layout/child-words.js';
import { recordOf } from '../../kernels/layout/record.js';
import { createSavedWalk } from '../kernel-walk.js';
import type { SavedWalk } from '../kernel-walk.js';
import { createPosedTriangles } from '../pair/leaf-pairs.js';
import type { PosedTriangles } from '../pair/leaf-pairs.js';
import type { SearchStatistics } from '../statistics.js';
import { CONTACT, createContacts } from './contacts.js';
import type { Contacts } from './contacts.js';
import { wordAt } from '../../kernels/units.js';

/** Kinds of shapes that proxies are searched for contacts with. */
export const BALL = 0;
export const PLANE = 1;

/** What a search is after, and how far it is. */
export interface WalkedContacts {
  readonly statistics: SearchStatistics;
  bodyA: ProxyBody;
  /** The other body, unless proxies are searched for contacts with a shape. */
  bodyB: AnyBody | undefined;
  stampA: number;
  stampB: number;
  shapeKind: typeof BALL | typeof PLANE;
  /** Centre and radius, or unit normal and offset. */
  readonly shape: Float64Array;
  /** How far from a shape a node may seem to be that touches it; in an array, since doubles that are passed on may go to the heap. */
  readonly slack: Float64Array;
  contacts: Contacts;
  readonly walk: SavedWalk;
  /** The triangles of the second body, if it has any, and the closest point of the one in hand, with its squared distance. */
  readonly triangles: PosedTriangles;
  readonly closest: Float64Array;
  /** The two spheres in hand, as a contact holds them. */
  readonly spheres: Float64Array;
  /** The normal of a contact whose centres coincide. */
  readonly fallback: Float64Array;
}

/** A search that has not begun. */
export function createWalkedContacts(body: ProxyBody, statistics: SearchStatistics): WalkedContacts {
  return {
    statistics,
    bodyA: body,
    bodyB: undefined,
    stampA: -1,
    stampB: -1,
    shapeKind: BALL,
    shape: new Float64Array(4),
    slack: new Float64Array(1),
    contacts: createContacts(0),
    walk: createSavedWalk(2, 1),
    triangles: createPosedTriangles(),
    closest: new Float64Array(4),
    spheres: new Float64Array(CONTACT.normal),
    fallback: Float64Array.of(0, 1, 0),
  };
}

/** Centre and radius of a proxy, whose block was evaluated by the walk that found it. */
export function readSphere(body: ProxyBody, proxy: number, out: Float64Array, offset: number): void {
  readSlot(body, body.proxies.slots[proxy], out, offset);
}

/** Centre and radius of the sphere in a slot (four times a block plus a lane), whose block has been evaluated. */
export function readSlot(body: ProxyBody, slot: number, out: Float64Array, offset: number): void {
  const { f32, u32 } = body.kernels.arena;
  const at = recordOf(u32, wordAt(body.header), slot >>> 2) + (slot & 3);
  for (let row = 0; row < 4; row++) out[offset + row] = f32[at + row * LANES];
}

/** The normal of a contact that has none: up. */
export function setUp(out: Float64Array): void {
  out[0] = 0;
  out[1] = 1;
  out[2] = 0;
}
