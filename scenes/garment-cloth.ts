/** A garment as cloth: the points of its pattern put around a standing figure, the links that keep it together, and what of it is held. Then it is worn. */
import { PI, cos, sin } from 'pliant/exact';
import { createLinkedCloth, stepCloth } from './cloth-simulation.js';
import type { ClothState, Link } from './cloth-simulation.js';
import { ARM_GIRTH, LEG_GIRTH, pushOffLimb } from './figure-limbs.js';
import { createTrunk, placeOnTrunk, pushOffTrunk } from './figure-trunk.js';
import type { Trunk } from './figure-trunk.js';
import { ARM_LENGTH, BRISK, along, turn, walk } from './figure-walk.js';
import type { FigurePose, Limb, Vector } from './figure-walk.js';
import { nodeAt } from './garment-pattern.js';
import type { Pattern, PatternNet } from './garment-pattern.js';

/** Cloth on a figure. */
export interface WornCloth {
  readonly net: PatternNet;
  readonly state: ClothState;
  /** Points that go with the shoulders, and where they are as seen from there. */
  readonly held: readonly { readonly point: number; readonly from: Vector }[];
}

/** How far the cloth stays off the skin, in metres. */
const OFF = 0.012;
/** Where shoulders begin and end, and the neck in front: 1 is where the neck begins. */
const RIDGE = [0.97, 0.89] as const;
const NECKLINE = 0.9;
/** What links lead to, and how strongly they hold: sides, diagonals, and two on, which makes it stiff. */
const LINKS = [
  [1, 0, 1],
  [0, 1, 1],
  [1, 1, 0.2],
  [-1, 1, 0.2],
  [2, 0, 0.05],
  [0, 2, 0.05],
] as const;

/** Puts the cloth on the figure as it stands. */
export function putOn(net: PatternNet): WornCloth {
  const pose = walk(BRISK, 0, 0);
  const trunk = createTrunk(pose);
  const places = new Float64Array(net.nodeCount * 3);
  const held: { point: number; from: Vector }[] = [];
  for (let point = 0; point < net.nodeCount; point++) {
    const place = placeOf(net, point, pose, trunk);
    places.set(place, point * 3);
    if (net.nodes[point * 3 + 1] > 0 || Math.abs(net.nodes[point * 3]) > 0.8 * net.pattern.half * net.scale) continue;
    held.push({ point, from: [place[0] - pose.neck[0], place[1] - pose.neck[1], place[2] - pose.neck[2]] });
  }
  const state = createLinkedCloth(linksOf(net), places);
  for (const { point } of held) state.isHeld[point] = 1;
  return { net, state, held };
}

/** Takes the cloth along while the figure comes into a pose. */
export function stepWorn({ held, state }: WornCloth, seconds: number, pose: FigurePose): void {
  const trunk = createTrunk(pose);
  for (const { point, from } of held) state.places.set(turn(from, pose.shoulderTurn, pose.neck), point * 3);
  stepCloth(state, seconds, {
    thickness: 0,
    stop: (places, p) => {
      pushOffTrunk(trunk, places, p, OFF);
      for (const arm of pose.arms) pushOffLimb(arm, ARM_GIRTH, places, p, OFF);
      for (const leg of pose.legs) pushOffLimb(leg, LEG_GIRTH, places, p, OFF);
    },
  });
}

/** Across and down: how large a cell is at a place of the pattern, in metres. */
export function cellSize(
  { armhole, half, length, rows, sleeve, sleeveLength, sleeveWidths, widths }: Pattern,
  column: number,
  row: number,
): [number, number] {
  const out = Math.abs(column) - half;
  if (out > 0) {
    const around = sleeveWidths[0] + (out / sleeve) * (sleeveWidths[1] - sleeveWidths[0]);
    return [sleeveLength / sleeve, around / armhole];
  }
  const at = Math.min(Math.max(row / rows, 0), 1) * (widths.length - 1);
  const first = Math.min(Math.floor(at), widths.length - 2);
  return [(widths[first] + (at - first) * (widths[first + 1] - widths[first])) / (2 * half), length / rows];
}

function linksOf(net: PatternNet): Link[] {
  const { pattern, scale } = net;
  const links: Link[] = [];
  const known = new Set<number>();
  for (let panel = 0; panel < 2; panel++) {
    for (let row = 0; row <= pattern.rows * scale; row++) {
      const reach = (row <= pattern.armhole * scale ? pattern.half + pattern.sleeve : pattern.half) * scale;
      for (let column = -reach; column <= reach; column++) {
        for (const [across, down, strength] of LINKS) {
          const isOver = Math.abs(column + across) > (pattern.half + pattern.sleeve) * scale;
          if (isOver || row + down > pattern.rows * scale) continue;
          const a = nodeAt(net, column, row, panel);
          const b = nodeAt(net, column + across, row + down, panel);
          const key = Math.min(a, b) * net.nodeCount + Math.max(a, b);
          if (a === b || known.has(key)) continue;
          known.add(key);
          const size = cellSize(pattern, (column + across / 2) / scale, (row + down / 2) / scale);
          const [x, y] = [(across * size[0]) / scale, (down * size[1]) / scale];
          links.push({ a, b, length: Math.sqrt(x * x + y * y), strength });
        }
      }
    }
  }
  return links;
}

/** Where a point of the cloth is put: around trunk or arm, wider where there is more cloth than skin. */
function placeOf({ nodes, pattern, scale }: PatternNet, point: number, pose: FigurePose, trunk: Trunk): Vector {
  const [column, row, panel] = [nodes[point * 3] / scale, nodes[point * 3 + 1] / scale, nodes[point * 3 + 2]];
  const side = column < 0 ? -1 : 1;
  const front = panel === 0 ? 1 : -1;
  const out = Math.abs(column) - pattern.half;
  if (out > 0) {
    const share = ((out / pattern.sleeve) * pattern.sleeveLength) / ARM_LENGTH;
    return aroundArm(pose.arms[side > 0 ? 0 : 1], share, (PI * row) / pattern.armhole, side, front);
  }
  const [across, down] = cellSize(pattern, column, row);
  const aside = Math.abs(column) / pattern.half;
  const neck = pattern.neck / pattern.half;
  if (row === 0 && aside < neck) {
    const angle = ((PI / 2) * aside) / neck;
    const low = front > 0 ? NECKLINE : RIDGE[0];
    return placeOnTrunk(trunk, low + sin(angle) * (RIDGE[0] - low), side * sin(angle), front * cos(angle), OFF);
  }
  const ridge = RIDGE[0] + Math.max((aside - neck) / (1 - neck), 0) * (RIDGE[1] - RIDGE[0]);
  if (row === 0) return placeOnTrunk(trunk, ridge, side, 0, OFF);
  // From the ridge of the shoulders down, places come to lie all around.
  const around = Math.min(row / pattern.armhole, 1);
  const angle = (PI / 2) * aside * around + (PI / 2) * (1 - around);
  const drop = (row * down) / (pose.neck[1] - pose.pelvis[1]);
  const radius = (across * 2 * pattern.half) / PI;
  const up = Math.max(ridge - drop, 0.2);
  const [left, ahead] = [sin(angle) * (aside * (1 - around) + around), cos(angle)];
  const [x, , z] = placeOnTrunk(trunk, up, side * left, front * ahead, OFF);
  const y = pose.pelvis[1] + (ridge - drop) * (pose.neck[1] - pose.pelvis[1]);
  const [wide, deep] = [side * left * 1.1 * radius, front * ahead * 0.9 * radius];
  return [Math.abs(wide) > Math.abs(x) ? wide : x, y, Math.abs(deep) > Math.abs(z) ? deep : z];
}

function aroundArm([shoulder, elbow, wrist]: Limb, share: number, angle: number, side: number, front: number): Vector {
  const [a, b, s] = share < 0.5 ? [shoulder, elbow, 2 * share] : [elbow, wrist, 2 * share - 1];
  const middle: Vector = [a[0] + s * (b[0] - a[0]), a[1] + s * (b[1] - a[1]), a[2] + s * (b[2] - a[2])];
  const [x, y] = [b[0] - a[0], b[1] - a[1]];
  // Row 0 is above an arm that is held out, hence outside of one that hangs.
  const outside = along([0, 0, 0], [-y * side, x * side, 0], cos(angle));
  const radius = 0.07 - 0.02 * share;
  return [middle[0] + outside[0] * radius, middle[1] + outside[1] * radius, middle[2] + front * sin(angle) * radius];
}
