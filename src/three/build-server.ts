/** The inside of a worker that builds records: geometries come in, progress and records go out. Knows nothing of three.js. */
import { PliantError } from '../errors.js';
import type { PliantErrorCode } from '../errors.js';
import { transferablesOf } from '../transfer.js';
import type { GeometrySource } from './geometry-source.js';
import { buildRecordAsync } from './record.js';
import type { DeformRecord } from './record.js';

/** What a worker says about the geometry that it was sent last. */
export type BuildReply =
  | { readonly progress: number }
  | { readonly record: DeformRecord }
  | { readonly failure: { readonly code: PliantErrorCode; readonly message: string } };

/** Takes geometries, one after the other, and posts what becomes of them. */
export function createBuildTaker(
  post: (reply: BuildReply, transfer: ArrayBuffer[]) => void,
): (source: GeometrySource) => void {
  const build = async (source: GeometrySource): Promise<void> => {
    try {
      // The last word is the record.
      const onProgress = (progress: number): false | void => progress < 1 && post({ progress }, []);
      const record = await buildRecordAsync(source, { onProgress });
      post({ record }, transferablesOf(record));
    } catch (error) {
      const isOurs = error instanceof PliantError;
      const message = isOurs ? error.message : `computeDeformTreeAsync: a worker failed: ${String(error)}`;
      post({ failure: { code: isOurs ? error.code : 'unsupported', message } }, []);
    }
  };
  return (source) => void build(source);
}
