/** Vertex normals of a moving mesh, written into the caller's buffer. */

/** Each vertex gets the sum of the normals of its triangles, the larger ones counting more, at length 1. */
export function writeNormals(positions: Float32Array, triangles: Uint32Array, normals: Float32Array): void {
  normals.fill(0);
  for (let t = 0; t < triangles.length; t += 3) {
    const a = triangles[t] * 3;
    const b = triangles[t + 1] * 3;
    const c = triangles[t + 2] * 3;
    const ux = positions[b] - positions[a];
    const uy = positions[b + 1] - positions[a + 1];
    const uz = positions[b + 2] - positions[a + 2];
    const vx = positions[c] - positions[a];
    const vy = positions[c + 1] - positions[a + 1];
    const vz = positions[c + 2] - positions[a + 2];
    const x = uy * vz - uz * vy;
    const y = uz * vx - ux * vz;
    const z = ux * vy - uy * vx;
    normals[a] += x;
    normals[a + 1] += y;
    normals[a + 2] += z;
    normals[b] += x;
    normals[b + 1] += y;
    normals[b + 2] += z;
    normals[c] += x;
    normals[c + 1] += y;
    normals[c + 2] += z;
  }
  for (let i = 0; i < normals.length; i += 3) {
    const x = normals[i];
    const y = normals[i + 1];
    const z = normals[i + 2];
    const scale = 1 / (Math.sqrt(x * x + y * y + z * z) || 1);
    normals[i] = x * scale;
    normals[i + 1] = y * scale;
    normals[i + 2] = z * scale;
  }
}
