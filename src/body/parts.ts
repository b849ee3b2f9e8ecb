/** What a body is made of, and how much memory that takes. */
import { hasPatches } from '../bounds/shape.js';
import type { BodyBounds, Shape } from '../bounds/shape.js';
import { BLEND_MODEL } from '../deform/blend.js';
import { fieldBlockCount } from '../deform/linear.js';
import type { Model } from '../deform/model.js';
import { PliantError } from '../errors.js';
import { BLEND } from '../kernels/layout/header.js';
import { RECORD } from '../kernels/layout/record.js';
import type { Mesh } from '../mesh/mesh.js';
import { BlendBounder } from './blend/bounder.js';
import { BlendPoser } from './blend/poser.js';
import type { Bounder, Poser } from './driver.js';
import { LinearBounder } from './linear/bounder.js';
import { LinearPoser } from './linear/poser.js';
import { ROW, planTails } from './memory.js';
import type { MemoryPlan } from './memory.js';

const BOX_BYTES = 32;

/** What a body of triangles is made of. */
export interface BodyParts {
  readonly mesh: Mesh;
  readonly model: Model;
  readonly bounds: BodyBounds;
  readonly poser: Poser;
  readonly bounder: Bounder;
}

/** The parts of a shape, and how it is driven. */
export function partsOf({ bounds, mesh, model }: Shape, coherence: number): BodyParts {
  if (model.kind === BLEND_MODEL && bounds.shape === BLEND) {
    return { mesh, model, bounds, poser: new BlendPoser(model, bounds), bounder: new BlendBounder(model, bounds) };
  }
  if (model.kind !== BLEND_MODEL && bounds.shape !== BLEND) {
    const bounder = new LinearBounder(model, bounds, coherence);
    return { mesh, model, bounds, poser: new LinearPoser(model, bounds), bounder };
  }
  throw new PliantError('mismatch', 'createBody: the bounds follow another kind of model; create them from this model');
}

/** What every body of triangles has, whatever drives it. */
export function planOf(bounds: BodyBounds): MemoryPlan {
  const { blockCount, triangles, vertexCount, words } = bounds;
  return {
    shared: {
      triangles: { words: triangles },
      ...planTails(words, hasPatches(bounds) ? bounds.patches : undefined),
    },
    own: {
      records: blockCount * RECORD.wordCount * 4,
      // Whole SIMD rows: the last block reaches past the last coordinate, and so does a load of the last vertex.
      positions: fieldBlockCount(vertexCount) * ROW + ROW,
      vertexStamps: vertexCount * 4,
      refitBoxes: blockCount * BOX_BYTES,
    },
    numbers: {},
  };
}
