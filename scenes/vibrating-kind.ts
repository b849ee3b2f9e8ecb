/** What all bodies of a kind have in common that fall, vibrate, and are known by spheres of one level of their BD-Tree alone: chairs, fish. */
import type { ProxyShape } from 'pliant';
import { QUINLAN_TREE, buildTree, createLinearModel, createProxyShape, createTetEmbedding } from 'pliant/parts';
import type { LinearModel, Mesh } from 'pliant/parts';
import { createLattice, createVibrator, embedModeFields, findVibrationModes, measureMass } from 'pliant/sim';
import type { MassProperties, Material, Vibrator } from 'pliant/sim';

/** What a kind is made of. */
export interface VibratingKindOptions {
  readonly material: Material;
  /** Modes that it vibrates in. */
  readonly modeCount: number;
  /** Level of the binary sphere tree whose nodes are the proxies: 2^level of them at most. */
  readonly level: number;
  /** Cells of the lattice along the longest side, in which modes are found. */
  readonly cells: number;
  /** Seconds per step. */
  readonly timeStep: number;
  /** Damping of every mode, as a share of the critical one. */
  readonly dampingRatio: number;
  /** Strain at most, however hard a body is hit. */
  readonly strainLimit: number;
}

/** What all bodies of a kind have in common. */
export interface VibratingKind {
  readonly mesh: Mesh;
  readonly model: LinearModel;
  /** Spheres that follow the modes, and the same spheres of a body that does not bend. */
  readonly proxies: ProxyShape;
  readonly rigidProxies: ProxyShape;
  /** The vertex that stands for each proxy. */
  readonly vertices: Uint32Array;
  readonly mass: MassProperties;
  readonly vibrator: Vibrator;
}

/** Finds the modes of a mesh in a lattice around it, and lays spheres that follow them. Takes some seconds for a fine mesh. */
export function createVibratingKind(mesh: Mesh, options: VibratingKindOptions): VibratingKind {
  const { cells, dampingRatio, level, material, modeCount, strainLimit, timeStep } = options;
  const lattice = createLattice(mesh, { cells });
  const modes = findVibrationModes(lattice, material, { modeCount, fills: lattice.fills });
  const model = createLinearModel(mesh, embedModeFields(modes, createTetEmbedding(mesh, lattice)));
  const tree = buildTree(mesh, QUINLAN_TREE);
  const proxies = createProxyShape(mesh, model, tree, { level });
  return {
    mesh,
    model,
    proxies,
    rigidProxies: createProxyShape(mesh, createLinearModel(mesh, []), tree, { level }),
    vertices: chooseVertices(mesh, proxies),
    mass: measureMass(mesh, { density: material.density }),
    vibrator: createVibrator(modes, {
      timeStep,
      dampingRatios: new Float64Array(modeCount).fill(dampingRatio),
      strainLimit,
    }),
  };
}

/** The vertex of each proxy's triangles that is closest to their middle; of equal ones the first. */
function chooseVertices(
  { positions, triangles }: Mesh,
  { proxyCount, ranges, triangleOrder }: ProxyShape,
): Uint32Array {
  return Uint32Array.from({ length: proxyCount }, (_, proxy) => {
    const corners: number[] = [];
    for (let k = 0; k < ranges[proxy * 2 + 1]; k++) {
      const triangle = triangleOrder[ranges[proxy * 2] + k];
      corners.push(triangles[triangle * 3], triangles[triangle * 3 + 1], triangles[triangle * 3 + 2]);
    }
    const middle = [0, 1, 2].map(
      (axis) => corners.reduce((sum, v) => sum + positions[v * 3 + axis], 0) / corners.length,
    );
    const distance = (v: number): number =>
      middle.reduce((sum, x, axis) => sum + (positions[v * 3 + axis] - x) ** 2, 0);
    return corners.reduce((best, v) => (distance(v) < distance(best) ? v : best));
  });
}
