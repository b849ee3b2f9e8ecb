/**
 * Interrupted walks over two creatures that push into each other: how far a budget of 1 ms is overrun, how fast the error falls with the budget, whether anything is missed, and what a
 * walk from the front of the step before would save.
 */
import { CONTACT, loadKernels } from 'pliant';
import { createInterruptedWalk, walkWithin } from 'pliant/sim';
import type { InterruptedWalk } from 'pliant/sim';
import type { Figures, Print } from './report.js';
import { centersOf, countMissed, errorOf, parentsOf } from './sim-budget-measures.js';
import { createBudgetScene } from './sim-budget-scene.js';
import type { BudgetScene } from './sim-budget-scene.js';

const BUDGET_MS = 1;
const TIMED_STEPS = 10_000;
const WARM_UP = 500;
const CAPACITY = 65_536;
const FEW_TESTS = 500;
const MANY_TESTS = 50_000;
/** Milliseconds of the paper's table. */
const CRITICAL_TIMES = [0.1, 1, 10, 100, 1000];

/** Prints what the paper's table has, and returns the figures. */
export async function benchSimBudget(print: Print): Promise<Figures> {
  const scene = createBudgetScene(await loadKernels());
  const [a, b] = scene.creatures;
  const walk = createInterruptedWalk(a.spheres, b.spheres, { capacity: CAPACITY });
  print('\ntwo creatures of spheres, pushed into each other:');
  const figures = { ...measureErrors(scene, walk, print), ...measureOverrun(scene, walk, print) };
  printTable(scene, walk, print);
  return figures;
}

/** How far calls go beyond their time. The clock of the budget is the one that measures. */
function measureOverrun(scene: BudgetScene, walk: InterruptedWalk, print: Print): Figures {
  const clock = (): number => performance.now();
  const budget = { milliseconds: BUDGET_MS, clock };
  const overruns = new Float64Array(TIMED_STEPS);
  let cut = 0;
  let tests = 0;
  for (let i = -WARM_UP; i < TIMED_STEPS; i++) {
    scene.pose(deepStep(scene, i + WARM_UP));
    const start = clock();
    const isComplete = walkWithin(walk, budget);
    const time = clock() - start;
    if (i < 0) continue;
    overruns[i] = Math.max(0, time - BUDGET_MS) / BUDGET_MS;
    if (!isComplete) cut++;
    tests += walk.tests;
  }
  const at = quantilesOf(overruns);
  const idle = quantilesOf(overrunsOfNothing(clock));
  print(
    `  1 ms, ${TIMED_STEPS} steps: overrun median ${percent(at(0.5))}, 99th percentile ${percent(at(0.99))}, 99.9th ${percent(at(0.999))}, ` +
      `worst ${percent(at(1))}; ${percent(cut / TIMED_STEPS)} cut short, ${(tests / TIMED_STEPS).toFixed(0)} tests a step`,
  );
  print(
    `  a loop that does nothing but look at the clock: 99th percentile ${percent(idle(0.99))}, worst ${percent(idle(1))}`,
  );
  return { budget_overrun_p99: at(0.99), budget_overrun_p999: at(0.999), budget_overrun_worst: at(1) };
}

/** What the machine does to a loop that ends when the clock says so: no walk can be better than that. */
function overrunsOfNothing(clock: () => number): Float64Array {
  return Float64Array.from({ length: TIMED_STEPS / 5 }, () => {
    const start = clock();
    let now = start;
    while (now - start < BUDGET_MS) now = clock();
    return (clock() - start - BUDGET_MS) / BUDGET_MS;
  });
}

function quantilesOf(values: Float64Array): (share: number) => number {
  const sorted = values.toSorted();
  return (share) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
}

/** Steps in which the creatures are deep in each other, so that a millisecond is not enough. */
function deepStep({ stepCount }: BudgetScene, i: number): number {
  return Math.floor(stepCount / 2 - stepCount / 8) + (i % (stepCount / 4));
}

/** What is missed with every budget, and how far answers are from the whole one. */
function measureErrors(scene: BudgetScene, walk: InterruptedWalk, print: Print): Figures {
  const parents = [parentsOf(walk.sourceA), parentsOf(walk.sourceB)] as const;
  const floor = smallestLeaf(scene) / 10;
  const budgets = [0, 1, 10, 100, FEW_TESTS, 5000, MANY_TESTS];
  const sums = budgets.map(() => 0);
  const bounds = budgets.map(() => 0);
  let [steps, missed, met, wholeTests, opened] = [0, 0, 0, 0, 0];
  for (let step = 0; step < scene.stepCount; step++) {
    scene.pose(step);
    const meetings = scene.meetings();
    const leaves = meetings.map((triangle) => scene.leafOf(triangle));
    met += meetings.length / 2;
    // Budgets rise, and a walk that goes on in one pose comes to what a walk from the roots would.
    let done = 0;
    const answers = budgets.map((tests) => {
      walkWithin(walk, { tests: tests - done });
      done = tests;
      missed += countMissed(walk.answer, leaves, parents);
      return { centers: centersOf(walk.answer), bound: walk.answer.errorBound };
    });
    if (!walkWithin(walk, { tests: Infinity }))
      throw new Error(`step ${step}: the walk has no room; raise the capacity`);
    missed += countMissed(walk.answer, leaves, parents);
    wholeTests += walk.tests;
    opened += walk.tests - walk.apart - walk.answer.leafCount;
    if (walk.answer.leafCount === 0) continue;
    steps++;
    const whole = centersOf(walk.answer);
    answers.forEach(({ bound, centers }, i) => {
      sums[i] += errorOf(centers, whole, floor);
      bounds[i] += bound;
    });
  }
  print(`  ${met} pairs of triangles met in ${scene.stepCount} steps, ${missed} not covered by an answer`);
  budgets.forEach((tests, i) =>
    print(
      `  ${String(tests).padStart(6)} tests: error ${(sums[i] / steps).toFixed(5)} in the mean, bound ${(bounds[i] / steps).toFixed(4)}`,
    ),
  );
  print(
    `  whole walks take ${(wholeTests / scene.stepCount).toFixed(0)} tests in the mean; a walk from the front of the step before would save ${percent(opened / wholeTests)}`,
  );
  const few = sums[budgets.indexOf(FEW_TESTS)];
  return { conservative_missed: missed, error_falls_blobs: few / sums[budgets.indexOf(MANY_TESTS)] };
}

function smallestLeaf({ creatures }: BudgetScene): number {
  const sphere = new Float64Array(4);
  let smallest = Infinity;
  for (const { proxies } of creatures) {
    for (let proxy = 0; proxy < proxies.proxies.proxyCount; proxy++) {
      proxies.readProxy(proxy, sphere);
      if (sphere[CONTACT.radiusA] > 0) smallest = Math.min(smallest, sphere[CONTACT.radiusA]);
    }
  }
  return smallest;
}

/** The paper's table: what is left and what is found, by critical time. */
function printTable(scene: BudgetScene, walk: InterruptedWalk, print: Print): void {
  print('  critical time, pairs left, leaf contacts, bound on the error (mean of steps in contact):');
  for (const milliseconds of CRITICAL_TIMES) {
    let [left, leaves, bound, steps] = [0, 0, 0, 0];
    for (let i = 0; i < 20; i++) {
      scene.pose(deepStep(scene, i * 2));
      walkWithin(walk, { milliseconds, clock: () => performance.now() });
      const { answer } = walk;
      left += answer.contacts.count - answer.leafCount;
      leaves += answer.leafCount;
      bound += answer.errorBound;
      steps++;
    }
    const mean = (sum: number, digits = 0): string => (sum / steps).toFixed(digits).padStart(9);
    print(`  ${String(milliseconds / 1000).padStart(8)} s ${mean(left)} ${mean(leaves)} ${mean(bound, 4)}`);
  }
}

function percent(share: number): string {
  return `${(share * 100).toFixed(2)} %`;
}
