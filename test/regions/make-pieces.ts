/**
 * Pieces of surfaces that are hard to prove free of collisions, or easy to take for free: ramps that wind over themselves, rings that nearly close, sheets with holes, one
 * sheet above another, strips with one side, folds, pinches, flips, and points on a small grid, where much is in special position.
 */
import { type Random, cos, sin } from 'pliant/exact';
import { type Mesh, createMesh } from 'pliant/parts';

/** What a piece is called, and how it is made. */
export interface Piece {
  readonly what: string;
  readonly mesh: Mesh;
}

interface Surface {
  readonly positions: number[];
  readonly triangles: number[];
}

/** A grid of points, joined in squares of two triangles; `wrap` joins the last column to the first, turned over if it is `twisted`. */
function grid(
  columns: number,
  rows: number,
  point: (s: number, t: number) => readonly [number, number, number],
  wrap: 'open' | 'closed' | 'twisted' = 'open',
): Surface {
  const positions: number[] = [];
  const width = wrap === 'open' ? columns + 1 : columns;
  for (let i = 0; i < width; i++) for (let j = 0; j <= rows; j++) positions.push(...point(i / columns, j / rows));
  const at = (i: number, j: number): number => {
    if (i < width) return i * (rows + 1) + j;
    return wrap === 'twisted' ? rows - j : j;
  };
  const triangles: number[] = [];
  for (let i = 0; i < columns; i++) {
    for (let j = 0; j < rows; j++) {
      triangles.push(at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j), at(i + 1, j + 1), at(i, j + 1));
    }
  }
  return { positions, triangles };
}

/** A ring or a ramp that goes round by some turns: its radius may shrink and its height rise. */
function ramp(random: Random): Surface {
  const turns = random.range(0.5, 2.4);
  const rise = [0, 0.02, 0.1, 1][random.integer(4)];
  const shrink = [0, 0, 0.3, -0.3][random.integer(4)];
  const inner = random.range(0.3, 0.9);
  return grid(20 + random.integer(40), 1 + random.integer(4), (s, t) => {
    const angle = 2 * Math.PI * turns * s;
    const radius = (inner + (1 - inner) * t) * (1 + shrink * s);
    return [radius * cos(angle), radius * sin(angle), rise * s];
  });
}

/** A sheet that bends about an axis, up to several times round. */
function roll(random: Random): Surface {
  const angle = random.range(0.2, 9);
  const growth = random.range(-0.05, 0.2);
  return grid(16 + random.integer(24), 2 + random.integer(10), (s, t) => {
    const radius = 1 / angle + growth * s;
    return [radius * sin(angle * s), t, radius * (1 - cos(angle * s))];
  });
}

/** A sheet with waves. */
function waves(random: Random): Surface {
  const height = random.range(0, 1.5);
  const x = random.range(1, 12);
  const y = random.range(1, 12);
  const lean = random.range(-1.5, 1.5);
  return grid(8 + random.integer(16), 8 + random.integer(16), (s, t) => {
    const z = height * sin(x * s) * cos(y * t);
    return [s + lean * z * sin(7 * s), t, z];
  });
}

/** A strip that is closed, with one side or two. */
function band(random: Random): Surface {
  const halfTurns = random.integer(3);
  return grid(
    20 + random.integer(20),
    2 + random.integer(3),
    (s, t) => {
      const angle = 2 * Math.PI * s;
      const turn = halfTurns * Math.PI * s;
      const across = 0.4 * (t - 0.5);
      const radius = 1 + across * cos(turn);
      return [radius * cos(angle), radius * sin(angle), across * sin(turn)];
    },
    halfTurns % 2 === 1 ? 'twisted' : 'closed',
  );
}

/** A closed ball that is pressed flat, more or less. */
function ball(random: Random): Surface {
  const flat = random.range(0.001, 1);
  const dent = random.range(0, 1.6);
  return grid(
    12 + random.integer(12),
    8 + random.integer(8),
    (s, t) => {
      const angle = 2 * Math.PI * s;
      const polar = Math.PI * t;
      const z = flat * cos(polar);
      return [sin(polar) * cos(angle), sin(polar) * sin(angle), z > 0 ? z - dent * flat * sin(polar / 2 + 1) * z : z];
    },
    'closed',
  );
}

function join(a: Surface, b: Surface): Surface {
  const first = a.positions.length / 3;
  return {
    positions: [...a.positions, ...b.positions],
    triangles: [...a.triangles, ...b.triangles.map((vertex) => vertex + first)],
  };
}

/** A small sheet above a large one, or beside it, or through it. */
function stacked(random: Random): Surface {
  const large = grid(10 + random.integer(10), 10 + random.integer(10), (s, t) => [s, t, 0.02 * sin(9 * s)]);
  const size = random.range(0.1, 0.7);
  const x = random.range(-0.5, 1);
  const y = random.range(0, 1 - size);
  const height = random.range(-0.02, 0.05);
  const tilt = random.range(-0.2, 0.2);
  const small = grid(4 + random.integer(6), 4 + random.integer(6), (s, t) => [
    x + size * s,
    y + size * t,
    height + tilt * s,
  ]);
  return join(large, small);
}

/** A sheet of whole numbers, with some points moved by one: edges end on edges, lie along them, and have places in common. */
function lattice(random: Random): Surface {
  const columns = 2 + random.integer(8);
  const rows = 2 + random.integer(8);
  const often = random.range(0, 0.4);
  const step = (): number => (random.next() < often ? random.integer(3) - 1 : 0);
  return grid(columns, rows, (s, t) => [Math.round(s * columns) + step(), Math.round(t * rows) + step(), step()]);
}

const MAKERS: Readonly<Record<string, (random: Random) => Surface>> = {
  ramp,
  roll,
  waves,
  band,
  ball,
  stacked,
  lattice,
};

/** Takes triangles out, here and there. */
function holes(random: Random, { positions, triangles }: Surface): Surface {
  const share = random.range(0, 0.15);
  const kept: number[] = [];
  for (let at = 0; at < triangles.length; at += 3) {
    if (random.next() >= share) kept.push(triangles[at], triangles[at + 1], triangles[at + 2]);
  }
  return { positions, triangles: kept.length > 0 ? kept : triangles };
}

/** Turns some triangles over. */
function flips(random: Random, { positions, triangles }: Surface): Surface {
  const flipped = triangles.slice();
  for (let k = 0; k < 3; k++) {
    const at = 3 * random.integer(triangles.length / 3);
    flipped[at] = triangles[at + 1];
    flipped[at + 1] = triangles[at];
  }
  return { positions, triangles: flipped };
}

/** Adds fins: triangles on edges that have two already. */
function fins(random: Random, { positions, triangles }: Surface): Surface {
  const more = triangles.slice();
  const places = positions.slice();
  for (let k = 0; k < 2; k++) {
    const at = 3 * random.integer(triangles.length / 3);
    const tip = places.length / 3;
    for (let axis = 0; axis < 3; axis++) places.push(positions[triangles[at] * 3 + axis] + random.range(-0.3, 0.3));
    more.push(triangles[at], triangles[at + 1], tip);
  }
  return { positions: places, triangles: more };
}

/** Makes one vertex of two: the surface is pinched there. */
function pinches(random: Random, { positions, triangles }: Surface): Surface {
  const pinched = triangles.slice();
  for (let k = 0; k < 2; k++) {
    const gone = triangles[random.integer(triangles.length)];
    const kept = triangles[random.integer(triangles.length)];
    for (let i = 0; i < pinched.length; i++) if (pinched[i] === gone) pinched[i] = kept;
  }
  return { positions, triangles: pinched };
}

/** Shakes all points a little. */
function shake(random: Random, { positions, triangles }: Surface): Surface {
  const by = [0, 0.001, 0.01, 0.05][random.integer(4)];
  return { positions: positions.map((value) => value + by * random.range(-1, 1)), triangles };
}

/** Moves all points to a small grid. */
function snap(random: Random, { positions, triangles }: Surface): Surface {
  const steps = [4, 8, 32][random.integer(3)];
  return { positions: positions.map((value) => Math.round(value * steps) / steps), triangles };
}

const CHANGES: Readonly<Record<string, (random: Random, surface: Surface) => Surface>> = {
  as: (_, surface) => surface,
  shake,
  holes,
  flips,
  fins,
  pinches,
  snap,
};

/** A random piece, turned, scaled and moved somewhere. */
export function randomPiece(random: Random): Piece {
  const makers = Object.keys(MAKERS);
  const changes = Object.keys(CHANGES);
  const maker = makers[random.integer(makers.length)];
  let surface = shake(random, MAKERS[maker](random));
  const changed: string[] = [];
  for (let k = random.integer(3); k > 0; k--) {
    const change = changes[random.integer(changes.length)];
    changed.push(change);
    surface = CHANGES[change](random, surface);
  }
  const scale = [1, 1, 1e-3, 1e3][random.integer(4)];
  const away = [0, 0, 1, 1000][random.integer(4)] * scale;
  // Axes in another order and with other signs, which keeps a grid a grid; or any rotation.
  const isTurned = random.integer(2) === 0;
  const angle = random.range(0, 6);
  const [c, s] = isTurned ? [cos(angle), sin(angle)] : [1, 0];
  const first = random.integer(3);
  const sign = random.integer(2) === 0 ? 1 : -1;
  const positions = new Float32Array(surface.positions.length);
  for (let at = 0; at < positions.length; at += 3) {
    const [x, y, z] = surface.positions.slice(at, at + 3);
    const turned = [c * x - s * z, sign * y, s * x + c * z];
    for (let axis = 0; axis < 3; axis++) positions[at + axis] = scale * turned[(axis + first) % 3] + away;
  }
  return {
    what: [maker, ...changed, `scale ${scale}`, `away ${away}`].join(', '),
    mesh: createMesh({ positions, triangles: Uint32Array.from(surface.triangles) }),
  };
}
