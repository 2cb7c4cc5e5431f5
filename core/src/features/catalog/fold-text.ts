import { foldLetters } from '../../platform/text/fold-letters.js';

/** No title or name of a book is longer; the text after it does not make it another one. */
const LONGEST = 1_000;

/** Lower case without Latin marks. Marks of other scripts are part of the letter and stay. */
export function fold(text: string): string {
  return foldLetters(text.slice(0, LONGEST));
}

/** Words of folded text: `&` as `and`, apostrophes and the dots of acronyms gone, other punctuation as blanks. */
function toWords(folded: string): string {
  return folded
    .replace(/&/g, ' and ')
    .replace(/['’‘ʼ`´]/g, '')
    .replace(/(?<!\p{L})(?:\p{L}\.){2,}/gu, (acronym) => acronym.replaceAll('.', ''))
    .replace(/(\d)[,.](?=\d{3}(?!\d))/g, '$1')
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, ' ')
    .trim();
}

function withoutArticle(words: string): string {
  return words.replace(/^(?:the|a|an) (?=.)/, '');
}

/** The words of a text, folded and without a leading article; the empty string for a text without letters or digits. */
export function plainKey(text: string): string {
  return withoutArticle(toWords(fold(text)));
}
