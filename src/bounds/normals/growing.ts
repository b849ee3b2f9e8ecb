/** Lists that grow as they are written. */

/** Numbers, and how many there are. */
export interface GrowingNumbers {
  numbers: Float32Array;
  length: number;
}

/** A list of nothing. */
export function createGrowingNumbers(): GrowingNumbers {
  return { numbers: new Float32Array(1024), length: 0 };
}

/** Adds so many zeros; returns where they begin. */
export function extend(list: GrowingNumbers, by: number): number {
  const at = list.length;
  list.length += by;
  if (list.length > list.numbers.length) {
    const numbers = new Float32Array(Math.max(list.length, list.numbers.length * 2));
    numbers.set(list.numbers);
    list.numbers = numbers;
  }
  return at;
}

/** The numbers of a list, and no more. */
export function finish(list: GrowingNumbers): Float32Array {
  return list.numbers.slice(0, list.length);
}
