/** The bodies that queries know. */
import { PliantError } from '../errors.js';
import { LazyBody } from '../bounds/lazy-body.js';
import type { PosedBody } from '../bounds/posed-body.js';

/** A body of any kind: evaluated where it is asked, or deformed and refitted as a whole. */
export type Body = LazyBody | PosedBody;

/** Whether a body is evaluated where it is asked. */
export function isLazy(body: Body): body is LazyBody {
  return body instanceof LazyBody;
}

/** Grows whenever what a search has found of the body so far no longer holds. */
export function stampOf(body: Body): number {
  return isLazy(body) ? body.stamp : body.pose.stamp;
}

/** Refuses to go on with a search whose body was posed or placed anew since it began: the halves would not fit together. */
export function requireSameStamp(caller: string, body: Body, stamp: number): void {
  body.refresh();
  if (stampOf(body) !== stamp) {
    throw new PliantError('mismatch', `${caller}: the pose changed since the search began; begin it again`);
  }
}
