/** A tube that curls up until it passes through itself, and one that is wrung like a towel. */
import { keyTimes, quaternionOf, sampleKeys, swing } from './model-keys.js';
import { createPipe, weighAlong } from './model-pipe.js';
import type { ModelClip, ModelDescription } from './write-glb.js';

const LENGTH = 2.4;
const JOINTS = 7;
/** How far a joint bends, and turns, at most: in radians. */
const CURL = 1.15;
const WRING = 1.2;

/** Describes the tube. */
export function describeTube(): ModelDescription {
  const spacing = LENGTH / JOINTS;
  const places = Array.from({ length: JOINTS }, (_, i) => i * spacing);
  const pipe = createPipe({ from: 0, to: LENGTH, rings: 96, sides: 28, radius: (share) => 0.17 - 0.05 * share });
  return {
    nodes: [
      ...places.map((_, i) => ({ name: `Joint ${i + 1}`, parent: i - 1, translation: [i === 0 ? 0 : spacing, 0, 0] })),
      { name: 'Tube', parent: -1, mesh: 0, skin: 0 },
    ],
    meshes: [
      {
        name: 'Tube',
        positions: pipe.positions,
        triangles: pipe.triangles,
        ...weighAlong(pipe.along, places, spacing * 0.9),
      },
    ],
    skins: [{ joints: [...places.keys()], places: places.map((x) => [x, 0, 0]) }],
    clips: [
      makeClip('Curl', 4, (share, joint) => [0, 0.08 * joint * swing(share), CURL * swing(share)]),
      makeClip('Wring', 3, (share) => [WRING * swing(share), 0, 0.35 * swing(share)]),
    ],
  };
}

function makeClip(
  name: string,
  duration: number,
  angles: (share: number, joint: number) => readonly [number, number, number],
): ModelClip {
  const times = keyTimes(duration);
  return {
    name,
    channels: Array.from({ length: JOINTS - 1 }, (_, i) => ({
      node: i + 1,
      path: 'rotation' as const,
      times,
      values: sampleKeys(times, (share) => quaternionOf(...angles(share, i + 1))),
    })),
  };
}
