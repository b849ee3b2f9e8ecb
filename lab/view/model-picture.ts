/** A model as it is drawn: its objects, the triangles that collide, what the pointer is on, and the ground. */
import { Bone, DoubleSide, Group, MeshBasicMaterial, Vector3 } from 'three';
import type { Color, Mesh } from 'three';
import type { SceneEvaluator } from 'pliant/audit';
import type { Extent } from '../model/model-extent.js';
import type { OpenedModel } from '../model/model-messages.js';
import type { CollisionResult } from '../model/scene-collisions.js';
import { CLOTH_EDGES, KNOWN, SELF } from './colors.js';
import { ContourView } from './contour-view.js';
import { GroundView } from './ground-view.js';
import { HitView } from './hit-view.js';
import { ModelObject, placeAt } from './model-object.js';
import { ObjectMarks } from './object-marks.js';
import type { FirstView, Picture } from './picture.js';
import { TreesView } from './trees-view.js';

/** Drawn over everything: the point is where it is. */
const OVER_ALL = { transparent: true, depthTest: false, depthWrite: false } as const;
const SEE_THROUGH = 0.28;

/** How the objects look. */
export interface ModelLook {
  readonly seeThrough: boolean;
  readonly wireframe: boolean;
  readonly hidden: ReadonlySet<number>;
}

/** Draws one model. */
export class ModelPicture implements Picture {
  readonly object = new Group();
  readonly firstView: FirstView;
  readonly objects: readonly ModelObject[];
  readonly hit = new HitView();
  readonly contours = new ContourView();
  readonly trees = new TreesView();
  /** Marks of each object: triangles that newly collide, and those that do at rest as well. */
  readonly #marks: readonly { readonly added: ObjectMarks; readonly known: ObjectMarks }[];
  readonly #edges: readonly Mesh[];
  readonly #materials: readonly MeshBasicMaterial[];
  readonly #bones: readonly Bone[];
  readonly #joints: readonly number[];
  readonly #ground = new GroundView();
  /** What is marked, and how. */
  #marked: { readonly result: CollisionResult | undefined; readonly key: string } = { result: undefined, key: '' };

  constructor({ scene, surfaces }: OpenedModel, extent: Extent) {
    const joints = new Set(scene.objects.flatMap(({ skin }) => skin?.joints ?? []));
    this.#joints = [...joints];
    this.#bones = scene.nodes.map(({ name }) => Object.assign(new Bone(), { name, matrixAutoUpdate: false }));
    this.objects = scene.objects.map((object, i) => new ModelObject(object, surfaces[i], this.#bones));
    const added = [
      new MeshBasicMaterial({ color: SELF, ...OVER_ALL, opacity: 0.45, side: DoubleSide }),
      new MeshBasicMaterial({ color: SELF, polygonOffset: true, polygonOffsetFactor: -1, side: DoubleSide }),
    ];
    const known = [new MeshBasicMaterial({ color: KNOWN, side: DoubleSide })];
    const edges = new MeshBasicMaterial({
      color: CLOTH_EDGES,
      wireframe: true,
      transparent: true,
      opacity: 0.2,
      depthWrite: false,
    });
    this.#materials = [...added, ...known, edges];
    this.#marks = this.objects.map((object) => ({
      added: new ObjectMarks(object, added, 3),
      known: new ObjectMarks(object, known, 2),
    }));
    this.#edges = this.objects.map((object) => {
      const lines = object.make(object.geometry, edges);
      lines.visible = false;
      this.object.add(lines);
      return lines;
    });
    this.object.add(this.#ground.object, this.contours.object, this.hit.object, this.trees.object);
    for (const { mesh } of this.objects) this.object.add(mesh);
    for (const marks of this.#marks) this.object.add(marks.added.object, marks.known.object);
    this.firstView = lookAt(extent);
    this.#ground.placeBelow(extent);
  }

  /** Takes over a pose. */
  pose(evaluator: SceneEvaluator): void {
    for (const node of this.#joints) placeAt(this.#bones[node], evaluator.world, node);
    for (const object of this.objects) object.update(evaluator);
  }

  /** Shows, hides and fades objects. */
  dress({ hidden, seeThrough, wireframe }: ModelLook): void {
    this.objects.forEach(({ mesh, object }, i) => {
      const isShown = !hidden.has(object.id);
      mesh.visible = isShown;
      this.#edges[i].visible = isShown && wireframe;
      const { material } = mesh;
      if (material.transparent !== seeThrough) {
        material.transparent = seeThrough;
        material.opacity = seeThrough ? SEE_THROUGH : 1;
        material.depthWrite = !seeThrough;
        material.needsUpdate = true;
      }
    });
  }

  /** Marks what collides; nothing for undefined. Contours are drawn only where they belong to the pose that is shown. */
  mark(result: CollisionResult | undefined, hidden: ReadonlySet<number>, withKnown: boolean, isExact: boolean): void {
    const key = [withKnown, isExact, ...hidden].join();
    if (result === this.#marked.result && key === this.#marked.key) return;
    this.#marked = { result, key };
    this.#marks.forEach(({ added, known }, i) => {
      const isShown = !hidden.has(i);
      added.update(isShown ? (result?.added[i] ?? NONE) : NONE);
      known.update(isShown && withKnown ? (result?.known[i] ?? NONE) : NONE);
    });
    this.contours.update(isExact ? (result?.segments ?? NO_ENDS) : NO_ENDS);
  }

  /** How many triangles are marked as newly colliding. */
  get markedCount(): number {
    return this.#marks.reduce((sum, { added }) => sum + added.count, 0);
  }

  dispose(): void {
    for (const object of this.objects) object.dispose();
    for (const { added, known } of this.#marks) for (const marks of [added, known]) marks.dispose();
    for (const material of this.#materials) material.dispose();
    for (const part of [this.#ground, this.contours, this.hit, this.trees]) part.dispose();
  }
}

const NONE = new Uint32Array(0);
const NO_ENDS = new Float32Array(0);

/** All of it, from the side and a little from above. */
function lookAt({ low, high }: Extent): FirstView {
  const [x, y, z] = [0, 1, 2].map((axis) => (low[axis] + high[axis]) / 2);
  const [width, height, depth] = [0, 1, 2].map((axis) => high[axis] - low[axis]);
  const reach = Math.max(Math.hypot(width, height, depth), 1e-6);
  return {
    target: new Vector3(x, y, z),
    direction: new Vector3(0.42, 0.26, 1).normalize(),
    height: Math.max(height * 1.25, reach * 0.62),
    width: Math.max(width, depth * 0.7) * 1.2,
    reach,
  };
}

/** The colour of an object as a page writes it. */
export function cssColor(color: Color): string {
  return `#${color.getHexString()}`;
}
