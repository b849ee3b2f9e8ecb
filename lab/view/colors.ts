/** The colours of the picture; `style.css` has the same for its legend. */

export const CLOTH = 0x4a6a9c;
export const CLOTH_EDGES = 0xb4ccf0;
export const RAIL = 0x8b93a1;
export const BALL = 0xdfe9ff;
export const BALL_TOUCHING = 0xffc46b;
export const FLIGHT = 0x7f8ba0;
/** Touched in this frame. */
export const TOUCH = 0xffd84d;
export const TOUCH_EDGES = 0xffffff;
/** Touched just before, and cooled down. */
export const GLOW_HOT = 0xff9a2e;
export const GLOW_COLD = 0xd6336c;
/** Bodies of the pile, one after the other. */
export const BODIES = [0x4f7fc4, 0x3fa39c, 0x7a72c9, 0x5b93a8, 0x9a77b8, 0x4c6fa8] as const;
/** A proxy that touches, and the point where it does. */
export const PROXY_TOUCHING = 0xffb340;
export const CONTACT_DOT = 0xffd84d;
export const BIN = 0x55698a;
/** The animal's skin, patches of it that a search baked, and triangles that collide with others of it. */
export const SKIN = 0x4f70a3;
export const BAKED = 0x9b6bff;
export const SELF = 0xff3b3b;
/** The same where the skin has the colours of its regions: darker than all of them, since some eyes see no other difference between red and yellow. */
export const SELF_ON_REGIONS = 0xc8001c;
/** Borders of regions that are proved free; region-colors.ts has the colours of those. */
export const REGION_BORDER = 0x0d1524;
/** The ball that a cloth falls on. */
export const OBSTACLE = 0x6b7280;
/** Leaves of the separation list that overlap: of the cloth, and of what it meets; lines between nodes of a pair. */
export const OVERLAP = 0xffd84d;
export const OVERLAP_OF_OBSTACLE = 0xe0703a;
export const PAIR_OVERLAPPING = 0xffffff;
export const PAIR_APART = 0x8fa7c8;
/** What touches first: light and dark, so that all eyes tell them apart. */
export const FEATURE_OF_CLOTH = 0xffe14d;
export const FEATURE_OF_OBSTACLE = 0xff4fa3;
/** The ray, and where it hits. */
export const RAY = 0xffe9a8;
/** Lines along which surfaces cross. */
export const CONTOUR = 0xffe3dc;
/** Triangles that meet in the rest pose as well. */
export const KNOWN = 0xd9a441;
/** Boxes of trees. */
export const TREE = 0x7fd3e2;
export const GROUND = 0x2b374b;
