/** The quadruped as a model: forty joints, four of them moving a vertex at most, as games want it; it walks and it jumps. */
import { jump, walk } from './quadruped-motion.js';
import { BEND, ROLL, SWAY, solveRig } from './quadruped-rig.js';
import { QUADRUPED_PERIODS, createQuadruped } from './quadruped.js';
import type { Quadruped, QuadrupedMotion } from './quadruped.js';
import { keyTimes, quaternionOf } from './model-keys.js';
import type { ModelChannel, ModelClip, ModelDescription } from './write-glb.js';

const JOINTS_PER_VERTEX = 4;
/** How often a motion is repeated in its clip. */
const REPEATS = { walk: 2, jump: 1 } as const;

/** Describes the animal, in its small size. */
export function describeAnimal(): ModelDescription {
  const quadruped = createQuadruped({ triangles: 'small' });
  const { bones, mesh } = quadruped;
  const skinNode = bones.length;
  return {
    nodes: [
      ...bones.map(({ name, parent, joint }) => ({
        name,
        parent,
        translation: parent < 0 ? joint : joint.map((coordinate, axis) => coordinate - bones[parent].joint[axis]),
      })),
      { name: 'Animal', parent: -1, mesh: 0, skin: 0 },
    ],
    meshes: [{ name: 'Animal', positions: mesh.positions, triangles: mesh.triangles, ...strongestJoints(quadruped) }],
    skins: [{ joints: [...Array(skinNode).keys()], places: bones.map(({ joint }) => joint) }],
    clips: [makeClip(quadruped, 'walk', 'Walk'), makeClip(quadruped, 'jump', 'Jump')],
  };
}

/** The four strongest joints of each vertex, with weights that sum to 1. */
function strongestJoints({ mesh, joints, weights, influencesPerVertex }: Quadruped): {
  joints: Uint16Array;
  weights: Float32Array;
} {
  const out = {
    joints: new Uint16Array(mesh.vertexCount * JOINTS_PER_VERTEX),
    weights: new Float32Array(mesh.vertexCount * JOINTS_PER_VERTEX),
  };
  for (let vertex = 0; vertex < mesh.vertexCount; vertex++) {
    const first = vertex * influencesPerVertex;
    const strongest = Array.from({ length: influencesPerVertex }, (_, i) => first + i)
      .sort((a, b) => weights[b] - weights[a])
      .slice(0, JOINTS_PER_VERTEX);
    const sum = strongest.reduce((total, i) => total + weights[i], 0);
    strongest.forEach((from, i) => {
      // What has no weight names no joint: the validator asks for it.
      out.joints[vertex * JOINTS_PER_VERTEX + i] = weights[from] > 0 ? joints[from] : 0;
      out.weights[vertex * JOINTS_PER_VERTEX + i] = weights[from] / sum;
    });
  }
  return out;
}

function makeClip({ bones, physique, rig }: Quadruped, motion: QuadrupedMotion, name: string): ModelClip {
  const times = keyTimes(QUADRUPED_PERIODS[motion] * REPEATS[motion]);
  const rotations = bones.map(() => new Float32Array(times.length * 4));
  const root = new Float32Array(times.length * 3);
  times.forEach((time, key) => {
    const turns = time / QUADRUPED_PERIODS[motion];
    (motion === 'walk' ? walk : jump)(rig, turns - Math.floor(turns), physique.tailStart);
    solveRig(rig);
    bones.forEach((_, bone) => {
      const [bend, sway, roll] = [BEND, SWAY, ROLL].map((angle) => rig.angles[bone * 3 + angle]);
      rotations[bone].set(quaternionOf(roll, sway, bend), key * 4);
    });
    root.set(
      bones[0].joint.map((coordinate, axis) => coordinate + rig.rootShift[axis]),
      key * 3,
    );
  });
  const channels: ModelChannel[] = rotations.map((values, node) => ({ node, path: 'rotation', times, values }));
  return { name, channels: [...channels, { node: 0, path: 'translation', times, values: root }] };
}
