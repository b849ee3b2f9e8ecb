/**
 * Chairs that fall into a pile, with modes and without: what a step costs once they lie on each other. Both sides begin where the chairs that bend have come to, and go on by themselves: their contacts are not the same, since one kind gives way. So what is compared is the cost of a scene, as James & Pai do;
 * answers are checked by tests.
 */
import { createBody } from 'pliant';
import type { Kernels } from 'pliant';
import { measureTightness } from 'pliant/inspect';
import { QUINLAN_TREE, buildTree, createBdTree } from 'pliant/parts';

import {
  copyChairs,
  countLanded,
  createChairKind,
  createChairPile,
  disposeChairPile,
  stepChairPile,
} from '../scenes/chair-pile.js';
import type { ChairKind, ChairPile } from '../scenes/chair-pile.js';
import type { Figures, Print } from './report.js';

const CHAIRS = 1000;
/** Until then all have landed; if not, the benchmark fails. */
const MOST_STEPS = 2400;
const STEPS = 300;
const CONTACTS = 8_000_000;

/** Lets a thousand chairs land, then takes turns. */
export function benchChairs(kernels: Kernels, print: Print): Figures {
  const kind = createChairKind();
  print(
    `\nchairs: ${kind.mesh.triangleCount} faces, ${kind.model.fieldCount} modes, ${kind.proxies.proxyCount} proxies each`,
  );
  printGrowth(kernels, kind, print);
  const bending = createChairPile(kernels, kind, { chairCount: CHAIRS, contactCapacity: CONTACTS });
  land(bending, print);
  const rigid = createChairPile(kernels, kind, { chairCount: CHAIRS, contactCapacity: CONTACTS, isRigid: true });
  copyChairs(bending, rigid);
  const [bendingCost, rigidCost] = takeTurns([bending, rigid]);
  print(describe('bending', bending, bendingCost));
  print(describe('rigid', rigid, rigidCost));
  for (const pile of [bending, rigid]) disposeChairPile(pile);
  return { chairs_deformable_over_rigid: bendingCost.milliseconds / rigidCost.milliseconds };
}

/** How much spheres grow with each mode, level by level, as a share of what the root's does. */
function printGrowth(kernels: Kernels, { mesh, model }: ChairKind, print: Print): void {
  const bounds = createBdTree(mesh, model, buildTree(mesh, QUINLAN_TREE), { bound: 'sphere' });
  const body = createBody(kernels, { mesh, model, bounds });
  const levels = measureTightness(body, [{ weights: new Float32Array(model.fieldCount) }]);
  body.dispose();
  print(
    `  mean dR by level: ${levels.map((level) => (level.meanGrowth / levels[0].meanGrowth).toFixed(3)).join(', ')}`,
  );
}

function land(pile: ChairPile, print: Print): void {
  // Those that have touched something once: in a pile that settles some chair or other is always about to bounce.
  const landed = new Set<number>();
  while (landed.size < CHAIRS) {
    if (pile.stepCount >= MOST_STEPS) throw new Error(`only ${landed.size} chairs have landed`);
    stepChairPile(pile);
    const { count, ids } = pile.world.touching;
    for (let k = 0; k < count * 2; k++) if (ids[k] < CHAIRS) landed.add(ids[k]);
  }
  print(`  landed after ${pile.stepCount} steps`);
}

interface Cost {
  milliseconds: number;
  contacts: number;
  nodes: number;
  pairs: number;
}

function takeTurns(piles: readonly ChairPile[]): Cost[] {
  const costs = piles.map(() => ({ milliseconds: 0, contacts: 0, nodes: 0, pairs: 0 }));
  for (let step = 0; step < STEPS; step++) {
    for (let turn = 0; turn < piles.length; turn++) {
      const side = (turn + step) % piles.length;
      const pile = piles[side];
      const start = performance.now();
      stepChairPile(pile);
      costs[side].milliseconds += performance.now() - start;
      if (pile.contacts.dropped > 0) throw new Error(`${pile.contacts.dropped} contacts found no room`);
      costs[side].contacts += pile.contacts.count;
      costs[side].nodes += pile.world.statistics.nodesVisited;
      costs[side].pairs += pile.world.touching.count;
    }
  }
  return costs;
}

function describe(name: string, pile: ChairPile, { contacts, milliseconds, nodes, pairs }: Cost): string {
  const perStep = (sum: number): string => (sum / STEPS).toFixed(0);
  return `  ${name}: ${(milliseconds / STEPS).toFixed(1)} ms a step; ${perStep(pairs)} pairs touch, ${perStep(contacts)} contacts, ${perStep(nodes)} nodes opened; ${countLanded(pile)} lie`;
}
