type Kind<Format, Options> = { readonly name: string } & (new (locale: string, options: Options) => Format);

const made = new Map<string, unknown>();

/**
 * A formatter of `Intl`, made once for a locale and its options: making one takes many times as long as writing with it, and a page of
 * books writes a hundred lengths.
 */
export function formatterOf<Format, Options>(kind: Kind<Format, Options>, locale: string, options: Options): Format {
  const name = `${kind.name} ${locale} ${JSON.stringify(options)}`;
  const known = made.get(name) as Format | undefined;
  if (known !== undefined) return known;
  const format = new kind(locale, options);
  made.set(name, format);
  return format;
}
