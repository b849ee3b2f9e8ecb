/** Makes films: one line for each scene that is one. */
import { writePositions } from 'pliant/kinetic';
import { createGarment } from '../../scenes/garments.js';
import type { GarmentKind } from '../../scenes/garments.js';
import { SPHERES_DETAILS, createSpheres, startSpheres, stepSpheres } from '../../scenes/growing-spheres.js';
import { createTable } from '../../scenes/table.js';
import { createTablecloth } from '../../scenes/tablecloth.js';
import type { Film } from './film.js';
import type { FilmChoice } from './time-messages.js';

type ByFineness = Readonly<Record<FilmChoice['fineness'], number>>;

const SQUARES: ByFineness = { coarse: 32, medium: 64, fine: 90 };
/** The finest shirt is the smallest of the paper. Dresses have twice as many triangles. */
const SHIRT_DETAILS: ByFineness = { coarse: 2, medium: 3, fine: 5 };
const DRESS_DETAILS: ByFineness = { coarse: 2, medium: 3, fine: 4 };
const FIGURE_DETAILS: ByFineness = { coarse: 12, medium: 18, fine: 26 };
/** 2 k, 5 k and 20 k triangles each. */
const SPHERE_DETAILS: ByFineness = { coarse: SPHERES_DETAILS[0], medium: SPHERES_DETAILS[1], fine: SPHERES_DETAILS[3] };
/** In metres. What is farther from the skin hangs free. */
const WORN_WITHIN = 0.03;
const SPHERE_KEYS = 31;
const SPHERE_KEY_RATE = 15;

/** Told the share that is made. */
type OnProgress = (share: number) => void;

/** Lets things fall, walk and grow; some tenths of a second, some seconds for what walks. */
export function makeFilm({ film, fineness }: FilmChoice, onProgress: OnProgress = () => {}): Film {
  switch (film) {
    case 'tablecloth':
      return makeTablecloth(SQUARES[fineness]);
    case 'shirt':
      return makeGarment('shirt', SHIRT_DETAILS[fineness], FIGURE_DETAILS[fineness], onProgress);
    case 'dress':
      return makeGarment('dress', DRESS_DETAILS[fineness], FIGURE_DETAILS[fineness], onProgress);
    case 'spheres':
      return makeSpheres(SPHERE_DETAILS[fineness], onProgress);
  }
}

function makeTablecloth(squares: number): Film {
  const { frames, mesh, times } = createTablecloth({ squares });
  const table = createTable();
  return {
    times,
    cloth: { mesh, frames },
    obstacle: { mesh: table, frames: times.map(() => table.positions) },
    names: { cloth: 'the cloth', obstacle: 'the table' },
    velocity: [0, 0, 0],
    wornWithin: 0,
  };
}

function makeGarment(kind: GarmentKind, detail: number, around: number, onProgress: OnProgress): Film {
  const { figure, frames, mesh, speed, times } = createGarment(kind, { detail, figure: around, onProgress });
  return {
    times,
    cloth: { mesh, frames },
    obstacle: { mesh: figure.mesh, frames: figure.frames },
    names: { cloth: `the ${kind}`, obstacle: 'the figure' },
    velocity: [0, 0, speed],
    wornWithin: WORN_WITHIN,
  };
}

/** Vertices turn back at keys alone, and go straight in between: what is recorded at keys is all. */
function makeSpheres(detail: number, onProgress: OnProgress): Film {
  const spheres = createSpheres({ detail });
  const run = startSpheres(spheres);
  const times = Array.from({ length: SPHERE_KEYS }, (_, key) => key / SPHERE_KEY_RATE);
  const recorded: [Float32Array[], Float32Array[]] = [[], []];
  for (const time of times) {
    onProgress((time * SPHERE_KEY_RATE) / SPHERE_KEYS);
    stepSpheres(run, spheres, time);
    run.trees.forEach((tree, which) => {
      const positions = new Float32Array(spheres[which].mesh.positions.length);
      writePositions(tree, positions);
      recorded[which].push(positions);
    });
  }
  return {
    times,
    cloth: { mesh: spheres[0].mesh, frames: recorded[0] },
    obstacle: { mesh: spheres[1].mesh, frames: recorded[1] },
    names: { cloth: 'the blue balloon', obstacle: 'the grey balloon' },
    velocity: [0, 0, 0],
    wornWithin: 0,
  };
}
