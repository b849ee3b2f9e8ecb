/** The displacement fields of a model, one plain array each, for sides that store them in another way. */
import { fieldIndex } from 'pliant';
import type { LinearModel } from 'pliant';

/** Unpacks all fields of a linear model. */
export function fieldsOf(model: LinearModel): Float32Array[] {
  return Array.from({ length: model.fieldCount }, (_, field) =>
    Float32Array.from(
      { length: model.vertexCount * 3 },
      (_coordinate, k) => model.fields[fieldIndex(model.fieldCount, field, k)],
    ),
  );
}
