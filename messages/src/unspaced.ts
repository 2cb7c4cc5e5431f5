/** A letter of Japanese. */
const JAPANESE = '[\\u3040-\\u30ff\\u4e00-\\u9fff]';
const BESIDE_JAPANESE = new RegExp(`(?<=${JAPANESE}) (?=\\d)|(?<=\\d) (?=${JAPANESE})`, 'g');

/**
 * A time or a quantity that Intl wrote, without the spaces that it puts between numbers and Japanese letters, where no sentence has any:
 * 「4時間38分」. Any other is returned as it is.
 */
export function unspaced(text: string): string {
  return text.replace(BESIDE_JAPANESE, '');
}
