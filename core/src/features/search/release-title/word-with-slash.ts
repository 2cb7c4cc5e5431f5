/** Words on both sides of a slash in running text: `He/She`, `and/or`. */
const ALTERNATIVES = new Set(
  'he she they it him her them his hers their s i you we me us mr mrs ms and or either neither nor yes no on off in out up down'.split(' '),
);

const WORD = /(?<![^\s("'“‘[{])([\p{L}\p{N}]{1,7})\/([\p{L}\p{N}]{1,7})((?:\/\p{N}{1,4})?)(?![^\s)"'”’\]},:;!?-])/gu;

function isOneWord(left: string, right: string): boolean {
  // bands and terms: `AC/DC`, `TCP/IP`
  if (/^\p{Lu}{1,3}$/u.test(left) && /^\p{Lu}{1,3}$/u.test(right)) return true;
  // dates and figures: `9/11`, `24/7`; a leading zero numbers a track in a folder
  if (/^\d{1,4}$/.test(left) && /^[1-9]\d{0,3}$/.test(right)) return true;
  return ALTERNATIVES.has(left.toLowerCase()) && ALTERNATIVES.has(right.toLowerCase());
}

const MARK = '\ue00f';

/** Hides slashes inside words, so that the remaining slashes separate texts or folders. */
export function hideSlashesOfWords(text: string): string {
  return text.replace(WORD, (whole, left: string, right: string) => (isOneWord(left, right) ? whole.replaceAll('/', MARK) : whole));
}

export function showSlashesOfWords(text: string): string {
  return text.replaceAll(MARK, '/');
}
