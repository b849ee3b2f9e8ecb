/**
 * How strongly each bone moves each vertex of the quadruped. A bone's weight falls smoothly with how much further the vertex
 * is from it than from the nearest bone, so weights are continuous over the surface and the same at every resolution.
 */
import type { Mesh } from 'pliant/parts';
import type { Bone } from './quadruped-skeleton.js';

/** Most bones that move one vertex. */
export const QUADRUPED_INFLUENCES = 9;

/** Influences as skins take them: {@link QUADRUPED_INFLUENCES} per vertex, the strongest first, weight zero for none. */
export interface Influences {
  readonly joints: Uint16Array;
  readonly weights: Float32Array;
}

/** In metres: a bone that is further by this much has no weight. Joints of legs are sharper than the trunk. */
const TRUNK_REACH = 0.056;
const LEG_REACH = 0.05;
/** A leg moves no vertex that lies so far on the other side of the animal: left and right meet under the trunk only. */
const CROSSING = 0.012;

/** Weighs all bones at all vertices. */
export function weighBones(mesh: Mesh, bones: readonly Bone[]): Influences {
  const joints = new Uint16Array(mesh.vertexCount * QUADRUPED_INFLUENCES);
  const weights = new Float32Array(joints.length);
  const strengths = new Float64Array(bones.length);
  const ranking = new Int32Array(bones.length);
  for (let vertex = 0; vertex < mesh.vertexCount; vertex++) {
    findStrengths(strengths, bones, mesh.positions, vertex * 3);
    const count = rank(ranking, strengths);
    // What the strongest bone left out would have is taken from all: none appears or vanishes with a jump.
    const least = count > QUADRUPED_INFLUENCES ? strengths[ranking[QUADRUPED_INFLUENCES]] : 0;
    const kept = Math.min(count, QUADRUPED_INFLUENCES);
    let sum = 0;
    for (let k = 0; k < kept; k++) sum += strengths[ranking[k]] - least;
    for (let k = 0; k < kept; k++) {
      joints[vertex * QUADRUPED_INFLUENCES + k] = ranking[k];
      weights[vertex * QUADRUPED_INFLUENCES + k] = (strengths[ranking[k]] - least) / sum;
    }
  }
  return { joints, weights };
}

/** Orders bones by falling strength, those of none left out. Returns how many there are. */
function rank(ranking: Int32Array, strengths: Float64Array): number {
  let count = 0;
  for (let bone = 0; bone < strengths.length; bone++) {
    if (strengths[bone] === 0) continue;
    let place = count++;
    for (; place > 0 && strengths[ranking[place - 1]] < strengths[bone]; place--) ranking[place] = ranking[place - 1];
    ranking[place] = bone;
  }
  return count;
}

function findStrengths(strengths: Float64Array, bones: readonly Bone[], positions: Float32Array, at: number): void {
  let nearest = Infinity;
  for (let bone = 0; bone < bones.length; bone++) {
    strengths[bone] = distanceToFlesh(bones[bone], positions, at);
    nearest = Math.min(nearest, strengths[bone]);
  }
  for (let bone = 0; bone < bones.length; bone++) {
    const { side } = bones[bone];
    const share = Math.max(1 - (strengths[bone] - nearest) / (side === 0 ? TRUNK_REACH : LEG_REACH), 0);
    const across = Math.min(Math.max((side * positions[at + 2]) / CROSSING + 1, 0), 1);
    const own = side === 0 ? 1 : across * across * (3 - 2 * across);
    strengths[bone] = own * share * share * share * share;
  }
}

/** How far a place is from the skin that a bone alone would have. */
function distanceToFlesh(bone: Bone, positions: Float32Array, at: number): number {
  const { joint, tip } = bone;
  const [alongX, alongY, alongZ] = [tip[0] - joint[0], tip[1] - joint[1], tip[2] - joint[2]];
  const x = positions[at] - joint[0];
  const y = positions[at + 1] - joint[1];
  const z = positions[at + 2] - joint[2];
  const lengthSquared = alongX * alongX + alongY * alongY + alongZ * alongZ;
  const share = Math.min(Math.max((x * alongX + y * alongY + z * alongZ) / lengthSquared, 0), 1);
  const offX = x - share * alongX;
  const offY = y - share * alongY;
  const offZ = z - share * alongZ;
  const radius = bone.radius + share * (bone.tipRadius - bone.radius);
  return Math.sqrt(offX * offX + offY * offY + offZ * offZ) - radius;
}
