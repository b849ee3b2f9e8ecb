/**
 * Surfaces that a rule with one condition too few would take for free of collisions. Each has most conditions on its side and misses one: an edge of three
 * triangles, two triangles that run through an edge in one direction, borders that cross in vertices which they share, a loop in another one, and borders
 * and triangles that are on the wrong side by less than rounding.
 */
import { type Random, cos, sin } from 'pliant/exact';

/** A surface at rest, and a displacement of it; the trap is where the displacement has weight 1. */
export interface Trap {
  readonly what: string;
  readonly positions: Float32Array;
  readonly triangles: Uint32Array;
  readonly field: Float32Array;
}

type Point = readonly [number, number, number];

/** A surface in the making. What is `apart` at rest gets a node of its own. */
class Draft {
  readonly points: Point[] = [];
  readonly triangles: number[] = [];
  readonly apart = new Set<number>();

  point(x: number, y: number, z: number): number {
    return this.points.push([x, y, z]) - 1;
  }

  /** Triangles between a closed row of vertices and one more. */
  fan(rim: readonly number[], tip: number): void {
    rim.forEach((vertex, i) => this.triangles.push(vertex, rim[(i + 1) % rim.length], tip));
  }

  /** Triangles between two closed rows, the first inside the second. */
  ring(inner: readonly number[], outer: readonly number[]): void {
    inner.forEach((vertex, i) => {
      const next = (i + 1) % inner.length;
      this.triangles.push(vertex, outer[i], outer[next], vertex, outer[next], inner[next]);
    });
  }

  /** A grid over some lines; `at` says which vertex is where. */
  grid(xs: readonly number[], ys: readonly number[], at: (x: number, y: number) => number): void {
    const rows = ys.map((y) => xs.map((x) => at(x, y)));
    for (let j = 0; j + 1 < ys.length; j++) {
      for (let i = 0; i + 1 < xs.length; i++) {
        const [a, b, c, d] = [rows[j][i], rows[j][i + 1], rows[j + 1][i + 1], rows[j + 1][i]];
        this.triangles.push(a, b, c, a, c, d);
      }
    }
  }
}

function circle(draft: Draft, count: number, radius: number, height: () => number): number[] {
  return Array.from({ length: count }, (_, i) => {
    const angle = (2 * Math.PI * i) / count;
    return draft.point(radius * cos(angle), radius * sin(angle), height());
  });
}

function tip(random: Random, draft: Draft): number {
  return draft.point(random.range(-0.6, 0.6), random.range(-0.6, 0.6), random.range(-1, 1));
}

/** A sheet with a second skin over a part of it: the edges around that part have three triangles. */
function blister(random: Random, draft: Draft): void {
  const count = 4 + random.integer(3);
  const rim = circle(draft, count, 1, () => random.range(-0.1, 0.1));
  const border = circle(draft, count, 2, () => random.range(-0.1, 0.1));
  const parts = [
    () => draft.ring(rim, border),
    () => draft.fan(rim, tip(random, draft)),
    () => draft.fan(rim, tip(random, draft)),
  ];
  for (let first = random.integer(3), k = 0; k < 3; k++) parts[(first + k) % 3]();
}

/** Two skins on one rim, which both face up, so that they run through its edges in one direction; and a sheet beside them. */
function pocket(random: Random, draft: Draft): void {
  const rim = circle(draft, 3 + random.integer(4), 1, () => random.range(-0.1, 0.1));
  draft.fan(rim, tip(random, draft));
  draft.fan(rim, tip(random, draft));
  const x = random.range(1.5, 6);
  draft.grid([x, x + 1, x + 2], [0, 1], (a, b) => draft.point(a, b, 0));
}

/** Two sheets that go through each other. Their borders cross in two places, both of which are vertices of both. */
function crossing(random: Random, draft: Draft): void {
  const lines = random.integer(2) === 0 ? [0, 1, 2] : [0, 0.5, 1, 2];
  const first = new Map<string, number>();
  draft.grid(lines, lines, (x, y) => {
    const z = (x === 2 && y === 1) || (x === 1 && y === 2) ? 0 : random.range(-0.05, 0.05);
    const vertex = draft.point(x, y, z);
    first.set(`${x} ${y}`, vertex);
    return vertex;
  });
  const steep = random.range(0.2, 2) * (random.integer(2) === 0 ? 1 : -1);
  const others = lines.map((line) => 3 - line).toReversed();
  draft.grid(others, others, (x, y) => {
    if ((x === 2 && y === 1) || (x === 1 && y === 2)) return first.get(`${x} ${y}`)!;
    const vertex = draft.point(x, y, steep * (x + y - 3));
    draft.apart.add(vertex);
    return vertex;
  });
}

/** The same two, with a strip from one to the other: one piece, whose border comes to two vertices twice. */
function bridged(random: Random, draft: Draft): void {
  const lines = random.integer(4) === 0 ? [0, 1, 2] : [0, 0.5, 1, 2];
  const vertices = new Map<string, number>();
  const note = (x: number, y: number, vertex: number): number => {
    vertices.set(`${x} ${y}`, vertex);
    return vertex;
  };
  draft.grid(lines, lines, (x, y) => note(x, y, draft.point(x, y, 0)));
  const steep = random.range(0.2, 2) * (random.integer(2) === 0 ? 1 : -1);
  const others = lines.map((line) => 3 - line).toReversed();
  draft.grid(others, others, (x, y) => {
    if ((x === 2 && y === 1) || (x === 1 && y === 2)) return vertices.get(`${x} ${y}`)!;
    const vertex = draft.point(x, y, steep * (x + y - 3));
    draft.apart.add(vertex);
    return note(x, y, vertex);
  });
  const inner = [vertices.get('2 0')!, draft.point(2.5, -0.7, 0), draft.point(3.7, -0.7, 0), draft.point(3.8, 0.8, 0)];
  const outer = [vertices.get('1 0')!, draft.point(1, -2, 0), draft.point(5, -2, 0), draft.point(5, 2.2, 0)];
  inner.push(vertices.get('3 1')!);
  outer.push(vertices.get('3 2')!);
  for (let i = 0; i < 4; i++) {
    draft.triangles.push(outer[i], outer[i + 1], inner[i + 1], outer[i], inner[i + 1], inner[i]);
  }
  // What is apart at rest takes the half of the strip along that is nearer to it.
  for (const vertex of [inner[2], inner[3], outer[2], outer[3]]) draft.apart.add(vertex);
}

/** A small sheet over a large one, through it, which has one vertex of its border in common with the border of the large one. */
function nested(random: Random, draft: Draft): void {
  let corner = 0;
  draft.grid([0, 1, 2, 3], [0, 1, 2, 3], (x, y) => {
    const vertex = draft.point(x, y, x + y === 0 ? 0 : random.range(-0.05, 0.05));
    if (x + y === 0) corner = vertex;
    return vertex;
  });
  const steep = random.range(0.2, 2) * (random.integer(2) === 0 ? 1 : -1);
  const lines = random.integer(2) === 0 ? [0, 0.5, 1] : [0, 0.3, 0.6, 1];
  draft.grid(lines, lines, (s, t) => {
    if (s + t === 0) return corner;
    const vertex = draft.point(1.2 * s + 0.4 * t, 0.4 * s + 1.2 * t, steep * (s + t) * (s + t - 1));
    draft.apart.add(vertex);
    return vertex;
  });
}

function between(a: Point, b: Point, share: number): Point {
  const [x, y, z] = a.map((value, axis) => Math.fround(value + share * (b[axis] - value)));
  return [x, y, z];
}

/** Numbers with digits down to the last, of sizes that differ. */
function rough(random: Random, size: number): number {
  return Math.fround(random.range(-size, size));
}

/** How far something is off, in all: nothing but the rounding of one number, or some multiples of that. */
function nudge(random: Random): number {
  return random.integer(2) === 0 ? 0 : random.range(-1, 1) * 2 ** (-15 - random.integer(10));
}

/** A flat sheet with a vertex on, or beyond, an edge across from it. */
function turnedOver(random: Random, draft: Draft): void {
  const count = 4 + random.integer(4);
  const rim = circle(draft, count, random.range(0.3, 1), () => 0).map((vertex) => {
    const [x, y] = draft.points[vertex];
    return draft.point(Math.fround(x + rough(random, 0.05)), Math.fround(y + rough(random, 0.05)), 0);
  });
  draft.ring(
    rim,
    circle(draft, count, 3, () => 0),
  );
  const [x, y] = between(draft.points[rim[0]], draft.points[rim[1]], random.range(0.1, 0.9));
  const off = 1 + nudge(random);
  draft.fan(rim, draft.point(Math.fround(x * off), Math.fround(y * off), 0));
}

/** The same on a coarse grid in a plane that leans, so that it is flat exactly: where products have few digits left, those of three components do not lose the same. */
function creased(random: Random, draft: Draft): void {
  const put = (x: number, y: number): number => draft.point(x / 64, y / 64, (x + y) / 64);
  const count = 4 + random.integer(4);
  const row = (radius: number): number[] =>
    Array.from({ length: count }, (_, i) => {
      const angle = (2 * Math.PI * i) / count;
      return put(
        Math.round(radius * cos(angle)) + random.integer(7) - 3,
        Math.round(radius * sin(angle)) + random.integer(7) - 3,
      );
    });
  const rim = row(20 + random.integer(20));
  draft.ring(rim, row(90));
  const [a, b] = [draft.points[rim[0]], draft.points[rim[1]]];
  const share = random.range(0.2, 0.8);
  const [x, y] = [0, 1].map((axis) => Math.round(64 * (a[axis] + share * (b[axis] - a[axis]))) + random.integer(2));
  draft.fan(rim, put(x, y));
}

/** Two flat pieces side by side, a corner of one on an edge of the other. */
function touching(random: Random, draft: Draft): void {
  const [p, r, q] = cornersIn(random, 1);
  draft.triangles.push(draft.point(...p), draft.point(...r), draft.point(...q));
  const onEdge = between(p, r, random.range(0.1, 0.9));
  const off = nudge(random);
  const corner: Point = [Math.fround(onEdge[0] + off * (r[1] - p[1])), Math.fround(onEdge[1] + off * (p[0] - r[0])), 0];
  // Beyond the edge, counter-clockwise too.
  const out: Point = [r[1] - p[1], p[0] - r[0], 0];
  const beyond = (along: number, away: number): Point => [
    Math.fround(corner[0] + along * (r[0] - p[0]) + away * out[0]),
    Math.fround(corner[1] + along * (r[1] - p[1]) + away * out[1]),
    0,
  ];
  const near = beyond(-random.range(0.1, 1), random.range(0.1, 1));
  const far = beyond(random.range(0.1, 1), random.range(0.1, 1));
  draft.triangles.push(draft.point(...corner), draft.point(...near), draft.point(...far));
}

/** Three corners in a plane, counter-clockwise. */
function cornersIn(random: Random, size: number): [Point, Point, Point] {
  const [p, r, q] = [0, 0, 0].map((): Point => [rough(random, size), rough(random, size * random.range(0.1, 1)), 0]);
  const area = (r[0] - p[0]) * (q[1] - p[1]) - (r[1] - p[1]) * (q[0] - p[0]);
  return area > 0 ? [p, r, q] : [p, q, r];
}

/** A flat triangle, and a steep one with a corner on an edge of it. Both face a diagonal, and no axis both. */
function leaning(random: Random, draft: Draft): void {
  const [p, r, q] = cornersIn(random, 1);
  draft.triangles.push(draft.point(...p), draft.point(...r), draft.point(...q));
  const onEdge = between(p, r, random.range(0.1, 0.9));
  const off = nudge(random);
  const corner: Point = [Math.fround(onEdge[0] + off * (r[1] - p[1])), Math.fround(onEdge[1] + off * (p[0] - r[0])), 0];
  draft.points.push(corner);
  const at = draft.points.length - 1;
  // As seen along (1, 1, 1): coordinates x - z and y - z.
  const [ux, uy] = [r[0] - p[0], r[1] - p[1]];
  for (let tries = 0; tries < 200; tries++) {
    const [b, c] = [0, 0].map(() => [rough(random, 1), rough(random, 1), rough(random, 1)]);
    const isRight = [b, c].every(([x, y, z]) => ux * (y - z) - uy * (x - z) < 0);
    const n = [b[1] * c[2] - b[2] * c[1], b[2] * c[0] - b[0] * c[2], b[0] * c[1] - b[1] * c[0]];
    if (!isRight || n[0] + n[1] + n[2] < 0.1 || n[2] > -0.1) continue;
    const moved = [b, c].map((d) => d.map((value, axis) => Math.fround(corner[axis] + value)) as unknown as Point);
    draft.triangles.push(at, draft.point(...moved[0]), draft.point(...moved[1]));
    return;
  }
}

/** A flat ring that is open, but whose end touches its beginning. */
function closing(random: Random, draft: Draft): void {
  const columns = 8 + random.integer(14);
  const turn = random.range(0, 6);
  const place = (angle: number, radius: number): Point => {
    const wobble = radius + random.range(-0.1, 0.1);
    return [Math.fround(wobble * cos(turn + angle)), Math.fround(wobble * sin(turn + angle)), 0];
  };
  const inner: Point[] = [];
  const outer: Point[] = [];
  for (let i = 0; i < columns; i++) {
    inner.push(place((5.8 * i) / columns, 1));
    outer.push(place((5.8 * i) / columns, 2));
  }
  const [x, y] = between(inner[0], outer[0], random.range(0.2, 0.8));
  const off = nudge(random);
  inner.push([
    Math.fround(x + off * (outer[0][1] - inner[0][1])),
    Math.fround(y - off * (outer[0][0] - inner[0][0])),
    0,
  ]);
  outer.push(place(5.9, 2.5));
  const rows = [inner, outer].map((row) => row.map((point) => draft.point(...point)));
  for (let i = 0; i < columns; i++) {
    const [a, b, c, d] = [rows[0][i], rows[1][i], rows[1][i + 1], rows[0][i + 1]];
    draft.triangles.push(a, b, c, a, c, d);
  }
}

/** A ring that begins and ends on one line along an axis: seen from two sides, with two origins, the line is at two places, but for rounding. */
function meeting(random: Random, draft: Draft): void {
  const columns = 14 + random.integer(14);
  const line = Math.fround(random.range(-0.1, 0.1));
  const rows: number[][] = [[], []];
  for (let i = 0; i <= columns; i++) {
    const angle = (2 * Math.PI * i) / columns - Math.PI / 2;
    const isEnd = i === 0 || i === columns;
    for (let row = 0; row < 2; row++) {
      const radius = 1 + row + random.range(-0.1, 0.1) + (i === columns ? 0.3 - 0.6 * row : 0);
      const x = isEnd ? line : 3 * radius * cos(angle);
      rows[row].push(draft.point(Math.fround(x), Math.fround(radius * sin(angle)), 0));
    }
  }
  for (let i = 0; i < columns; i++) {
    const [a, b, c, d] = [rows[0][i], rows[1][i], rows[1][i + 1], rows[0][i + 1]];
    draft.triangles.push(a, b, c, a, c, d);
  }
}

/** Every kind of trap. */
export const TRAPS = {
  blister,
  pocket,
  crossing,
  bridged,
  nested,
  turnedOver,
  creased,
  touching,
  leaning,
  closing,
  meeting,
} as const;

/** Powers of two: those between which most surfaces are, and where products of float32 numbers begin to lose digits, are gone, and overflow. */
const SIZES = [0, 0, 0, -10, 10, -36, 36, -52, -60, -72, -100, 60, 62];

/** A trap of a kind, turned to any axis, mirrored or not, and of any size that float32 has. */
export function makeTrap(random: Random, kind: keyof typeof TRAPS): Trap {
  const draft = new Draft();
  TRAPS[kind](random, draft);
  const first = random.integer(3);
  const sign = random.integer(2) === 0 ? 1 : -1;
  const scale = 2 ** SIZES[random.integer(SIZES.length)];
  const away = draft.apart.size > 0 ? 20 : 0;
  const positions = new Float32Array(draft.points.length * 3);
  const field = new Float32Array(positions.length);
  draft.points.forEach((point, vertex) => {
    for (let axis = 0; axis < 3; axis++) {
      const from = (axis + first) % 3;
      const at = vertex * 3 + axis;
      const shift = from === 0 && draft.apart.has(vertex) ? away : 0;
      const side = from === 1 ? sign : 1;
      positions[at] = side * scale * (point[from] + shift);
      field[at] = -side * scale * shift;
    }
  });
  return { what: `${kind}, scale ${scale}`, positions, triangles: Uint32Array.from(draft.triangles), field };
}
