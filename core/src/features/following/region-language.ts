import type { BookPart } from './book-parts.js';

/** The main language of a shop's country, ISO 639-1; `undefined` for a shop that is no country. */
function languageOfCountry(region: string): string | undefined {
  if (!/^[a-z]{2}$/.test(region)) return undefined;
  const { language, region: country } = new Intl.Locale(`und-${region}`).maximize();
  return country === undefined || language === 'und' ? undefined : language;
}

/** `en` of `en-GB`. */
export function primaryLanguage(language: string | undefined): string | undefined {
  return language?.split('-', 1)[0]?.toLowerCase();
}

/**
 * The language in which the books of a listing are wanted: that of the region where it has at least half as many parts
 * as the best other one, else the one with the most parts. `undefined`: no book names a language.
 */
export function wantedLanguage(parts: readonly BookPart[], region: string): string | undefined {
  const counts = new Map<string, number>();
  for (const { readings } of parts) {
    const languages = new Set(readings.flatMap(({ language }) => primaryLanguage(language) ?? []));
    for (const language of languages) counts.set(language, (counts.get(language) ?? 0) + 1);
  }
  const [best] = [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
  if (!best) return undefined;
  const local = languageOfCountry(region);
  return local !== undefined && (counts.get(local) ?? 0) * 2 >= best[1] ? local : best[0];
}
