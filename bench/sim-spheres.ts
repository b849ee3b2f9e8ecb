/**
 * Trees of spheres around the medial axis against octrees and BD-Trees: the largest distance from the surface of a sphere to the object, at the same number of spheres, level by level.
 * Both others may divide wherever it is worst, at any depth; ours is taken at its upper bound, theirs at what was found. Then what it costs to follow a coarse mesh, and what the
 * heuristic misses.
 */
import { cells, positions as bunnyPositions } from 'bunny';
import { createMesh } from 'pliant/parts';
import type { Mesh } from 'pliant/parts';
import { createSphereObject, createSphereTree, measureProtrusion } from 'pliant/sim';
import type { SphereTree } from 'pliant/sim';
import { createChair } from '../scenes/chair.js';
import { createCreature } from '../scenes/creature.js';
import { createTorus } from '../scenes/torus.js';
import type { Figures, Print } from './report.js';
import { bdSpheres } from './sim-spheres-bd.js';
import { benchFollowing } from './sim-spheres-follow.js';
import { octreeSpheres } from './sim-spheres-octree.js';

const DEPTH = 4;

/** The bunny of the npm package: 3674 triangles, closed. */
function createBunny(): Mesh {
  return createMesh({ positions: Float32Array.from(bunnyPositions.flat()), triangles: Uint32Array.from(cells.flat()) });
}

const MESHES: Readonly<Record<string, () => Mesh>> = {
  bunny: createBunny,
  creature: () => createCreature(),
  chair: () => createChair(),
  torus: () => createTorus(),
};

/** Prints the errors of each level, and returns the means of what the others err more. */
export function benchSpheres(print: Print): Figures {
  const octree: number[] = [];
  const bd: number[] = [];
  for (const [name, make] of Object.entries(MESHES)) {
    const mesh = make();
    const begin = performance.now();
    const tree = createSphereTree(mesh, { depth: DEPTH });
    const seconds = ((performance.now() - begin) / 1000).toFixed(1);
    print(
      `\n${name}, ${mesh.triangleCount} triangles: ${tree.nodeCount} spheres in ${seconds} s; largest error by level:`,
    );
    const rows = compareLevels(mesh, tree, print);
    octree.push(...rows.map((row) => row.octree));
    bd.push(...rows.map((row) => row.bd));
  }
  return {
    medial_vs_octree_error: meanOf(octree),
    medial_vs_bd_error: meanOf(bd),
    medial_vs_octree_error_geometric: geometricMeanOf(octree),
    medial_vs_bd_error_geometric: geometricMeanOf(bd),
    medial_vs_octree_error_least: Math.min(...octree),
    medial_vs_bd_error_least: Math.min(...bd),
    ...benchFollowing(createBunny(), print),
  };
}

interface LevelRatios {
  readonly octree: number;
  readonly bd: number;
}

function compareLevels(mesh: Mesh, tree: SphereTree, print: Print): LevelRatios[] {
  const object = createSphereObject(mesh);
  const errorOf = (sphere: Float64Array): number => measureProtrusion(object, sphere).found;
  const levels = tree.levelErrors.length - 1;
  const counts = Array.from({ length: levels }, (_, l) => spheresOfLevel(tree, l + 1));
  const octree = octreeSpheres(mesh, counts, errorOf);
  const bd = bdSpheres(mesh, counts, errorOf);
  return counts.map((count, l) => {
    const ours = tree.levelErrors[l + 1];
    const [octreeError, bdError] = [octree, bd].map((spheres) => measureProtrusion(object, spheres[l]).found);
    print(
      `  level ${l + 1}, ${count} spheres: ${ours.toPrecision(3)}; octree ${octreeError.toPrecision(3)} (${octree[l].length / 4} spheres), ` +
        `BD-Tree ${bdError.toPrecision(3)}: ${(octreeError / ours).toFixed(2)} x, ${(bdError / ours).toFixed(2)} x`,
    );
    return { octree: octreeError / ours, bd: bdError / ours };
  });
}

/** Its nodes, and the leaves above. */
function spheresOfLevel({ childCount, levelStart }: SphereTree, level: number): number {
  let count = levelStart[level + 1] - levelStart[level];
  for (let node = 0; node < levelStart[level]; node++) if (childCount[node] === 0) count++;
  return count;
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Says more of what is usual: one mesh that a method is made for does not decide it. */
function geometricMeanOf(values: readonly number[]): number {
  return Math.exp(meanOf(values.map((value) => Math.log(value))));
}
