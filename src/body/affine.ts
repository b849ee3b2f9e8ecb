/** What a body keeps so that its regions can be proved free by its governors alone: taken when a search with itself first needs it, where its shape has been fitted. */
import { fittingAtHand } from '../bounds/affine/at-hand.js';
import { AFFINE, POSED_FRAME } from '../kernels/layout/affine.js';
import { BLEND, BOXES, HEADER, PATHS } from '../kernels/layout/header.js';
import { DISPLACEMENT } from '../kernels/layout/linear.js';
import { SELF, affineOf } from '../kernels/layout/self.js';
import { behind, doubleAt, follow64, placeOf, point, wordAt } from '../kernels/units.js';
import { fittedByNow } from './gradual-fit.js';
import type { MeshBody } from './mesh-body.js';
import { keepForSelf } from './self.js';
import { SELF_MEMORY, memoryOfBody } from './self-memory.js';

/** From so many regions on that were tried, per triangle, and in all, a search had better pose everything and look at borders: measured on the quadruped. */
const DEAR_PER_TRIANGLE = 1 / 56;
const DEAR = 64;
/** For how many searches governors are left alone that told too little, at first and at most. */
const FIRST_WAIT = 4;
const LONGEST_WAIT = 64;

/** Where there are no patches, the same of what was opened: what cannot be proved by weights is looked at triangle by triangle, until all is posed. */
const OPENED_PER_TRIANGLE = 1 / 256;
const OPENED = 64;

/** Whether a search of a body without patches has opened so much that governors did not prove free, that it had better pose everything and look at borders. */
export function doGovernorsFail({ bounds, mesh }: MeshBody, opened: number, unbent: number): boolean {
  return bounds.shape !== BLEND && opened - unbent > Math.max(OPENED, mesh.triangleCount * OPENED_PER_TRIANGLE);
}

/** What a search has counted, as its statistics have it. */
interface Tried {
  readonly nodesVisited: number;
  readonly regionsTried: number;
  readonly regionsUnbent: number;
}

/** Remembers how many regions a search has tried: where they were too many, what followed was dearer than not to ask. Poses change, so governors are asked again, ever more seldom while it stays so. */
export function rememberTried(body: MeshBody, { nodesVisited, regionsTried, regionsUnbent }: Tried): void {
  if (regionsTried === 0) return;
  const memory = memoryOfBody(body);
  const isDear =
    body.bounds.shape === BLEND
      ? regionsTried > Math.max(DEAR, body.mesh.triangleCount * DEAR_PER_TRIANGLE)
      : doGovernorsFail(body, nodesVisited, regionsUnbent);
  memory[SELF_MEMORY.governorsWait] = isDear
    ? Math.min(Math.max(2 * memory[SELF_MEMORY.governorsWait], FIRST_WAIT), LONGEST_WAIT)
    : 0;
  memory[SELF_MEMORY.governorsRest] = memory[SELF_MEMORY.governorsWait];
}

/** Has it there for the present pose, of a body that is fresh and has regions; returns whether a search had better ask governors first. */
export function beginAffine(body: MeshBody): boolean {
  if (!haveAffine(body)) return false;
  const memory = memoryOfBody(body);
  if (memory[SELF_MEMORY.governorsRest] === 0) return true;
  memory[SELF_MEMORY.governorsRest]--;
  return false;
}

/** The same, whatever searches before have cost; returns whether governors alone can tell anything. */
export function haveAffine(body: MeshBody): boolean {
  const { bounds, header, kernels, strategy } = body;
  const at = wordAt(header);
  const { arena } = kernels;
  if (strategy === 'refit') return false;
  // Vertices that are displaced before they are blended are not where the fit took them to be.
  const isKnown = bounds.shape === BLEND ? arena.u32[at + DISPLACEMENT.activeCount] === 0 : bounds.shape === BOXES;
  if (!isKnown || (affineOf(arena.u32, at) === 0 && !takeAffine(body))) return false;
  const { f64, u32 } = arena;
  const affine = affineOf(u32, at);
  u32[affine + AFFINE.stamp] = u32[at + HEADER.stamp];
  f64[doubleAt(placeOf(affine + AFFINE.reach))] = body.worldReach[0];
  f64.set(body.pose.weights, follow64(u32, affine + AFFINE.weights));
  return true;
}

/** Whether it is there for the present pose, so that governors can be asked. */
export function areGovernorsReady({ header, kernels }: MeshBody): boolean {
  const { u32 } = kernels.arena;
  const affine = affineOf(u32, wordAt(header));
  return affine !== 0 && u32[affine + AFFINE.stamp] === u32[wordAt(header) + HEADER.stamp];
}

function takeAffine(body: MeshBody): boolean {
  const { bounds, kernels, pose } = body;
  const { arena, uploads } = kernels;
  // Nothing governs what follows paths.
  if (bounds.shape === PATHS) return false;
  const fitted = bounds.affine ?? fittedByNow(body);
  if (!fitted || !fittingAtHand()?.readyFitted(kernels, bounds, fitted)) return false;
  const { frames, lists, words } = fitted;
  // Where all is below the tiles, there is nothing to ask about.
  if (frames.length === 0) return false;
  const shared = [frames, lists, words].map((array) => ({ words: array }));
  const posedBytes = frames.length * POSED_FRAME.count * 8;
  const taken = uploads.take(AFFINE.wordCount * 4 + posedBytes + pose.weights.length * 8, shared);
  const block = taken.own;
  const { u32 } = arena;
  const at = wordAt(block);
  const posed = behind(block, AFFINE.wordCount * 4);
  taken.shared.forEach((place, i) => point(u32, at + AFFINE.frames + i, place));
  point(u32, at + AFFINE.posed, posed);
  point(u32, at + AFFINE.weights, behind(posed, posedBytes));
  keepForSelf(body, SELF.affine, block);
  body.keep({
    forget: () => {
      arena.u32.fill(0, wordAt(posed), wordAt(behind(posed, posedBytes)));
    },
    dispose: () => uploads.giveBack(block, shared),
  });
  return true;
}
