/** The most UTF-8 bytes of our file and folder names. File systems allow 255; the rest is room for suffixes and extensions. */
export const MAX_SEGMENT_BYTES = 180;

// Controls, bidirectional overrides and isolates (they disguise names), and the byte order mark.
// eslint-disable-next-line no-control-regex
const INVISIBLE = /[\u0000-\u001f\u007f-\u009f\u200b\u202a-\u202e\u2066-\u2069\ufeff]/g;
const LONE_SURROGATE = /\p{Surrogate}/gu;
/** Device names of Windows, with or without an extension: https://learn.microsoft.com/windows/win32/fileio/naming-a-file */
const RESERVED = /^(con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])(?=\.|$)/i;

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Size of `text` in UTF-8. */
export function byteLength(text: string): number {
  return Buffer.byteLength(text, 'utf8');
}

/**
 * The longest prefix of `text` that fits into `maxBytes` of UTF-8. Never splits a code point. Splits a composed
 * character (base and marks, joined emoji) only if it alone exceeds the limit.
 */
export function cutToBytes(text: string, maxBytes: number): string {
  if (byteLength(text) <= maxBytes) return text;
  // no more of it can fit, since everything has at least one byte, and finding characters in a long text takes time quadratic in its length
  const start = text.slice(0, maxBytes + 1);
  const cut = takeWhileFits(
    Array.from(graphemes.segment(start), (part) => part.segment),
    maxBytes,
  );
  return cut === '' ? takeWhileFits(Array.from(start), maxBytes) : cut;
}

function takeWhileFits(pieces: readonly string[], maxBytes: number): string {
  let used = 0;
  let taken = '';
  for (const piece of pieces) {
    used += byteLength(piece);
    if (used > maxBytes) break;
    taken += piece;
  }
  return taken;
}

/** Replaces characters that file systems or SMB shares refuse, above all separators. The result may be empty. */
export function sanitizeText(text: string): string {
  return text
    .replace(LONE_SURROGATE, '\ufffd')
    .normalize('NFC')
    .replace(/\s+/g, ' ')
    .replace(INVISIBLE, '')
    .replace(/(?<!\s)\s*:\s+/g, ' - ')
    .replace(/[/\\|:]/g, '-')
    .replace(/"/g, "'")
    .replace(/[*?<>]/g, '');
}

/** Trims blanks at both ends, leading dots (hidden, ignored by media servers) and trailing dots (lost on Windows). */
function trimEdges(text: string): string {
  return text.replace(/^[\s.]+/, '').replace(/(?<![\s.])[\s.]+$/, '');
}

/**
 * Turns any text into one safe folder name: no separators, no control characters, not reserved, NFC, at most
 * `maxBytes`. The result is empty if nothing usable is left (`..`, `???`).
 */
export function sanitizeSegment(text: string, maxBytes: number = MAX_SEGMENT_BYTES): string {
  const trimmed = trimEdges(sanitizeText(text));
  const free = RESERVED.test(trimmed) ? trimmed.replace(RESERVED, (name) => `${name}_`) : trimmed;
  return trimEdges(cutToBytes(free, maxBytes));
}

/** Like {@link sanitizeSegment}, but keeps the extension when it shortens the name. `fallback` replaces a name with nothing usable. */
export function sanitizeFileName(name: string, fallback = 'file', maxBytes: number = MAX_SEGMENT_BYTES): string {
  const dot = name.lastIndexOf('.');
  const extension = dot >= 0 && /^\.[a-z0-9]{1,8}$/i.test(name.slice(dot)) ? name.slice(dot) : '';
  const stem = extension === '' ? name : name.slice(0, dot);
  return (sanitizeSegment(stem, maxBytes - byteLength(extension)) || fallback) + extension;
}
