/** ISO 639-1 code → names and codes that state it anywhere in a tag. All folded, lower case. */
const NAMES: Readonly<Record<string, string>> = {
  en: 'english eng englisch anglais',
  de: 'german deutsch ger deu germandl',
  fr: 'french francais fre fra truefrench vff vf2 vfq',
  es: 'spanish espanol castellano spa latino',
  it: 'italian italiano ita',
  nl: 'dutch nederlands nederlandse dut nld flemish',
  ru: 'russian rus русский',
  uk: 'ukrainian ukr українська',
  pl: 'polish polski pol',
  cs: 'czech cesky cestina cze ces',
  sk: 'slovak slovensky slk slo',
  sv: 'swedish svenska svensk swe',
  no: 'norwegian norsk nor',
  da: 'danish dansk dan',
  fi: 'finnish suomi fin',
  is: 'icelandic islenska ice isl',
  pt: 'portuguese portugues brazilian brasileiro por ptbr',
  ja: 'japanese jpn jap',
  zh: 'chinese mandarin chi zho cantonese',
  ko: 'korean kor',
  hu: 'hungarian magyar hun',
  ro: 'romanian romana rum ron',
  bg: 'bulgarian bul',
  tr: 'turkish turkce tur',
  el: 'greek gre ell',
  he: 'hebrew heb',
  ar: 'arabic ara',
  hi: 'hindi hin',
  ca: 'catalan cat',
  la: 'latin lat',
  hr: 'croatian hrv',
  sr: 'serbian srp',
  vi: 'vietnamese vie',
  th: 'thai tha',
  id: 'indonesian ind',
  fa: 'persian farsi per fas',
  et: 'estonian est',
  lv: 'latvian lav',
  lt: 'lithuanian lit',
};

/** Two-letter codes; only accepted in upper case inside a run of tags. */
const SHORT: Readonly<Record<string, string>> = {
  EN: 'en',
  UK: 'en',
  DE: 'de',
  FR: 'fr',
  VF: 'fr',
  ES: 'es',
  IT: 'it',
  NL: 'nl',
  RU: 'ru',
  PL: 'pl',
  CZ: 'cs',
  CS: 'cs',
  SE: 'sv',
  SV: 'sv',
  NO: 'no',
  DK: 'da',
  DA: 'da',
  FI: 'fi',
  PT: 'pt',
  BR: 'pt',
  JP: 'ja',
  JA: 'ja',
  CN: 'zh',
  ZH: 'zh',
  KR: 'ko',
  KO: 'ko',
  HU: 'hu',
  TR: 'tr',
};

const BY_NAME = new Map(Object.entries(NAMES).flatMap(([code, names]) => names.split(' ').map((name) => [name, code] as const)));

/** Words that are also ordinary text; they count as a language only in upper case or in a bracket. */
const AMBIGUOUS = new Set('por dan fin nor per cat lat pol ind est lit ice ron die ara spa hun tur vie slo rum kor ita'.split(' '));

/**
 * The language that a word states.
 * @param word as written
 * @param key the word folded
 */
export function languageOf(word: string, key: string): string | undefined {
  const short = SHORT[word];
  if (short !== undefined) return short;
  if (AMBIGUOUS.has(key) && word !== word.toUpperCase()) return undefined;
  return BY_NAME.get(key);
}

/** The language implied by the script of a title, if there is little doubt. Ukrainian letters rule out Russian. */
export function languageOfScript(text: string): string | undefined {
  if (/[іїєґ]/i.test(text) && /\p{Script=Cyrillic}/u.test(text)) return 'uk';
  if (/[ыэъё]|\p{Script=Cyrillic}{3}/iu.test(text)) return 'ru';
  return undefined;
}
