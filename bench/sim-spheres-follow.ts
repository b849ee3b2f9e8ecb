/** What it costs to move a sphere with a coarse mesh, and what those miss that follow their closest points: a bunny in a block of tetrahedra, bent, twisted and shaken. */
import { createRandom } from 'pliant/exact';
import { createPose, createTetEmbedding, poseMesh, setPoints } from 'pliant/parts';
import type { Mesh, TetrahedralMesh } from 'pliant/parts';
import {
  createClosestFollower,
  createEnclosingFollower,
  createSphereTree,
  followSpheres,
  measureMisses,
} from 'pliant/sim';
import type { SphereFollower, SphereTree } from 'pliant/sim';
import type { Figures, Print } from './report.js';

const CUBES = 6;
const POSES = 20;
const ROUNDS = 40;

/** Prints one line for each way to follow. */
export function benchFollowing(mesh: Mesh, print: Print): Figures {
  const tree = createSphereTree(mesh, { depth: 3 });
  const solid = blockAround(mesh, CUBES);
  const model = createTetEmbedding(mesh, solid);
  const points = solid.points;
  const size = Math.max(...points) - Math.min(...points);
  print(
    `\n${tree.nodeCount} spheres over a bunny of ${mesh.triangleCount} triangles, ${points.length / 3} points, ${POSES} poses:`,
  );
  const random = createRandom(71);
  const poses = Array.from({ length: POSES }, () => {
    const [bend, shake] = [random.range(-0.6, 0.6) / size, random.range(0, 0.02) * size];
    return points.map((x, i) => {
      const height = points[i - (i % 3) + 1];
      return x + (i % 3 === 0 ? bend * height * height : 0) + random.range(-shake, shake);
    });
  });
  const positions = poses.map((now) => {
    const pose = createPose(model.poseLayout);
    setPoints(pose, now);
    const out = new Float32Array(mesh.positions.length);
    poseMesh(model, pose, out);
    return out;
  });
  const figures: Record<string, number> = {};
  const followers: [string, SphereFollower][] = [1, 2, 4, 8, 10, 16, 32].map((closest) => [
    `${closest} closest`,
    createClosestFollower(tree, points, { closest }),
  ]);
  followers.push(['enclosing', createEnclosingFollower(tree, mesh, model, points)]);
  for (const [name, follower] of followers) {
    const { line, nanoseconds, share } = judge(mesh, tree, follower, poses, positions, size);
    print(`  ${name.padEnd(10)} ${line}`);
    if (name === '10 closest') figures['sphere_update_10_nanoseconds'] = nanoseconds;
    if (name === '8 closest') figures['sphere_heuristic_missed_share'] = share;
    if (name === 'enclosing') figures['sphere_enclosing_missed_share'] = share;
  }
  return figures;
}

function judge(
  mesh: Mesh,
  tree: SphereTree,
  follower: SphereFollower,
  poses: readonly Float32Array[],
  positions: readonly Float32Array[],
  size: number,
): { readonly line: string; readonly nanoseconds: number; readonly share: number } {
  const spheres = new Float64Array(4 * tree.nodeCount);
  let largest = 0;
  let share = 0;
  let grown = 0;
  for (const [k, now] of poses.entries()) {
    followSpheres(follower, now, spheres);
    const misses = measureMisses(tree, mesh, spheres, positions[k]);
    largest = Math.max(largest, misses.largest);
    share += misses.share / poses.length;
    for (let node = 0; node < tree.nodeCount; node++) {
      grown += spheres[4 * node + 3] / tree.spheres[4 * node + 3] / tree.nodeCount / poses.length;
    }
  }
  const begin = performance.now();
  for (let round = 0; round < ROUNDS; round++) for (const now of poses) followSpheres(follower, now, spheres);
  const nanoseconds = ((performance.now() - begin) * 1e6) / (ROUNDS * poses.length * tree.nodeCount);
  const line =
    `${nanoseconds.toFixed(0).padStart(5)} ns a sphere; ${(100 * share).toFixed(2)} % of spheres miss something, ` +
    `by ${((100 * largest) / size).toFixed(3)} % of the size at most; radii ${grown.toFixed(2)} x those at rest`;
  return { line, nanoseconds, share };
}

/** Cubes of six tetrahedra each, around the box of a mesh. */
function blockAround({ positions }: Mesh, cubes: number): TetrahedralMesh {
  const side = cubes + 1;
  const points: number[] = [];
  const tetrahedra: number[] = [];
  const bounds = [0, 1, 2].map((axis) => {
    const own = positions.filter((_, i) => i % 3 === axis);
    return { low: own.reduce((a, b) => Math.min(a, b)), high: own.reduce((a, b) => Math.max(a, b)) };
  });
  for (let z = 0, first = 0; z < side; z++) {
    for (let y = 0; y < side; y++) {
      for (let x = 0; x < side; x++, first++) {
        [x, y, z].forEach((step, axis) => {
          const { high, low } = bounds[axis];
          points.push(low + ((high - low) * (1.02 * step - 0.01 * cubes)) / cubes);
        });
        if (Math.max(x, y, z) === cubes) continue;
        const corner = (bits: number): number =>
          first + (bits & 1) + ((bits >> 1) & 1) * side + (bits >> 2) * side * side;
        for (const [a, b] of [
          [1, 3],
          [1, 5],
          [2, 3],
          [2, 6],
          [4, 5],
          [4, 6],
        ])
          tetrahedra.push(corner(0), corner(a), corner(b), corner(7));
      }
    }
  }
  return { points: Float32Array.from(points), tetrahedra: Uint32Array.from(tetrahedra) };
}
