/** What holds other sentences and names together. */
export const phraseWords = {
  // two sentences in a row; Japanese has no space between them
  'phrase.in_row': '{first} {next}',
  'phrase.language': '{language}',
  'phrase.quoted': '“{text}”',
  // the end of a list of which not everything is shown
  'phrase.more': '{count, plural, one {# more} other {# more}}',
  // who says what: a service and its fault, or a server and its figures
  'phrase.says': '{name}: {what}',
  // the end of a sentence that may give a cause or not
  'phrase.because': ': {cause}',
  'phrase.in_brackets': ' ({remark})',
  'phrase.tried_in_vain': '{tries, plural, one {It was tried # time.} other {It was tried # times.}}',
  'phrase.sentence': '{words}.',
  'phrase.direct_download': 'Direct download',
  'phrase.names': '{names}',
} as const;
