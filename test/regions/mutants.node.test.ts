// slow: makes the library anew for every condition
/**
 * Every condition of the rule that proves regions free is needed, and there is a surface here that would notice if it were gone: the library is made once more without it,
 * and loses a collision.
 */
import { createPairHits } from 'pliant';
import { type Random, createRandom } from 'pliant/exact';
import { bruteSelfHits } from 'pliant/oracle';
import { describe, expect, it } from 'vitest';
import { type Mutant, type Mutation, makeMutant } from '../support/mutants.js';
import { randomPiece } from './make-pieces.js';
import { type Sides, countSides } from './count-sides.js';
import { type TRAPS, type Trap, makeTrap } from './make-traps.js';

/** Scenes to look at, at most, and losses that are enough. */
const ROUNDS = 1000;
const LOSSES = 3;
const found = createPairHits(400_000);
const expected = createPairHits(400_000);

/** Where a weakness shows. */
type Scene = keyof typeof TRAPS | 'piece';

/** A weakness: what is changed, and where it shows. */
interface Weakness {
  readonly scene: Scene;
  readonly mutations: readonly Mutation[];
}

function change(file: string, from: string, to: string): Mutation {
  return { file: `src/${file}.ts`, from, to };
}

const WEAKNESSES: Readonly<Record<string, Weakness>> = {
  '1: edges of three triangles': {
    scene: 'blister',
    mutations: [change('bounds/regions/arcs', 'sideCount > 2 || triangles', 'triangles')],
  },
  '1: two triangles that run through an edge in one direction': {
    scene: 'pocket',
    mutations: [change('bounds/regions/arcs', ' || triangles[side] === triangles[next]', '')],
  },
  '2: triangles that face another direction than others': {
    scene: 'piece',
    mutations: [change('kernels/twin/bound-regions', 'u32[facing] &= u32[other];', '')],
  },
  '2: triangles that face nowhere for certain': {
    scene: 'turnedOver',
    mutations: [change('kernels/twin/bound-regions', 'const ROUNDING = FACING_ROUNDING', 'const ROUNDING = 0')],
  },
  '2: triangles that face nowhere for certain, where products have no digits left': {
    scene: 'creased',
    mutations: [change('kernels/twin/bound-regions', 'const TINY = SMALLEST_PRODUCT', 'const TINY = 0')],
  },
  '3: a border that crosses itself': {
    scene: 'piece',
    mutations: [
      change('kernels/twin/simple-border', 'if (!areEdgesApart(arena, kept, b, a, 0, 0, slop)) return false;', ''),
    ],
  },
  '3: edges that follow each other, but not one way': {
    scene: 'piece',
    mutations: [change('kernels/twin/simple-border', 'return ways;', 'return ALL_WAYS;')],
  },
  '3: borders that cross each other': {
    scene: 'closing',
    mutations: [
      change(
        'kernels/twin/cross-borders',
        'if (!areEdgesApart(arena, kept, edge, other, moveX, moveY, slop)) return false;',
        '',
      ),
    ],
  },
  '3: a border that touches itself, rounding aside': {
    scene: 'touching',
    mutations: [change('kernels/twin/cross-borders', 'const SLOP = BORDER_ROUNDING', 'const SLOP = 1e-20')],
  },
  '3: a border that touches itself along a diagonal, rounding aside': {
    scene: 'leaning',
    mutations: [change('kernels/twin/cross-borders', 'const SLOP = BORDER_ROUNDING', 'const SLOP = 1e-20')],
  },
  '3: borders that touch each other, rounding aside': {
    scene: 'closing',
    mutations: [change('kernels/twin/cross-borders', 'const SLOP = BORDER_ROUNDING', 'const SLOP = 1e-20')],
  },
  '3: boxes of edges that are apart by less than rounding': {
    scene: 'meeting',
    mutations: [
      change('kernels/twin/cross-borders', 'f32[xs + a + 1]) - move) - slop);', 'f32[xs + a + 1]) - move));'),
      change('kernels/twin/cross-borders', 'f32[xs + a + 1]) - move) + slop);', 'f32[xs + a + 1]) - move));'),
    ],
  },
  '3: edges that are outside of the box of a border by less than rounding': {
    scene: 'meeting',
    mutations: [
      change('kernels/twin/cross-borders', 'fround(from + move) - slop)', 'fround(from + move))'),
      change('kernels/twin/cross-borders', 'fround(to + move) + slop)', 'fround(to + move))'),
    ],
  },
  '4: loops of two nodes that cross in vertices that they share': {
    scene: 'crossing',
    mutations: [change('bounds/regions/borders', 'if (other > 0 && met.has(other)) doPart = false;', '')],
  },
  '4: loops that come to a vertex twice': {
    scene: 'bridged',
    mutations: [change('bounds/regions/borders', 'if (leaving[vertex] > 0) isPinched = true;', '')],
  },
  '5: loops in others': {
    scene: 'nested',
    mutations: [change('kernels/twin/winding', 'if (winding !== 1) return false;', '')],
  },
  '5: the loop of a node in that of another': {
    scene: 'nested',
    mutations: [change('kernels/twin/clear-region', 'return isInA || isInB;', 'return false;')],
  },
  'what was found out in another pose': {
    scene: 'nested',
    mutations: [
      change('body/regions', 'REGIONS.facingsStamp] === u32[at + HEADER.stamp]', 'REGIONS.facingsStamp] !== 0'),
    ],
  },
};

function sceneOf(random: Random, scene: Scene): Trap {
  if (scene !== 'piece') return makeTrap(random, scene);
  const { mesh, what } = randomPiece(random);
  return { what, positions: mesh.positions, triangles: mesh.triangles, field: new Float32Array(mesh.positions.length) };
}

/** In how many of the scenes a library loses a collision; the one that is not changed loses none (traps.test.ts, pieces.test.ts). */
async function countLosses({ parts, pliant }: Mutant, scene: Scene): Promise<number> {
  const random = createRandom(1630);
  const kernels = await pliant.loadKernels({ backend: 'typescript' });
  let losses = 0;
  for (let k = 0; k < ROUNDS && losses < LOSSES; k++) {
    const { field, positions, triangles } = sceneOf(random, scene);
    const mesh = parts.createMesh({ positions, triangles });
    const model = parts.createLinearModel(mesh, [field]);
    const tree = parts.buildTree(mesh, { arity: random.integer(2) === 0 ? 2 : 4, leafSize: 1 + random.integer(8) });
    const bounds = parts.createBdTree(mesh, model, tree);
    const body = pliant.createBody(kernels, { mesh, model, bounds }, { pruning: 'always' });
    let isLost = false;
    for (const weight of [0, 1]) {
      body.setWeights([weight]);
      pliant.findSelfHits(body, found);
      body.refit();
      bruteSelfHits(body.positions, triangles, expected);
      if (found.count < expected.count) isLost = true;
    }
    if (isLost) losses++;
    body.dispose();
  }
  return losses;
}

describe('a library that does not refuse', () => {
  it.each(Object.entries(WEAKNESSES))('%s loses collisions', async (_, { mutations, scene }) => {
    expect(await countLosses(await makeMutant(mutations), scene)).toBe(LOSSES);
  });

  it('3: borders so large that products overflow says which side of an edge a point is on that is on it', async () => {
    const mutant = await makeMutant([
      change('kernels/twin/cross-borders', 'const LARGEST = LARGEST_BORDER', 'const LARGEST = Infinity'),
    ]);
    const sides = (await mutant.load('kernels/twin/cross-borders')) as Sides;
    expect(countSides(sides, 1631, 'overflow').wrong).toBeGreaterThan(LOSSES);
  });
});
