/** Colours for how many triangles are proved free of collisions at once: the same in the picture and, by `style.css`, in its legend. */

/** Fewest triangles of the regions of each colour, four times as many from one to the next, as nodes of a tree have; and a grey for what is in none. */
export const REGION_CLASSES: readonly (readonly [fewest: number, color: number])[] = [
  [0, 0x5d6470],
  [1, 0xfff1b8],
  [32, 0xc3e59b],
  [128, 0x6fd0a6],
  [512, 0x2fadb8],
  [2048, 0x2f7fc4],
  [8192, 0x4b55b8],
];

/** Which class a region of so many triangles is in. */
export function regionClass(size: number): number {
  let found = REGION_CLASSES.length - 1;
  while (REGION_CLASSES[found][0] > size) found--;
  return found;
}
