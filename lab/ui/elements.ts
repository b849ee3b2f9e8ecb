/** Finds the elements of the page, and says which one is missing instead of failing later. */

/** The element with an identifier, which must be of the given class. */
export function elementById<Element extends HTMLElement>(id: string, type: new () => Element): Element {
  const element = document.getElementById(id);
  if (!(element instanceof type)) throw new Error(`index.html has no ${type.name} with the identifier "${id}"`);
  return element;
}
