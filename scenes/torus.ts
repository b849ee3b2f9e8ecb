/** A torus, the plainest closed surface that no sphere resembles. */
import { PI, cos, sin } from 'pliant/exact';
import { createMesh } from 'pliant/parts';
import type { Mesh } from 'pliant/parts';

/** How large and how fine. */
export interface TorusOptions {
  /** From the axis to the middle of the tube, in metres. */
  readonly radius?: number;
  /** Of the tube, in metres. */
  readonly tubeRadius?: number;
  /** Vertices around the axis. */
  readonly around?: number;
  /** Vertices around the tube. */
  readonly across?: number;
}

/** Used where {@link TorusOptions} are left out: 4096 triangles. */
const TORUS_DEFAULTS: Required<TorusOptions> = { radius: 1, tubeRadius: 0.35, around: 64, across: 32 };

/** Makes a torus around z. */
export function createTorus(options: TorusOptions = {}): Mesh {
  const { across, around, radius, tubeRadius } = { ...TORUS_DEFAULTS, ...options };
  const positions: number[] = [];
  const triangles: number[] = [];
  const vertex = (i: number, j: number): number => (i % around) * across + (j % across);
  for (let i = 0; i < around; i++) {
    for (let j = 0; j < across; j++) {
      const [a, b] = [(2 * PI * i) / around, (2 * PI * j) / across];
      const r = radius + tubeRadius * cos(b);
      positions.push(r * cos(a), r * sin(a), tubeRadius * sin(b));
      triangles.push(vertex(i, j), vertex(i + 1, j), vertex(i + 1, j + 1));
      triangles.push(vertex(i, j), vertex(i + 1, j + 1), vertex(i, j + 1));
    }
  }
  return createMesh({ positions: Float32Array.from(positions), triangles: Uint32Array.from(triangles) });
}
