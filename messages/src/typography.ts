import type { LanguageTag } from './languages.js';

/** A thing that a text must not have, by the name that a translator understands. */
type Rule = readonly [fault: string, pattern: RegExp];

const EVERYWHERE: readonly Rule[] = [
  ['two spaces', / {2}/],
  ['three dots for …', /\.\.\./],
  ['a straight quotation mark', /["']/],
];

const NO_CURLY: Rule = ['“ ” or „ for « »', /[“”„]/];
const SPACED_GUILLEMETS: Rule = ['a space inside of « »', /«\s|\s»/];

/** The text of a placeholder and of a case ends in a digit, so that `{ms} ms` counts. */
const UNITS: Rule = ['no U+00A0 between a number and its unit', /\d (?:ms|s|min|h|%|[kKMGT][Bo]|kbit\/s)(?![\p{L}’])/u];

const RULES: Readonly<Record<LanguageTag, readonly Rule[]>> = {
  en: [['a quotation mark of another language', /[«»„]/]],
  de: [UNITS, ['a quotation mark that is not „ or “', /[«»”]|“(?=[\p{L}\d])|(?<=[\p{L}\d])„/u]],
  fr: [
    UNITS,
    NO_CURLY,
    ['no U+202F inside of « »', /«(?!\u202f)|(?<!\u202f)»/],
    ['no U+202F before ; ! ?', /(?<![\u202f:])[;!?]/],
    ['no U+00A0 before :', /(?<!\u00a0):(?=\s|$)/],
  ],
  es: [UNITS, NO_CURLY, SPACED_GUILLEMETS, ['a space before : ; ! ?', /\s[:;!?]/]],
  ja: [
    ['“ ” or « » for 「」', /[“”„«»]/],
    ['a space between Japanese letters', /[\u3040-\u30ff\u4e00-\u9fff、。」] +[\u3040-\u30ff\u4e00-\u9fff「]/],
    ['a narrow , ! ? : ; after a Japanese letter', /[\u3040-\u30ff\u4e00-\u9fff][,!?;]|[\u3040-\u30ff\u4e00-\u9fff]:(?=\s|$)/],
  ],
  ar: [NO_CURLY, SPACED_GUILLEMETS, ['a Latin , ; or ?', /(?<![A-Za-z:])[,;?](?=\s|$)/], ['tanwin behind the alif', /اً/]],
};

/** Texts in which such signs are something else than punctuation: addresses, and what a magnet link begins with. */
const SIGNS = /https?:\/\/[^\s?]*|magnet:\?|xt=urn:btih:/g;

/** Each sign of questions and exclamations in Spanish has one that opens it. */
function lacksOpening(text: string): boolean {
  const count = (sign: string) => text.split(sign).length - 1;
  return count('?') !== count('¿') || count('!') !== count('¡');
}

/** What a text does against the typography of its language; empty if nothing. */
export function typingFaultsOf(text: string, tag: LanguageTag): string[] {
  const plain = text.replace(SIGNS, '…');
  const faults = [...EVERYWHERE, ...RULES[tag]].filter(([, pattern]) => pattern.test(plain)).map(([fault]) => fault);
  return tag === 'es' && lacksOpening(plain) ? [...faults, 'no ¿ or ¡'] : faults;
}
