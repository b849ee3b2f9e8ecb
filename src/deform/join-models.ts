/** Puts the vertices of one model behind those of another of the same kind, driven by the same numbers. */
import { PliantError } from '../errors.js';
import { BLEND_MODEL } from './blend.js';
import type { BlendModel } from './blend.js';
import { FIELD_BLOCK, checksumOf, fieldBlockCount, fieldIndex } from './linear.js';
import type { LinearModel } from './linear.js';
import type { Model } from './model.js';

/** What both kinds of models keep of their vertices. */
type FieldsOfModel = Pick<LinearModel, 'fields' | 'fieldReach' | 'rest' | 'restReach' | 'vertexCount'>;

/**
 * The model of all vertices: those of `model` keep their numbers, those of `more` come behind them. What drives it is what drove `model`.
 *
 * @throws PliantError `mismatch` where the kinds differ, or the numbers of fields, or `more` follows governors that `model` has not.
 */
export function joinModels(caller: string, model: Model, more: Model): Model {
  const areBlends = model.kind === BLEND_MODEL;
  if (model.kind !== more.kind || model.fieldCount !== more.fieldCount) {
    throw new PliantError(
      'mismatch',
      `${caller}: the new vertices follow ${kindOf(more)}, the others ${kindOf(model)}; give them a deformation of the same kind`,
    );
  }
  if (!areBlends || more.kind !== BLEND_MODEL) {
    const joined = { ...(model as LinearModel), ...joinFields(model, more) };
    return { ...joined, checksum: checksumOf(checksumOf(joined.fieldCount, joined.rest), joined.fields) };
  }
  const arePoints = model.poseLayout.pointCount > 0;
  if (arePoints !== more.poseLayout.pointCount > 0 || more.governorCount > model.governorCount) {
    const noun = (blend: BlendModel): string => (blend.poseLayout.pointCount > 0 ? 'points' : 'joints');
    throw new PliantError(
      'mismatch',
      `${caller}: the new vertices follow ${more.governorCount} ${noun(more)}, the others ${model.governorCount} ${noun(model)}; ` +
        'use those that there are',
    );
  }
  return { ...model, ...joinFields(model, more), ...joinInfluences(model, more) };
}

function kindOf({ fieldCount, kind }: Model): string {
  return `${kind === BLEND_MODEL ? 'a blend' : 'a linear deformation'} with ${fieldCount} fields`;
}

function joinFields(model: Model, more: Model): FieldsOfModel {
  const { fieldCount } = model;
  const vertexCount = model.vertexCount + more.vertexCount;
  const rest = new Float32Array(vertexCount * 3);
  rest.set(model.rest);
  rest.set(more.rest, model.vertexCount * 3);
  const fields = new Float32Array(fieldBlockCount(vertexCount) * fieldCount * FIELD_BLOCK);
  // Blocks are four coordinates of each field, so the last may go on with new ones.
  fields.set(model.fields);
  for (let j = 0; j < fieldCount; j++) {
    for (let k = 0; k < more.vertexCount * 3; k++) {
      fields[fieldIndex(fieldCount, j, model.vertexCount * 3 + k)] = more.fields[fieldIndex(fieldCount, j, k)];
    }
  }
  return {
    vertexCount,
    rest,
    fields,
    restReach: Math.max(model.restReach, more.restReach),
    fieldReach: model.fieldReach.map((reach, j) => Math.max(reach, more.fieldReach[j])),
  };
}

function joinInfluences(
  model: BlendModel,
  more: BlendModel,
): Pick<BlendModel, 'influenceOffsets' | 'governors' | 'weights' | 'usedGovernors' | 'normalized'> {
  const before = model.governors.length;
  const influenceOffsets = new Uint32Array(model.vertexCount + more.vertexCount + 1);
  influenceOffsets.set(model.influenceOffsets);
  more.influenceOffsets.forEach((offset, i) => (influenceOffsets[model.vertexCount + i] = before + offset));
  const governors = new Uint32Array(before + more.governors.length);
  governors.set(model.governors);
  governors.set(more.governors, before);
  const weights = new Float64Array(before + more.weights.length);
  weights.set(model.weights);
  weights.set(more.weights, before);
  return {
    influenceOffsets,
    governors,
    weights,
    usedGovernors: Uint32Array.from(new Set([...model.usedGovernors, ...more.usedGovernors])).sort(),
    normalized: {
      vertexCount: model.normalized.vertexCount + more.normalized.vertexCount,
      largestError: Math.max(model.normalized.largestError, more.normalized.largestError),
    },
  };
}
