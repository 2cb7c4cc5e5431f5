const UNITS =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen';
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety';
const OTHERS: readonly string[] = [
  'null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf',
  'zéro un deux trois quatre cinq six sept huit neuf dix onze douze',
  'cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce',
  'zero uno due tre quattro cinque sei sette otto nove dieci undici dodici',
  'nul een twee drie vier vijf zes zeven acht negen tien elf twaalf',
];
const ORDINALS = 'zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth';

const WORDS: ReadonlyMap<string, number> = new Map([
  ...[...OTHERS, ORDINALS, UNITS].flatMap((list) => list.split(' ').map((word, number) => [word, number] as const)),
  ...TENS.split(' ').map((word, index) => [word, (index + 2) * 10] as const),
]);

const ROMAN = /^(x{0,3})(ix|iv|v?i{0,3})$/;
const ROMAN_UNITS = ['', 'i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix'];

/** Up to thirty-nine, so that the letters in `Part C` and `Part D` do not count as numbers. */
function romanNumber(word: string): number | undefined {
  const [, tens = '', units = ''] = ROMAN.exec(word) ?? [];
  return tens + units === '' ? undefined : tens.length * 10 + ROMAN_UNITS.indexOf(units);
}

/** The number that a word states: `7`, `seven`, `twenty-one`, `seventh`, `VII`; `undefined` for other words. */
export function spelledNumber(word: string): number | undefined {
  const text = word.toLowerCase();
  if (/^\d{1,6}$/.test(text)) return Number(text);
  const [tens = '', unit] = text.split('-');
  const number = WORDS.get(tens);
  if (unit === undefined) return number ?? romanNumber(text);
  const rest = WORDS.get(unit);
  return number !== undefined && number >= 20 && rest !== undefined && rest < 10 ? number + rest : undefined;
}
