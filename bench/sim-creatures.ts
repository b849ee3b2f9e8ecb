/**
 * The scene of Mendoza & O'Sullivan 2005: two creatures, two bunnies, a bunny and a creature fall on each other. How fast the error falls with the budget, whether anything is missed, what the
 * heuristic misses, and the paper's table.
 */
import { cells, positions as bunnyPositions } from 'bunny';
import type { Kernels } from 'pliant';
import { createMesh, poseMesh } from 'pliant/parts';
import { createFollowedSpheres, createInterruptedWalk, followSphere, walkWithin } from 'pliant/sim';
import type { FollowedSpheres, InterruptedWalk } from 'pliant/sim';
import { createCreature } from '../scenes/creature.js';
import { copySoftFall, createSoftFall, disposeSoftFall, poseSurfaces, stepSoftFall } from '../scenes/soft-fall.js';
import type { FallingBody, SoftFall } from '../scenes/soft-fall.js';
import { carryOtherwise, createSoftKind } from '../scenes/soft-kind.js';
import type { SoftKind } from '../scenes/soft-kind.js';
import type { Figures, Print } from './report.js';
import { centersOf, errorOf } from './sim-budget-measures.js';
import { countUncovered, createMeetings, findMeetings } from './sim-creatures-measures.js';

const STEPS = 720;
/** Every so many steps are measured. */
const STRIDE = 10;
const CAPACITY = 262_144;
const BUDGETS = [0, 1, 10, 100, 500, 5000, 50_000];
const FEW_TESTS = 500;
const MANY_TESTS = 50_000;
/** Milliseconds of the paper's table, and steps of each row. */
const CRITICAL_TIMES = [0.1, 1, 10, 100, 1000];
const TIMED_STEPS = 160;
const CARRIAGES = ['embedding', 'links'] as const;

/** Prints what is found for each pair, and returns the figures of the two creatures, and what is missed in all. */
export function benchCreatures(kernels: Kernels, print: Print): Figures {
  const options = { cells: 10, depth: 4 } as const;
  const creature = createSoftKind(createCreature(), options);
  const bunny = createSoftKind(
    createMesh({ positions: Float32Array.from(bunnyPositions.flat()), triangles: Uint32Array.from(cells.flat()) }),
    options,
  );
  for (const [name, { lattice, mesh, tree }] of Object.entries({ creature, bunny })) {
    print(
      `\n${name}: ${mesh.triangleCount} triangles, ${lattice.points.length / 3} coarse vertices, ${lattice.tetrahedra.length / 4} tetrahedra, ${tree.nodeCount} spheres`,
    );
  }
  const pairs: readonly (readonly [string, SoftKind, SoftKind])[] = [
    ['two creatures', creature, creature],
    ['two bunnies', bunny, bunny],
    ['bunny on creature', creature, bunny],
  ];
  let missed = 0;
  const figures: Record<string, number> = {};
  for (const [name, lower, upper] of pairs) {
    // Spheres that enclose links are wide, and their walks long: one pair of linked bodies does.
    for (const carriage of lower === upper && lower === creature ? CARRIAGES : CARRIAGES.slice(0, 1)) {
      // Linked bodies come close enough to touch where spheres follow as in the paper; those that enclose links push earlier.
      const follower = carriage === 'embedding' ? 'enclosing' : 'closest';
      const kinds = [lower, upper].map((kind) => carryOtherwise(kind, { carriage, follower }));
      const found = measureFall(kernels, kinds[0], kinds[1], `${name}, ${carriage}`, print);
      missed += found.missed;
      if (lower !== creature || upper !== creature) continue;
      figures[carriage === 'embedding' ? 'error_falls' : 'error_falls_links'] = found.falls;
      figures[`heuristic_missed_share_${carriage}`] = found.heuristicShare;
    }
    const linked = [lower, upper].map((kind) => carryOtherwise(kind, { carriage: 'links', follower: 'closest' }));
    printTable(kernels, linked[0], linked[1], name, print);
  }
  return { ...figures, conservative_missed: missed };
}

interface Found {
  /** Places where surfaces meet that some answer does not cover. */
  readonly missed: number;
  /** How many times smaller the error is with many tests than with few. */
  readonly falls: number;
  /** Of all places, those that no contact of spheres covers which follow the closest vertices. */
  readonly heuristicShare: number;
}

/** Lets two fall, and asks with every budget on the way, by spheres that enclose; then by those that follow the closest vertices, which may miss something. */
function measureFall(kernels: Kernels, lower: SoftKind, upper: SoftKind, name: string, print: Print): Found {
  const fall = createSoftFall(kernels, lower, upper, { budget: { tests: MANY_TESTS }, capacity: CAPACITY });
  const meetings = createMeetings(fall);
  const [walk, heuristic] = (['enclosing', 'closest'] as const).map((follower) =>
    createInterruptedWalk(followBody(fall.bodies[0], follower), followBody(fall.bodies[1], follower), {
      capacity: CAPACITY,
    }),
  );
  const floor = smallestLeaf([lower, upper]) / 10;
  const sums = BUDGETS.map(() => 0);
  const bounds = BUDGETS.map(() => 0);
  let [steps, met, missed, overlooked, tests] = [0, 0, 0, 0, 0];
  while (fall.stepCount < STEPS) {
    stepSoftFall(fall);
    if (fall.stepCount % STRIDE !== 0) continue;
    const points = findMeetings(fall, meetings);
    met += points.length / 3;
    let done = 0;
    const answers = BUDGETS.map((budget) => {
      walkWithin(walk, { tests: budget - done });
      done = budget;
      missed += countUncovered(walk.answer, points);
      return { centers: centersOf(walk.answer), bound: walk.answer.errorBound };
    });
    finish(walk, name);
    missed += countUncovered(walk.answer, points);
    finish(heuristic, name);
    overlooked += countUncovered(heuristic.answer, points);
    if (walk.answer.leafCount === 0) continue;
    steps++;
    tests += walk.tests;
    const whole = centersOf(walk.answer);
    answers.forEach(({ bound, centers }, i) => {
      sums[i] += errorOf(centers, whole, floor);
      bounds[i] += bound;
    });
  }
  disposeSoftFall(fall);
  const few = BUDGETS.indexOf(FEW_TESTS);
  const many = BUDGETS.indexOf(MANY_TESTS);
  const heuristicShare = met > 0 ? overlooked / met : 0;
  print(
    `  ${name}: ${steps} measured steps in contact, ${(tests / steps).toFixed(0)} tests of a whole walk; ${met} pairs of triangles met, ${missed} not covered by an answer; ` +
      `the heuristic misses ${overlooked}, ${(heuristicShare * 100).toFixed(2)} %`,
  );
  print(
    `    error in metres, by tests: ${BUDGETS.map((budget, i) => `${budget}: ${(sums[i] / steps).toFixed(4)} (bound ${(bounds[i] / steps).toFixed(3)})`).join(', ')}`,
  );
  return { missed, falls: sums[few] / sums[many], heuristicShare };
}

function finish(walk: InterruptedWalk, name: string): void {
  if (!walkWithin(walk, { tests: Infinity })) throw new Error(`${name}: the walk has no room; raise the capacity`);
}

/** The spheres of a body, following in one way or the other, whatever it is that pushes. */
function followBody({ kind, mover, points }: FallingBody, way: 'closest' | 'enclosing'): FollowedSpheres {
  const { follower, tree } = carryOtherwise(kind, { follower: way });
  return createFollowedSpheres(tree, {
    get stamp() {
      return mover.stamp;
    },
    writeSphere: (node, out, at) => followSphere(follower, node, points, out, at),
  });
}

/** The smallest radius of a leaf at rest. */
function smallestLeaf(kinds: readonly SoftKind[]): number {
  let smallest = Infinity;
  for (const { childCount, nodeCount, spheres } of kinds.map((kind) => kind.tree)) {
    for (let node = 0; node < nodeCount; node++) {
      const radius = spheres[node * 4 + 3];
      if (childCount[node] === 0 && radius > 0) smallest = Math.min(smallest, radius);
    }
  }
  return smallest;
}

/** The paper's table: each row begins at the first contact, and goes its own way. A frame is a step: contacts, elements, and all dense vertices. */
function printTable(kernels: Kernels, lower: SoftKind, upper: SoftKind, name: string, print: Print): void {
  const start = createSoftFall(kernels, lower, upper, { budget: { tests: MANY_TESTS }, capacity: CAPACITY });
  while (start.walk.answer.leafCount === 0 && start.stepCount < STEPS) stepSoftFall(start);
  print(
    `  ${name}, linked, spheres follow the closest vertices; means of ${TIMED_STEPS} steps from the first contact:`,
  );
  print('    critical time   pairs left   leaf contacts   bound on the error   frames a second');
  for (const milliseconds of CRITICAL_TIMES) {
    const fall = createSoftFall(kernels, lower, upper, {
      budget: { milliseconds, clock: () => performance.now() },
      capacity: CAPACITY,
    });
    copySoftFall(start, fall);
    const row = timeFrames(fall);
    print(
      `    ${String(milliseconds / 1000).padStart(11)} s ${row.left.toFixed(0).padStart(12)} ${row.leaves.toFixed(0).padStart(15)} ${row.bound.toFixed(3).padStart(20)} ${row.frameRate.toFixed(0).padStart(17)}`,
    );
    disposeSoftFall(fall);
  }
  disposeSoftFall(start);
}

function timeFrames(fall: SoftFall): {
  readonly left: number;
  readonly leaves: number;
  readonly bound: number;
  readonly frameRate: number;
} {
  const dense = fall.bodies.map(({ kind }) => new Float32Array(kind.mesh.positions.length));
  let [left, leaves, bound] = [0, 0, 0];
  const begin = performance.now();
  for (let i = 0; i < TIMED_STEPS; i++) {
    stepSoftFall(fall);
    poseSurfaces(fall);
    fall.bodies.forEach(({ surface }, side) => poseMesh(surface.model, surface.pose, dense[side]));
    const { answer } = fall.walk;
    left += (answer.contacts.count - answer.leafCount) / TIMED_STEPS;
    leaves += answer.leafCount / TIMED_STEPS;
    bound += answer.errorBound / TIMED_STEPS;
  }
  return { left, leaves, bound, frameRate: (1000 * TIMED_STEPS) / (performance.now() - begin) };
}
