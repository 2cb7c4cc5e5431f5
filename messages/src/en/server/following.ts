/** What the last check of a followed series or author, or the last sync of a shelf, came to. */
export const followingWords = {
  'following.waiting': 'It has not been checked yet.',
  'following.nothing_new': 'Nothing new.',
  'following.requested': 'Newly requested books: {requested}.',
  'following.told': 'New books you were notified of: {told}.',
  'following.more_to_come': 'Newly requested books: {requested}. The other {waiting} follow shortly.',
  'following.quota_used_up': 'Newly requested books: {requested}. Your request limit is used up; books that wait for it: {waiting}.',
  'following.not_requested': 'Newly requested books: {requested}. Books that could not be requested: {waiting}.',
  'following.gone': 'The catalogue does not list it any more. It is still followed.',
  'following.other_region':
    'It is followed in the region “{region}”, and the server now uses “{serverRegion}”. It rests until the region is back.',
  'following.not_offered': 'No connected catalogue lists the books of series and authors.',
  'following.catalogue_failed': 'The catalogue did not answer ({error}). It will be asked again.',
  'following.shelf_hidden': 'The site shows no books at the moment, so nothing was taken off the shelf.',
  'following.shelf_books': '{count, plural, one {# book on the shelf.} other {# books on the shelf.}}',
  'following.shelf_requested': '{count, plural, one {# was requested.} other {# were requested.}}',
  'following.shelf_others_wait': 'The others wait.',
  'following.shelf_catalogue_silent': 'The catalogue did not answer; the rest will be looked up later.',
  'following.shelf_more_to_come': 'More will follow in an hour.',
  'following.calendar_name': 'Lectern: coming up',
} as const;
