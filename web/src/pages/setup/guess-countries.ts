/** Browsers have one or the other. */
interface LocaleWithZones extends Intl.Locale {
  getTimeZones?(): string[] | undefined;
  readonly timeZones?: string[];
}

function zonesOf(country: string): readonly string[] {
  const locale = localeOf(`und-${country}`);
  return locale?.getTimeZones?.() ?? locale?.timeZones ?? [];
}

function localeOf(tag: string): LocaleWithZones | undefined {
  try {
    return new Intl.Locale(tag);
  } catch {
    return undefined;
  }
}

/**
 * Codes of the countries that this browser may be in, the likeliest first: those of its languages, and where a language names
 * none, the one in which most speak it. A country whose time the clock shows comes before the others.
 */
export function guessCountries(languages: readonly string[], timeZone: string): string[] {
  const locales = languages.flatMap((tag) => localeOf(tag) ?? []);
  const named = locales.flatMap(({ region }) => region ?? []);
  const likely = locales.flatMap((locale) => locale.maximize().region ?? []);
  const all = [...new Set([...named, ...likely])].filter((code) => /^[A-Z]{2}$/.test(code));
  const here = all.filter((code) => zonesOf(code).includes(timeZone));
  return [...new Set([...here, ...all])].slice(0, 20);
}
