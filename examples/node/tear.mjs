// A cloth of 20,000 triangles is pulled apart and tears, thread by thread. A ball that lay on it falls through once the tear is wide enough.
// Every thread that gives way cuts the body in place: nothing is built anew.
//
//   npm install pliant
//   node tear.mjs
import { createHits, createPairHits, createShape, findBallHits, findSelfHits, loadKernels } from 'pliant';
import { createCuttableBody, cutBody } from 'pliant/parts';

const SIDE = 100;
const MIDDLE = SIDE / 2;

// A square cloth. One weight pulls its halves apart, another one makes waves.
const positions = new Float32Array((SIDE + 1) ** 2 * 3);
const pull = new Float32Array(positions.length);
const waves = new Float32Array(positions.length);
const triangles = [];
for (let row = 0; row <= SIDE; row++) {
  for (let column = 0; column <= SIDE; column++) {
    const vertex = at(column, row);
    positions.set([column / SIDE - 0.5, row / SIDE, 0], vertex * 3);
    pull[vertex * 3] = column < MIDDLE ? -1 : column > MIDDLE ? 1 : 0;
    waves[vertex * 3 + 2] = Math.sin(column / 7) * Math.cos(row / 9);
    if (column === SIDE || row === SIDE) continue;
    triangles.push(vertex, vertex + 1, at(column, row + 1), vertex + 1, at(column + 1, row + 1), at(column, row + 1));
  }
}
const shape = createShape({ positions, triangles: Uint32Array.from(triangles) }, { fields: [pull, waves] });
const body = createCuttableBody(await loadKernels(), shape, {
  pruning: 'always',
  room: { vertices: SIDE + 1, triangles: 8 * SIDE },
});
const hits = createHits(1000);
const pairs = createPairHits(1000);

let row = 0;
let cutting = 0;
for (; row <= SIDE; row++) {
  const start = performance.now();
  tear(row);
  cutting += performance.now() - start;
  body.setWeights([0.0005 * row, 0.005]);
  if (findBallHits(body, [0.02, 0.3, 0], 0.015, hits) === 0) break;
}
console.log(`The ball falls through when ${row + 1} of ${SIDE + 1} threads have torn.`);
console.log(`${findSelfHits(body, pairs)} pairs of triangles of the cloth collide.`);
console.error(`A thread takes ${(cutting / (row + 1)).toFixed(2)} ms.`);
body.dispose();

/**
 * @param {number} column
 * @param {number} row
 */
function at(column, row) {
  return row * (SIDE + 1) + column;
}

/**
 * The triangles right of a vertex in the middle go, and come again with a new vertex in its place, which follows the right half.
 *
 * @param {number} row
 */
function tear(row) {
  const vertex = at(MIDDLE, row);
  const { mesh } = body;
  const remove = [];
  const add = [];
  for (let triangle = 0; triangle < mesh.triangleCount; triangle++) {
    const corners = [...mesh.triangles.subarray(triangle * 3, triangle * 3 + 3)];
    if (!corners.includes(vertex) || !corners.some((corner) => mesh.positions[corner * 3] > 0)) continue;
    remove.push(triangle);
    add.push(...corners.map((corner) => (corner === vertex ? mesh.vertexCount : corner)));
  }
  cutBody(body, {
    remove,
    add,
    vertices: {
      positions: mesh.positions.slice(vertex * 3, vertex * 3 + 3),
      deformation: { fields: [Float32Array.of(1, 0, 0), waves.slice(vertex * 3, vertex * 3 + 3)] },
    },
  });
}
