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
    'A scan starts and takes every book out of the library that no media server lists, on all of them. Those books can be asked for again. No file is deleted.',
  'library.loss.confirm': 'Count as gone',
  'library.book': 'Book',
  'library.formats': 'Format',
  'library.format.audiobook': 'Audiobook',
  'library.format.ebook': 'Ebook',
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
