import type { ProviderKind } from './types.js';

const ORDER: Readonly<Record<ProviderKind, number>> = {
  catalog: 1,
  indexer: 2,
  downloadClient: 3,
  mediaServer: 4,
  notifier: 5,
  shelfProvider: 6,
  ebookSource: 7,
  signInProvider: 8,
};

/** In the order in which a request needs them. */
export const KINDS = (Object.keys(ORDER) as ProviderKind[]).sort((a, b) => ORDER[a] - ORDER[b]);

/** Without one of each of these, a request cannot be fulfilled. */
export const NEEDED_KINDS = ['catalog', 'indexer', 'downloadClient', 'mediaServer'] as const satisfies readonly ProviderKind[];
