import type { phraseWords as english } from '../../en/server/phrases.js';
import type { Translation } from '../../messages.js';

export const phraseWords: Translation<typeof english> = {
  'phrase.in_row': '{first} {next}',
  'phrase.language': '{language}',
  'phrase.quoted': '«{text}»',
  'phrase.more': '{count, plural, zero {لا شيء آخر} one {واحد آخر} two {اثنان آخران} few {# أخرى} many {# أخرى} other {# أخرى}}',
  'phrase.says': '{name}: {what}',
  'phrase.because': ': {cause}',
  'phrase.in_brackets': ' ({remark})',
  'phrase.tried_in_vain':
    '{tries, plural, zero {لم تكن هناك أي محاولة.} one {جرت محاولة واحدة.} two {جرت محاولتان.} few {جرت # محاولات.} many {جرت # محاولة.} other {جرت # محاولة.}}',
  'phrase.sentence': '{words}.',
  'phrase.direct_download': 'التنزيل المباشر',
  'phrase.names': '{names}',
};
