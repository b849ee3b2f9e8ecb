/** What cannot be merged, with what is said then. */
import { MergedMesh } from 'pliant/three';
import { DetachedBindMode, Group, InstancedMesh, type Mesh, Object3D, Skeleton } from 'three';
import { describe, expect, it } from 'vitest';
import { BOTH_SIDES, makeTube, makeTubeGeometry } from './make-meshes.js';
import { makeCharacter } from './merged-character.js';

describe('a merged mesh refuses', () => {
  it('what holds no skinned mesh, and what is no object', () => {
    expect(() => new MergedMesh(new Group().add(makeTube()))).toThrow(/no SkinnedMesh among 1 meshes/);
    expect(() => new MergedMesh([])).toThrow(/no SkinnedMesh among 0 meshes/);
    expect(() => new MergedMesh(undefined as unknown as Object3D)).toThrow(/got undefined; pass an object/);
    expect(() => new MergedMesh([new Object3D() as Mesh])).toThrow(/got an Object3D; call it on/);
  });

  it('meshes that move beside their bones', () => {
    const { root, coat } = makeCharacter();
    coat.name = 'coat';
    coat.bindMode = DetachedBindMode;
    expect(() => new MergedMesh(root)).toThrow(
      /the mesh "coat" is bound in the mode "detached".*a deform tree of its own/,
    );
  });

  it('instances, and skeletons that are missing or too small', () => {
    const { root, coat } = makeCharacter();
    const forest = new InstancedMesh(makeTubeGeometry(), BOTH_SIDES, 3);
    root.add(forest);
    expect(() => new MergedMesh(root)).toThrow(/draws many instances/);
    root.remove(forest);
    coat.skeleton = new Skeleton([]);
    expect(() => new MergedMesh(root)).toThrow(/MergedMesh: the geometry uses bone 3, but the skeleton has 0 bones/);
    coat.skeleton = undefined as unknown as Skeleton;
    expect(() => new MergedMesh(root)).toThrow(/has no skeleton; bind one first/);
  });

  it('faces that there are not', () => {
    const merged = new MergedMesh(makeCharacter().root);
    for (const face of [-1, 0.5, 1e9, NaN]) expect(() => merged.partAt(face)).toThrow(/MergedMesh.partAt: got/);
  });
});
