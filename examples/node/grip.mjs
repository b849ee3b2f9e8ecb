// Without three.js: an arm of a squid, 16,000 triangles over twelve bones, curls towards a ball. When does it touch it first?
// A question computes only what it touches: almost no vertex is ever computed.
//
//   npm install pliant
//   node grip.mjs
import { createBody, createHits, createShape, findBallHits, loadKernels } from 'pliant';

const BONES = 12;
const RINGS = 251;
const SIDES = 32;
const LENGTH = 1.2;

// An arm along x, thinner towards its tip; each vertex follows the two bones nearest to it.
const positions = new Float32Array(RINGS * SIDES * 3);
const joints = new Uint8Array(RINGS * SIDES * 2);
const weights = new Float32Array(RINGS * SIDES * 2);
const triangles = [];
for (let ring = 0; ring < RINGS; ring++) {
  const along = ring / (RINGS - 1);
  const place = Math.min(along * (BONES - 1), BONES - 1.001);
  for (let side = 0; side < SIDES; side++) {
    const vertex = ring * SIDES + side;
    const angle = (2 * Math.PI * side) / SIDES;
    const radius = 0.06 * (1.05 - along);
    positions.set([along * LENGTH, radius * Math.cos(angle), radius * Math.sin(angle)], vertex * 3);
    joints.set([Math.floor(place), Math.floor(place) + 1], vertex * 2);
    weights.set([1 - (place % 1), place % 1], vertex * 2);
    if (ring === RINGS - 1) continue;
    const next = ring * SIDES + ((side + 1) % SIDES);
    triangles.push(vertex, next, vertex + SIDES, next, next + SIDES, vertex + SIDES);
  }
}

// Once: the mesh, what moves it, and bounds that follow the bones.
const shape = createShape(
  { positions, triangles: Uint32Array.from(triangles) },
  { joints, weights, influencesPerVertex: 2 },
);
const body = createBody(await loadKernels(), shape);
const hits = createHits(shape.mesh.triangleCount);

const ball = [0.5, 0.35, 0];
const radius = 0.18;
let questions = 0;
let computed = 0;

// In steps of a tenth of a second until it touches, then by bisection to a tenth of a millisecond.
let after = 0.1;
while (touches(after) === 0) after += 0.1;
let before = after - 0.1;
while (after - before > 1e-4) {
  const middle = (before + after) / 2;
  if (touches(middle) > 0) after = middle;
  else before = middle;
}
console.log(`It touches the ball after ${after.toFixed(3)} s, with ${touches(after)} triangles.`);
console.log(
  `${questions} questions computed ${Math.round(computed / questions)} of ${shape.mesh.vertexCount} vertices each.`,
);
body.dispose();

/** @param {number} seconds */
function touches(seconds) {
  body.setTransforms(curl(seconds));
  const count = findBallHits(body, ball, radius, hits);
  questions++;
  computed += body.verticesPosed;
  return count;
}

/**
 * Where each bone takes the arm: a 3 x 4 matrix, row by row. Every bone is turned a little against the one before it.
 *
 * @param {number} seconds
 */
function curl(seconds) {
  const bend = 0.22 * seconds;
  const step = LENGTH / (BONES - 1);
  const rows = [];
  for (let bone = 0, [x, y] = [0, 0]; bone < BONES; bone++) {
    const [cosine, sine] = [Math.cos(bone * bend), Math.sin(bone * bend)];
    const rest = bone * step;
    rows.push(cosine, -sine, 0, x - cosine * rest, sine, cosine, 0, y - sine * rest, 0, 0, 1, 0);
    x += cosine * step;
    y += sine * step;
  }
  return rows;
}
