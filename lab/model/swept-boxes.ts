/** Boxes around all that a triangle passes through between two keys, and which of them meet. */
import type { MovingMesh } from './film.js';

/** Lowest and highest x, y, z of each triangle, at a key and at the same or the next one, and so at any time between, where vertices go straight. */
export function sweptBoxes({ frames, mesh }: MovingMesh, key: number, last: number): Float32Array {
  const boxes = new Float32Array(mesh.triangleCount * 6);
  for (let at = 0; at < boxes.length; at += 6) boxes.fill(Infinity, at, at + 3).fill(-Infinity, at + 3, at + 6);
  for (const positions of [frames[key], frames[last]]) {
    mesh.triangles.forEach((vertex, corner) => {
      const box = Math.floor(corner / 3) * 6;
      for (let axis = 0; axis < 3; axis++) {
        const coordinate = positions[vertex * 3 + axis];
        if (coordinate < boxes[box + axis]) boxes[box + axis] = coordinate;
        if (coordinate > boxes[box + 3 + axis]) boxes[box + 3 + axis] = coordinate;
      }
    });
  }
  return boxes;
}

/** All pairs of boxes that meet, one of each list, touching included: two numbers each. Both lists are gone through from left to right at once. */
export function findBoxPairs(a: Float32Array, b: Float32Array): Uint32Array {
  const pairs: number[] = [];
  const orderA = fromLeft(a);
  const orderB = fromLeft(b);
  let [nextA, nextB] = [0, 0];
  while (nextA < orderA.length && nextB < orderB.length) {
    const [boxA, boxB] = [orderA[nextA], orderB[nextB]];
    // The one that begins first meets those of the other list that begin before it ends.
    if (a[boxA * 6] <= b[boxB * 6]) {
      for (let i = nextB; i < orderB.length && b[orderB[i] * 6] <= a[boxA * 6 + 3]; i++) {
        if (meetBeside(a, boxA, b, orderB[i])) pairs.push(boxA, orderB[i]);
      }
      nextA++;
    } else {
      for (let i = nextA; i < orderA.length && a[orderA[i] * 6] <= b[boxB * 6 + 3]; i++) {
        if (meetBeside(a, orderA[i], b, boxB)) pairs.push(orderA[i], boxB);
      }
      nextB++;
    }
  }
  return Uint32Array.from(pairs);
}

function fromLeft(boxes: Float32Array): Uint32Array {
  return Uint32Array.from({ length: boxes.length / 6 }, (_, i) => i).sort((i, k) => boxes[i * 6] - boxes[k * 6]);
}

/** Whether boxes meet on the other two axes. */
function meetBeside(a: Float32Array, boxA: number, b: Float32Array, boxB: number): boolean {
  const [i, k] = [boxA * 6, boxB * 6];
  return a[i + 1] <= b[k + 4] && b[k + 1] <= a[i + 4] && a[i + 2] <= b[k + 5] && b[k + 2] <= a[i + 5];
}
