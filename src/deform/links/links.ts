/**
 * Rigid links: a dense surface that follows the surface of a coarse mesh (Mendoza & O'Sullivan 2005, section 3). A dense vertex p is linked to the three nearest coarse vertices q0, q1, q2 that
 * are not in a line. With d_i its distances to them at rest, α0 = (d1 + d2) / 2(d0 + d1 + d2) and likewise α1 and α2, which sum to 1, the link begins at O = Σ α_i q_i and leads to p. It is
 * constant in the frame of the three: p' = O' + Q (p - O), Q being the rotation from their frame at rest to that of the pose. So its length never changes.
 *
 * The three are taken in the order of their numbers, whichever is nearest: the frame depends on the order where a triangle is sheared, and so all vertices around have the same one.
 *
 * That is a skin. Give each triple that occurs three joints, one for each corner: all with the rotation Q of the triple, and joint i with the translation that takes q_i to q_i'. A vertex
 * with the weights α_i of the joints of its triple is then at Σ α_i (Q (p - q_i) + q_i') = O' + Q (p - O). So all that skins have holds for links: bounds, rays at rest, every
 * question, workers, cuts. On a closed surface there are about four triples for each coarse vertex.
 *
 * Rounding. Transforms of a pose are float32. The translation is taken from the rotation as it is rounded, Q~, so that what rounding does to the rotation is scaled by the link, not by how far it is
 * from the origin. With u = 2^-24, an entry of Q~ is off by u/2 at most, nine of them turn and stretch a link l by at most 3/2 u |l|; a translation t is off by u |t| on each axis, and the posed
 * vertex is rounded once more. So the length of a link, from O' as the coarse vertices have it to the posed vertex, is constant to 1.5 u |l| + √3 u (T + P), T and P being bounds on coordinates of
 * translations and of the vertex. Float64 adds nothing that counts.
 *
 * Three coarse vertices that come to lie in a line have no frame. They keep the last one they had (frame.ts says when), and it is the caller's buffer of transforms that remembers it. So a pose
 * says everything, bodies remember nothing, and the same sequence of coarse positions written to one buffer gives the same bits everywhere.
 */
import { requireFloat32Array } from '../../checks.js';
import { PliantError } from '../../errors.js';
import { createMesh } from '../../mesh/mesh.js';
import type { Mesh, MeshData } from '../../mesh/mesh.js';
import { requirePoints } from '../cage.js';
import { TRANSFORM_STRIDE } from '../pose.js';
import type { SkinData } from '../skin.js';
import { chooseTriple, createTripleSearch } from './choose-triple.js';
import { findCoarseSurface } from './coarse-surface.js';
import type { CoarseMesh } from './coarse-surface.js';
import { writeFrame } from './frame.js';
import { squaredTo } from './nearest-points.js';

export type { CoarseMesh } from './coarse-surface.js';

/** A mesh linked to a coarse one: a skin, and what its transforms are written from. Plain data: it can be cloned and sent to a worker. */
export interface Links extends SkinData {
  /** Rest positions of the coarse vertices. */
  readonly points: Float32Array;
  /** The triples of coarse vertices that anything is linked to: three numbers each, ascending. */
  readonly triples: Uint32Array;
  /** The frame of each triple at rest: e0, e1, e2, three coordinates each. */
  readonly restFrames: Float64Array;
  /** Three for each triple. */
  readonly jointCount: number;
  /** The joints that move each vertex: 3 k, 3 k + 1 and 3 k + 2, where it is linked to triple k. */
  readonly joints: Uint32Array;
  /** The share of each corner of the triple in where the link of a vertex begins. */
  readonly weights: Float64Array;
  /** Always 3. */
  readonly influencesPerVertex: 3;
  /** Always true: next to each other are vertices with different triples. */
  readonly isUneven: true;
}

const CORNERS = 3;
/** Numbers of a frame. */
const FRAME = 9;

/**
 * Links a mesh to a coarse one: `createShape(mesh, links)`, and each frame {@link writeLinkTransforms} and `body.setTransforms`. The mesh is the one at rest. Where there are triangles or tetrahedra,
 * vertices are linked to those of the surface alone.
 *
 * @throws PliantError for fewer than three coarse vertices on the surface, for such that are all in a line, and for numbers that are not finite.
 */
export function createLinks(data: MeshData, coarse: CoarseMesh): Links {
  const mesh = createMesh(data);
  requirePoints('createLinks', '{ points, triangles }', coarse);
  const surface = findCoarseSurface('createLinks', coarse);
  if (surface.length < CORNERS) {
    throw new PliantError(
      'bad-count',
      `createLinks: there are ${surface.length} coarse vertices on the surface; pass 3 at least, not in a line`,
    );
  }
  const { points } = coarse;
  const linked = linkVertices(mesh, points, surface);
  const restFrames = new Float64Array((linked.triples.length / CORNERS) * FRAME);
  for (let k = 0; k * CORNERS < linked.triples.length; k++) {
    const [p0, p1, p2] = linked.triples.subarray(k * CORNERS, (k + 1) * CORNERS);
    writeFrame(points, p0, p1, p2, restFrames, k * FRAME);
  }
  return {
    points,
    restFrames,
    jointCount: linked.triples.length,
    influencesPerVertex: CORNERS,
    isUneven: true,
    ...linked,
  };
}

function linkVertices(
  mesh: Mesh,
  points: Float32Array,
  surface: Uint32Array,
): Pick<Links, 'triples' | 'joints' | 'weights'> {
  const { positions, vertexCount } = mesh;
  const search = createTripleSearch(points, surface);
  const { triple } = search;
  const known = new Map<string, number>();
  const triples: number[] = [];
  const joints = new Uint32Array(vertexCount * CORNERS);
  const weights = new Float64Array(vertexCount * CORNERS);
  for (let vertex = 0; vertex < vertexCount; vertex++) {
    chooseTriple('createLinks', search, positions, vertex);
    const name = triple.join();
    const first = known.get(name) ?? triples.length;
    if (first === triples.length) {
      known.set(name, first);
      triples.push(triple[0], triple[1], triple[2]);
    }
    const d0 = distance(points, triple[0], positions, vertex);
    const d1 = distance(points, triple[1], positions, vertex);
    const d2 = distance(points, triple[2], positions, vertex);
    const at = vertex * CORNERS;
    const whole = 2 * (d0 + d1 + d2);
    weights[at] = (d1 + d2) / whole;
    weights[at + 1] = (d2 + d0) / whole;
    weights[at + 2] = (d0 + d1) / whole;
    for (let corner = 0; corner < CORNERS; corner++) joints[at + corner] = first + corner;
  }
  return { triples: Uint32Array.from(triples), joints, weights };
}

function distance(points: Float32Array, point: number, positions: Float32Array, vertex: number): number {
  return Math.sqrt(squaredTo(points, point * 3, positions, vertex * 3));
}

/** A buffer for {@link writeLinkTransforms}, with the mesh at rest. Make one for each body: it remembers the last frame of triples that come to lie in a line. */
export function createLinkTransforms({ jointCount }: Pick<Links, 'jointCount'>): Float32Array {
  const transforms = new Float32Array(jointCount * TRANSFORM_STRIDE);
  for (let at = 0; at < transforms.length; at += TRANSFORM_STRIDE) {
    transforms[at] = 1;
    transforms[at + 5] = 1;
    transforms[at + 10] = 1;
  }
  return transforms;
}

/**
 * Writes the transforms of a linked mesh for `body.setTransforms`, from where the coarse vertices are now: all of them, three coordinates each. Three that lie in a line keep the rotation that `out`
 * has of them, so give the buffer of {@link createLinkTransforms} that the last pose was written to. Coarse vertices that are at rest, or have all moved by one exact difference, turn nothing.
 * Creates no objects.
 *
 * @throws PliantError for another number of coarse vertices, or a buffer of another length.
 */
export function writeLinkTransforms(links: Links, positions: Readonly<ArrayLike<number>>, out: Float32Array): void {
  const { jointCount, points, restFrames, triples } = links;
  requireRoom(links, positions, out);
  for (let first = 0; first < jointCount; first += CORNERS) {
    const p0 = triples[first];
    const p1 = triples[first + 1];
    const p2 = triples[first + 2];
    const at = first * TRANSFORM_STRIDE;
    if (isUnturned(points, positions, p0, p1) && isUnturned(points, positions, p0, p2)) {
      writeIdentity(out, at);
    } else if (writeFrame(positions, p0, p1, p2, frame, 0)) {
      writeRotation(restFrames, first * (FRAME / CORNERS), out, at);
    } else if (out[at] === 0 && out[at + 1] === 0 && out[at + 2] === 0) {
      // Nothing has been written yet: the first frame is that at rest.
      writeIdentity(out, at);
    }
    writeTranslation(points, p0 * 3, positions, out, at);
    for (let corner = 1; corner < CORNERS; corner++) {
      const to = at + corner * TRANSFORM_STRIDE;
      for (let k = 0; k < TRANSFORM_STRIDE; k++) out[to + k] = out[at + k];
      writeTranslation(points, triples[first + corner] * 3, positions, out, to);
    }
  }
}

/** The frame of the triple under way. */
const frame = new Float64Array(FRAME);

function requireRoom({ jointCount, points }: Links, positions: Readonly<ArrayLike<number>>, out: Float32Array): void {
  requireFloat32Array('writeLinkTransforms', 'out', out, jointCount * TRANSFORM_STRIDE);
  if (positions.length !== points.length) {
    throw new PliantError(
      'bad-count',
      `writeLinkTransforms: ${positions.length} coordinates are given, but the coarse vertices have ${points.length}`,
    );
  }
}

/** Whether the way from one coarse vertex to another is what it is at rest. */
function isUnturned(points: Float32Array, positions: Readonly<ArrayLike<number>>, from: number, to: number): boolean {
  const a = from * 3;
  const b = to * 3;
  return (
    positions[b] - positions[a] === points[b] - points[a] &&
    positions[b + 1] - positions[a + 1] === points[b + 1] - points[a + 1] &&
    positions[b + 2] - positions[a + 2] === points[b + 2] - points[a + 2]
  );
}

function writeIdentity(out: Float32Array, at: number): void {
  for (let k = 0; k < TRANSFORM_STRIDE; k++) out[at + k] = k % 5 === 0 ? 1 : 0;
}

/** Writes the rotation from a frame at rest to that of the triple under way: Σ_k e'_k e_k^T. */
function writeRotation(restFrames: Float64Array, rest: number, out: Float32Array, at: number): void {
  for (let row = 0; row < 3; row++) {
    const normal = frame[row];
    const along = frame[3 + row];
    const across = frame[6 + row];
    const k = at + row * 4;
    out[k] = normal * restFrames[rest] + along * restFrames[rest + 3] + across * restFrames[rest + 6];
    out[k + 1] = normal * restFrames[rest + 1] + along * restFrames[rest + 4] + across * restFrames[rest + 7];
    out[k + 2] = normal * restFrames[rest + 2] + along * restFrames[rest + 5] + across * restFrames[rest + 8];
  }
}

/** Writes the translation that takes a coarse vertex from where it rests to where it is, by the rotation that is there, as it has been rounded. */
function writeTranslation(
  points: Float32Array,
  point: number,
  positions: Readonly<ArrayLike<number>>,
  out: Float32Array,
  at: number,
): void {
  const x = points[point];
  const y = points[point + 1];
  const z = points[point + 2];
  for (let row = 0; row < 3; row++) {
    const k = at + row * 4;
    out[k + 3] = positions[point + row] - (out[k] * x + out[k + 1] * y + out[k + 2] * z);
  }
}
