/**
 * A strip that bones curl up: into a ring whose ends pass through each other, or a ramp that winds through itself. Everything faces one way all the time, and yet it collides: rules that look at normals alone
 * take it for free. Every number follows from the options, bit for bit.
 */
import { PI, cos, sin } from 'pliant/exact';
import { createMesh } from 'pliant/parts';
import type { Mesh, SkinData } from 'pliant/parts';

/** How fine a strip is. */
export interface CoilOptions {
  /** Squares along it and across it, two triangles each. */
  readonly columns?: number;
  readonly rows?: number;
  /** Bones along it, at least 2. */
  readonly bones?: number;
}

/** Some 5,000 triangles. */
const COIL_DEFAULTS: Required<CoilOptions> = { columns: 320, rows: 8, bones: 64 };

/** What the strip does. */
export type CoilMotion = 'ring' | 'ramp';

/** A strip of length 1 at rest, along x, facing z, with the bones that move it. */
export interface Coil extends SkinData {
  readonly mesh: Mesh;
  readonly jointCount: number;
}

const WIDTH = 0.05;
/** From how many turns to how many each motion goes. */
const TURNS: Readonly<Record<CoilMotion, readonly [number, number]>> = { ring: [0.6, 1.15], ramp: [0.8, 2.6] };
/** How much a ramp rises in all, and how high the waves on it are. */
const RISE = 0.004;
const WAVE = 0.002;
const WAVES_PER_TURN = 5.5;
/** Where the end of a ring begins to dip, and where it is level with its beginning again. */
const DIP = 0.8;
const LEVEL = 0.94;
const SLOPE = 0.05;

/** Makes the strip. */
export function createCoil(options: CoilOptions = {}): Coil {
  const { bones, columns, rows } = { ...COIL_DEFAULTS, ...options };
  const vertexCount = (columns + 1) * (rows + 1);
  const positions = new Float32Array(vertexCount * 3);
  const joints = new Uint16Array(vertexCount * 2);
  const weights = new Float32Array(vertexCount * 2);
  for (let vertex = 0; vertex < vertexCount; vertex++) {
    const along = Math.floor(vertex / (rows + 1)) / columns;
    positions[vertex * 3] = along;
    positions[vertex * 3 + 1] = WIDTH * ((vertex % (rows + 1)) / rows - 0.5);
    const place = along * (bones - 1);
    const bone = Math.min(bones - 2, Math.floor(place));
    joints[vertex * 2] = bone;
    joints[vertex * 2 + 1] = bone + 1;
    weights[vertex * 2] = bone + 1 - place;
    weights[vertex * 2 + 1] = place - bone;
  }
  const triangles: number[] = [];
  for (let i = 0; i < columns; i++) {
    for (let j = 0; j < rows; j++) {
      const corner = i * (rows + 1) + j;
      const next = corner + rows + 1;
      triangles.push(corner, next, next + 1, corner, next + 1, corner + 1);
    }
  }
  const mesh = createMesh({ positions, triangles: Uint32Array.from(triangles) });
  return { mesh, joints, weights, influencesPerVertex: 2, jointCount: bones };
}

/** Writes the pose at a share of a motion, from 0 to 1: for each bone a 3 x 4 matrix row by row. `out` has room for twelve numbers per bone. */
export function writeCoilPose({ jointCount }: Coil, motion: CoilMotion, share: number, out: Float32Array): void {
  const [first, last] = TURNS[motion];
  const turns = first + (last - first) * share;
  const radius = 1 / (2 * PI * turns);
  for (let bone = 0; bone < jointCount; bone++) {
    const along = bone / (jointCount - 1);
    const angle = 2 * PI * turns * along;
    const c = cos(angle);
    const s = sin(angle);
    const height = motion === 'ring' ? heightOfRing(along) : RISE * along + WAVE * sin(WAVES_PER_TURN * angle);
    // Turned about z, and from where the bone is at rest to where the curve is.
    const rows = [c, -s, 0, radius * s - c * along, s, c, 0, radius * (1 - c) - s * along, 0, 0, 1, height];
    out.set(rows, bone * 12);
  }
}

/** The end goes below the beginning and comes up through it. */
function heightOfRing(along: number): number {
  if (along < DIP) return 0;
  const low = SLOPE * (DIP - LEVEL);
  // Down in the first third, up with a constant slope behind it.
  const turn = DIP + (LEVEL - DIP) / 3;
  return along < turn ? (low * (along - DIP)) / (turn - DIP) : low + (SLOPE * (along - turn) * 3) / 2;
}
