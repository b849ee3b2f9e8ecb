/** Memory that grows, by pages. */
import { PliantError } from '../errors.js';

/** Bytes of a page. */
export const PAGE = 65_536;

/** Engines refuse memory with errors of their own; users get one that says what to do. */
export function grow<Result>(byteLength: number, attempt: () => Result): Result {
  try {
    return attempt();
  } catch {
    throw new PliantError(
      'unsupported',
      `Kernels: the bodies need ${byteLength} bytes, more than can be had here; dispose of some, or load kernels of ` +
        'their own for them',
    );
  }
}
