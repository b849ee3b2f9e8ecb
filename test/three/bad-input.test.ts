/** What a deform tree refuses: each with a message that says what is wrong, and what to do. */
import { PliantError, createPairHits } from 'pliant';
import {
  type DeformTree,
  computeDeformTree,
  deserializeDeformTree,
  disposeDeformTree,
  serializeDeformTree,
} from 'pliant/three';
import {
  Box3,
  BufferAttribute,
  BufferGeometry,
  Float32BufferAttribute,
  Matrix4,
  Mesh,
  Object3D,
  Skeleton,
  Sphere,
  Vector3,
} from 'three';
import { describe, expect, it } from 'vitest';
import { addMorphTargets, addSkin, makeSkinnedTube, makeTube, makeTubeGeometry } from './make-meshes.js';

function expectRefused(action: () => unknown, code: string, message: string | RegExp): void {
  let error: unknown;
  try {
    action();
  } catch (cause) {
    error = cause;
  }
  expect(error).toBeInstanceOf(PliantError);
  expect(error).toMatchObject({ code, message: expect.stringMatching(message) as string });
}

function compute(mesh: Mesh): DeformTree {
  return computeDeformTree.call(mesh);
}

/** A tube after something was done to its geometry. */
function tubeWith(change: (geometry: BufferGeometry) => void, isSkinned = false): Mesh {
  const geometry = isSkinned ? addSkin(makeTubeGeometry()) : makeTubeGeometry();
  const mesh = isSkinned ? makeSkinnedTube(geometry) : makeTube(geometry);
  change(geometry);
  return mesh;
}

describe('computeDeformTree refuses', () => {
  it('what is no mesh', () => {
    expectRefused(
      () => compute(new Object3D() as Mesh),
      'bad-type',
      /computeDeformTree: got an Object3D; call it on a Mesh/,
    );
    expectRefused(() => compute(undefined as unknown as Mesh), 'bad-type', /got undefined/);
  });

  it('geometries without vertices or faces', () => {
    expectRefused(() => compute(new Mesh(new BufferGeometry())), 'bad-type', /no attribute "position"/);
    expectRefused(
      () => compute(tubeWith((geometry) => geometry.setIndex([]))),
      'bad-count',
      /the geometry has no faces/,
    );
    const empty = new BufferGeometry().setAttribute('position', new Float32BufferAttribute([], 3));
    expectRefused(() => compute(new Mesh(empty)), 'bad-count', /the geometry has no faces/);
  });

  it('numbers that make no sense', () => {
    const outOfRange = tubeWith((geometry) => geometry.index!.setX(7, 5000));
    expectRefused(() => compute(outOfRange), 'bad-index', /face 2 uses vertex 5000, but there are 300 vertices/);
    const notANumber = tubeWith((geometry) => geometry.getAttribute('position').setY(4, NaN));
    expectRefused(() => compute(notANumber), 'bad-number', /y of vertex 4 is NaN/);
    const weight = tubeWith((geometry) => geometry.getAttribute('skinWeight').setY(9, -0.5), true);
    expectRefused(() => compute(weight), 'bad-number', /weight 1 of vertex 9 is -0.5; skin weights must be finite/);
    const bone = tubeWith((geometry) => {
      const joints = Float32Array.from(geometry.getAttribute('skinIndex').array);
      joints[8] = 1.5;
      geometry.setAttribute('skinIndex', new BufferAttribute(joints, 4));
    }, true);
    expectRefused(
      () => compute(bone),
      'bad-index',
      /bone 0 of vertex 2 is 1.5; "skinIndex" must hold numbers of bones/,
    );
  });

  it('skins and morph targets that do not fit', () => {
    const unskinned = tubeWith((geometry) => geometry.deleteAttribute('skinIndex'), true);
    expectRefused(() => compute(unskinned), 'bad-type', /no attribute "skinIndex"; set both, or use a Mesh/);
    const unweighted = tubeWith((geometry) => geometry.deleteAttribute('skinWeight'), true);
    expectRefused(() => compute(unweighted), 'bad-type', /no attribute "skinWeight"/);
    const short = tubeWith((geometry) => {
      geometry.setAttribute('skinWeight', new Float32BufferAttribute([1, 0, 0, 0], 4));
    }, true);
    expectRefused(() => compute(short), 'bad-count', /300 vertices, but 300 of "skinIndex" and 1 of "skinWeight"/);
    const target = tubeWith((geometry) => {
      geometry.morphAttributes['position'] = [new Float32BufferAttribute([1, 2, 3], 3)];
    });
    expectRefused(() => compute(target), 'bad-count', /morph target 0 has 1 vertices, the geometry 300/);
  });

  it('skeletons that are missing or too small', () => {
    const bare = makeSkinnedTube();
    bare.skeleton = undefined as unknown as Skeleton;
    expectRefused(() => compute(bare), 'bad-type', /has no skeleton; bind one first/);
    const small = makeSkinnedTube();
    small.skeleton = new Skeleton(small.skeleton.bones.slice(0, 2));
    expectRefused(() => compute(small), 'mismatch', /uses bone 3, but the skeleton has 2 bones/);
    expect(small.deformTree).toBeUndefined();
  });

  it('options that it does not know', () => {
    const options = { strategy: 'eager' as 'lazy' };
    expectRefused(
      () => computeDeformTree.call(makeTube(), options),
      'bad-type',
      /computeDeformTree: strategy is "eager"/,
    );
  });
});

describe('queries refuse', () => {
  it('poses that are not finite, and go on when they are again', () => {
    const mesh = makeSkinnedTube(addSkin(addMorphTargets(makeTubeGeometry(), true)));
    const tree = compute(mesh);
    const [, , bone] = mesh.skeleton.bones;
    const sphere = new Sphere(new Vector3(1, 3, 0), 0.3);
    const wanted = tree.intersectsSphere(sphere);
    for (const value of [NaN, Infinity, 1e39]) {
      const x = bone.matrixWorld.elements[12];
      bone.matrixWorld.elements[12] = value;
      for (let twice = 0; twice < 2; twice++) {
        expectRefused(
          () => tree.intersectsSphere(sphere),
          'bad-number',
          /matrixWorld of bone 2 \("bone 2"\) is not an affine/,
        );
      }
      bone.matrixWorld.elements[12] = x;
      expect(tree.intersectsSphere(sphere)).toBe(wanted);
    }
    mesh.morphTargetInfluences![1] = NaN;
    expectRefused(() => tree.collideSelf(), 'bad-number', /morphTargetInfluences\[1\] is NaN/);
    mesh.morphTargetInfluences![1] = 0;
    mesh.skeleton.boneInverses[1].elements[3] = NaN;
    expectRefused(() => tree.collideSelf(), 'bad-number', /boneInverse of bone 1/);
    mesh.skeleton.boneInverses[1].elements[3] = 0;
    expect(tree.intersectsSphere(sphere)).toBe(wanted);
  });

  it('a space beyond float32, also where no bone moves anything', () => {
    for (const sum of [0, 1]) {
      const mesh = makeSkinnedTube(addSkin(makeTubeGeometry(), () => sum));
      const tree = compute(mesh);
      mesh.bindMatrixInverse.elements[13] = 1e39;
      expectRefused(() => tree.collideSelf(), 'bad-number', sum === 0 ? /bindMatrixInverse/ : /matrixWorld of bone/);
    }
  });

  it('bind matrices without an inverse, and skeletons that were taken away', () => {
    const mesh = makeSkinnedTube();
    const tree = compute(mesh);
    mesh.bindMatrixInverse.makeScale(0, 0, 0).elements[15] = 0;
    for (let twice = 0; twice < 2; twice++) {
      expectRefused(() => tree.collideSelf(), 'bad-number', /bindMatrixInverse of the mesh is not affine/);
    }
    mesh.updateMatrixWorld(true);
    expect(tree.collideSelf()).toBe(0);
    mesh.bindMatrix.elements[7] = 2;
    expectRefused(() => tree.collideSelf(), 'bad-number', /bindMatrix of the mesh is not affine/);
    mesh.bindMatrix.identity();
    mesh.bindMatrix.elements[4] = NaN;
    expectRefused(() => tree.collideSelf(), 'bad-number', /bindMatrix of the mesh is not affine, not finite/);
    mesh.bindMatrix.identity();
    mesh.bindMatrixInverse.elements[12] = NaN;
    expectRefused(() => tree.collideSelf(), 'bad-number', /bindMatrixInverse of the mesh is not affine, not finite/);
    mesh.updateMatrixWorld(true);
    expect(tree.collideSelf()).toBe(0);
    mesh.skeleton = undefined as unknown as Skeleton;
    expectRefused(() => tree.collideSelf(), 'bad-type', /has no skeleton/);
  });

  it('shapes, points and matrices that are not finite', () => {
    const tree = compute(makeTube());
    expectRefused(
      () => tree.intersectsSphere(new Sphere(new Vector3(NaN, 0, 0), 1)),
      'bad-number',
      /center\[0\] is NaN/,
    );
    expectRefused(() => tree.intersectsSphere(new Sphere(new Vector3(), NaN)), 'bad-number', /radius is NaN/);
    expectRefused(() => tree.closestPointToPoint(new Vector3(0, Infinity, 0)), 'bad-number', /from\[1\] is Infinity/);
    expectRefused(() => tree.closestPointToPoint(new Vector3(), undefined, 0, NaN), 'bad-number', /limit is NaN/);
    const box = new Box3(new Vector3(), new Vector3(1, 1, 1));
    for (const matrix of [new Matrix4().makeScale(1, 0, 1), new Matrix4().makeScale(NaN, 1, 1)]) {
      expectRefused(() => tree.intersectsBox(box, matrix), 'bad-number', /intersectsBox: boxToMesh is not affine/);
    }
  });

  it('to collide with what is no tree, with themselves, or in spaces that are none', () => {
    const [tree, other] = [compute(makeTube()), compute(makeSkinnedTube())];
    expectRefused(() => tree.collide(other.mesh as unknown as DeformTree), 'bad-type', /collide: got a SkinnedMesh/);
    expectRefused(() => tree.collide(tree), 'mismatch', /both are the same tree; use collideSelf/);
    for (const [row, value] of [
      [12, NaN],
      [0, 1e39],
      [3, 1],
    ]) {
      const matrix = new Matrix4();
      matrix.elements[row] = value;
      expectRefused(() => tree.collide(other, matrix), 'bad-number', /collide: otherToThis is not an affine matrix/);
    }
    tree.mesh.scale.setScalar(0);
    tree.mesh.updateMatrixWorld(true);
    expectRefused(() => tree.collide(other), 'bad-number', /look for NaN, and for a mesh with a scale of 0/);
    expect(tree.collide(other, new Matrix4(), createPairHits(0))).toBeGreaterThan(0);
  });

  it('to go on with a shapecast when a callback has the mesh posed or built anew, or takes its tree away', () => {
    const mesh = makeTube(addMorphTargets(makeTubeGeometry(), true));
    const sphere = new Sphere(new Vector3(1, 3, 0), 0.3);
    const changes: [() => void, string, RegExp][] = [
      [() => (mesh.morphTargetInfluences![0] += 0.5), 'mismatch', /DeformTree.shapecast: the pose changed/],
      [() => (mesh.geometry.getAttribute('position').needsUpdate = true), 'disposed', /used after dispose/],
      [() => disposeDeformTree.call(mesh), 'disposed', /used after dispose/],
    ];
    for (const [change, code, message] of changes) {
      for (const last of ['bounds', 'order', 'triangle']) {
        const tree = compute(mesh);
        let calls = 0;
        const disturb = (where: string): void => {
          if (where !== last || calls++ !== 3) return;
          change();
          mesh.deformTree?.intersectsSphere(sphere);
        };
        const callbacks = {
          boundsTraverseOrder: () => (disturb('order'), 0),
          intersectsBounds: () => (disturb('bounds'), true),
          intersectsTriangle: () => disturb('triangle'),
        };
        expectRefused(() => tree.shapecast(callbacks), code, message);
      }
    }
  });

  it('to keep an object on a face that a new geometry does not have', () => {
    const mesh = makeTube();
    const object = new Object3D();
    const attachment = compute(mesh).attach(object, { faceIndex: 400, barycoord: new Vector3(1, 0, 0) });
    const before = object.position.clone();
    mesh.geometry.setIndex(Array.from(mesh.geometry.index!.array).slice(0, 900));
    expectRefused(() => attachment.update(), 'bad-index', /the object is on face 400, but .* has 300 faces; attach it/);
    expect(object.position.equals(before)).toBe(true);
  });

  it('to attach where there is no face', () => {
    const tree = compute(makeTube());
    const barycoord = new Vector3(1, 0, 0);
    for (const faceIndex of [-1, 0.5, 576, null]) {
      expectRefused(() => tree.attach(new Object3D(), { faceIndex, barycoord }), 'bad-index', /attach: faceIndex is/);
    }
    expectRefused(() => tree.attach(new Object3D(), { faceIndex: 0 }), 'bad-number', /the hit has no finite barycoord/);
  });
});

describe('deserializeDeformTree refuses', () => {
  const data = new Uint8Array(serializeDeformTree(compute(makeTube(addMorphTargets(makeTubeGeometry(), true)))));
  const mesh = (): Mesh => makeTube(addMorphTargets(makeTubeGeometry(), true));
  const withWord = (index: number, word: number): Uint8Array => {
    const copy = data.slice();
    new Uint32Array(copy.buffer)[index] = word;
    return copy;
  };

  it('what it did not write', () => {
    expectRefused(
      () => deserializeDeformTree(new Uint8Array(100), mesh()),
      'foreign-buffer',
      /not written by serialize/,
    );
    expectRefused(
      () => deserializeDeformTree(new ArrayBuffer(0), mesh()),
      'foreign-buffer',
      /not written by serialize/,
    );
    expectRefused(() => deserializeDeformTree('text' as never, mesh()), 'bad-type', /got "text"/);
    expectRefused(() => serializeDeformTree(mesh() as never), 'bad-type', /got a Mesh; pass the deform tree/);
    expectRefused(() => deserializeDeformTree(data, new Object3D() as Mesh), 'bad-type', /got an Object3D/);
  });

  it('buffers that are cut, newer, or damaged anywhere', () => {
    for (const length of [8, 23, 24, 1000, data.length - 1]) {
      expectRefused(() => deserializeDeformTree(data.slice(0, length), mesh()), 'cut-short', /the buffer ends after/);
    }
    expectRefused(() => deserializeDeformTree(withWord(1, 2), mesh()), 'newer-version', /has format 2/);
    expectRefused(() => deserializeDeformTree(withWord(1, 0), mesh()), 'bad-file', /damaged/);
    expectRefused(() => deserializeDeformTree(withWord(4, 0xfffffffc), mesh()), 'cut-short', /ends after/);
    for (let word = 6; word < data.length / 4; word += 997) {
      expectRefused(() => deserializeDeformTree(withWord(word, 0x12345678), mesh()), 'bad-file', /damaged/);
    }
    const longer = new Uint8Array(data.length + 4);
    longer.set(data);
    expectRefused(() => deserializeDeformTree(longer, mesh()), 'bad-file', /damaged/);
  });

  it('those of another geometry', () => {
    expectRefused(() => deserializeDeformTree(data, makeTube()), 'mismatch', /belongs to another geometry/);
    const moved = mesh();
    moved.geometry.getAttribute('position').setX(100, 0.123);
    expectRefused(() => deserializeDeformTree(data, moved), 'mismatch', /belongs to another geometry/);
    const morphed = makeTube(addMorphTargets(makeTubeGeometry(), true, 3, 6));
    expectRefused(() => deserializeDeformTree(data, morphed), 'mismatch', /belongs to another geometry/);
    expectRefused(() => deserializeDeformTree(data, makeSkinnedTube()), 'mismatch', /belongs to another geometry/);
  });
});
