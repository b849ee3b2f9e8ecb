// slow: compares every clip of the shared characters with brute force
/**
 * Real characters in their clips: which triangles of each object collide with each other, and which with those of every
 * other object, as brute force says.
 *
 * The shared data's table counts *selfX*: crossings of the whole file without a common vertex, in doubles. Its numbers
 * are asserted where they do not hang on rounding. Left out are Soldier and RobotExpressive, whose weights do not sum to
 * 1 and were not normalised for the table (done so, its numbers come out here too); the clips of Xbot, where up to ten in
 * eleven thousand depend on rounding; and Knight, whose parts lie in each other's planes.
 */
import { type Body, createPairHits, findPairHits, findSelfHits } from 'pliant';
import { describe, expect, it } from 'vitest';
import { readGltf } from '../support/gltf-file.js';
import { BACKENDS } from '../support/sample-bodies.js';
import { sharedData } from '../support/shared-data.js';
import { createCharacterParts, disposeParts, poseParts } from '../support/skinned-bodies.js';
import { CHARACTERS, momentsOf } from '../support/skinned-characters.js';
import { bruteCollisions, countSelfX, expectSamePairs, numberPlaces } from '../support/surface-collisions.js';

type Range = readonly [lowest: number, highest: number];

/** selfX of the table at rest, and over five instants of a clip. */
const FACE: Readonly<Record<string, Range>> = {
  rest: [1249, 1249],
  'Key|Take 001|BaseLayer': [1168, 1312],
  'grp_eyeLeft|Take 001|BaseLayer': [1239, 1249],
  'grp_eyeRight|Take 001|BaseLayer': [1232, 1249],
  'grp_transform|Take 001|BaseLayer': [1249, 1249],
};
const SELF_X: Readonly<Partial<Record<(typeof CHARACTERS)[number], Readonly<Record<string, Range>>>>> = {
  'skinned/CesiumMan.glb': { rest: [0, 0], 'clip 0': [52, 89] },
  'skinned/Fox.glb': { rest: [0, 0], Survey: [0, 1], Walk: [1, 28], Run: [6, 70] },
  'skinned/Xbot.glb': { rest: [10950, 10950] },
  'skinned/HVGirl.glb': { rest: [27, 27], Idle: [27, 55], Samba: [7, 72], Walking: [5, 33], WalkingBack: [20, 56] },
  'skinned/Godette_vrm_v4.vrm': { rest: [511, 511] },
  'skinned/webxr-generic-hand-left.glb': { rest: [0, 0] },
  'skinned/elephant-bbw15.glb': { rest: [0, 0], 'elephant-anim': [0, 465] },
  'morph/Horse.glb': { rest: [0, 0], horse_A_: [0, 12] },
  'morph/MorphStressTest.glb': { rest: [0, 0], Individuals: [0, 0], TheWave: [0, 0], Pulse: [0, 0] },
  'morph/torus-modal20.glb': { rest: [0, 0], ring: [0, 0] },
  'face/facecap.glb': FACE,
  'face/facecap-plain.glb': FACE,
};

const STRATEGIES = ['lazy', 'adaptive', 'refit'] as const;
/** Beyond so many triangles in all clips, one instant of each has to do: Xbot is large, and Knight has 76 clips. */
const MANY_TRIANGLES = 300_000;
/** Of that many moments one is asked of refitted bodies too. */
const REFITTED_EVERY = 4;
const hits = createPairHits(100_000);

/** Every body with itself, "i i", and every two, "i j". */
function pairsOf(bodies: readonly Body[]): ReadonlyMap<string, readonly [Body, Body]> {
  return new Map(
    bodies.flatMap((body, i) => bodies.slice(i).map((other, k) => [`${i} ${i + k}`, [body, other]] as const)),
  );
}

describe.skipIf(sharedData('skinned') === undefined)('collisions of a character with itself', () => {
  it.each(CHARACTERS)('%s: as brute force finds them, in every clip', async (path) => {
    const file = await readGltf(sharedData(path)!);
    const parts = createCharacterParts(BACKENDS.wasm, file);
    const kinds = {
      lazy: pairsOf(parts.map(({ lazy }) => lazy)),
      refitted: pairsOf(parts.map(({ refit }) => refit)),
    };
    const selfX = new Map<string, number[]>();
    let places: Uint32Array[] | undefined;
    let moment = 0;
    const triangleCount = parts.reduce((sum, { mesh }) => sum + mesh.triangleCount, 0);
    for (const { clip, what, poses } of momentsOf(file, triangleCount * file.clips.length > MANY_TRIANGLES ? 1 : 5)) {
      const surfaces = poseParts(parts, poses, STRATEGIES[moment++ % STRATEGIES.length]);
      places ??= numberPlaces(surfaces);
      const expected = bruteCollisions(surfaces);
      for (const [kind, pairs] of Object.entries(kinds)) {
        if (kind === 'refitted' && moment % REFITTED_EVERY !== 1) continue;
        for (const [pair, [body, other]] of pairs) {
          if (body === other) findSelfHits(body, hits);
          else findPairHits(body, other, hits);
          const names = pair.split(' ').map((part) => parts[Number(part)].name);
          expectSamePairs(hits, expected.get(pair)!, `${what}, ${names.join(' and ')}, ${kind}`);
        }
      }
      // Not even touching: what the table's numbers do not tell.
      const isClear = path === 'skinned/CesiumMan.glb' && clip === 'rest';
      if (isClear) expect([...expected.values()].flatMap((keys) => [...keys])).toEqual([]);
      selfX.set(clip, [...(selfX.get(clip) ?? []), countSelfX(expected, surfaces, places)]);
    }
    disposeParts(parts);

    for (const [clip, range] of Object.entries(SELF_X[path] ?? {})) {
      const counts = selfX.get(clip)!;
      expect([Math.min(...counts), Math.max(...counts)], clip).toEqual(range);
    }
  });
});
