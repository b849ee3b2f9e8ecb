/**
 * The bodies that there are, as one closed union with an integer tag, which this file alone reads: whoever has a body of any kind asks
 * {@link hasTriangles} or {@link requireAnyBody}. A new kind is a member here.
 */
import { describe } from '../checks.js';
import { PliantError } from '../errors.js';
import { BODY_MARK, MESH_BODY, PROXY_BODY } from './body-kinds.js';
import type { MeshBody } from './mesh-body.js';
import type { ProxyBody } from './proxy-body.js';

/** A body of triangles: what every query is asked of. */
export type Body = MeshBody;

/** A body of any kind. */
export type AnyBody = Body | ProxyBody;

/** Whether a body has triangles; otherwise it is known by its proxies alone. */
export function hasTriangles(body: AnyBody): body is Body {
  return body.kind === MESH_BODY;
}

/** Refuses what is not a body of triangles, and bodies of another release of the package. */
export function requireBody(caller: string, body: Body): void {
  if ((body as unknown as Body | undefined)?.mark !== BODY_MARK || body.kind !== MESH_BODY)
    refuse(caller, body, MESH_BODY);
}

/** Refuses what is not a body of proxies, and bodies of another release of the package. */
export function requireProxyBody(caller: string, body: ProxyBody): void {
  if ((body as unknown as ProxyBody | undefined)?.mark !== BODY_MARK || body.kind !== PROXY_BODY)
    refuse(caller, body, PROXY_BODY);
}

/** Refuses what is no body of any kind, and bodies of another release of the package. */
export function requireAnyBody(caller: string, body: AnyBody): void {
  if ((body as AnyBody | undefined)?.kind === PROXY_BODY) requireProxyBody(caller, body as ProxyBody);
  else requireBody(caller, body as Body);
}

/** Refuses to go on with a search whose body was posed or placed anew since it began: the halves would not fit together. */
export function requireSameStamp(caller: string, body: AnyBody, stamp: number): void {
  body.refresh();
  if (body.stamp !== stamp) {
    throw new PliantError('mismatch', `${caller}: the pose changed since the search began; begin it again`);
  }
}

function refuse(caller: string, body: unknown, wanted: number): never {
  const mark: unknown = typeof body === 'object' && body !== null && 'mark' in body ? body.mark : undefined;
  if (typeof mark === 'string' && mark.startsWith('pliant body') && mark !== BODY_MARK) {
    throw new PliantError(
      'mismatch',
      `${caller}: the body comes from another release of pliant; load the package once`,
    );
  }
  const what = wanted === MESH_BODY ? 'a body of triangles' : 'a body of proxies';
  throw new PliantError('bad-type', `${caller}: got ${describe(body)}; pass ${what}, made by createBody`);
}
