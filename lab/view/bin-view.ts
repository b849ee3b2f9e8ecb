/** The bin that the pile lies in: a floor, and walls that lean outward, drawn up to some height. */
import { BufferAttribute, BufferGeometry, DoubleSide, Group, LineBasicMaterial, LineSegments, Mesh } from 'three';
import { MeshPhongMaterial } from 'three';
import type { Plane } from 'pliant';
import { BIN } from './colors.js';

/** How high the walls are drawn, in metres; they go on for ever. */
const HEIGHT = 0.9;
const GRID_LINES = 8;

/** Draws floor and walls. */
export class BinView {
  readonly object = new Group();
  readonly #sides: Mesh<BufferGeometry, MeshPhongMaterial>;
  readonly #lines: LineSegments<BufferGeometry, LineBasicMaterial>;

  /** The first plane is the floor, at height 0; the second is a wall towards -x, and all walls are alike. */
  constructor([, wall]: readonly Plane[]) {
    const [x, y, , offset] = wall.plane;
    const foot = -offset / x;
    const top = foot + (HEIGHT * y) / x;
    this.#sides = new Mesh(
      createSides(foot, top),
      new MeshPhongMaterial({ color: BIN, transparent: true, opacity: 0.16, side: DoubleSide, depthWrite: false }),
    );
    this.#lines = new LineSegments(
      createLines(foot, top),
      new LineBasicMaterial({ color: BIN, transparent: true, opacity: 0.5, depthWrite: false }),
    );
    this.object.add(this.#sides, this.#lines);
  }

  dispose(): void {
    for (const part of [this.#sides, this.#lines]) {
      part.geometry.dispose();
      part.material.dispose();
    }
  }
}

/** Corners of the floor, then those of the upper rim, both in turn. */
function corners(foot: number, top: number): number[] {
  return [
    [foot, 0],
    [top, HEIGHT],
  ].flatMap(([reach, height]) => [
    -reach,
    height,
    -reach,
    reach,
    height,
    -reach,
    reach,
    height,
    reach,
    -reach,
    height,
    reach,
  ]);
}

function createSides(foot: number, top: number): BufferGeometry {
  const triangles = [0, 2, 1, 0, 3, 2];
  for (let side = 0; side < 4; side++) {
    const next = (side + 1) % 4;
    triangles.push(side, next, side + 4, next, next + 4, side + 4);
  }
  const geometry = new BufferGeometry().setIndex(triangles);
  geometry.setAttribute('position', new BufferAttribute(Float32Array.from(corners(foot, top)), 3));
  const flat = geometry.toNonIndexed();
  flat.computeVertexNormals();
  geometry.dispose();
  return flat;
}

function createLines(foot: number, top: number): BufferGeometry {
  const points = corners(foot, top);
  const corner = (index: number): number[] => points.slice(index * 3, index * 3 + 3);
  const ends: number[] = [];
  for (let side = 0; side < 4; side++) {
    const next = (side + 1) % 4;
    ends.push(...corner(side), ...corner(side + 4), ...corner(side + 4), ...corner(next + 4));
  }
  for (let line = 0; line <= GRID_LINES; line++) {
    const at = foot * ((2 * line) / GRID_LINES - 1);
    ends.push(at, 0, -foot, at, 0, foot, -foot, 0, at, foot, 0, at);
  }
  return new BufferGeometry().setAttribute('position', new BufferAttribute(Float32Array.from(ends), 3));
}
