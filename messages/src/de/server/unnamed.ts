import type { unnamedWords as english } from '../../en/server/unnamed.js';
import type { Translation } from '../../messages.js';

export const unnamedWords: Translation<typeof english> = {
  'unnamed.person': 'ein Admin',
  'unnamed.indexer': 'Indexer',
  'unnamed.ebookSource': 'E-Book-Quelle',
  'unnamed.downloadClient': 'Download-Client',
  'unnamed.mediaServer': 'Medienserver',
  'unnamed.library': 'Bibliotheksordner',
};
