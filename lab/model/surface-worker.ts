/** Makes a surface away from the page: the large ones take seconds, in which nothing could be drawn. */
import { transferablesOf } from 'pliant';
import { buildTreeAsync, createBlendTreeAsync, createSkinModel } from 'pliant/parts';
import { createCloth } from '../../scenes/cloth.js';
import { QUADRUPED_SIZES, createQuadruped } from '../../scenes/quadruped.js';
import { TEDDY_DEFAULTS, createTeddy } from '../../scenes/teddy.js';
import type { WorkerReply } from './ask-worker.js';
import { formatCount } from './format.js';
import type { SurfaceOrder, SurfaceParts } from './surface-parts.js';

/** Shares of the time at which the surface is there, and the tree over it. */
const SURFACE_SHARE = 0.5;
const TREE_SHARE = 0.75;

// A promise that fails is not heard of outside of a worker; an error is.
self.addEventListener('message', ({ data }: MessageEvent<SurfaceOrder>) => void make(data).catch(reportError));

async function make(order: SurfaceOrder): Promise<void> {
  const surface = makeSurface(order);
  const { mesh, model } = surface;
  const tree = await buildTreeAsync(mesh, {
    onProgress: tell(`Building a tree over ${formatCount(mesh.triangleCount)} triangles…`, SURFACE_SHARE, TREE_SHARE),
  });
  const bounds = await createBlendTreeAsync(mesh, model, tree, {
    onProgress: tell(`Finding what moves ${formatCount(tree.nodeCount)} nodes…`, TREE_SHARE, 1),
  });
  const made: SurfaceParts = { ...surface, tree, bounds };
  self.postMessage({ made } satisfies WorkerReply<SurfaceParts>, { transfer: transferablesOf(made) });
}

function makeSurface({ animalSize, clothLevels, subject }: SurfaceOrder): Omit<SurfaceParts, 'tree' | 'bounds'> {
  if (subject === 'quadruped') {
    reply({ what: `Growing a skin of ${formatCount(QUADRUPED_SIZES[animalSize])} triangles…`, share: 0 });
    const quadruped = createQuadruped({ triangles: animalSize });
    const { mesh } = quadruped;
    return { subject: { kind: subject, quadruped }, mesh, model: createSkinModel(mesh, quadruped) };
  }
  if (subject === 'cloth') {
    reply({ what: `Weaving a cloth, and cutting its triangles into four ${clothLevels} times…`, share: 0 });
    const cloth = createCloth({ levels: clothLevels });
    return { subject: { kind: subject, cloth }, mesh: cloth.mesh, model: cloth.model };
  }
  reply({ what: `Stuffing a teddy of ${formatCount(TEDDY_DEFAULTS.vertices)} vertices…`, share: 0 });
  const teddy = createTeddy();
  const { mesh } = teddy;
  return { subject: { kind: subject, teddy }, mesh, model: createSkinModel(mesh, teddy.particles) };
}

function tell(what: string, from: number, to: number): (share: number) => void {
  return (share) => reply({ what, share: from + share * (to - from) });
}

function reply(message: WorkerReply<SurfaceParts>): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no other origin
  self.postMessage(message);
}
