/** Makes a curtain away from the page: the large one takes seconds, in which nothing could be drawn. */
import { transferablesOf } from 'pliant';
import { buildTreeAsync, createBdTreeAsync } from 'pliant/parts';
import { LARGE_CURTAIN, createCurtainScene } from '../../scenes/curtain.js';
import type { WorkerReply } from './ask-worker.js';
import type { CurtainOrder, CurtainParts } from './curtain-parts.js';
import { formatCount } from './format.js';

/** Share of the time that building the tree takes, the rest being that of its bounds. */
const TREE_SHARE = 0.45;

// A promise that fails is not heard of outside of a worker; an error is.
self.addEventListener('message', ({ data }: MessageEvent<CurtainOrder>) => void fill(data).catch(reportError));

async function fill({ choice, parts }: CurtainOrder): Promise<void> {
  const { arity, bound, leafSize, size } = choice;
  const made: { -readonly [Part in keyof CurtainParts]?: CurtainParts[Part] } = {};
  if (parts.scene === undefined) {
    reply({ what: 'Weaving the curtain…' });
    made.scene = createCurtainScene(size === 'large' ? LARGE_CURTAIN : {});
  }
  const { mesh, model } = (parts.scene ?? made.scene)!;
  if (parts.tree === undefined) {
    const what = `Building a tree over ${formatCount(mesh.triangleCount)} triangles…`;
    const onProgress = (share: number): void => reply({ what, share: share * TREE_SHARE });
    made.tree = await buildTreeAsync(mesh, { arity, leafSize, onProgress });
  }
  if (parts.bounds === undefined) {
    const tree = (parts.tree ?? made.tree)!;
    const what = `Wrapping ${formatCount(tree.nodeCount)} nodes in ${bound === 'box' ? 'boxes' : 'spheres'}…`;
    const onProgress = (share: number): void => reply({ what, share: TREE_SHARE + share * (1 - TREE_SHARE) });
    made.bounds = await createBdTreeAsync(mesh, model, tree, { bound, onProgress });
  }
  self.postMessage({ made } satisfies WorkerReply<Partial<CurtainParts>>, { transfer: transferablesOf(made) });
}

function reply(message: WorkerReply<Partial<CurtainParts>>): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no other origin
  self.postMessage(message);
}
