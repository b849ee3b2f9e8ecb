// A mannequin for the examples: one skinned mesh over fifteen bones, made of capsules. Nothing here is about Pliant; in a page of
// yours this is a model that GLTFLoader has loaded.
import {
  Bone,
  CapsuleGeometry,
  Color,
  Float32BufferAttribute,
  MeshStandardMaterial,
  Quaternion,
  Skeleton,
  SkinnedMesh,
  Uint16BufferAttribute,
  Vector3,
} from 'three';
import { mergeGeometries } from 'three/addons/utils/BufferGeometryUtils.js';

/**
 * @typedef {object} Part
 * @property {string} name What the part is called.
 * @property {string} parent The part that it hangs on.
 * @property {[number, number, number]} joint Where it begins, seen from where its parent begins, in metres.
 * @property {[number, number, number]} end Where it ends, seen from where it begins.
 * @property {number} radius How thick it is.
 * @property {string} color
 */

const SHIRT = '#e07a5f';
const TROUSERS = '#3d405b';
const SKIN = '#f2cc8f';
const SHOES = '#2a9d8f';

/** @type {Part[]} */
const TRUNK = [
  { name: 'hips', parent: '', joint: [0, 0.95, 0], end: [0, 0.08, 0], radius: 0.135, color: TROUSERS },
  { name: 'belly', parent: 'hips', joint: [0, 0.12, 0], end: [0, 0.14, 0], radius: 0.125, color: SHIRT },
  { name: 'chest', parent: 'belly', joint: [0, 0.18, 0], end: [0, 0.16, 0], radius: 0.15, color: SHIRT },
  { name: 'head', parent: 'chest', joint: [0, 0.37, 0], end: [0, 0.05, 0.01], radius: 0.12, color: SKIN },
];

/** @type {Part[]} */
const LIMBS = ['left', 'right'].flatMap((side) => {
  const x = side === 'left' ? 1 : -1;
  return /** @type {Part[]} */ ([
    {
      name: `${side} upper arm`,
      parent: 'chest',
      joint: [0.2 * x, 0.17, 0],
      end: [0.03 * x, -0.24, 0],
      radius: 0.055,
      color: SHIRT,
    },
    {
      name: `${side} forearm`,
      parent: `${side} upper arm`,
      joint: [0.03 * x, -0.27, 0],
      end: [0, -0.22, 0],
      radius: 0.045,
      color: SKIN,
    },
    {
      name: `${side} hand`,
      parent: `${side} forearm`,
      joint: [0, -0.27, 0],
      end: [0, -0.06, 0.01],
      radius: 0.05,
      color: SKIN,
    },
    {
      name: `${side} thigh`,
      parent: 'hips',
      joint: [0.09 * x, -0.04, 0],
      end: [0, -0.38, 0],
      radius: 0.085,
      color: TROUSERS,
    },
    {
      name: `${side} shin`,
      parent: `${side} thigh`,
      joint: [0, -0.42, 0],
      end: [0, -0.34, 0],
      radius: 0.062,
      color: TROUSERS,
    },
    {
      name: `${side} foot`,
      parent: `${side} shin`,
      joint: [0, -0.42, 0],
      end: [0, -0.02, 0.13],
      radius: 0.055,
      color: SHOES,
    },
  ]);
});

const PARTS = [...TRUNK, ...LIMBS];

/** How much of a part, from its beginning, follows its parent as well. */
const SOFT = 0.35;

/** Makes the mannequin, standing on the ground and looking along z. */
export function makeFigure() {
  const bones = PARTS.map(({ name, joint }) => {
    const bone = new Bone();
    bone.name = name;
    bone.position.set(...joint);
    return bone;
  });
  const indexOf = (/** @type {string} */ name) => PARTS.findIndex((part) => part.name === name);
  PARTS.forEach(({ parent }, i) => parent && bones[indexOf(parent)].add(bones[i]));
  bones[0].updateMatrixWorld(true);
  const geometries = PARTS.map((part, i) => {
    const geometry = capsule(part);
    const begin = new Vector3().setFromMatrixPosition(bones[i].matrixWorld);
    addSkin(geometry, part, i, Math.max(0, indexOf(part.parent)));
    return geometry.translate(begin.x, begin.y, begin.z);
  });
  const material = new MeshStandardMaterial({ vertexColors: true, roughness: 0.6 });
  const figure = new SkinnedMesh(mergeGeometries(geometries), material);
  figure.add(bones[0]);
  figure.bind(new Skeleton(bones));
  return figure;
}

/** @param {Part} part */
function capsule({ end, radius, color }) {
  const along = new Vector3(...end);
  const length = along.length();
  const geometry = new CapsuleGeometry(radius, length, 8, 24, 8);
  const turn = new Quaternion().setFromUnitVectors(new Vector3(0, 1, 0), along.clone().normalize());
  geometry.applyQuaternion(turn).translate(...along.multiplyScalar(0.5).toArray());
  const { r, g, b } = new Color(color);
  const { count } = geometry.getAttribute('position');
  geometry.setAttribute('color', new Float32BufferAttribute(Array.from({ length: count }, () => [r, g, b]).flat(), 3));
  return geometry;
}

/**
 * Where a part begins, its vertices follow its parent by half; further along, itself alone.
 *
 * @param {CapsuleGeometry} geometry @param {Part} part @param {number} own @param {number} parent
 */
function addSkin(geometry, { end }, own, parent) {
  const position = geometry.getAttribute('position');
  const along = new Vector3(...end);
  const point = new Vector3();
  const joints = [];
  const weights = [];
  for (let i = 0; i < position.count; i++) {
    const share = point.fromBufferAttribute(position, i).dot(along) / along.lengthSq();
    const weight = Math.min(1, Math.max(0.5, 0.5 + share / (2 * SOFT)));
    joints.push(own, parent, 0, 0);
    weights.push(weight, 1 - weight, 0, 0);
  }
  geometry.setAttribute('skinIndex', new Uint16BufferAttribute(joints, 4));
  geometry.setAttribute('skinWeight', new Float32BufferAttribute(weights, 4));
}

/**
 * Swings all bones.
 *
 * @param {SkinnedMesh} figure
 * @param {(name: string, bone: Bone) => void} turn Sets the rotation of a bone.
 */
export function poseFigure(figure, turn) {
  for (const bone of figure.skeleton.bones) turn(bone.name, bone);
  figure.updateMatrixWorld(true);
}
