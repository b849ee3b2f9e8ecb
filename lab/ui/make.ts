/** Makes elements that depend on what was loaded. */

/** An element with text and classes. */
export function make<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  text = '',
  className = '',
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  if (text !== '') element.textContent = text;
  if (className !== '') element.className = className;
  return element;
}
