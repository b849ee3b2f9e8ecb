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
export const NODE = 0x3fb6c9;
export const NODE_OPENED = 0x9dff8a;
