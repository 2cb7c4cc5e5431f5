/** Messages of the page of the library. */
export const libraryMessages = {
  'library.title': 'Library',
  'library.count': '{count, plural, one {# book} other {# books}} on your media servers',
  'library.search': 'Search the library',
  'library.scan': 'Scan now',
  'library.scan.started': 'The scan has started; you can leave this page.',
  'library.loss': '{missing} of {known} books of “{library}” on {server} were missing at the last scan, for example: {examples}.',
  'library.loss.why':
    'They still count as in the library, because so many at once are more likely hidden than deleted. Check that the media server sees its folder, then scan again.',
  'library.loss.accept': 'They are gone',
  'library.loss.confirm.title': 'Count {count, plural, one {# book} other {# books}} as gone?',
  'library.loss.confirm.body':
    'A scan starts and removes every book from the library that no media server lists. This applies to all media servers. Those books can be requested again. No file is deleted.',
  'library.loss.confirm': 'Count as gone',
  'library.book': 'Book',
  'library.formats': 'Format',
  'library.format.audiobook': 'Audiobook',
  'library.format.ebook': 'Ebook',
  'library.match': 'Matched',
  'library.match.hash': 'Imported by Lectern',
  'library.match.asin': 'Matched by ASIN',
  'library.match.manual': 'Linked by hand',
  'library.match.none': 'Not matched yet',
  'library.added': 'Added',
  'library.none': 'Nothing in the library matches “{search}”',
  'library.empty.title': 'No books found yet',
  'library.empty.body': 'Books appear here after the first scan of a media server.',
} as const;
