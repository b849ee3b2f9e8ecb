/** Models with room for more vertices: those that come later are written behind the others, in place. What drives the model stays what it was. */
import { PliantError } from '../errors.js';
import { BLEND_MODEL } from './blend.js';
import type { BlendModel } from './blend.js';
import { FIELD_BLOCK, checksumOf, fieldBlockCount, fieldIndex } from './linear.js';
import type { Model } from './model.js';

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** Influences of a new vertex that there is room for, at least: skins have four of them. */
const USUAL_INFLUENCES = 4;

/** Copies an array, with room behind it. */
export function withSpace<T extends Float32Array | Float64Array | Uint32Array>(values: T, length: number): T {
  const copy = new (values.constructor as new (length: number) => T)(length);
  copy.set(values);
  return copy;
}

/** Refuses vertices of another kind than those of a model: another formula, other numbers of fields, or governors that it has not. */
export function requireSameKind(caller: string, model: Model, more: Model): void {
  if (model.kind !== more.kind || model.fieldCount !== more.fieldCount) {
    throw new PliantError(
      'mismatch',
      `${caller}: the new vertices follow ${kindOf(more)}, the others ${kindOf(model)}; give them a deformation of the same kind`,
    );
  }
  if (model.kind !== BLEND_MODEL || more.kind !== BLEND_MODEL) return;
  const arePoints = model.poseLayout.pointCount > 0;
  if (arePoints !== more.poseLayout.pointCount > 0 || more.governorCount > model.governorCount) {
    const noun = (blend: BlendModel): string => (blend.poseLayout.pointCount > 0 ? 'points' : 'joints');
    throw new PliantError(
      'mismatch',
      `${caller}: the new vertices follow ${more.governorCount} ${noun(more)}, the others ${model.governorCount} ${noun(model)}; ` +
        'use those that there are',
    );
  }
}

function kindOf({ fieldCount, kind }: Model): string {
  return `${kind === BLEND_MODEL ? 'a blend' : 'a linear deformation'} with ${fieldCount} fields`;
}

/** A copy of a model with so many vertices more. Until they are written, they are at rest where the first one is, and nothing moves them. */
export function giveModelRoom(model: Model, vertices: number): Model {
  const { fieldCount } = model;
  const vertexCount = model.vertexCount + vertices;
  const rest = withSpace(model.rest, vertexCount * 3);
  for (let k = model.vertexCount * 3; k < rest.length; k++) rest[k] = model.rest[k % 3];
  const common = {
    vertexCount,
    rest,
    fields: withSpace(model.fields, fieldBlockCount(vertexCount) * fieldCount * FIELD_BLOCK),
    fieldReach: model.fieldReach.slice(),
  };
  if (model.kind !== BLEND_MODEL) return { ...model, ...common };
  const influences = model.governors.length;
  const room = influences + vertices * influencesPerNewVertex(model);
  const influenceOffsets = withSpace(model.influenceOffsets, vertexCount + 1);
  influenceOffsets.fill(influences, model.vertexCount + 1);
  return {
    ...model,
    ...common,
    influenceOffsets,
    governors: withSpace(model.governors, room),
    weights: withSpace(model.weights, room),
    // New vertices may follow any of them.
    usedGovernors: Uint32Array.from({ length: model.governorCount }, (_, governor) => governor),
  };
}

/** Influences for which there is room, for each new vertex: as many as the others have, at most. */
function influencesPerNewVertex({ influenceOffsets, vertexCount }: BlendModel): number {
  let most = USUAL_INFLUENCES;
  for (let vertex = 0; vertex < vertexCount; vertex++) {
    most = Math.max(most, influenceOffsets[vertex + 1] - influenceOffsets[vertex]);
  }
  return most;
}

/** Refuses more influences than there is room for; `first` is the number that the first new vertex gets. */
export function requireInfluenceRoom(caller: string, model: Model, first: number, more: Model): void {
  if (model.kind !== BLEND_MODEL || more.kind !== BLEND_MODEL) return;
  const left = model.governors.length - model.influenceOffsets[first];
  if (more.governors.length <= left) return;
  throw new PliantError(
    'bad-count',
    `${caller}: the new vertices have ${more.governors.length} influences, but there is room for ${left} more; leave out weights that are small`,
  );
}

/** Writes new vertices into the room of a model, from the number `first` on. */
export function writeVertices(model: Model, first: number, more: Model): void {
  const { fieldCount } = model;
  model.rest.set(more.rest, first * 3);
  for (let j = 0; j < fieldCount; j++) {
    for (let k = 0; k < more.vertexCount * 3; k++) {
      model.fields[fieldIndex(fieldCount, j, first * 3 + k)] = more.fields[fieldIndex(fieldCount, j, k)];
    }
    model.fieldReach[j] = Math.max(model.fieldReach[j], more.fieldReach[j]);
  }
  (model as Mutable<Model>).restReach = Math.max(model.restReach, more.restReach);
  if (model.kind !== BLEND_MODEL || more.kind !== BLEND_MODEL) return;
  const begin = model.influenceOffsets[first];
  model.governors.set(more.governors, begin);
  model.weights.set(more.weights, begin);
  for (let i = 1; i <= more.vertexCount; i++) model.influenceOffsets[first + i] = begin + more.influenceOffsets[i];
  // Those that are not there yet begin where the last one ends.
  model.influenceOffsets.fill(begin + more.governors.length, first + more.vertexCount + 1);
}

/** A copy of a model without the room behind so many vertices. */
export function takeModelRoom(model: Model, vertexCount: number): Model {
  const { fieldCount } = model;
  const common = {
    vertexCount,
    rest: model.rest.slice(0, vertexCount * 3),
    fields: model.fields.slice(0, fieldBlockCount(vertexCount) * fieldCount * FIELD_BLOCK),
    fieldReach: model.fieldReach.slice(),
  };
  if (model.kind !== BLEND_MODEL) {
    return { ...model, ...common, checksum: checksumOf(checksumOf(fieldCount, common.rest), common.fields) };
  }
  const influences = model.influenceOffsets[vertexCount];
  return {
    ...model,
    ...common,
    influenceOffsets: model.influenceOffsets.slice(0, vertexCount + 1),
    governors: model.governors.slice(0, influences),
    weights: model.weights.slice(0, influences),
  };
}
