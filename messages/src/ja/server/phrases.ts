import type { phraseWords as english } from '../../en/server/phrases.js';
import type { Translation } from '../../messages.js';

export const phraseWords: Translation<typeof english> = {
  'phrase.in_row': '{first}{next}',
  'phrase.language': '{language}',
  'phrase.quoted': '「{text}」',
  'phrase.more': '{count, plural, other {ほか#件}}',
  'phrase.says': '{name}：{what}',
  'phrase.because': '：{cause}',
  'phrase.in_brackets': '（{remark}）',
  'phrase.tried_in_vain': '{tries, plural, other {#回試しました。}}',
  'phrase.sentence': '{words}。',
  'phrase.direct_download': '直接ダウンロード',
  'phrase.names': '{names}',
};
