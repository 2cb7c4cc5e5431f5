/**
 * Parts of the server that benchmarks and end-to-end tests measure or drive by themselves. Programs use the package's main
 * entry; what stands here may change with any version.
 */
export { loadRankerCases, scoreRanker } from './features/acquisition/evaluation/ranker-corpus.js';
export { loadTitleCorpus, scoreTitles } from './features/acquisition/evaluation/title-corpus.js';
export { parseReleaseTitle } from './features/acquisition/release-title/parse-release-title.js';
export { cleanBooks } from './features/catalog/clean-book.js';
export { overlay } from './features/integrations/draft-settings.js';
export { hidePlaces } from './platform/logging/hide-places.js';
export { createRedactor } from './platform/logging/redactor.js';
