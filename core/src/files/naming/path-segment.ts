/** The most bytes of UTF-8 a file or folder name of ours may take. File systems allow 255; the rest is room for suffixes and extensions. */
export const MAX_SEGMENT_BYTES = 180;

// Controls, bidirectional overrides and isolates (they disguise names), and the byte order mark.
// eslint-disable-next-line no-control-regex
const INVISIBLE = /[\u0000-\u001f\u007f-\u009f\u200b\u202a-\u202e\u2066-\u2069\ufeff]/g;
const LONE_SURROGATE = /\p{Surrogate}/gu;
/** Device names of Windows, also with an extension: https://learn.microsoft.com/windows/win32/fileio/naming-a-file */
const RESERVED = /^(con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])(?=\.|$)/i;

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Size of `text` in UTF-8. */
export function byteLength(text: string): number {
  return Buffer.byteLength(text, 'utf8');
}

/**
 * The longest beginning of `text` that fits into `maxBytes` of UTF-8. Never splits a code point, and splits a
 * composed character (base and marks, joined emoji) only when it is longer than the limit by itself.
 */
export function cutToBytes(text: string, maxBytes: number): string {
  if (byteLength(text) <= maxBytes) return text;
  const cut = takeWhileFits(
    Array.from(graphemes.segment(text), (part) => part.segment),
    maxBytes,
  );
  return cut === '' ? takeWhileFits(Array.from(text), maxBytes) : cut;
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

/** Replaces what file systems or SMB shares refuse, separators first of all. The answer may be empty. */
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

/** Removes what may not stand at an edge: blanks; dots in front (hidden, ignored by media servers) and dots behind (lost on Windows). */
function trimEdges(text: string): string {
  return text.replace(/^[\s.]+/, '').replace(/(?<![\s.])[\s.]+$/, '');
}

/**
 * Makes one safe folder name of any text: no separator, no control, not reserved, NFC, at most `maxBytes`. The
 * answer is empty when nothing usable is left (`..`, `???`).
 */
export function sanitizeSegment(text: string, maxBytes: number = MAX_SEGMENT_BYTES): string {
  const trimmed = trimEdges(sanitizeText(text));
  const free = RESERVED.test(trimmed) ? trimmed.replace(RESERVED, (name) => `${name}_`) : trimmed;
  return trimEdges(cutToBytes(free, maxBytes));
}

/** As {@link sanitizeSegment}, and keeps the extension when the name must be cut. `fallback` names a file that has no usable name. */
export function sanitizeFileName(name: string, fallback = 'file', maxBytes: number = MAX_SEGMENT_BYTES): string {
  const dot = name.lastIndexOf('.');
  const extension = dot >= 0 && /^\.[a-z0-9]{1,8}$/i.test(name.slice(dot)) ? name.slice(dot) : '';
  const stem = extension === '' ? name : name.slice(0, dot);
  return (sanitizeSegment(stem, maxBytes - byteLength(extension)) || fallback) + extension;
}
