/** Kernels for races in one process. */
import { loadKernels } from 'pliant';
import type { Kernels } from 'pliant';

/** 1 GiB, more than any race needs. */
const MEMORY_BYTES = 1_073_741_824;

/** Kernels whose memory never grows: growing would slow whoever else uses typed arrays, our rivals included. */
export async function loadRoomyKernels(): Promise<Kernels> {
  return loadKernels({ memoryBytes: MEMORY_BYTES });
}
