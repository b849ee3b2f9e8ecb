/**
 * Where samples lie in their grains. In the middle of each, a side of the surface that lies along the grid would count a whole layer of grains or none. So columns have different phases: next to each other along such a
 * side, samples take all sixteen places across it in turn, and as many of them are inside as the layer is full.
 */

/** Places that samples may have along an axis. */
const PHASES = 16;

/** Phases along z of four times four columns: each once, neighbours far from each other (Bayer 1973). */
const HEIGHT_PHASES = Uint8Array.of(0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5);

/** The phase of a column along x: all sixteen in turn along y. */
export function phaseX(x: number, y: number): number {
  return (7 * y + 3 * x) % PHASES;
}

/** The phase of a column along y: all sixteen in turn along x. */
export function phaseY(x: number, y: number): number {
  return (5 * x + 11 * y) % PHASES;
}

/** The phase of the samples of a column along z. */
export function heightPhase(x: number, y: number): number {
  return HEIGHT_PHASES[(y % 4) * 4 + (x % 4)];
}

/** The place of a phase between the planes of a grain: never on them. */
export function placeIn(planes: Float64Array, grain: number, phase: number): number {
  return planes[grain] + ((planes[grain + 1] - planes[grain]) * (2 * phase + 1)) / (2 * PHASES);
}

/** The samples along z for each phase, rising. */
export function heightsOf(planes: Float64Array): Float64Array[] {
  return Array.from({ length: PHASES }, (_, phase) => {
    const heights = new Float64Array(planes.length - 1);
    for (let grain = 0; grain < heights.length; grain++) heights[grain] = placeIn(planes, grain, phase);
    return heights;
  });
}
