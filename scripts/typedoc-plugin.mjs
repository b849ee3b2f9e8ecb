// Makes the documentation site of what typedoc finds: modules have the names that users import and are grouped by subject, guides have
// their titles, and names of the API in guides lead to their reference. It works from a disk, without a server.
import { readFileSync } from 'node:fs';
import { Converter, DocumentReflection, MarkdownEvent, PageEvent, ProjectReflection, ReflectionKind } from 'typedoc';
import { guides } from './guides.mjs';
import { projectPath } from './paths.mjs';
import { documentedEntries } from './source-aliases.mjs';
import { groupBySubject } from './typedoc-groups.mjs';

const LINKED =
  ReflectionKind.Function |
  ReflectionKind.Class |
  ReflectionKind.Interface |
  ReflectionKind.Variable |
  ReflectionKind.TypeAlias;
/** Code in a line of text that begins with a name: `createMesh`, `createMesh({ positions })`. Longer fences are left alone. */
const INLINE_CODE = /(?<![`[])`([A-Za-z_]\w*)(\([^`\n]*\))?`(?!`)/g;
const FENCE = /^(```|~~~)/;

/** Listeners with a higher priority come first; that of typedoc itself has 0. */
const BEFORE_PARSING = 100;
/** typedoc makes groups at -100 and categories at -200. */
const AFTER_GROUPING = -300;

/** @param {import('typedoc').Application} app */
export function load(app) {
  app.converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }) => {
    nameModules(project);
    nameGuides(project);
  });
  app.converter.on(Converter.EVENT_RESOLVE_END, ({ project }) => groupModules(project), AFTER_GROUPING);
  // A script puts all icons into the page itself. Pages on a disk may not take them from another file.
  app.renderer.on(PageEvent.END, (page) => {
    page.contents = (page.contents ?? '').replaceAll(/ href="[^"]*assets\/icons\.svg#/g, ' href="#');
  });
  /** @type {Map<string, import('typedoc').DeclarationReflection> | undefined} */
  let names;
  app.renderer.on(
    MarkdownEvent.PARSE,
    (event) => {
      const { model } = event.page;
      const isGuide = model instanceof DocumentReflection || model instanceof ProjectReflection;
      const { router } = app.renderer;
      if (!isGuide || !router) return;
      names ??= namesOf(model.project);
      const known = names;
      event.parsedText = linkNames(event.parsedText, (name) => {
        const found = known.get(name);
        return found && router.hasUrl(found) ? router.relativeUrl(model, found) : undefined;
      });
    },
    BEFORE_PARSING,
  );
}

/** @param {import('typedoc').ProjectReflection} project */
function nameModules(project) {
  for (const module of project.getChildrenByKind(ReflectionKind.Module)) {
    const entry = documentedEntries.find(({ source }) => source === `src/${module.name}.ts`);
    if (!entry) throw new Error(`typedoc: there is no entry point for the module ${module.name}`);
    module.name = entry.name;
  }
}

/** @param {import('typedoc').ProjectReflection} project */
function groupModules(project) {
  for (const module of project.getChildrenByKind(ReflectionKind.Module)) {
    const { source } = documentedEntries.find(({ name }) => name === module.name) ?? {};
    if (source !== undefined) groupBySubject(module, source);
  }
  // Guides and entry points stand side by side in the navigation.
  delete project.groups;
}

/** @param {import('typedoc').ProjectReflection} project */
function nameGuides(project) {
  for (const document of project.documents ?? []) {
    const file = guides.find((guide) => guide.endsWith(`/${document.name}.md`));
    const title = file && /^# (.+)$/m.exec(readFileSync(projectPath(file), 'utf8'))?.[1];
    if (!title) throw new Error(`typedoc: ${document.name} has no title; begin it with "# "`);
    document.name = title;
  }
}

/** @param {import('typedoc').ProjectReflection} project */
function namesOf(project) {
  /** @type {Map<string, import('typedoc').DeclarationReflection>} */
  const names = new Map();
  for (const module of project.getChildrenByKind(ReflectionKind.Module)) {
    for (const child of module.children ?? []) {
      if (child.kindOf(LINKED) && !names.has(child.name)) names.set(child.name, child);
    }
  }
  return names;
}

/** @param {string} text @param {(name: string) => string | undefined} urlOf */
function linkNames(text, urlOf) {
  let isCode = false;
  const lines = text.split('\n').map((line) => {
    if (FENCE.test(line)) isCode = !isCode;
    if (isCode || line.startsWith('    ')) return line;
    return line.replace(INLINE_CODE, (code, /** @type {string} */ name) => {
      const url = urlOf(name);
      return url === undefined ? code : `[${code}](${url})`;
    });
  });
  return lines.join('\n');
}
