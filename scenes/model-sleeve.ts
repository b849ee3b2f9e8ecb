/** An arm in a sleeve, each weighted in its own way, so that the arm comes through the cloth; and a bracelet that is not bent. */
import { keyTimes, quaternionOf, sampleKeys, smoothStep, swing } from './model-keys.js';
import { createPipe, weighAlong } from './model-pipe.js';
import type { ModelDescription } from './write-glb.js';

/** Where joints are along the arm, in metres. */
const [SHOULDER, ELBOW, WRIST] = [0, 0.3, 0.56];
const NAMES = ['Shoulder', 'Elbow', 'Wrist'] as const;
/** How far the elbow bends, in radians. */
const BEND = 2.15;

/** Describes arm, sleeve and bracelet. */
export function describeSleeve(): ModelDescription {
  const places = [SHOULDER, ELBOW, WRIST];
  const arm = createPipe({
    from: -0.04,
    to: 0.66,
    rings: 72,
    sides: 32,
    // Shoulder, elbow, lower arm, wrist, hand.
    radius: (share) => 0.062 - 0.024 * smoothStep(0.1, 0.82, share) + 0.008 * smoothStep(0.84, 0.95, share),
  });
  const sleeve = createPipe({
    from: -0.03,
    to: 0.46,
    rings: 60,
    sides: 36,
    radius: (share) => 0.078 - 0.015 * share,
    thickness: 0.006,
  });
  const ring = createPipe({ from: -0.012, to: 0.012, rings: 6, sides: 32, radius: () => 0.05, thickness: 0.007 });
  const bend = keyTimes(3);
  const turn = keyTimes(2.5);
  return {
    nodes: [
      ...NAMES.map((name, i) => ({
        name,
        parent: i - 1,
        translation: [i === 0 ? SHOULDER : places[i] - places[i - 1], 0, 0],
      })),
      { name: 'Arm', parent: -1, mesh: 0, skin: 0 },
      { name: 'Sleeve', parent: -1, mesh: 1, skin: 0 },
      { name: 'Bracelet', parent: 1, translation: [0.22, 0, 0], mesh: 2 },
    ],
    meshes: [
      { name: 'Arm', positions: arm.positions, triangles: arm.triangles, ...weighAlong(arm.along, places, 0.07) },
      {
        name: 'Sleeve',
        positions: sleeve.positions,
        triangles: sleeve.triangles,
        // Cloth gives way over a longer stretch.
        ...weighAlong(sleeve.along, places, 0.2),
      },
      { name: 'Bracelet', positions: ring.positions, triangles: ring.triangles },
    ],
    skins: [{ joints: [0, 1, 2], places: places.map((x) => [x, 0, 0]) }],
    clips: [
      {
        name: 'Bend',
        channels: [
          {
            node: 1,
            path: 'rotation',
            times: bend,
            values: sampleKeys(bend, (share) => quaternionOf(0, 0, BEND * swing(share))),
          },
          {
            node: 0,
            path: 'rotation',
            times: bend,
            values: sampleKeys(bend, (share) => quaternionOf(0, 0, -0.35 * swing(share))),
          },
        ],
      },
      {
        name: 'Turn',
        channels: [
          {
            node: 1,
            path: 'rotation',
            times: turn,
            values: sampleKeys(turn, (share) => quaternionOf(1.9 * swing(share), 0, 0.6)),
          },
          {
            node: 2,
            path: 'rotation',
            times: turn,
            values: sampleKeys(turn, (share) => quaternionOf(0, 0, 0.8 * swing(share) - 0.3)),
          },
          {
            node: 5,
            path: 'translation',
            times: turn,
            values: sampleKeys(turn, (share) => [0.22 - 0.09 * swing(share), 0, 0]),
          },
        ],
      },
    ],
  };
}
