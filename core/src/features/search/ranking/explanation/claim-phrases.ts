import type { Claims } from './claims.js';
import { withDigits } from './name-tokens.js';
import { comparedForm, joinedForm, looseForm, type Phrase, type PhraseKind, type WantedPhrases } from './wanted-phrases.js';

interface Span {
  readonly phrase: Phrase;
  readonly from: number;
  readonly to: number;
}

/** The longest phrase in tokens; titles have fewer words. */
const MOST_TOKENS = 60;

/** With and without articles; in the Latin spellings of another script or as written. */
const WAYS = [
  [false, false],
  [true, false],
  [false, true],
  [true, true],
] as const;

/** All places where phrases stand. Words may be joined or split otherwise, and articles are missing or added. */
function findSpans(claims: Claims, { phrases, articles }: WantedPhrases): Span[] {
  const words = withDigits(claims.name.tokens.map(({ key }) => key)).map(({ key, from, to }) => ({ form: comparedForm(key), from, to }));
  const spans: Span[] = [];
  for (const [keepsArticles, isLoose] of WAYS) {
    const fitting = phrases.filter((phrase) => phrase.keepsArticles === keepsArticles && phrase.isLoose === isLoose);
    if (fitting.length === 0) continue;
    const forms = keepsArticles ? words : words.filter(({ form }) => !articles.has(form));
    for (let at = 0; at < forms.length; at += 1) {
      const taken: string[] = [];
      let possible = fitting;
      for (let end = at; end < Math.min(forms.length, at + MOST_TOKENS) && possible.length > 0; end += 1) {
        taken.push(forms[end]?.form ?? '');
        const form = isLoose ? looseForm(joinedForm(taken)) : joinedForm(taken);
        possible = possible.filter((phrase) => phrase.form.startsWith(isLoose ? form.slice(0, -1) : form));
        for (const phrase of possible) {
          if (phrase.form === form) spans.push({ phrase, from: forms[at]?.from ?? 0, to: forms[end]?.to ?? 0 });
        }
      }
    }
  }
  return spans;
}

const PRIORITY: readonly PhraseKind[] = ['title', 'author', 'narrator', 'series', 'subtitle', 'furniture', 'contributor'];

function byLength(a: Span, b: Span): number {
  return (
    b.phrase.form.length - a.phrase.form.length || PRIORITY.indexOf(a.phrase.kind) - PRIORITY.indexOf(b.phrase.kind) || a.from - b.from
  );
}

/** A short word in brackets is rather a tag: `[IT / MP3]`. */
function isPlausible({ phrase, from }: Span, claims: Claims): boolean {
  return phrase.kind !== 'title' || phrase.form.length > 3 || claims.name.tokens[from]?.bracket === '';
}

/**
 * Explains the phrases of the wanted book, the longest first, so that `Dune Chronicles` is the series and not the title
 * and a word. Where no title would be left, titles come first.
 *
 * @returns whether the title was found
 */
export function claimPhrases(create: () => Claims, wanted: WantedPhrases): { readonly claims: Claims; readonly hasTitle: boolean } {
  const first = create();
  const spans = findSpans(first, wanted).filter((span) => isPlausible(span, first));
  if (!spans.some(({ phrase }) => phrase.kind === 'title')) return { claims: first, hasTitle: false };
  const apply = (claims: Claims, ordered: readonly Span[]): boolean => {
    let hasTitle = false;
    for (const { phrase, from, to } of ordered) {
      const taken = claims.take(phrase.kind, from, to, phrase.person);
      if (taken && phrase.kind === 'title') hasTitle = true;
    }
    return hasTitle;
  };
  const ordered = spans.sort(byLength);
  if (apply(first, ordered)) return { claims: first, hasTitle: true };
  const second = create();
  const titles = ordered.filter(({ phrase }) => phrase.kind === 'title');
  apply(second, [...titles, ...ordered.filter(({ phrase }) => phrase.kind !== 'title')]);
  return { claims: second, hasTitle: true };
}
