// A soft body in twenty lines: a ball of jelly falls on a floor, and another ball waits there. When do the two meet, and how does the jelly lie in the end?
//
//   npm install pliant
//   node jelly.mjs
import { createBody, createHits, createShape, findBallHits, loadKernels } from 'pliant';
import { createMesh } from 'pliant/parts';
import { createLattice, createMaterial, createSoftBody, readMomentum, stepSoftBody } from 'pliant/sim';

const surface = createRoundMesh(0.2, [0, 1.2, 0]);
const lattice = createLattice(surface, { cells: 6 });
const rubber = createMaterial({ young: 5e4, poisson: 0.4, density: 1000, phi: 20, psi: 40 });
const jelly = createSoftBody(lattice, { material: rubber, fills: lattice.fills, planes: [{ normal: [0, 1, 0] }] });
const body = createBody(await loadKernels(), createShape(surface, lattice));
const hits = createHits(surface.triangleCount);

let met = 0;
for (let frame = 0; frame < 180; frame++) {
  stepSoftBody(jelly, 1 / 60);
  body.setPoints(jelly.positions);
  if (met > 0 || findBallHits(body, [0, 0, 0], 0.1, hits) === 0) continue;
  met = jelly.time;
  console.log(`They meet after ${met.toFixed(3)} s, by ${hits.count} triangles.`);
}
const { center, mass } = readMomentum(jelly);
console.log(
  `The jelly weighs ${mass.toFixed(1)} kg, and lies with its middle at a height of ${center[1].toFixed(3)} m.`,
);
body.dispose();

/**
 * A ball of triangles, from pole to pole along y.
 *
 * @param {number} radius
 * @param {readonly [number, number, number]} middle
 */
function createRoundMesh(radius, [x, y, z]) {
  const [rings, sides] = [24, 48];
  const positions = [x, y - radius, z, x, y + radius, z];
  const triangles = [];
  for (let ring = 1; ring < rings; ring++) {
    const [height, width] = [-Math.cos((Math.PI * ring) / rings), Math.sin((Math.PI * ring) / rings)];
    for (let side = 0; side < sides; side++) {
      const angle = (2 * Math.PI * side) / sides;
      positions.push(x + radius * width * Math.cos(angle), y + radius * height, z + radius * width * Math.sin(angle));
      const [here, next] = [2 + (ring - 1) * sides + side, 2 + (ring - 1) * sides + ((side + 1) % sides)];
      if (ring === 1) triangles.push(0, here, next);
      if (ring === rings - 1) triangles.push(1, next, here);
      else triangles.push(here, here + sides, next, next, here + sides, next + sides);
    }
  }
  return createMesh({ positions: Float32Array.from(positions), triangles: Uint32Array.from(triangles) });
}
