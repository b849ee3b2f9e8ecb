/**
 * A face of morph targets: a head with two eyes and a mouth that are grooves in its surface. Lids and lips are the edges of the
 * grooves, and when they are pressed together too far they pass through each other.
 */
import { cos, sin } from 'pliant/exact';
import { keyTimes, sampleKeys, smoothStep, swing } from './model-keys.js';
import type { ModelDescription, ModelTarget } from './write-glb.js';

/** Rows from pole to pole, and columns around; the poles are above and below. */
const ROWS = 104;
const COLUMNS = 144;

/** Places on the face, seen from the front: x to its left, y upwards, for a head of radius 1. */
const EYE = { x: 0.36, y: 0.2, width: 0.22, height: 0.12 } as const;
const MOUTH = { x: 0, y: -0.42, width: 0.36, height: 0.085 } as const;

/** A head of about 24 cm. */
const SCALE = 0.11;

type Point = readonly [x: number, y: number, z: number];

/** Describes the face. */
export function describeFace(): ModelDescription {
  const { rest, triangles } = createHead();
  const positions = Float32Array.from(rest.flatMap((point) => [...shape(point)]));
  const make = (name: string, move: (point: Point) => Point): ModelTarget => ({
    name,
    displacements: Float32Array.from(rest.flatMap((point) => [...move(point)].map((way) => way * SCALE))),
  });
  const targets = [
    make('jawOpen', openJaw),
    make('smile', smile),
    make('lipsPress', pressLips),
    make('blinkLeft', (point) => blink(point, 1)),
    make('blinkRight', (point) => blink(point, -1)),
    make('cheekPuff', puff),
    make('browUp', (point) => [0, 0.14 * bump(point, 0, 0.46, 0.6, 0.2), 0.03 * bump(point, 0, 0.46, 0.6, 0.2)]),
    make('noseSneer', (point) => [0, 0.09 * bump(point, 0, -0.1, 0.2, 0.18), 0.06 * bump(point, 0, -0.1, 0.2, 0.18)]),
  ];
  const talk = keyTimes(4);
  const grimace = keyTimes(3);
  return {
    nodes: [{ name: 'Face', parent: -1, mesh: 0 }],
    meshes: [{ name: 'Face', positions, triangles, targets }],
    skins: [],
    clips: [
      { name: 'Talk', channels: [{ node: 0, path: 'weights', times: talk, values: sampleKeys(talk, talkAt) }] },
      {
        name: 'Grimace',
        channels: [{ node: 0, path: 'weights', times: grimace, values: sampleKeys(grimace, grimaceAt) }],
      },
    ],
  };
}

/** Weights of the targets, in their order, over a share of the clip. */
function talkAt(share: number): number[] {
  const syllable = swing(share * 5);
  const isBlinking = swing(Math.min(1, Math.max(0, (share - 0.42) * 8)));
  const isPressing = swing(Math.min(1, Math.max(0, (share - 0.78) * 5)));
  const quiet = 1 - isPressing;
  return [0.7 * syllable * quiet, 0.4 * swing(share), isPressing, isBlinking, isBlinking, 0, 0.6 * swing(share * 2), 0];
}

function grimaceAt(share: number): number[] {
  const strength = swing(share);
  const wink = swing(share * 2);
  return [0, 0, 0.8 * strength, wink, 0.2 * strength, strength, 0.5 * wink, strength];
}

/** Points of a ball of radius 1, its front towards +z, and the triangles between them. */
function createHead(): { rest: Point[]; triangles: Uint32Array } {
  const rest: Point[] = [[0, 1, 0]];
  for (let row = 1; row < ROWS; row++) {
    // More rows and, below, more columns where the face is.
    const share = row / ROWS;
    const down = Math.PI * share + 0.25 * sin(2 * Math.PI * share);
    for (let column = 0; column < COLUMNS; column++) {
      const around = (2 * Math.PI * column) / COLUMNS;
      const angle = around - 0.55 * sin(around);
      rest.push([sin(down) * sin(angle), cos(down), sin(down) * cos(angle)]);
    }
  }
  rest.push([0, -1, 0]);
  const last = rest.length - 1;
  const at = (row: number, column: number): number =>
    row === 0 ? 0 : row === ROWS ? last : 1 + (row - 1) * COLUMNS + (column % COLUMNS);
  const triangles: number[] = [];
  for (let row = 0; row < ROWS; row++) {
    for (let column = 0; column < COLUMNS; column++) {
      const [a, b] = [at(row, column), at(row, column + 1)];
      const [c, d] = [at(row + 1, column), at(row + 1, column + 1)];
      if (row > 0) triangles.push(a, c, b);
      if (row < ROWS - 1) triangles.push(b, c, d);
    }
  }
  return { rest, triangles: Uint32Array.from(triangles) };
}

/** The head at rest: longer than wide, with a nose, a chin, and grooves for eyes and mouth. */
function shape(point: Point): Point {
  const [x, y, z] = point;
  const nose = 0.3 * bump(point, 0, -0.1, 0.13, 0.2) + 0.1 * bump(point, 0, 0.14, 0.1, 0.22);
  const lips = 0.07 * bump(point, 0, MOUTH.y, 0.4, 0.14);
  const brows = 0.05 * (bump(point, EYE.x, 0.38, 0.24, 0.09) + bump(point, -EYE.x, 0.38, 0.24, 0.09));
  const chin = 0.1 * bump(point, 0, -0.74, 0.26, 0.2);
  const sockets = 0.15 * (groove(point, EYE, 1) + groove(point, EYE, -1)) + 0.17 * groove(point, MOUTH, 1);
  const out = 1 + nose + lips + brows + chin - sockets;
  const jaw = 1 - 0.16 * smoothStep(-0.1, -0.9, y);
  return [0.8 * x * jaw * out * SCALE, 1.08 * y * SCALE, 0.9 * z * jaw * out * SCALE];
}

/** A smooth hill on the front of the head: 1 in its middle, 0 beyond its reach. */
function bump([x, y, z]: Point, atX: number, atY: number, width: number, height: number): number {
  if (z <= 0) return 0;
  const away = ((x - atX) / width) * ((x - atX) / width) + ((y - atY) / height) * ((y - atY) / height);
  return away >= 1 ? 0 : (1 - away) * (1 - away);
}

interface Slit {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** How deep a groove is at a point: flat at its bottom, steep at its edges. */
function groove([x, y, z]: Point, { x: atX, y: atY, width, height }: Slit, side: -1 | 1): number {
  if (z <= 0) return 0;
  const along = (x - side * atX) / width;
  const across = Math.abs(y - atY) / (height * Math.sqrt(Math.max(0, 1 - along * along)) + 1e-9);
  return Math.abs(along) >= 1 ? 0 : (1 - smoothStep(0.3, 1, across)) * (1 - smoothStep(0.5, 1, Math.abs(along)));
}

/** Moves the edges of a groove towards each other, those above and below by shares of its height. */
function close(point: Point, slit: Slit, side: -1 | 1, above: number, below: number): number {
  const [x, y] = point;
  const along = (x - side * slit.x) / slit.width;
  if (point[2] <= 0 || Math.abs(along) >= 1) return 0;
  const depth = groove(point, slit, side);
  const across = (y - slit.y) / slit.height;
  const rim = (1 - along * along) * (1 - 0.75 * depth);
  const reach = 1 - smoothStep(1, 2.6, Math.abs(across));
  return across > 0 ? -above * slit.height * rim * reach : below * slit.height * rim * reach;
}

function pressLips(point: Point): Point {
  return [0, close(point, MOUTH, 1, 1.15, 1.25), 0.02 * bump(point, 0, MOUTH.y, 0.4, 0.14)];
}

function blink(point: Point, side: -1 | 1): Point {
  return [0, close(point, EYE, side, 1.75, 0.45), 0.015 * bump(point, side * EYE.x, EYE.y, 0.22, 0.14)];
}

function openJaw(point: Point): Point {
  const [x, y, z] = point;
  const isBelow = smoothStep(MOUTH.y + 0.015, MOUTH.y - 0.05, y) * smoothStep(-0.35, 0.35, z);
  const middle = 1 - 0.35 * Math.min(1, x * x);
  return [0, -0.16 * isBelow * middle, -0.04 * isBelow];
}

function smile(point: Point): Point {
  const corner = bump(point, 0.34, MOUTH.y, 0.28, 0.3) - bump(point, -0.34, MOUTH.y, 0.28, 0.3);
  const both = Math.abs(corner);
  return [0.12 * corner, 0.13 * both, -0.03 * both];
}

function puff(point: Point): Point {
  const left = bump(point, 0.5, -0.32, 0.36, 0.36);
  const right = bump(point, -0.5, -0.32, 0.36, 0.36);
  return [0.16 * (left - right), 0, 0.1 * (left + right)];
}
