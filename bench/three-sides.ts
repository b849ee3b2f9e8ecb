/** Who answers: `pliant/three`, three.js alone, and three-mesh-bvh on geometry that its own generator bakes. */
import { createMesh } from 'pliant/parts';
import { intersectFirst } from 'pliant/three';
import { BufferGeometry, Matrix4, Raycaster, SkinnedMesh, Vector3 } from 'three';
import type { Intersection, Mesh, Sphere } from 'three';
import { StaticGeometryGenerator } from 'three-mesh-bvh';
import { readNumbers } from './protocol.js';
import type { Side } from './protocol.js';
import type { Character } from './three-characters.js';
import { pickMark, raycastByThree } from './three-questions.js';
import type { Pick } from './three-questions.js';
import { TmbSurface } from './tmb-surface.js';
import type { TmbOptions } from './tmb-surface.js';

/** Our first hit, over all meshes of the character; those that are asked have deform trees. */
export function pliantPicks({ meshes, pose }: Character, asked: readonly Mesh[], picks: readonly Pick[]): Side {
  const raycaster = new Raycaster();
  return {
    name: 'pliant',
    prepare: (frame) => poseAndAsk(pose, frame, picks[frame]),
    frame(frame) {
      const pick = picks[frame];
      raycaster.set(pick.origin, pick.direction);
      return markOf(meshes, pick, intersectFirst(raycaster, asked, false));
    },
  };
}

/** The first of all the hits that three.js finds. */
export function threePicks({ meshes, pose }: Character, picks: readonly Pick[]): Side {
  const raycaster = new Raycaster();
  return {
    name: 'three.js',
    prepare: (frame) => poseAndAsk(pose, frame, picks[frame]),
    frame(frame) {
      const pick = picks[frame];
      raycaster.set(pick.origin, pick.direction);
      return markOf(meshes, pick, raycastByThree(raycaster, meshes)[0]);
    },
  };
}

/** What is baked of a character: positions alone, which is all that is needed to hit it, or whatever the generator bakes unless told. */
export type Baked = 'positions' | 'everything';

/** The first hit of three-mesh-bvh on a character that it has baked and refitted. */
export function tmbPicks(
  character: Character,
  picks: readonly Pick[],
  options: TmbOptions,
  what: Baked = 'positions',
): Side {
  const baked = new BakedCharacter(character, options, what);
  const toLocal = new Matrix4();
  const raycaster = new Raycaster();
  const point = new Vector3();
  const { matrixWorld } = character.meshes[0];
  return {
    name: 'three-mesh-bvh',
    prepare: (frame) => poseAndAsk(character.pose, frame, picks[frame]),
    frame(frame) {
      baked.follow();
      const pick = picks[frame];
      raycaster.set(pick.origin, pick.direction);
      raycaster.ray.applyMatrix4(toLocal.copy(matrixWorld).invert());
      const hit = baked.surface.firstHit(raycaster.ray);
      if (hit === undefined) return 0;
      const distance = point.copy(hit.point).applyMatrix4(matrixWorld).distanceTo(pick.origin);
      const mesh = baked.meshOf(hit.triangle);
      return pickMark(pick, mesh, hit.triangle - baked.firstTriangles[mesh], distance);
    },
  };
}

/** Whether a ball touches any mesh of the character; those that are asked have deform trees, and are in the same space. */
export function pliantBalls({ pose }: Character, asked: readonly Mesh[], balls: readonly Sphere[]): Side {
  return {
    name: 'pliant',
    prepare: pose,
    frame(frame) {
      for (const mesh of asked) if (mesh.deformTree!.intersectsSphere(balls[frame])) return 1;
      return 0;
    },
  };
}

/** The same by three-mesh-bvh. */
export function tmbBalls(character: Character, balls: readonly Sphere[], options: TmbOptions): Side {
  const baked = new BakedCharacter(character, options);
  return {
    name: 'three-mesh-bvh',
    prepare: character.pose,
    frame(frame) {
      baked.follow();
      return baked.surface.meetsSphere(balls[frame]) ? 1 : 0;
    },
  };
}

/** All meshes of a character in one geometry of the present pose, with a tree over it. */
class BakedCharacter {
  readonly surface: TmbSurface;
  /** Number of the first triangle of each mesh. */
  readonly firstTriangles: readonly number[];
  readonly #meshes: readonly Mesh[];
  readonly #generator: StaticGeometryGenerator;
  readonly #geometry = new BufferGeometry();

  constructor({ meshes }: Character, options: TmbOptions, what: Baked = 'positions') {
    this.#meshes = meshes;
    // Meshes that are in the same place need not be taken to the world, which saves a product for each vertex.
    if (meshes.some(({ matrixWorld }) => !matrixWorld.equals(meshes[0].matrixWorld))) {
      throw new Error('three: the meshes of this character lie in different spaces; bake them in the world');
    }
    this.#generator = new StaticGeometryGenerator(meshes as Mesh[]);
    if (what === 'positions') this.#generator.attributes = ['position'];
    this.#generator.applyWorldTransforms = false;
    this.#generator.useGroups = false;
    this.#generator.generate(this.#geometry);
    const { array: positions } = this.#geometry.getAttribute('position');
    const { array: triangles } = this.#geometry.index!;
    const mesh = createMesh({ positions: positions as Float32Array, triangles: (triangles as Uint32Array).slice() });
    this.surface = new TmbSurface(mesh, this.#geometry, options);
    let first = 0;
    this.firstTriangles = meshes.map(({ geometry }) => {
      const begin = first;
      first += geometry.index!.count / 3;
      return begin;
    });
  }

  /** Bakes and refits. The generator looks at the matrices of skeletons, which drawing would have updated. */
  follow(): void {
    for (const mesh of this.#meshes) if (mesh instanceof SkinnedMesh) mesh.skeleton.update();
    this.#generator.generate(this.#geometry);
    this.surface.refit();
  }

  meshOf(triangle: number): number {
    let mesh = this.firstTriangles.length - 1;
    while (this.firstTriangles[mesh] > triangle) mesh--;
    return mesh;
  }
}

/** Poses the character, and has the question at hand, as whoever asks it has. */
function poseAndAsk(pose: Character['pose'], frame: number, { direction, distance, origin }: Pick): void {
  pose(frame);
  readNumbers(origin.toArray(), direction.toArray(), [distance]);
}

function markOf(meshes: readonly Mesh[], pick: Pick, hit: Intersection | null | undefined): number {
  return hit ? pickMark(pick, meshes.indexOf(hit.object as Mesh), hit.faceIndex!, hit.distance) : 0;
}
