import { formatMessage, languageOf, loadMessages, MESSAGE_GROUPS, type LanguageTag } from '@lectern/messages';
import { ENGLISH_WORDS, loadServerWords } from '@lectern/messages/server';
import type { Locator, Page } from 'playwright-core';

type Words = string | RegExp;

/** A message in English and in the language that is looked at. */
type Pair = readonly [english: string, own: string];

const ANYTHING = '[\\s\\S]*';
const literally = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** A mark for a value in a message that is filled in; no message holds it. */
const HOLE = '\uE000';
const COUNTS = [0, 1, 2, 5, 11];

/** The texts that a message can become, with holes for what is no number. */
function shapesOf(message: string, locale: string): string[] {
  const names = new Set([...message.matchAll(/\{(\w+)/g)].map(([, name = '']) => name));
  const chosen = new Set([...message.matchAll(/\{(\w+), plural/g)].map(([, name = '']) => name));
  const shapes = COUNTS.map((count) =>
    formatMessage(message, Object.fromEntries([...names].map((name) => [name, chosen.has(name) ? count : HOLE])), locale),
  );
  return [...new Set(shapes)];
}

/** A pattern of all that a message can become. */
function patternOf(message: string, locale: string): string {
  const shapes = shapesOf(message, locale).map((shape) => literally(shape).replaceAll(HOLE, ANYTHING).replace(/\d+/g, ANYTHING));
  // values against the direction of the sentence are isolated in it
  return `(?:${shapes.join('|').replaceAll(/[\u2066\u2068\u2069]/g, '[\\u2066\\u2068\\u2069]?')})`;
}

async function pairsOf(tag: LanguageTag): Promise<Pair[]> {
  const groups = await Promise.all(
    MESSAGE_GROUPS.map(async (group) => [await loadMessages('en', group), await loadMessages(tag, group)] as const),
  );
  return [...groups, [ENGLISH_WORDS, await loadServerWords(tag)] as const].flatMap(([english, own]) =>
    Object.entries(english).map(([key, message]) => [message, own[key] ?? message] as const),
  );
}

/** Whether some English text that a message can become is what the words ask for. */
function fits(message: string, words: Words): boolean {
  if (words instanceof RegExp) return shapesOf(message, 'en').some((shape) => words.test(shape) || words.test(shape.replaceAll(HOLE, '1')));
  return !message.startsWith('{') && new RegExp(`^${patternOf(message, 'en')}$`).test(words);
}

/** Whether words are a part of some English text that a message can become, as Playwright takes those that are not exact. */
function isPartOf(message: string, words: Words): boolean {
  return typeof words === 'string' && shapesOf(message, 'en').some((shape) => shape.toLowerCase().includes(words.toLowerCase()));
}

/** Says English words of buttons, fields and texts in a language: what matches them there, or themselves if they are in no message. */
async function interpreterTo(tag: LanguageTag): Promise<(words: Words) => Words> {
  const pairs = await pairsOf(tag);
  // names of buttons in lists add what they are about
  const about = pairs
    .filter(([english]) => !english.includes('{'))
    .map(([english, own]) => [`${english}: {it}`, `${own}${languageOf(tag).colon}{it}`] as const);
  const known = new Map<string, Words>();
  return (words) => {
    const before = known.get(String(words));
    if (before !== undefined) return before;
    const same = pairs.filter(([english]) => english === words);
    const whole = same.length > 0 ? same : [...pairs, ...about].filter(([english]) => fits(english, words));
    const found = whole.length > 0 ? whole : pairs.filter(([english]) => isPartOf(english, words));
    const own = new Set(found.map(([, message]) => patternOf(message, tag)));
    const isWhole = words instanceof RegExp && words.source.startsWith('^');
    const said = own.size === 0 ? words : new RegExp(`${isWhole ? '^' : ''}(?:${[...own].join('|')})`);
    known.set(String(words), said);
    return said;
  };
}

const interpreters = new Map<LanguageTag, Promise<(words: Words) => Words>>();

const isLocator = (value: unknown): value is Locator => typeof value === 'object' && value !== null && 'getByRole' in value;

/** Members of pages and locators that find by words. */
const BY_WORDS = ['getByText', 'getByLabel'];
const BY_OPTIONS = ['getByRole', 'filter'];

function isExactly(options: unknown): boolean {
  return typeof options === 'object' && options !== null && 'exact' in options && options.exact === true;
}

/** Playwright asks only strings to be exact. */
function wholeIf(isExact: boolean, words: Words): Words {
  return isExact && words instanceof RegExp ? new RegExp(`^${words.source}$`) : words;
}

function wrapped<T extends Page | Locator>(target: T, say: (words: Words) => Words): T {
  const inOptions = (given: unknown): unknown => {
    if (typeof given !== 'object' || given === null) return given;
    const isExact = isExactly(given);
    const said = Object.entries(given).map(([name, value]: [string, unknown]) => [
      name,
      name === 'name' || name === 'hasText' ? wholeIf(isExact, say(value as Words)) : value,
    ]);
    return Object.fromEntries(said);
  };
  return new Proxy(target, {
    get(on, name) {
      const member: unknown = Reflect.get(on, name, on);
      if (typeof member !== 'function') return member;
      return (...given: unknown[]) => {
        const asked = BY_WORDS.includes(String(name))
          ? [wholeIf(isExactly(given[1]), say(given[0] as Words))]
          : BY_OPTIONS.includes(String(name))
            ? given.map(inOptions)
            : given;
        const answer: unknown = Reflect.apply(member, on, asked);
        return isLocator(answer) ? wrapped(answer, say) : answer;
      };
    },
  });
}

/**
 * A page on which English words find what says the same in another language, so that the steps to a state are written once.
 *
 * @param locale of the page, BCP 47
 */
export async function inLanguage(page: Page, locale: string): Promise<Page> {
  const { tag } = languageOf(locale);
  if (tag === 'en') return page;
  const interpreter = interpreters.get(tag) ?? interpreterTo(tag);
  interpreters.set(tag, interpreter);
  return wrapped(page, await interpreter);
}
