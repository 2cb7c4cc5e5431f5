import type { phraseWords as english } from '../../en/server/phrases.js';
import type { Translation } from '../../messages.js';

export const phraseWords: Translation<typeof english> = {
  'phrase.in_row': '{first} {next}',
  'phrase.language': '{language}',
  'phrase.quoted': '„{text}“',
  'phrase.more': '{count, plural, one {# weiteres} other {# weitere}}',
  'phrase.says': '{name}: {what}',
  'phrase.because': ': {cause}',
  'phrase.in_brackets': ' ({remark})',
  'phrase.tried_in_vain': '{tries, plural, one {Es wurde # Mal versucht.} other {Es wurde # Mal versucht.}}',
  'phrase.sentence': '{words}.',
  'phrase.direct_download': 'Direkter Download',
  'phrase.names': '{names}',
};
