/** Fits a surface away from the page: the large ones take many seconds. */
import { transferablesOf } from 'pliant';
import { fitRegionsAsync } from 'pliant/parts';
import type { WorkerReply } from './ask-worker.js';
import type { FitOrder, Fitted } from './fit-surface.js';

// A promise that fails is not heard of outside of a worker; an error is.
self.addEventListener('message', ({ data }: MessageEvent<FitOrder>) => void fit(data).catch(reportError));

async function fit(shape: FitOrder): Promise<void> {
  const fitted = await fitRegionsAsync(shape, { onProgress: (share) => reply({ what: 'fit', share }) });
  const { affine } = fitted.bounds as FitOrder['bounds'];
  reply({ made: affine }, affine ? transferablesOf(affine) : []);
}

function reply(message: WorkerReply<Fitted>, transfer: Transferable[] = []): void {
  self.postMessage(message, { transfer });
}
