import type { phraseWords as english } from '../../en/server/phrases.js';
import type { Translation } from '../../messages.js';

export const phraseWords: Translation<typeof english> = {
  'phrase.in_row': '{first} {next}',
  'phrase.language': '{language}',
  'phrase.quoted': '« {text} »',
  'phrase.more': '{count, plural, one {# autre} other {# autres}}',
  'phrase.says': '{name} : {what}',
  'phrase.because': ' : {cause}',
  'phrase.in_brackets': ' ({remark})',
  'phrase.tried_in_vain': '{tries, plural, one {# tentative.} other {# tentatives.}}',
  'phrase.sentence': '{words}.',
  'phrase.direct_download': 'Téléchargement direct',
  'phrase.names': '{names}',
};
