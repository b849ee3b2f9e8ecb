/** Random small bodies in random poses, one after another: the frames that searches are held against brute force in. */
import type { Body } from 'pliant';
import type { Random } from 'pliant/exact';
import type { Mesh } from 'pliant/parts';
import { sheet } from '../mesh/make-meshes.js';
import { BACKENDS, SETUPS, makeBody } from '../support/sample-bodies.js';
import { changed, latticeTangle, randomFields, soup } from '../support/sample-meshes.js';

type Maker = (random: Random) => Mesh;

/** Kinds of small meshes; all lie within about two units of the origin. */
export const SMALL_MESHES: Readonly<Record<string, Maker>> = {
  soup: (random) => soup(random, 1 + random.integer(30), 0.5),
  lattice: (random) => latticeTangle(random, 4 + random.integer(20), 1 + random.integer(30), 3),
  cloth: (random) =>
    changed(sheet(1 + random.integer(4), 1 + random.integer(4)), (value, k) =>
      k % 3 === 2 ? random.range(-1, 1) : value / 3,
    ),
  'equal triangles': (random) => {
    const mesh = soup(random, 1 + random.integer(12), 1);
    return changed(mesh, (_, k) => mesh.positions[k % 9]);
  },
  'one triangle': (random) => soup(random, 1, 1),
};

/** A body of a random kind, on a random backend, with random bounds, in a random pose. */
export function randomBody(random: Random, make: Maker): Body {
  const mesh = make(random);
  const onGrid = random.integer(2) === 0;
  const fields = randomFields(random, mesh, random.integer(3), 1).map((field) =>
    onGrid ? field.map(Math.round) : field,
  );
  const kernels = random.integer(2) === 0 ? BACKENDS.wasm : BACKENDS.typescript;
  const body = makeBody(kernels, mesh, fields, SETUPS[random.integer(SETUPS.length)]);
  moveBody(random, body, onGrid);
  return body;
}

/** A new pose; weights are whole numbers half of the time, so that lattice meshes stay on the lattice. */
export function moveBody(random: Random, body: Body, onGrid = random.integer(2) === 0): void {
  body.setWeights(Array.from(body.pose.weights, () => (onGrid ? random.integer(3) - 1 : random.range(-1, 1))));
}
