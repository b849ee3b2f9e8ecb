// slow: makes the library anew for every weakness
/** What bounds and positions of kinetic bodies rely on is needed: the library is made once more without it, and a vertex gets lost. */
import { type Random, createRandom } from 'pliant/exact';
import type * as Kinetic from 'pliant/kinetic';
import { describe, expect, it } from 'vitest';
import { findLoss, verticesBySlot } from '../bounds/bd-samples.js';
import { type Mutation, makeMutant } from '../support/mutants.js';
import { soup } from '../support/sample-meshes.js';

function change(file: string, from: string, to: string): Mutation {
  return { file: `src/${file}.ts`, from, to };
}

const WEAKNESSES: Readonly<Record<string, Mutation | readonly Mutation[]>> = {
  'boxes are not widened downwards': change('kernels/twin/bound-paths', 'coordinate[0] - f64[pad]', 'coordinate[0]'),
  'boxes are not widened upwards': change('kernels/twin/bound-paths', 'coordinate[0] + f64[pad]', 'coordinate[0]'),
  'a replaced extreme is overlooked': change('kinetic/body/bounder', 'let i = this.#seen;', 'let i = this.#seen + 1;'),
  'replaced extremes are not noted': change('kinetic/certificates', 'noteChange(tree.replaced, certificate);', '{}'),
  'the highest are those of the next axis': change('kernels/layout/paths', 'low: 0, high: 3,', 'low: 0, high: 2,'),
  'flights are not seen': change(
    'kinetic/body/poser',
    'if (paths.redirected.count !== seen[SEEN.redirected])',
    'if (false)',
  ),
  'jumps are not seen': change('kinetic/body/poser', 'paths.redirected.count !== seen[SEEN.redirected] ||', ''),
  'the next key stays': change('kinetic/body/poser', 'if (seen[SEEN.nextKey] !== next)', 'if (seen[SEEN.nextKey] < 0)'),
  'keys change places too often': change(
    'kinetic/body/poser',
    'seen[SEEN.lastKey] !== key && seen[SEEN.nextKey] === key',
    'seen[SEEN.nextKey] === next',
  ),
  'insertions are not seen': change(
    'kinetic/change-items',
    'const item = tree.itemCount++;\n  tree.structure++;',
    'const item = tree.itemCount++;',
  ),
  'logs that are too short are trusted': [
    change('kinetic/change-log', 'const KEPT = 4096;', 'const KEPT = 16;'),
    change('kinetic/change-log', 'log.count - seen <= KEPT', 'log.count - seen >= 0'),
  ],
};

/** Goes through scenes with a library, and counts instants at which a vertex lies outside a bound, or is not where it should be. */
async function countLosses(mutations: readonly Mutation[]): Promise<number> {
  const { load, pliant } = await makeMutant(mutations);
  const kinetic = (await load('kinetic')) as typeof Kinetic;
  const kernels = await pliant.loadKernels({ backend: 'typescript' });
  let losses = 0;
  for (let seed = 7500; seed < 7512; seed++) {
    const random = createRandom(seed);
    const tree = makeTree(kinetic, random, seed % 3);
    const body = kinetic.createKineticBody(kernels, tree, { strategy: 'lazy' });
    for (let step = 0; step < 12; step++) {
      changeTree(kinetic, tree, random, step);
      if (isWrong(kinetic, tree, body)) losses++;
    }
    body.dispose();
  }
  return losses;
}

function makeTree(kinetic: typeof Kinetic, random: Random, kind: number): Kinetic.KineticTree {
  const { positions, triangles } = soup(random, 300, 0.3);
  const options = { arity: 4 as const, leafSize: 20 };
  if (kind === 0) {
    const frames = [0, 1, 2, 3].map(() => positions.map((value) => value + random.range(-0.5, 0.5)));
    return kinetic.createKineticTree(kinetic.planKeyframes({ times: [0, 1, 2, 3], frames }), triangles, options);
  }
  if (kind === 1) {
    const velocities = positions.map(() => random.range(-1, 1));
    return kinetic.createKineticTree(kinetic.planFlights({ positions, velocities }), triangles, options);
  }
  // Far less in size than one vertex is far away: what is certain of the others is less than float32 could tell.
  const small = positions.map((value) => value * 1e-8);
  const velocities = small.map(() => random.range(-1e-8, 1e-8));
  small[triangles[0] * 3] = 1e6;
  return kinetic.createKineticTree(kinetic.planFlights({ positions: small, velocities }), triangles, options);
}

function changeTree(kinetic: typeof Kinetic, tree: Kinetic.KineticTree, random: Random, step: number): void {
  const { plan, time } = tree.paths;
  const size = Math.abs(tree.paths.reach) > 1e5 ? 1e-8 : 1;
  const vertex = random.integer(tree.paths.vertexCount);
  const vector = [0, 1, 2].map(() => random.range(-size, size));
  if (step % 4 === 1) kinetic.setFlight(tree, vertex, { velocity: vector });
  else if (step % 4 === 2) kinetic.setFlight(tree, vertex, { position: vector, velocity: vector });
  else if (step === 7) kinetic.insertItem(tree, [vertex, 0, 5]);
  if (step % 4 !== 2) kinetic.advance(tree, Math.min(plan.end, time + random.range(0, step === 8 ? 30 : 0.5)));
}

function isWrong(
  kinetic: typeof Kinetic,
  tree: Kinetic.KineticTree,
  body: ReturnType<typeof kinetic.createKineticBody>,
): boolean {
  const positions = new Float32Array(tree.paths.vertexCount * 3);
  kinetic.writePositions(tree, positions);
  // What comes next reads the map that questions would use.
  body.refresh();
  if (findLoss(body, verticesBySlot(body), positions) !== undefined) return true;
  if (body.bounds.triangleOrder.length !== tree.itemCount) return true;
  body.refit();
  for (const vertex of new Set(body.mesh.triangles)) {
    for (let axis = 0; axis < 3; axis++) {
      if (body.positions[vertex * 3 + axis] !== positions[vertex * 3 + axis]) return true;
    }
  }
  return false;
}

describe('kinetic bodies', () => {
  it('lose nothing as they are', async () => {
    expect(await countLosses([])).toBe(0);
  });

  it.each(Object.keys(WEAKNESSES))('would lose a vertex if %s', async (name) => {
    expect(await countLosses([WEAKNESSES[name]].flat())).toBeGreaterThan(0);
  });
});
