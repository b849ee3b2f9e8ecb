/** Meshes of three.js for tests: a tube that bones bend, with a little noise so that nothing lies exactly on anything else. */
import { type Random, createRandom } from 'pliant/exact';
import {
  BackSide,
  Bone,
  BufferAttribute,
  BufferGeometry,
  DoubleSide,
  Float32BufferAttribute,
  FrontSide,
  Group,
  InterleavedBuffer,
  InterleavedBufferAttribute,
  Mesh,
  MeshBasicMaterial,
  type Object3D,
  type Raycaster,
  Skeleton,
  SkinnedMesh,
  Uint16BufferAttribute,
  Vector3,
} from 'three';

const RINGS = 25;
const SIDES = 12;
const BONES = 4;
const LENGTH = 6;

/** Material that is hit from both sides. */
export const BOTH_SIDES = new MeshBasicMaterial({ side: DoubleSide });
/** Material that is hit from the front alone. */
export const FRONT_ALONE = new MeshBasicMaterial({ side: FrontSide });
/** Material that is hit from the back alone. */
export const BACK_ALONE = new MeshBasicMaterial({ side: BackSide });

/** A tube along y, from 0 to {@link LENGTH}, with uv, uv1 and normals; triangles face outwards. */
export function makeTubeGeometry(seed = 1): BufferGeometry {
  const random = createRandom(seed);
  const numbers: Record<'position' | 'normal' | 'uv' | 'uv1', number[]> = { position: [], normal: [], uv: [], uv1: [] };
  const index: number[] = [];
  for (let ring = 0; ring < RINGS; ring++) {
    for (let side = 0; side < SIDES; side++) {
      const angle = (2 * Math.PI * side) / SIDES;
      const radius = 1 + random.range(-0.1, 0.1);
      const y = (LENGTH * ring) / (RINGS - 1);
      numbers.position.push(radius * Math.cos(angle), y + random.range(-0.05, 0.05), radius * Math.sin(angle));
      numbers.normal.push(Math.cos(angle), 0, Math.sin(angle));
      numbers.uv.push(side / SIDES, ring / RINGS);
      numbers.uv1.push(random.next(), random.next());
      if (ring + 1 === RINGS) continue;
      const [a, b] = [ring * SIDES + side, ring * SIDES + ((side + 1) % SIDES)];
      index.push(a, a + SIDES, b, b, a + SIDES, b + SIDES);
    }
  }
  const geometry = new BufferGeometry();
  for (const name of ['position', 'normal'] as const) {
    geometry.setAttribute(name, new Float32BufferAttribute(numbers[name], 3));
  }
  for (const name of ['uv', 'uv1'] as const) geometry.setAttribute(name, new Float32BufferAttribute(numbers[name], 2));
  geometry.setIndex(index);
  return geometry;
}

/** Gives each vertex of a tube two bones; `sumOf` says what their weights add up to. */
export function addSkin(geometry: BufferGeometry, sumOf: (vertex: number) => number = () => 1): BufferGeometry {
  const position = geometry.getAttribute('position');
  const joints: number[] = [];
  const weights: number[] = [];
  for (let vertex = 0; vertex < position.count; vertex++) {
    const place = Math.min(BONES - 1.001, Math.max(0, (position.getY(vertex) / LENGTH) * (BONES - 1)));
    const bone = Math.floor(place);
    const sum = sumOf(vertex);
    joints.push(bone, bone + 1, 0, 0);
    weights.push((1 - (place - bone)) * sum, (place - bone) * sum, 0, 0);
  }
  geometry.setAttribute('skinIndex', new Uint16BufferAttribute(joints, 4));
  geometry.setAttribute('skinWeight', new Float32BufferAttribute(weights, 4));
  return geometry;
}

/** Adds morph targets, as differences or as whole shapes. */
export function addMorphTargets(geometry: BufferGeometry, isRelative: boolean, count = 3, seed = 5): BufferGeometry {
  const random = createRandom(seed);
  const { array } = geometry.getAttribute('position');
  geometry.morphAttributes['position'] = Array.from({ length: count }, () => {
    const shift = Float32Array.from(array, (value) => random.range(-0.4, 0.4) + (isRelative ? 0 : value));
    return new BufferAttribute(shift, 3);
  });
  // Normals of morph targets mean nothing to a ray.
  geometry.morphAttributes['normal'] = geometry.morphAttributes['position'];
  geometry.morphTargetsRelative = isRelative;
  return geometry;
}

/** The same geometry without an index: every face has its own corners. */
export function withoutIndex(geometry: BufferGeometry): BufferGeometry {
  const loose = geometry.toNonIndexed();
  loose.groups = geometry.groups;
  return loose;
}

/** The same geometry with position, normal and uv in one buffer. */
export function interleaved(geometry: BufferGeometry): BufferGeometry {
  const names = ['position', 'normal', 'uv', 'uv1'] as const;
  const attributes = names.map((name) => geometry.getAttribute(name));
  const stride = 12;
  const { count } = attributes[0];
  const array = new Float32Array(count * stride);
  const buffer = new InterleavedBuffer(array, stride);
  let offset = 0;
  const copy = geometry.clone();
  names.forEach((name, k) => {
    const { itemSize } = attributes[k];
    for (let i = 0; i < count; i++) {
      for (let c = 0; c < itemSize; c++) array[i * stride + offset + c] = attributes[k].array[i * itemSize + c];
    }
    copy.setAttribute(name, new InterleavedBufferAttribute(buffer, itemSize, offset));
    offset += itemSize;
  });
  return copy;
}

/** The same geometry in whole numbers that stand for fractions, a tenth of its size. */
export function quantised(geometry: BufferGeometry): BufferGeometry {
  const copy = geometry.clone();
  const { array } = geometry.getAttribute('position');
  const position = Int16Array.from(array, (value) => Math.round((value / 10) * 32767));
  copy.setAttribute('position', new BufferAttribute(position, 3, true));
  const normals = Int8Array.from(geometry.getAttribute('normal').array, (value) => Math.round(value * 127));
  copy.setAttribute('normal', new BufferAttribute(normals, 3, true));
  if (geometry.hasAttribute('skinWeight')) {
    const weights = Uint8Array.from(geometry.getAttribute('skinWeight').array, (value) => Math.round(value * 255));
    copy.setAttribute('skinWeight', new BufferAttribute(weights, 4, true));
  }
  return copy;
}

/** A tube with a chain of bones inside, bound where it rests. `place` may move the mesh before that. */
export function makeSkinnedTube(
  geometry = addSkin(makeTubeGeometry()),
  place?: (mesh: SkinnedMesh) => void,
): SkinnedMesh {
  const mesh = new SkinnedMesh(geometry, BOTH_SIDES);
  place?.(mesh);
  const bones = Array.from({ length: BONES }, () => new Bone());
  bones.forEach((bone, i) => {
    bone.name = `bone ${i}`;
    if (i === 0) return;
    bone.position.y = LENGTH / (BONES - 1);
    bones[i - 1].add(bone);
  });
  mesh.add(bones[0]);
  mesh.updateMatrixWorld(true);
  mesh.bind(new Skeleton(bones));
  return mesh;
}

/** A tube without bones. */
export function makeTube(geometry = makeTubeGeometry()): Mesh {
  return new Mesh(geometry, BOTH_SIDES);
}

/** Puts a mesh under parents that move, stretch and mirror it. */
export function nested(mesh: Mesh, place: (outer: Object3D, inner: Object3D) => void): Mesh {
  const [outer, inner] = [new Group(), new Group()];
  outer.add(inner.add(mesh));
  place(outer, inner);
  outer.updateMatrixWorld(true);
  return mesh;
}

/** Turns all bones and sets all influences at random. */
export function poseAtRandom(mesh: Mesh, random: Random, bend = 0.8): void {
  if ('isSkinnedMesh' in mesh) {
    for (const bone of (mesh as SkinnedMesh).skeleton.bones) {
      bone.rotation.set(random.range(-bend, bend), random.range(-bend, bend), random.range(-bend, bend));
    }
  }
  mesh.morphTargetInfluences?.forEach((_, i, all) => (all[i] = random.range(-0.5, 1)));
  rootOf(mesh).updateMatrixWorld(true);
}

/** Where the vertices of a mesh are in its own space, by three.js. */
export function bakeByThree(mesh: Mesh): Vector3[] {
  return Array.from({ length: mesh.geometry.getAttribute('position').count }, (_, vertex) =>
    mesh.getVertexPosition(vertex, new Vector3()),
  );
}

/** A ray from somewhere around the mesh to a point near one of its vertices, in the world. */
export function aimAtRandom(mesh: Mesh, random: Random, raycaster: Raycaster): void {
  const vertex = random.integer(mesh.geometry.getAttribute('position').count);
  const goal = mesh.getVertexPosition(vertex, new Vector3());
  const origin = new Vector3(random.range(-12, 12), random.range(-8, 14), random.range(-12, 12));
  goal.x += random.range(-0.3, 0.3);
  goal.y += random.range(-0.3, 0.3);
  goal.applyMatrix4(mesh.matrixWorld);
  origin.applyMatrix4(mesh.matrixWorld);
  raycaster.set(origin, goal.sub(origin).normalize());
}

function rootOf(mesh: Mesh): Mesh['parent'] & object {
  let root: NonNullable<Mesh['parent']> = mesh;
  while (root.parent) root = root.parent;
  return root;
}
