/** Messages of the page of the library. */
export const libraryMessages = {
  'library.title': 'Library',
  'library.count': '{count, plural, one {# book} other {# books}} on your media servers',
  'library.search': 'Search the library',
  'library.scan': 'Scan now',
  'library.scan.started': 'The scan has started; you can leave this page.',
  'library.book': 'Book',
  'library.match': 'Recognised',
  'library.match.hash': 'by Lectern’s own mark',
  'library.match.asin': 'by its catalogue number',
  'library.match.manual': 'by hand',
  'library.match.none': 'not yet',
  'library.added': 'Added',
  'library.none': 'Nothing in the library matches “{search}”',
  'library.empty.title': 'No books seen yet',
  'library.empty.body': 'Books appear here after the first scan of a media server.',
} as const;
