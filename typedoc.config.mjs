import { entryPoints } from './scripts/source-aliases.mjs';

/** @type {Partial<import('typedoc').TypeDocOptions>} */
export default {
  name: 'Pliant',
  entryPoints: entryPoints.map(({ source }) => source),
  tsconfig: 'src/tsconfig.json',
  out: 'docs/api',
  readme: 'none',
  disableSources: true,
  excludeInternal: true,
  // What three.js documents itself.
  excludeExternals: true,
  hideGenerator: true,
  logLevel: 'Warn',
  validation: { notExported: true, invalidLink: true, invalidPath: true, rewrittenLink: true, notDocumented: true },
  requiredToBeDocumented: ['Variable', 'Function', 'Class', 'Interface', 'TypeAlias', 'Property', 'Method', 'Accessor'],
  treatWarningsAsErrors: true,
  treatValidationWarningsAsErrors: true,
};
