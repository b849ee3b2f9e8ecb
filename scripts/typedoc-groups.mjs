// Groups the names of an entry point by subject, as its source does. A comment of one line above some exports begins a group:
//
//   // Hits: where answers are put
//   export { createHits } from './query/hits.js';
//
// Entry points without such comments are grouped by kind.
import { readFileSync } from 'node:fs';
import { ReflectionGroup } from 'typedoc';
import { projectPath } from './paths.mjs';

/** @typedef {{ title: string, line: string, names: string[] }} Subject */

const HEADING = /^\/\/ ([^:\n]+)(?:: (.+))?$/;
const EXPORTS = /export (?:type )?(?:\{([^}]*)\}|\* as (\w+)) from/g;

/**
 * Groups what a module exports.
 *
 * @param {import('typedoc').DeclarationReflection} module
 * @param {string} source The file of the entry point.
 */
export function groupBySubject(module, source) {
  const subjects = subjectsOf(source);
  if (subjects.length === 0) return;
  const rest = new Map((module.children ?? []).map((child) => [child.name, child]));
  module.groups = subjects.map(({ title, line, names }) => {
    const group = new ReflectionGroup(title, module);
    group.description = [{ kind: 'text', text: line }];
    for (const name of names) {
      const child = rest.get(name);
      if (!child) throw new Error(`typedoc: ${source} exports ${name} twice, or not at all`);
      group.children.push(child);
      rest.delete(name);
    }
    return group;
  });
  if (rest.size > 0) throw new Error(`typedoc: ${[...rest.keys()].join(', ')} of ${source} belong to no group`);
}

/** @param {string} source @returns {Subject[]} */
function subjectsOf(source) {
  /** @type {Subject[]} */
  const subjects = [];
  // A heading, and all up to the next.
  for (const part of readFileSync(projectPath(source), 'utf8').split(/^(?=\/\/ )/m)) {
    const heading = HEADING.exec(part.split('\n', 1)[0]);
    if (!heading) continue;
    const [, title, line] = heading;
    if (line === undefined)
      throw new Error(`typedoc: the group "${title}" of ${source} needs a line: "// ${title}: …"`);
    const names = [...part.matchAll(EXPORTS)].flatMap(([, list, space]) =>
      list === undefined ? [space] : namesIn(list),
    );
    subjects.push({ title, line: `${line[0].toUpperCase()}${line.slice(1)}.`, names });
  }
  return subjects;
}

/** @param {string} list @returns {string[]} The names that a list of exports gives. */
function namesIn(list) {
  return list
    .split(',')
    .flatMap((item) => item.trim().split(' ').slice(-1))
    .filter((name) => name !== '');
}
