export const AUDIO_FORMATS: ReadonlySet<string> = new Set(
  'm4b m4a mp3 aac aax aaxc flac opus ogg oga wma wav ac3 mp4 m4p alac ape aa'.split(' '),
);
export const EBOOK_FORMATS: ReadonlySet<string> = new Set(
  'epub mobi azw azw3 kfx pdf fb2 djvu lit rtf txt doc docx lrf pdb html'.split(' '),
);
export const COMIC_FORMATS: ReadonlySet<string> = new Set('cbz cbr cb7'.split(' '));
const ARCHIVE_FORMATS: ReadonlySet<string> = new Set('zip rar 7z tar iso'.split(' '));

/** Words that are also ordinary text, and count as a format only as an extension or inside a bracket. */
const WORDS = new Set(['aa', 'lit', 'ape', 'doc', 'html', 'txt', 'tar', 'iso', 'mp4']);

/** The lower-case format that a word states, if any. */
export function formatOf(word: string, strict = false): string | undefined {
  const lower = word
    .toLowerCase()
    .replace(/^\./, '')
    .replace(/^(mp3|epub|pdf)s$/, '$1');
  if (strict && WORDS.has(lower)) return undefined;
  if (AUDIO_FORMATS.has(lower) || EBOOK_FORMATS.has(lower) || COMIC_FORMATS.has(lower) || ARCHIVE_FORMATS.has(lower)) return lower;
  return undefined;
}

/** The stated formats without archive types, unless there are no others. */
export function settleFormats(formats: readonly string[]): string[] {
  const unique = [...new Set(formats)];
  const real = unique.filter((format) => !ARCHIVE_FORMATS.has(format));
  return real.length > 0 ? real : unique;
}

const EXTENSION =
  /\.(m4b|m4a|mp3|aac|aaxc?|flac|opus|ogg|wma|wav|mp4|epub|mobi|azw3?|kfx|pdf|fb2|djvu|lit|rtf|txt|docx?|cb[rz7]|zip|rar|7z|nzb|torrent|par2|nfo|mkv|avi)$/i;

/** Cuts file extensions off the end; `nzb` and `torrent` are wrappers, not formats. */
export function cutExtension(text: string): { readonly text: string; readonly formats: readonly string[] } {
  const formats: string[] = [];
  let rest = text.trim();
  for (let match = EXTENSION.exec(rest); match !== null; match = EXTENSION.exec(rest)) {
    const format = (match[1] ?? '').toLowerCase();
    if (formatOf(format) !== undefined) formats.unshift(format);
    rest = rest.slice(0, match.index).trim();
  }
  return { text: rest, formats };
}
