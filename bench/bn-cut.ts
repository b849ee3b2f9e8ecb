/** Cuts of the quadruped of 245 k triangles while it walks, against building what is left anew. */
import { createBody, createPairHits, createShape, findSelfHits } from 'pliant';
import type { Body, Kernels, Shape } from 'pliant';
import { collectCut, createCuttableBody, cutBody } from 'pliant/parts';
import type { Cut } from 'pliant/parts';

import { QUADRUPED_PERIODS, writeQuadrupedPose } from '../scenes/quadruped.js';
import type { Quadruped } from '../scenes/quadruped.js';
import { pairChecksum } from './checksum.js';
import type { Figures, Print } from './report.js';

const ROUNDS = 40;
/** Building takes long, so it takes its turn after some cuts. */
const BUILDS = 3;
const LINE = 500;
const HITS = 1 << 17;

/** Races cuts of three triangles with building anew, and times cuts along lines. */
export function raceCuts(kernels: Kernels, quadruped: Quadruped, shape: Shape, print: Print): Figures {
  const body = createCuttableBody(kernels, shape, {
    pruning: 'always',
    room: { vertices: 16_384, triangles: 16_384 },
  });
  const transforms = new Float32Array(quadruped.jointCount * 12);
  const pose = (target: Body, round: number): void => {
    writeQuadrupedPose(quadruped, 'walk', (round * QUADRUPED_PERIODS.walk) / ROUNDS, transforms);
    target.setTransforms(transforms);
  };
  const hits = createPairHits(HITS);
  pose(body, 0);
  findSelfHits(body, hits);
  const cuts: number[] = [];
  const searches: number[] = [];
  const builds: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const cut = replace(body, (round * 7919) % shape.mesh.triangleCount, 3);
    const start = performance.now();
    cutBody(body, cut);
    cuts.push(performance.now() - start);
    pose(body, round);
    const search = performance.now();
    findSelfHits(body, hits);
    searches.push(performance.now() - search);
    if (round % Math.floor(ROUNDS / BUILDS) === 0)
      builds.push(buildAnew(kernels, body, (target) => pose(target, round), pairChecksum(hits)));
  }
  const lines: number[] = [];
  for (let round = 0; round < 8; round++) {
    const cut = replace(body, 20_000 + round * 27_001, LINE);
    const start = performance.now();
    cutBody(body, cut);
    lines.push(performance.now() - start);
    pose(body, round);
    findSelfHits(body, hits);
  }
  buildAnew(kernels, body, (target) => pose(target, 7), pairChecksum(hits));
  body.dispose();
  print(
    `cutting 3 of ${shape.mesh.triangleCount} triangles: ${median(cuts).toFixed(2)} ms (${Math.max(...cuts).toFixed(2)} at most), the search after it ${median(searches).toFixed(2)} ms; ` +
      `${LINE} along a line: ${median(lines).toFixed(2)} ms (${Math.max(...lines).toFixed(2)} at most); building what is left anew ${median(builds).toFixed(0)} ms`,
  );
  return { cut_3_of_245k_vs_rebuild: median(builds) / median(cuts) };
}

/** Some triangles, one behind the other, go, and come again under other numbers. */
function replace({ mesh }: Body, from: number, count: number): Cut {
  const remove: number[] = [];
  const add: number[] = [];
  for (let triangle = from; remove.length < count; triangle = (triangle + 1) % mesh.triangleCount) {
    const [a, b, c] = mesh.triangles.subarray(triangle * 3, triangle * 3 + 3);
    if (a === b) continue;
    remove.push(triangle);
    add.push(a, b, c);
  }
  return { remove, add };
}

/** Builds a body of what is left of another, with its regions, and searches it: the same pairs. Returns how long building takes, in milliseconds. */
function buildAnew(kernels: Kernels, body: Body, pose: (body: Body) => void, checksum: number): number {
  const hits = createPairHits(HITS);
  const start = performance.now();
  const { mesh, model, sources } = collectCut(body);
  const anew = createBody(kernels, createShape(mesh, model), { pruning: 'always' });
  pose(anew);
  findSelfHits(anew, hits);
  const built = performance.now() - start;
  const search = performance.now();
  pose(anew);
  findSelfHits(anew, hits);
  const searched = performance.now() - search;
  anew.dispose();
  for (let i = 0; i < hits.count * 2; i++) hits.pairs[i] = sources[hits.pairs[i]];
  if (pairChecksum(hits) !== checksum) throw new Error('a body that was cut has other pairs than one built anew');
  return built - searched;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}
