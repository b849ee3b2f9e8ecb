/** Writes into the page, and only what changed: setting the same text anew would make the browser work. */
import { elementById } from './elements.js';

/** Sets the text of an element. */
export function setText(id: string, text: string): void {
  const element = elementById(id, HTMLElement);
  if (element.textContent !== text) element.textContent = text;
}

/** Sets a number that is the first thing to be seen; none is shown quietly. */
export function setLead(id: string, count: string, isSome: boolean): void {
  setText(id, count);
  elementById(id, HTMLElement).classList.toggle('some', isSome);
}
