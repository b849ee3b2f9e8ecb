/** The front of normal cones: the same cones as from scratch, fewer of them computed, and a rise that takes care. */
import type { Body, Shape } from 'pliant';
import { type Random, createRandom } from 'pliant/exact';
import { createNormalBounds } from 'pliant/parts';
import { describe, expect, it } from 'vitest';
import { computeCone, createNormalCones, isKnown, turnToPose } from '../../src/body/normals/cones.js';
import { type ConeFront, askForCone, createConeFront, updateFront } from '../../src/body/normals/front.js';
import { FROM_TRIANGLES } from '../../src/bounds/normals/layout.js';
import { boundNormals, triangleRanges } from '../../src/bounds/normals/normal-bounds.js';
import { findTiles } from '../../src/bounds/regions/tiles.js';
import { LANES } from '../../src/kernels/layout/child-words.js';
import { ALL_FACINGS, NO_NODE } from '../../src/kernels/layout/regions.js';
import { sheet } from '../mesh/make-meshes.js';
import { bodyOf, facedExactly, makeSample, wavySheet } from '../bounds/normal-samples.js';

function frontOf(body: Body & Shape, isPriced: boolean): ConeFront {
  const normals = isPriced ? createNormalBounds(body) : boundNormals(body, false, () => false);
  return createConeFront(body, normals, findTiles(body.bounds));
}

function childrenOf({ cones: { tiles } }: ConeFront, node: number): number[] {
  if (node < tiles.tileCount) return [];
  const first = (node - tiles.tileCount) * LANES;
  return [...tiles.children.subarray(first, first + LANES)].filter((child) => child !== NO_NODE);
}

function rootOf({ cones: { tiles } }: ConeFront): number {
  return tiles.nodeCount === tiles.tileCount ? 0 : tiles.tileCount;
}

/** Asks for nodes as a walk does: from the root, below those that face nothing, or here and there. */
function ask(front: ConeFront, node: number, goesOn: (directions: number) => boolean): void {
  if (goesOn(askForCone(front, node))) for (const child of childrenOf(front, node)) ask(front, child, goesOn);
}

/** Compares all cones that are known with those from scratch, and with what triangles face; `wasOpen` is as it was when the pose began. */
function expectCones(front: ConeFront, wasOpen: Uint8Array, what: string): void {
  const { cones } = front;
  const { body, normals, tiles } = cones;
  const fresh = createNormalCones(body, normals, tiles);
  turnToPose(fresh);
  body.refit();
  const ranges = triangleRanges(tiles);
  const { corners, posed } = body;
  for (let node = 0; node < tiles.nodeCount; node++) {
    if (!isKnown(cones, node)) continue;
    let all = ALL_FACINGS;
    for (let triangle = ranges[node * 2]; triangle < ranges[node * 2 + 1]; triangle++) {
      const [a, b, c] = corners.subarray(triangle * 3, triangle * 3 + 3);
      all &= facedExactly(posed, a * 3, b * 3, c * 3);
    }
    expect(cones.directions[node] & ~all, `${what}, node ${node}, bits that are wrong`).toBe(0);
    const isJoined = wasOpen[node] === 1 && front.isOpen[node] === 1;
    if (isJoined && normals.rows[node] !== FROM_TRIANGLES) {
      const joined = childrenOf(front, node).reduce((bits, child) => bits & cones.directions[child], ALL_FACINGS);
      expect(cones.directions[node], `${what}, node ${node}, joined`).toBe(joined);
    } else {
      computeCone(fresh, node);
      expect(cones.directions[node], `${what}, node ${node}, from scratch`).toBe(fresh.directions[node]);
    }
  }
}

function bent(random: Random, mesh = wavySheet(random, 24, 24)): { body: Body & Shape; pose: () => void } {
  const sample = makeSample(random, mesh, 'smooth skin');
  const body = bodyOf(sample);
  return { body, pose: () => sample.pose(body, 'bent') };
}

describe('the front of normal cones', () => {
  it.each([true, false])(
    'gives the cones that are computed from scratch, and never a bit more; prices: %s',
    (isPriced) => {
      const random = createRandom(4201);
      const { body, pose } = bent(random);
      const front = frontOf(body, isPriced);
      for (let k = 0; k < 12; k++) {
        pose();
        body.refresh();
        const wasOpen = front.isOpen.slice();
        updateFront(front);
        ask(front, rootOf(front), (directions) => (k % 3 === 2 ? random.integer(2) === 0 : directions === 0));
        expectCones(front, wasOpen, `seed 4201, pose ${k}`);
      }
      body.dispose();
    },
  );

  it('is where a walk came to in the pose before: nothing is left to be computed below it', () => {
    const { body, pose } = bent(createRandom(4211));
    const front = frontOf(body, false);
    const { statistics } = front.cones;
    pose();
    body.refresh();
    updateFront(front);
    expect(statistics.frontSize).toBe(1);
    ask(front, rootOf(front), () => true);
    expect(statistics.descents).toBe(front.cones.tiles.nodeCount - 1);
    // The same numbers once more are another pose.
    body.pose.stamp++;
    body.refresh();
    updateFront(front);
    ask(front, rootOf(front), () => true);
    expect(statistics.descents).toBe(0);
    expect(statistics.frontSize).toBe(front.cones.tiles.tileCount);
    expect(statistics.joinedMasks).toBe(front.cones.tiles.nodeCount - front.cones.tiles.tileCount);
    body.dispose();
  });

  it('rises level by level to nodes that keep three directions, and to no others', () => {
    const { body } = bent(createRandom(4221), sheet(24, 24));
    const front = frontOf(body, false);
    const { statistics, tiles } = front.cones;
    const flat = [0, 1, 2, 3].flatMap(() => [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0]);
    const nextPose = (transforms: readonly number[]): void => {
      body.setTransforms(transforms);
      body.refresh();
      updateFront(front);
    };
    nextPose(flat);
    ask(front, rootOf(front), () => true);
    const sizes: number[] = [];
    for (let k = 0; k < 12; k++) {
      nextPose(flat);
      sizes.push(statistics.frontSize);
    }
    // Nobody asked: a sheet that is flat needs no front below its root.
    expect(sizes[0]).toBe(tiles.tileCount);
    for (let k = 1; k < sizes.length; k++) expect(sizes[k]).toBeLessThanOrEqual(sizes[k - 1]);
    expect(sizes[2]).toBeLessThan(tiles.tileCount);
    expect(sizes.at(-1)).toBe(1);
    // Turned over by half: no bound on the whole keeps three directions, and the front stays where it is.
    const rolled = [0, 1, 2, 3].flatMap((k) =>
      k % 2 === 0 ? flat.slice(0, 12) : [1, 0, 0, 0, 0, -1, 0, 0, 0, 0, -1, 0],
    );
    nextPose(rolled);
    ask(front, rootOf(front), () => true);
    for (let k = 0; k < 12; k++) nextPose(rolled);
    expect(statistics.refusedAscents).toBeGreaterThan(0);
    expect(statistics.frontSize).toBeGreaterThan(1);
    body.dispose();
  });
});
