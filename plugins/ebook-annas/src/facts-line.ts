/** Facts from the line under a title. Absent: not stated. */
export interface Facts {
  /** ISO 639-1, as given in brackets. */
  readonly languages: readonly string[];
  /** Lower-case file type. */
  readonly format?: string;
  /** Bytes, as exact as the page. */
  readonly size?: number;
  readonly year?: number;
  /** Lower-case, e.g. `book (fiction)`. */
  readonly kind?: string;
}

const UNITS: Readonly<Record<string, number>> = { b: 1, kb: 1e3, mb: 1e6, gb: 1e9 };
const FORMAT = /^(?:epub|azw3?|mobi|pdf|fb2|djvu|cb[rz7]|zip|rar|txt|rtf|lit|docx?|kfx|html?)$/i;
const KIND = /\b(book|magazine|comic|musical score|standards document|other)\b.*/is;

/** Bytes of text such as `2.2MB`. */
export function bytesOf(text: string): number | undefined {
  const match = /^(\d+(?:[.,]\d+)?)\s*([kmg]?b)$/i.exec(text.trim());
  if (!match) return undefined;
  return Math.round(Number((match[1] ?? '').replace(',', '.')) * (UNITS[(match[2] ?? 'b').toLowerCase()] ?? 1));
}

/** ISO codes of text such as `German [de], English [en]`. */
export function languagesOf(text: string): string[] {
  return [...text.matchAll(/\[([a-z]{2})(?:-[a-z]+)?\]/gi)].map((match) => (match[1] ?? '').toLowerCase());
}

/** Reads the parts by their form, because any of them may be missing. Pure. */
export function readFacts(line: string): Facts {
  const parts = line
    .split('·')
    .map((part) => part.replace(/\s+/g, ' ').trim())
    .filter((part) => part !== '');
  const size = parts.map(bytesOf).find((bytes) => bytes !== undefined);
  const year = parts.find((part) => /^(?:1[4-9]|20)\d\d$/.test(part));
  const kind = parts.map((part) => KIND.exec(part)?.[0]).find((text) => text !== undefined);
  return {
    languages: parts.flatMap(languagesOf),
    format: parts.find((part) => FORMAT.test(part))?.toLowerCase(),
    size,
    year: year === undefined ? undefined : Number(year),
    kind: kind?.toLowerCase(),
  };
}
