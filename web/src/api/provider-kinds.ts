import type { ProviderKind } from './types.js';

/** In the order in which a request meets them. */
export const KINDS: readonly ProviderKind[] = [
  'catalog',
  'indexer',
  'downloadClient',
  'mediaServer',
  'notifier',
  'shelfProvider',
  'ebookSource',
  'signInProvider',
];

/** Without one of each of these, a request cannot be fulfilled. */
export const NEEDED_KINDS = ['catalog', 'indexer', 'downloadClient', 'mediaServer'] as const satisfies readonly ProviderKind[];
