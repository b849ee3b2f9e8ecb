/** Choices about a model that are lists, as the text that a link holds. */

/** The weight of one morph target of one object. */
export interface MorphWeight {
  readonly object: number;
  readonly target: number;
  readonly value: number;
}

/** Weights as a link holds them: `0.3=0.5` is target 3 of object 0. What is none is passed over. */
export function parseWeights(text: string): MorphWeight[] {
  return [...text.matchAll(/(?<=^|,)(\d{1,5})\.(\d{1,4})=(-?\d{1,3}(?:\.\d{1,3})?)(?=,|$)/g)].map(
    ([, object, target, value]) => ({ object: Number(object), target: Number(target), value: Number(value) }),
  );
}

/** The same the other way round. */
export function writeWeights(weights: readonly MorphWeight[]): string {
  return weights.map(({ object, target, value }) => `${object}.${target}=${Number(value.toFixed(3))}`).join(',');
}

/** Numbers of hidden objects, as a link holds them. */
export function parseHidden(text: string): Set<number> {
  return new Set(
    text
      .split(',')
      .filter((part) => /^\d{1,5}$/.test(part))
      .map(Number),
  );
}
