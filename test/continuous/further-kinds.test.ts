// slow: compares moving bodies with brute force
/** Subdivided surfaces, meshes that follow particles, kinetic bodies and bodies that were cut, moving: all pairs and their first times, against brute force over positions by the definition. */
import { type Body, createBody, createShape } from 'pliant';
import {
  type Motion,
  type MotionHits,
  createFirstTouch,
  createMotion,
  createMotionHits,
  findFirstSelfTouch,
  findFirstTouch,
  findMotionHits,
  findMotionSelfHits,
} from 'pliant/continuous';
import { type Random, createRandom } from 'pliant/exact';
import {
  type KineticTree,
  advance,
  createKineticBody,
  createKineticTree,
  insertItem,
  planKeyframes,
  removeItem,
  writePositions,
} from 'pliant/kinetic';
import { type MovingSurface, bruteMotionHits, bruteMotionSelfHits } from 'pliant/oracle';
import { type Model, type Pose, buildTree, createBlendTree, createCuttableBody, cutBody, poseMesh } from 'pliant/parts';
import { describe, expect, it } from 'vitest';
import {
  MOTIONS,
  ROOM,
  meshOfExpected,
  modelOfExpected,
  randomCut,
  randomNumbers,
  shapeOf,
} from '../body/make-cuts.js';
import { sheet } from '../mesh/make-meshes.js';
import { definedPositions } from '../support/blend-oracle.js';
import { applyPose } from '../support/blend-poses.js';
import { CARRIERS, POINT_MOVES, randomCarried } from '../support/carried-rigs.js';
import { randomPlacement } from '../support/placements.js';
import { BACKENDS } from '../support/sample-bodies.js';
import { soup } from '../support/sample-meshes.js';
import { firstOf, withoutPoint } from './first-of.js';
import { linesOf } from './moving-kinds.js';

const expected = createMotionHits(200_000);
const hits = createMotionHits(200_000);
const touch = createFirstTouch();
const strategies = ['lazy', 'refit', 'adaptive'] as const;

/** What moves here: the same on both backends, where its vertices are, and the numbers of its triangles. */
interface Moved {
  readonly motions: readonly Motion[];
  readonly surface: MovingSurface;
  readonly numbers: ArrayLike<number>;
}

/** Expects all hits, each at its time and by its features, and the first touch among them. Returns how many. */
function expectSame(
  a: Moved,
  b: Moved,
  what: string,
  isThere: (pair: readonly number[]) => boolean = () => true,
): number {
  const isSelf = a === b;
  if (isSelf) bruteMotionSelfHits(a.surface, expected);
  else bruteMotionHits(a.surface, b.surface, expected);
  renumber(expected, a.numbers, b.numbers);
  const wanted = linesOf(expected)
    .filter((line) => isThere(line.split(' ', 2).map(Number)))
    .sort();
  for (const [i, motion] of a.motions.entries()) {
    if (isSelf) findMotionSelfHits(motion, hits);
    else findMotionHits(motion, b.motions[i], hits);
    expect(linesOf(hits).sort(), what).toEqual(wanted);
    if (isSelf) findFirstSelfTouch(motion, touch);
    else findFirstTouch(motion, b.motions[i], touch);
    expect(withoutPoint(touch), what).toEqual(firstOf(hits));
  }
  return wanted.length;
}

function renumber({ count, pairs }: MotionHits, a: ArrayLike<number>, b: ArrayLike<number>): void {
  for (let i = 0; i < count; i++) {
    pairs[i * 2] = a[pairs[i * 2]];
    pairs[i * 2 + 1] = b[pairs[i * 2 + 1]];
  }
}

function posedBy(model: Model, pose: Pose): Float32Array {
  const positions = new Float32Array(model.vertexCount * 3);
  poseMesh(model, pose, positions);
  return positions;
}

function countTo(count: number): readonly number[] {
  return Array.from({ length: count }, (_, i) => i);
}

/** Whether an item has been removed: the oracle sees a point in its place. */
function isGone(triangles: Uint32Array): (item: number) => boolean {
  return (item) => triangles[item * 3] === triangles[item * 3 + 1];
}

function disposeAll(...all: readonly Pick<Moved, 'motions'>[]): void {
  for (const { motions } of all) {
    for (const { from, to } of motions) {
      from.dispose();
      to.dispose();
    }
  }
}

function motionsOf(
  random: Random,
  make: (backend: 'wasm' | 'typescript', strategy: (typeof strategies)[number]) => Body,
): Motion[] {
  const strategy = strategies[random.integer(3)];
  return (['wasm', 'typescript'] as const).map((backend) =>
    createMotion(make(backend, strategy), make(backend, strategy)),
  );
}

describe.each(CARRIERS)('meshes carried by %s', (carrier) => {
  const makeMoved = (random: Random): Moved & { readonly move: () => Moved } => {
    const { mesh, model, points, poseAt } = randomCarried(random, carrier, 60);
    const tree = buildTree(mesh, { leafSize: 1 + random.integer(5), arity: 4 });
    const bounds = createBlendTree(mesh, model, tree, { patchSize: [1, 8, 64][random.integer(3)] });
    const motions = motionsOf(random, (backend, strategy) =>
      createBody(BACKENDS[backend], { mesh, model, bounds }, { strategy }),
    );
    const numbers = countTo(mesh.triangleCount);
    const kinds = Object.keys(POINT_MOVES).filter((kind) => !kind.includes('away'));
    const move = (): Moved => {
      const [from, to] = (['from', 'to'] as const).map((end) => {
        const pose = poseAt(POINT_MOVES[kinds[random.integer(kinds.length)]](random, points));
        const placement = randomPlacement(random, 0.8);
        for (const motion of motions) {
          applyPose(motion[end], pose);
          motion[end].setPlacement(placement);
        }
        return definedPositions(model, motions[0][end].pose, placement);
      });
      return { motions, surface: { from, to, triangles: mesh.triangles }, numbers };
    };
    return { motions, surface: { from: points, to: points, triangles: mesh.triangles }, numbers, move };
  };

  it('meet each other and themselves, where and when brute force says so', () => {
    const counts = { pairs: 0, self: 0 };
    for (let seed = 8700; seed < 8712; seed++) {
      const random = createRandom(seed);
      const [makeA, makeB] = [makeMoved(random), makeMoved(random)];
      for (let frame = 0; frame < 3; frame++) {
        const [a, b] = [makeA.move(), makeB.move()];
        counts.pairs += expectSame(a, b, `seed ${seed}, frame ${frame}`);
        counts.self += expectSame(a, a, `seed ${seed}, frame ${frame}, with itself`);
      }
      disposeAll(makeA, makeB);
    }
    expect(counts.pairs).toBeGreaterThan(500);
    expect(counts.self).toBeGreaterThan(500);
  });
});

describe('kinetic bodies, advanced to two times,', () => {
  const makeFlown = (random: Random): { trees: readonly KineticTree[]; motions: Motion[]; triangles: Uint32Array } => {
    const { positions, triangles } = soup(random, 40, 0.4);
    const frames = [0, 1, 2].map(() => positions.map((value) => value + random.range(-0.5, 0.5)));
    const plan = planKeyframes({ times: [0, 1, 2.5], frames });
    const options = { arity: ([2, 4] as const)[random.integer(2)], leafSize: 1 + random.integer(8) };
    const make = (): KineticTree => createKineticTree(plan, triangles, options);
    const trees = [make(), make()];
    const strategy = strategies[random.integer(3)];
    const motions = (['wasm', 'typescript'] as const).map((backend) => {
      const [from, to] = trees.map((tree) => createKineticBody(BACKENDS[backend], tree, { strategy }));
      return createMotion(from, to);
    });
    return { trees, motions, triangles };
  };

  it('meet each other and themselves, where and when brute force says so, also when both trees were changed', () => {
    const counts = { pairs: 0, self: 0 };
    for (let seed = 8740; seed < 8752; seed++) {
      const random = createRandom(seed);
      const flown = [makeFlown(random), makeFlown(random)];
      const items = flown.map(({ triangles }) => [...triangles]);
      for (let round = 0; round < 3; round++) {
        const moved = flown.map(({ motions, trees }, which): Moved => {
          if (round === 0 && seed % 2 === 1) {
            // A triangle between vertices that there are, and one less, as long as both are at one time.
            const corners = [0, 1, 2].map(() => random.integer(40) * 3);
            const gone = random.integer(40);
            for (const tree of trees) {
              insertItem(tree, corners);
              removeItem(tree, gone);
            }
            for (const { from, to } of motions) for (const body of [from, to]) body.refresh();
            items[which].push(...corners);
            items[which].fill(0, gone * 3, gone * 3 + 3);
          }
          const [from, to] = trees.map((tree) => {
            const { time } = tree.paths;
            advance(tree, time + random.range(0, 0.8));
            const positions = new Float32Array(40 * 9);
            writePositions(tree, positions);
            return positions;
          });
          return {
            motions,
            surface: { from, to, triangles: Uint32Array.from(items[which]) },
            numbers: countTo(items[which].length / 3),
          };
        });
        const removed = moved.map(({ surface }) => isGone(surface.triangles));
        const what = `seed ${seed}, round ${round}`;
        counts.pairs += expectSame(moved[0], moved[1], what, ([a, b]) => !removed[0](a) && !removed[1](b));
        counts.self += expectSame(moved[0], moved[0], what, ([a, b]) => !removed[0](a) && !removed[0](b));
      }
      disposeAll(...flown.map(({ motions }) => ({ motions })));
    }
    expect(counts.pairs).toBeGreaterThan(500);
    expect(counts.self).toBeGreaterThan(500);
  });

  it('are refused while one tree alone was changed', () => {
    const { motions, trees } = makeFlown(createRandom(8760));
    const [motion] = motions;
    findMotionSelfHits(motion, hits);
    removeItem(trees[0], 5);
    expect(() => findMotionSelfHits(motion, hits)).toThrow(/findMotionSelfHits: .*different trees/);
    removeItem(trees[1], 5);
    expect(() => findMotionSelfHits(motion, hits)).not.toThrow();
    disposeAll({ motions });
  });
});

describe.each(MOTIONS)('bodies that move as %s and were cut, both ends alike,', (kind) => {
  it('meet what is there and themselves, where and when brute force says so', () => {
    const counts = { pairs: 0, self: 0 };
    for (let seed = 8720; seed < 8724; seed++) {
      const random = createRandom(seed);
      const { expected: made, shape } = shapeOf(random, sheet(4 + random.integer(3), 5), kind);
      const motions = motionsOf(random, (backend, strategy) =>
        createCuttableBody(BACKENDS[backend], shape, { strategy, room: ROOM }),
      );
      const wall = sheet(3, 3);
      const surface = { from: wall.positions, to: wall.positions, triangles: wall.triangles };
      const walls = motions.map(({ from }) => createMotion(createBody(from.kernels, createShape(wall))));
      const others: Moved = { motions: walls, surface, numbers: countTo(wall.triangleCount) };
      let what = `seed ${seed}`;
      for (let round = 0; round < 4; round++) {
        const { cut, what: name } = randomCut(random, made);
        what += `, ${name}`;
        for (const { from, to } of motions) {
          cutBody(from, cut);
          cutBody(to, cut);
        }
        const mesh = meshOfExpected(made);
        const model = modelOfExpected(made, mesh);
        const [from, to] = (['from', 'to'] as const).map((end) => {
          const { points, transforms, weights } = randomNumbers(random, model);
          for (const motion of motions) applyPose(motion[end], { points, transforms, weights });
          return posedBy(model, motions[0][end].pose);
        });
        const moved = { motions, surface: { from, to, triangles: mesh.triangles }, numbers: made.numbers };
        counts.pairs += expectSame(moved, others, what);
        counts.self += expectSame(moved, moved, `${what}, with itself`);
      }
      for (const { from, to } of motions) {
        from.dispose();
        to.dispose();
      }
      for (const { from } of walls) from.dispose();
    }
    expect(counts.pairs).toBeGreaterThan(50);
    expect(counts.self).toBeGreaterThan(kind === 'rigid' ? 0 : 50);
  });

  it('are refused while one end alone was cut', () => {
    const random = createRandom(8730);
    const { expected: made, shape } = shapeOf(random, sheet(5, 5), kind);
    const [from, to] = [0, 1].map(() => createCuttableBody(BACKENDS.wasm, shape, { room: ROOM }));
    const motion = createMotion(from, to);
    findMotionSelfHits(motion, hits);
    const cut = { remove: [made.numbers[3]] };
    cutBody(from, cut);
    expect(() => findMotionSelfHits(motion, hits)).toThrow(/findMotionSelfHits: .*different trees/);
    cutBody(to, cut);
    expect(() => findMotionSelfHits(motion, hits)).not.toThrow();
    from.dispose();
    to.dispose();
  });
});
