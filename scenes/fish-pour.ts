/** Where fish hang before they fall: side by side over the whole deck of the bridge, and in layers. */
import { PI, createRandom, cos, sin } from 'pliant/exact';
import { setVelocities } from 'pliant/sim';
import type { RigidBodies } from 'pliant/sim';

/** The deck from end to end; those at the ends come to lie on its round edges, and slide off. */
const REACH_X = 11.9;
/** The parapets, hangers and towers are outside of this. */
const REACH_Z = 1.3;
const LOWEST = 0.36;
/** A fish is less long, and less thick and wide, than these. */
const LENGTH = 0.33;
const THICKNESS = 0.16;
const ROWS = 17;
/** Few fish are spread along the deck, but hang as high as many. */
const LAYERS = 10;
const FEWEST_COLUMNS = 3;

/** Hangs fish up, rolled about their length at random, some heading one way, some the other, and lets them fall at a speed. */
export function pourFish(fish: RigidBodies, seed: number, speed: number): void {
  const random = createRandom(seed);
  const { centers, count, turns } = fish;
  const most = Math.floor((2 * REACH_X) / LENGTH) + 1;
  const columns = Math.min(most, Math.max(FEWEST_COLUMNS, Math.ceil(count / (ROWS * LAYERS))));
  const apart = (2 * REACH_X) / (columns - 1);
  for (let i = 0; i < count; i++) {
    const place = i % (columns * ROWS);
    const jitter = (): number => random.range(-0.005, 0.005);
    centers[i * 3] = (place % columns) * apart - REACH_X + jitter();
    centers[i * 3 + 1] = LOWEST + Math.floor(i / (columns * ROWS)) * THICKNESS + jitter();
    centers[i * 3 + 2] = (Math.floor(place / columns) / (ROWS - 1)) * 2 * REACH_Z - REACH_Z + jitter();
    const half = PI * random.next();
    const [c, s] = [cos(half), sin(half)];
    // A roll about x, behind half a turn about y for every other fish.
    if (random.next() < 0.5) turns.set([s, 0, 0, c], i * 4);
    else turns.set([0, c, -s, 0], i * 4);
    setVelocities(fish, i, [0, -speed, 0], [0, 0, 0]);
  }
}
