/** The objects of a scene as bodies, each posed when it is first asked for at an instant. */
import { createBody } from '../index.js';
import type { Body, Kernels } from '../index.js';
import { createSurfaceField, refitSurfaceField } from '../meaning.js';
import type { SurfaceField } from '../meaning.js';
import { TRANSFORM_STRIDE } from '../parts.js';
import type { BlendModel } from '../parts.js';
import {
  createSceneEvaluator,
  evaluateClip,
  evaluateRest,
  writeObjectPoints,
  writeObjectPose,
} from '../gltf/evaluate.js';
import type { SceneEvaluator } from '../gltf/evaluate.js';
import { REST } from './instants.js';
import type { Instant } from './instants.js';
import type { AuditPlan } from './plan.js';

interface PosedObject {
  readonly body: Body;
  readonly transforms: Float32Array;
  readonly weights: Float32Array;
  /** Of recorded objects, where each vertex is. */
  readonly points: Float32Array;
  /** The number of the instant it is posed at. */
  posedAt: number;
  /** Whether all its vertices are in one point there, so that nothing of it is a surface. */
  isPoint: boolean;
  field: SurfaceField | undefined;
  fieldAt: number;
}

/** Bodies of all objects. Holds memory: `dispose()` it when done. */
export class SceneBodies {
  readonly #plan: AuditPlan;
  readonly #evaluator: SceneEvaluator;
  readonly #objects: PosedObject[];
  #instant: Instant | undefined;
  #jumpsAt = 0;
  #instantNumber = 0;

  constructor(plan: AuditPlan, kernels: Kernels) {
    this.#plan = plan;
    this.#evaluator = createSceneEvaluator(plan.scene);
    this.#objects = plan.scene.objects.map(({ mesh, model }, i) => ({
      // In every frame of a recording all vertices are somewhere else, and nothing but themselves says where.
      body: createBody(
        kernels,
        { mesh, model, bounds: plan.bounds[i] },
        isRecorded(model) ? { strategy: 'refit' } : {},
      ),
      transforms: new Float32Array(model.poseLayout.transformCount * TRANSFORM_STRIDE),
      weights: new Float32Array(model.fieldCount),
      points: new Float32Array(model.poseLayout.pointCount * 3),
      posedAt: 0,
      isPoint: false,
      field: undefined,
      fieldAt: 0,
    }));
  }

  /** Goes to an instant; bodies follow when they are asked for. What jumps from key to key is where it is at `jumpsAt`. */
  goTo(instant: Instant, jumpsAt = instant.time): void {
    if (instant.clip === this.#instant?.clip && instant.time === this.#instant.time && jumpsAt === this.#jumpsAt)
      return;
    this.#jumpsAt = jumpsAt;
    this.#instant = instant;
    this.#instantNumber++;
    if (instant.clip === REST) evaluateRest(this.#evaluator);
    else evaluateClip(this.#evaluator, this.#plan.scene.clips[instant.clip], instant.time, jumpsAt);
  }

  /** The body of an object, at the present instant. */
  bodyOf(object: number): Body {
    return this.#pose(object).body;
  }

  /**
   * Whether an object is scaled down to a point at the present instant, as animators hide things. All its triangles are
   * defects then, none of them meets anything, and a search would compare each with every other to find that out.
   */
  isPoint(object: number): boolean {
    return this.#pose(object).isPoint;
  }

  /** The whole surface of an object at the present instant, ready to be asked about points. */
  fieldOf(object: number): SurfaceField {
    const posed = this.#pose(object);
    if (posed.field !== undefined && posed.fieldAt === this.#instantNumber) return posed.field;
    posed.body.refit();
    const { positions } = posed.body;
    if (posed.field === undefined) {
      const { triangles } = posed.body.mesh;
      posed.field = createSurfaceField({ positions, triangles }, this.#plan.trees[object]);
    } else refitSurfaceField(posed.field, positions);
    posed.fieldAt = this.#instantNumber;
    return posed.field;
  }

  /** Whether an object is posed as in other bodies of the same scene. */
  isPosedAs(other: SceneBodies, object: number): boolean {
    const [a, b] = [this.#pose(object), other.#pose(object)];
    return isEqual(a.transforms, b.transforms) && isEqual(a.weights, b.weights) && isEqual(a.points, b.points);
  }

  /** Gives all memory back. */
  dispose(): void {
    for (const { body } of this.#objects) body.dispose();
  }

  #pose(object: number): PosedObject {
    const posed = this.#objects[object];
    if (posed.posedAt === this.#instantNumber) return posed;
    posed.posedAt = this.#instantNumber;
    const { body, points, transforms, weights } = posed;
    const sceneObject = this.#plan.scene.objects[object];
    if (points.length > 0) {
      writeObjectPoints(this.#evaluator, sceneObject, points);
      body.setPoints(points);
      posed.isPoint = isOnePoint(points);
      return posed;
    }
    writeObjectPose(this.#evaluator, sceneObject, transforms, weights);
    body.setTransforms(transforms);
    if (weights.length > 0) body.setWeights(weights);
    posed.isPoint = takeAllToOnePoint(transforms);
    return posed;
  }
}

function isRecorded({ poseLayout }: BlendModel): boolean {
  return poseLayout.pointCount > 0;
}

function isEqual(a: Float32Array, b: Float32Array): boolean {
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

function isOnePoint(points: Float32Array): boolean {
  for (let i = 3; i < points.length; i++) if (points[i] !== points[i % 3]) return false;
  return true;
}

/**
 * Whether every transform takes everything to the same point t. Weights sum to 1 within some 2^-50, so a vertex is t times
 * that, and rounding to float32 makes it t again.
 */
function takeAllToOnePoint(transforms: Float32Array): boolean {
  for (let i = 0; i < transforms.length; i++) {
    const expected = i % 4 === 3 ? transforms[i % TRANSFORM_STRIDE] : 0;
    if (transforms[i] !== expected) return false;
  }
  return true;
}
