/**
 * A model of boxes with side 1: `Wall` stands still, `Cart` goes towards it along x. At rest the cart is 3 away and nothing
 * meets; in the clip `Push` it goes from 3 to 0.75 within a second, and is in the wall from 8/9 of a second on; the clip
 * `Wait` keeps it where it is.
 */
import { GltfMaker } from '../gltf/make-gltf.js';

const CORNERS = [0, 1, 2, 3, 4, 5, 6, 7].map((i) => [i & 1, (i >> 1) & 1, i >> 2]);
const FACES = [
  0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4, 2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5,
];

/** When the cart reaches the wall. */
export const TOUCH_TIME = 2 / 2.25;

/** The bytes of the model. `restAt` is where the cart is at rest. It is a quarter aside, so that no faces meet flush. */
export function boxesModel(
  restAt = 3,
  names: readonly [string, string] = ['Wall', 'Cart'],
  clips: readonly [string, string] = ['Push', 'Wait'],
): Uint8Array {
  const maker = new GltfMaker();
  const positions = maker.add('VEC3', Float32Array.from(CORNERS.flat()));
  const indices = maker.add('SCALAR', Uint16Array.from(FACES));
  const times = maker.add('SCALAR', Float32Array.of(0, 1));
  const push = maker.add('VEC3', Float32Array.of(3, 0.25, 0.25, 0.75, 0.25, 0.25));
  const wait = maker.add('VEC3', Float32Array.of(3, 0.25, 0.25, 3, 0.25, 0.25));
  const clip = (name: string, output: number): object => ({
    name,
    channels: [{ sampler: 0, target: { node: 1, path: 'translation' } }],
    samplers: [{ input: times, output }],
  });
  return maker.glb({
    scene: 0,
    scenes: [{ nodes: [0, 1] }],
    nodes: [
      { name: names[0], mesh: 0 },
      { name: names[1], mesh: 0, translation: [restAt, 0.25, 0.25] },
    ],
    meshes: [{ primitives: [{ attributes: { POSITION: positions }, indices }] }],
    animations: [clip(clips[0], push), clip(clips[1], wait)],
  });
}
