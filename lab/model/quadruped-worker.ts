/** Makes an animal away from the page: the large one takes seconds, in which nothing could be drawn. */
import { transferablesOf } from 'pliant';
import { buildTreeAsync, createBlendTreeAsync, createSkinModel } from 'pliant/parts';
import { QUADRUPED_SIZES, createQuadruped } from '../../scenes/quadruped.js';
import type { WorkerReply } from './ask-worker.js';
import { formatCount } from './format.js';
import type { AnimalSize, QuadrupedParts } from './quadruped-parts.js';

/** Shares of the time at which the skin is there, and the tree over it. */
const SKIN_SHARE = 0.5;
const TREE_SHARE = 0.75;

// A promise that fails is not heard of outside of a worker; an error is.
self.addEventListener('message', ({ data }: MessageEvent<AnimalSize>) => void make(data).catch(reportError));

async function make(size: AnimalSize): Promise<void> {
  reply({ what: `Growing a skin of ${formatCount(QUADRUPED_SIZES[size])} triangles…`, share: 0 });
  const quadruped = createQuadruped({ triangles: size });
  const { mesh } = quadruped;
  const model = createSkinModel(mesh, quadruped);
  const tree = await buildTreeAsync(mesh, {
    onProgress: tell(`Building a tree over ${formatCount(mesh.triangleCount)} triangles…`, SKIN_SHARE, TREE_SHARE),
  });
  const bounds = await createBlendTreeAsync(mesh, model, tree, {
    onProgress: tell(`Finding the bones of ${formatCount(tree.nodeCount)} nodes…`, TREE_SHARE, 1),
  });
  const made: QuadrupedParts = { quadruped, model, tree, bounds };
  self.postMessage({ made } satisfies WorkerReply<QuadrupedParts>, { transfer: transferablesOf(made) });
}

function tell(what: string, from: number, to: number): (share: number) => void {
  return (share) => reply({ what, share: from + share * (to - from) });
}

function reply(message: WorkerReply<QuadrupedParts>): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no other origin
  self.postMessage(message);
}
