/**
 * A soft body that carries a dense surface, after Mendoza & O'Sullivan 2005: a coarse lattice that finite elements move, the surface linked to it or embedded in it, and a tree of spheres around the
 * surface that follows coarse vertices alone. What is precomputed of it; `soft-fall.ts` lets it fall.
 */
import { createShape } from 'pliant';
import type { Shape } from 'pliant';
import { createLinks, createMesh, createTetEmbedding } from 'pliant/parts';
import type { Links, Mesh } from 'pliant/parts';
import {
  carryByLinks,
  createClosestFollower,
  createEnclosingFollower,
  createLattice,
  createMaterial,
  createSphereTree,
} from 'pliant/sim';
import type { Lattice, Material, SphereFollower, SphereTree } from 'pliant/sim';

/** How it is made. */
export interface SoftKindOptions {
  /** Length of its longest side, in metres: the mesh is scaled to it. */
  readonly size?: number;
  /** Cells of the lattice along the longest side. */
  readonly cells?: number;
  /** Levels of spheres below the root. */
  readonly depth?: number;
  /** How coarse vertices carry the surface: by rigid links, as in the paper, or as the tetrahedra do that it is embedded in. */
  readonly carriage?: 'links' | 'embedding';
  /** How spheres follow: the closest coarse vertices, as in the paper, or so that nothing is missed. */
  readonly follower?: 'closest' | 'enclosing';
  /** Coarse vertices that a sphere pushes, and follows where it follows the closest. */
  readonly closest?: number;
  /** Young's modulus in pascals. */
  readonly young?: number;
}

/** Used where {@link SoftKindOptions} are left out: small, for tests. */
const SOFT_KIND_DEFAULTS: Required<SoftKindOptions> = {
  size: 1,
  cells: 6,
  depth: 2,
  carriage: 'embedding',
  follower: 'enclosing',
  closest: 8,
  young: 2e5,
};

/** What all bodies of a kind have in common. */
export interface SoftKind {
  readonly options: Required<SoftKindOptions>;
  /** The dense surface at rest. */
  readonly mesh: Mesh;
  readonly lattice: Lattice;
  /** Of a linked surface. */
  readonly links: Links | undefined;
  /** The dense surface as coarse vertices carry it. */
  readonly shape: Shape;
  readonly tree: SphereTree;
  readonly follower: SphereFollower;
  /** `closest` coarse vertices for each sphere, which it pushes: `pushed[starts[node]]` up to, not including, `pushed[starts[node + 1]]`. */
  readonly starts: Uint32Array;
  readonly pushed: Uint32Array;
  readonly material: Material;
}

/** Makes a kind of soft bodies of a surface. Takes some seconds where spheres are many. */
export function createSoftKind(surface: Mesh, options: SoftKindOptions = {}): SoftKind {
  const chosen = { ...SOFT_KIND_DEFAULTS, ...options };
  const { cells, closest, depth, size, young } = chosen;
  const mesh = fitMesh(surface, size);
  const lattice = createLattice(mesh, { cells });
  const tree = createSphereTree(mesh, { depth });
  const near = createClosestFollower(tree, lattice.points, { closest });
  return {
    mesh,
    lattice,
    tree,
    starts: Uint32Array.from({ length: tree.nodeCount + 1 }, (_, node) => node * near.perNode),
    pushed: near.closest,
    material: createMaterial({ young, poisson: 0.35, density: 600, phi: young / 1000, psi: young / 1000 }),
    ...carry(mesh, lattice, tree, chosen),
  };
}

/** The same kind, but its surface is carried, or its spheres follow, in another way. */
export function carryOtherwise(kind: SoftKind, options: Pick<SoftKindOptions, 'carriage' | 'follower'>): SoftKind {
  return { ...kind, ...carry(kind.mesh, kind.lattice, kind.tree, { ...kind.options, ...options }) };
}

function carry(
  mesh: Mesh,
  lattice: Lattice,
  tree: SphereTree,
  options: Required<SoftKindOptions>,
): Pick<SoftKind, 'options' | 'links' | 'shape' | 'follower'> {
  const { carriage, closest, follower } = options;
  const { points, tetrahedra } = lattice;
  const links = carriage === 'links' ? createLinks(mesh, { points, tetrahedra }) : undefined;
  const surface = links ? carryByLinks(mesh, links) : createTetEmbedding(mesh, lattice);
  return {
    options,
    links,
    shape: createShape(mesh, links ?? lattice),
    follower:
      follower === 'closest'
        ? createClosestFollower(tree, points, { closest })
        : createEnclosingFollower(tree, mesh, surface, points),
  };
}

/** Scales a mesh to a size, and puts its box around the origin. */
function fitMesh({ positions, triangles }: Mesh, size: number): Mesh {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  positions.forEach((x, i) => {
    low[i % 3] = Math.min(low[i % 3], x);
    high[i % 3] = Math.max(high[i % 3], x);
  });
  const scale = size / Math.max(...high.map((x, axis) => x - low[axis]));
  return createMesh({ positions: positions.map((x, i) => (x - (low[i % 3] + high[i % 3]) / 2) * scale), triangles });
}
