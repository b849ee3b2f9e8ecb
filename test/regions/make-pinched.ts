/** Small surfaces whose borders come to vertices more than once: fans about one vertex, one over another, necklaces of triangles that hang together by their corners, chequered sheets. */
import { type Random, cos, sin } from 'pliant/exact';
import { type Mesh, createMesh } from 'pliant/parts';

type Point = readonly [number, number, number];

/** Fans about one vertex, which may lie over each other. */
function fans(random: Random): { positions: number[]; triangles: number[] } {
  const positions: number[] = [0, 0, random.range(-0.3, 0.3)];
  const triangles: number[] = [];
  for (let fan = 2 + random.integer(3); fan > 0; fan--) {
    const count = 1 + random.integer(4);
    const from = random.range(0, 6.3);
    const sweep = random.range(0.2, random.integer(3) === 0 ? 3 : 1.2);
    const height = random.range(-0.5, 0.5);
    for (let k = 0; k <= count; k++) {
      const angle = from + (sweep * k) / count;
      const radius = random.range(0.5, 1.5);
      if (k > 0) triangles.push(0, positions.length / 3 - 1, positions.length / 3);
      positions.push(radius * cos(angle), radius * sin(angle), height + random.range(-0.2, 0.2));
    }
  }
  return { positions, triangles };
}

/** A small fan over or under a large one, or through it, with the same vertex in the middle. */
function nested(random: Random): { positions: number[]; triangles: number[] } {
  const positions: number[] = [0, 0, 0];
  const triangles: number[] = [];
  for (const [radius, sweep] of [
    [2, 2],
    [0.6, 1],
  ]) {
    const from = random.range(0, 2 - sweep);
    for (let k = 0; k <= 2; k++) {
      const angle = from + (sweep * k) / 2;
      if (k > 0) triangles.push(0, positions.length / 3 - 1, positions.length / 3);
      positions.push(radius * cos(angle), radius * sin(angle), radius === 2 ? 0 : random.range(-0.1, 0.1));
    }
  }
  return { positions, triangles };
}

/** Triangles in a ring, each of which has a corner in common with the next. */
function necklace(random: Random): { positions: number[]; triangles: number[] } {
  const count = 3 + random.integer(8);
  const turns = random.integer(3) === 0 ? 2 : 1;
  const point = (k: number, radius: number): Point => {
    const angle = (6.283185307179586 * turns * k) / count;
    return [radius * cos(angle), radius * sin(angle), random.range(-0.2, 0.2)];
  };
  const inner = Array.from({ length: count }, (_, k) => point(k, random.range(0.7, 1)));
  const outer = Array.from({ length: count }, (_, k) => point(k + 0.5, random.range(0.9, 1.8)));
  return {
    positions: [...inner, ...outer].flat(),
    triangles: inner.flatMap((_, k) =>
      random.integer(5) === 0 ? [k, count + k, (k + 1) % count] : [k, (k + 1) % count, count + k].toReversed(),
    ),
  };
}

/** A sheet of squares, of which some are missing, and which may lean over. */
function chequers(random: Random): { positions: number[]; triangles: number[] } {
  const size = 2 + random.integer(3);
  const lean = random.integer(2) * random.range(0, 2);
  const positions: number[] = [];
  for (let i = 0; i <= size; i++) {
    for (let j = 0; j <= size; j++) {
      const z = random.range(-0.3, 0.3);
      positions.push(i + lean * z, j + lean * random.range(-0.5, 0.5), z);
    }
  }
  const triangles: number[] = [];
  for (let i = 0; i < size; i++) {
    for (let j = 0; j < size; j++) {
      const at = i * (size + 1) + j;
      if ((i + j) % 2 === 0 || random.integer(4) === 0)
        triangles.push(at, at + size + 1, at + size + 2, at, at + size + 2, at + 1);
    }
  }
  return { positions, triangles };
}

const MAKERS = [fans, nested, necklace, chequers];

/** A random surface of that kind, turned some way; on a small grid now and then, where much is in special position. */
export function randomPinched(random: Random): Mesh {
  const { positions, triangles } = MAKERS[random.integer(MAKERS.length)](random);
  const steps = [0, 0, 0, 4][random.integer(4)];
  const first = random.integer(3);
  const angle = random.range(0, 6.3);
  const [c, s] = random.integer(2) === 0 ? [1, 0] : [cos(angle), sin(angle)];
  const placed = new Float32Array(positions.length);
  for (let at = 0; at < positions.length; at += 3) {
    const [x, y, z] = positions
      .slice(at, at + 3)
      .map((value) => (steps > 0 ? Math.round(value * steps) / steps : value));
    [x, c * y - s * z, s * y + c * z].forEach((value, axis) => (placed[at + ((axis + first) % 3)] = value));
  }
  return createMesh({ positions: placed, triangles: Uint32Array.from(triangles) });
}
