/** Closed tubes along x, and soft weights of the joints that stand along them. */
import { cos, sin } from 'pliant/exact';

/** A tube: its surface, and where along it each vertex is. */
export interface Pipe {
  readonly positions: Float32Array;
  readonly triangles: Uint32Array;
  /** x of each vertex. */
  readonly along: Float32Array;
}

/** How to make one. */
export interface PipeOptions {
  readonly from: number;
  readonly to: number;
  readonly rings: number;
  readonly sides: number;
  /** Radius at a share of the way, from 0 to 1. */
  readonly radius: (share: number) => number;
  /** Whether the ends are closed; else the tube is a sleeve with an inner side, thus closed as well. */
  readonly thickness?: number;
}

/** Makes a tube: with round caps, or with a wall of some thickness, open at both ends. Closed either way. */
export function createPipe({ from, to, rings, sides, radius, thickness }: PipeOptions): Pipe {
  const profile: (readonly [x: number, radius: number])[] = [];
  for (let ring = 0; ring <= rings; ring++) {
    const share = ring / rings;
    profile.push([from + share * (to - from), radius(share)]);
  }
  if (thickness === undefined)
    return revolve([...capOf(profile[0], -1), ...profile, ...capOf(profile[rings], 1)], sides, false);
  const inner = profile.toReversed().map(([x, r]) => [x, r - thickness] as const);
  return revolve([...profile, ...inner], sides, true);
}

/** Weights of four joints per vertex: each joint holds on from the middle before it to the middle behind it, softly. */
export function weighAlong(
  along: Float32Array,
  joints: readonly number[],
  softness: number,
): { joints: Uint16Array; weights: Float32Array } {
  const out = { joints: new Uint16Array(along.length * 4), weights: new Float32Array(along.length * 4) };
  along.forEach((x, vertex) => {
    // Joint k has the stretch from its place to that of the next; the step over a joint is `softness` wide.
    const shares = joints.map((place) => (place === joints[0] ? 1 : step((x - place) / softness + 0.5)));
    const weights = shares.map((share, k) => share - (shares[k + 1] ?? 0));
    const strongest = [...weights.keys()].filter((k) => weights[k] > 1e-4).sort((a, b) => weights[b] - weights[a]);
    const sum = strongest.slice(0, 4).reduce((total, k) => total + weights[k], 0);
    strongest.slice(0, 4).forEach((k, i) => {
      out.joints[vertex * 4 + i] = k;
      out.weights[vertex * 4 + i] = weights[k] / sum;
    });
  });
  return out;
}

/** Half a sphere at an end, as rings towards its pole; on the side of `sign`. */
function capOf([x, radius]: readonly [number, number], sign: -1 | 1): (readonly [number, number])[] {
  const steps = 5;
  const cap = Array.from({ length: steps }, (_, i) => {
    const angle = ((i + 1) / steps) * (Math.PI / 2);
    return [x + sign * radius * sin(angle), i + 1 === steps ? 0 : radius * cos(angle)] as const;
  });
  return sign < 0 ? cap.reverse() : cap;
}

/** The surface of a profile that turns about x; rings of radius 0 are a single vertex. */
function revolve(profile: readonly (readonly [number, number])[], sides: number, isLoop: boolean): Pipe {
  const positions: number[] = [];
  const along: number[] = [];
  const firsts: number[] = [];
  for (const [x, radius] of profile) {
    firsts.push(along.length);
    for (let side = 0; side < (radius === 0 ? 1 : sides); side++) {
      const angle = (2 * Math.PI * side) / sides;
      positions.push(x, radius * cos(angle), radius * sin(angle));
      along.push(x);
    }
  }
  const triangles: number[] = [];
  const corner = (ring: number, side: number): number => firsts[ring] + (profile[ring][1] === 0 ? 0 : side % sides);
  for (let ring = 0; ring < profile.length - (isLoop ? 0 : 1); ring++) {
    const next = (ring + 1) % profile.length;
    for (let side = 0; side < sides; side++) {
      const [a, b] = [corner(ring, side), corner(ring, side + 1)];
      const [c, d] = [corner(next, side), corner(next, side + 1)];
      if (a !== b) triangles.push(a, b, c);
      if (c !== d) triangles.push(b, d, c);
    }
  }
  return {
    positions: Float32Array.from(positions),
    triangles: Uint32Array.from(triangles),
    along: Float32Array.from(along),
  };
}

function step(share: number): number {
  const inside = Math.min(1, Math.max(0, share));
  return inside * inside * (3 - 2 * inside);
}
