const CODE = /^[a-z]{2,3}(?:-[a-z0-9]{2,8}){0,3}$/i;

let codes: ReadonlyMap<string, string> | undefined;

/** Lower-case English names of the languages with a two-letter code. */
function codesByName(): ReadonlyMap<string, string> {
  const letters = [...'abcdefghijklmnopqrstuvwxyz'];
  const names = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });
  const pairs = letters.flatMap((first) => letters.map((second) => [names.of(first + second)?.toLowerCase(), first + second] as const));
  return new Map(pairs.flatMap(([name, code]) => (name === undefined ? [] : [[name, code] as const])));
}

/** The two-letter code of a language, from its code or English name; `undefined` for anything else. */
export function toLanguageCode(language: string | undefined): string | undefined {
  const text = language?.trim().toLowerCase() ?? '';
  codes ??= codesByName();
  return codes.get(text) ?? (CODE.test(text) ? text : undefined);
}
