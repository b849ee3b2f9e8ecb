/** Has the parts of a curtain made by a worker. */
import { askWorker } from './ask-worker.js';
import type { LoadOptions } from './ask-worker.js';
import type { CurtainChoice, CurtainOrder, CurtainParts } from './curtain-parts.js';

/** Makes the parts that are missing; gives all of them. Rejects with the signal's reason when called off. */
export async function makeCurtain(
  choice: CurtainChoice,
  parts: Partial<CurtainParts>,
  options: LoadOptions,
): Promise<CurtainParts> {
  options.signal.throwIfAborted();
  const worker = new Worker(new URL('./curtain-worker.ts', import.meta.url), { type: 'module' });
  const order: CurtainOrder = { choice, parts };
  const made = await askWorker<CurtainOrder, Partial<CurtainParts>>(worker, 'curtain', order, options);
  return { ...parts, ...made } as CurtainParts;
}
