// slow: compares clips of the shared characters with brute force
/** Balls, boxes, capsules, rays, moving balls and closest points on real characters in their clips, against brute force. */
import {
  type Body,
  createClosestPoint,
  createHits,
  findBallHits,
  findBoxHits,
  findCapsuleHits,
  findClosestPoint,
  findRayHits,
  findSweepHits,
} from 'pliant';
import { type Random, createRandom } from 'pliant/exact';
import {
  bruteBallHits,
  bruteBoxHits,
  bruteCapsuleHits,
  bruteClosestPoint,
  bruteRayHits,
  bruteSweepHits,
} from 'pliant/oracle';
import { describe, expect, it } from 'vitest';
import { readGltf } from '../support/gltf-file.js';
import { BACKENDS } from '../support/sample-bodies.js';
import { sharedData } from '../support/shared-data.js';
import { createCharacterParts, disposeParts, poseParts } from '../support/skinned-bodies.js';
import { CHARACTERS, momentsOf } from '../support/skinned-characters.js';
import type { PosedSurface } from '../support/surface-collisions.js';

/** A question about a body, asked by searching and of every triangle: the answers are lists of numbers to compare. */
interface Question {
  readonly what: string;
  ask(body: Body): number[];
  brute(surface: PosedSurface): number[];
}

const QUESTIONS_PER_KIND = 3;
const MOST_MOMENTS = 10;
/** Objects with few triangles say little, and some files have many of them. */
const FEW_TRIANGLES = 400;

const hits = createHits(60_000);
const nearest = createHits(3);
const closest = createClosestPoint();

const foundTriangles = (count: number): number[] => {
  expect(count).toBe(hits.count);
  return [...hits.triangles.subarray(0, hits.count)].sort((a, b) => a - b);
};
const foundNearest = (count: number): number[] => [
  ...nearest.triangles.subarray(0, count),
  ...nearest.parameters.subarray(0, count),
];
const foundClosest = (distance: number): number[] => [distance, closest.triangle ?? -1, ...closest.point];

/** What is asked, near the surface or across the whole of it. */
const KINDS: Readonly<Record<string, (random: Random, surface: PosedSurface) => Question>> = {
  ball(random, surface) {
    const center = pointNear(random, surface);
    const radius = sizeOf(surface) * random.range(0, 0.1);
    return {
      what: `ball ${center.join(' ')}, ${radius}`,
      ask: (body) => foundTriangles(findBallHits(body, center, radius, hits)),
      brute: ({ positions, triangles }) => foundTriangles(bruteBallHits(positions, triangles, center, radius, hits)),
    };
  },
  box(random, surface) {
    const [one, other] = [pointNear(random, surface), pointNear(random, surface)];
    const [from, to] = [
      one.map((value, axis) => Math.min(value, other[axis])),
      one.map((value, axis) => Math.max(value, other[axis])),
    ];
    return {
      what: `box ${from.join(' ')}, ${to.join(' ')}`,
      ask: (body) => foundTriangles(findBoxHits(body, from, to, hits)),
      brute: ({ positions, triangles }) => foundTriangles(bruteBoxHits(positions, triangles, from, to, hits)),
    };
  },
  capsule(random, surface) {
    const [start, end] = [pointNear(random, surface), pointNear(random, surface)];
    const radius = sizeOf(surface) * random.range(0, 0.02);
    return {
      what: `capsule ${start.join(' ')}, ${end.join(' ')}, ${radius}`,
      ask: (body) => foundTriangles(findCapsuleHits(body, start, end, radius, hits)),
      brute: ({ positions, triangles }) =>
        foundTriangles(bruteCapsuleHits(positions, triangles, start, end, radius, hits)),
    };
  },
  ray(random, surface) {
    const origin = pointNear(random, surface);
    const direction = pointNear(random, surface).map((value, axis) => value - origin[axis]);
    if (!direction.some((value) => value !== 0)) direction[2] = 1;
    return {
      what: `ray ${origin.join(' ')} along ${direction.join(' ')}`,
      ask: (body) => foundNearest(findRayHits(body, origin, direction, nearest)),
      brute: ({ positions, triangles }) => foundNearest(bruteRayHits(positions, triangles, origin, direction, nearest)),
    };
  },
  sweep(random, surface) {
    const [start, end] = [pointNear(random, surface), pointNear(random, surface)];
    const radius = sizeOf(surface) * random.range(0, 0.02);
    return {
      what: `ball of ${radius} from ${start.join(' ')} to ${end.join(' ')}`,
      ask: (body) => foundNearest(findSweepHits(body, start, end, radius, nearest)),
      brute: ({ positions, triangles }) =>
        foundNearest(bruteSweepHits(positions, triangles, start, end, radius, nearest)),
    };
  },
  closest(random, surface) {
    const from = pointNear(random, surface);
    return {
      what: `closest to ${from.join(' ')}`,
      ask: (body) => foundClosest(findClosestPoint(body, from, closest)),
      brute: ({ positions, triangles }) => foundClosest(bruteClosestPoint(positions, triangles, from, closest)),
    };
  },
};

/** Off a corner of some triangle by up to a tenth of the body; now and then that corner itself. */
function pointNear(random: Random, surface: PosedSurface): number[] {
  const { positions, triangles } = surface;
  const vertex = triangles[random.integer(triangles.length)] * 3;
  const away = random.integer(4) === 0 ? 0 : sizeOf(surface) * 0.1;
  return [0, 1, 2].map((axis) => positions[vertex + axis] + (away === 0 ? 0 : random.range(-away, away)));
}

/** The height of the body, or what is largest of it. */
function sizeOf({ positions }: PosedSurface): number {
  return Math.max(
    ...[0, 1, 2].map((axis) => {
      let [lowest, highest] = [Infinity, -Infinity];
      for (let k = axis; k < positions.length; k += 3) {
        lowest = Math.min(lowest, positions[k]);
        highest = Math.max(highest, positions[k]);
      }
      return highest - lowest;
    }),
  );
}

describe.skipIf(sharedData('skinned') === undefined)('a question about a character', () => {
  it.each(CHARACTERS)('%s: is answered as by brute force', async (path) => {
    const seed = 1616;
    const random = createRandom(seed);
    const file = await readGltf(sharedData(path)!);
    const backends = [BACKENDS.wasm, BACKENDS.typescript].map((kernels) => createCharacterParts(kernels, file));
    const strategies = ['adaptive', 'lazy'] as const;
    let found = 0;
    let asked = 0;
    let moments = 0;
    for (const { what, poses } of momentsOf(file, file.clips.length > 1 ? 1 : 5)) {
      if (moments++ === MOST_MOMENTS) break;
      const [surfaces] = backends.map((parts, i) => poseParts(parts, poses, strategies[i]));
      for (const [object, surface] of surfaces.entries()) {
        if (surface.triangles.length < FEW_TRIANGLES * 3) continue;
        for (const [kind, makeQuestion] of Object.entries(KINDS)) {
          for (let k = 0; k < QUESTIONS_PER_KIND; k++) {
            const question = makeQuestion(random, surface);
            const expected = question.brute(surface);
            const told = `seed ${seed}, ${what}, ${file.objects[object].name}: ${question.what}`;
            for (const parts of backends) expect(question.ask(parts[object].lazy), told).toEqual(expected);
            if (kind !== 'closest' && expected.length > 0) found++;
            asked++;
          }
        }
      }
    }
    disposeParts(backends.flat());
    expect(found).toBeGreaterThan(asked / 4);
  });
});
