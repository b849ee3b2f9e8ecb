import { guides } from './scripts/guides.mjs';
import { documentedEntries } from './scripts/source-aliases.mjs';

/** @type {Partial<import('typedoc').TypeDocOptions>} */
export default {
  name: 'Pliant',
  entryPoints: documentedEntries.map(({ source }) => source),
  tsconfig: 'docs/tsconfig.json',
  plugin: ['./scripts/typedoc-plugin.mjs'],
  out: 'docs/api',
  readme: 'docs/start.md',
  projectDocuments: guides,
  customCss: 'docs/site.css',
  navigation: { includeFolders: false, includeCategories: false, includeGroups: true },
  useFirstParagraphOfCommentAsSummary: true,
  sortEntryPoints: false,
  disableSources: true,
  excludeExternals: true,
  excludeInternal: true,
  hideGenerator: true,
  suppressCommentWarningsInDeclarationFiles: true,
  logLevel: 'Warn',
  validation: { notExported: true, invalidLink: true, invalidPath: true, rewrittenLink: true, notDocumented: true },
  requiredToBeDocumented: ['Variable', 'Function', 'Class', 'Interface', 'TypeAlias', 'Property', 'Method', 'Accessor'],
  treatWarningsAsErrors: true,
  treatValidationWarningsAsErrors: true,
};
