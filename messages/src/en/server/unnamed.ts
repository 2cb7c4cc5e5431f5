/** Who is to blame or awaited where it has no name: people and things by their kind, within a line of text. */
export const unnamedWords = {
  'unnamed.person': 'an admin',
  'unnamed.indexer': 'indexer',
  'unnamed.ebookSource': 'ebook source',
  'unnamed.downloadClient': 'download client',
  'unnamed.mediaServer': 'media server',
  'unnamed.library': 'Library folder',
} as const;
