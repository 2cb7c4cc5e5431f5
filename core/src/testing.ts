/**
 * Parts of the server that benchmarks and end-to-end tests measure or drive by themselves. Programs use the package's main
 * entry; what stands here may change with any version.
 */
export { cleanBooks } from './features/catalog/clean-book.js';
export { overlay } from './features/integrations/draft-settings.js';
export { DEFAULT_RANKING_RULES } from './features/search/ranking/ranking-rules.js';
export { pickAutomatic, rankReleases, type RankedCandidate } from './features/search/ranking/ranking.js';
export { textKey } from './features/search/ranking/text-key.js';
export { parseReleaseTitle } from './features/search/release-title/parse-release-title.js';
export type { ParsedRelease } from './features/search/release-title/parsed-release.js';
export { hidePlaces } from './platform/logging/hide-places.js';
export { createRedactor } from './platform/logging/redactor.js';
