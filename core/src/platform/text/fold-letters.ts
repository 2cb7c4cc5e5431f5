/** Letters that do not come apart under NFKD. */
const PLAIN: Readonly<Record<string, string>> = { ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i', ß: 'ss', æ: 'ae', œ: 'oe' };

/** Lower case without Latin marks. Marks of other scripts are part of the letter and stay. */
export function foldLetters(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/[øłđðþıßæœ]/g, (letter) => PLAIN[letter] ?? letter);
}
