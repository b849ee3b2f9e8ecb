/** The displacement fields of a model, for sides that store them in another way. */
import { fieldIndex } from 'pliant/parts';
import type { LinearModel } from 'pliant/parts';

/** All fields of a linear model, one plain array each. */
export function fieldsOf(model: LinearModel): Float32Array[] {
  return Array.from({ length: model.fieldCount }, (_, field) =>
    Float32Array.from(
      { length: model.vertexCount * 3 },
      (_coordinate, k) => model.fields[fieldIndex(model.fieldCount, field, k)],
    ),
  );
}

/** All fields of a linear model in one array: the numbers of all fields for a coordinate, then those for the next. */
export function interleavedFieldsOf(model: LinearModel): Float32Array {
  const { fieldCount } = model;
  return Float32Array.from(
    { length: model.vertexCount * 3 * fieldCount },
    (_, k) => model.fields[fieldIndex(fieldCount, k % fieldCount, Math.floor(k / fieldCount))],
  );
}
