// Which bone moves a place on a skinned mesh the most: a name for what was hit.

/**
 * @param {import('three').SkinnedMesh} mesh
 * @param {import('three').Intersection} hit
 * @returns {string} The name of the bone.
 */
export function partOf(mesh, { face, barycoord }) {
  if (!face || !barycoord) return '';
  const { skinIndex, skinWeight } = mesh.geometry.attributes;
  /** @type {Map<number, number>} */
  const weights = new Map();
  const corners = [face.a, face.b, face.c];
  corners.forEach((vertex, corner) => {
    for (let k = 0; k < 4; k++) {
      const bone = skinIndex.getComponent(vertex, k);
      const weight = skinWeight.getComponent(vertex, k) * barycoord.getComponent(corner);
      weights.set(bone, (weights.get(bone) ?? 0) + weight);
    }
  });
  const [[strongest]] = [...weights].sort((a, b) => b[1] - a[1]);
  return mesh.skeleton.bones[strongest].name;
}
