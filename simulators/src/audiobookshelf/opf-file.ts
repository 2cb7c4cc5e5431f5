import { readFile } from 'node:fs/promises';
import type { BookMetadata } from './book-metadata.js';

interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly text: string;
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function unescape(text: string): string {
  return text.replace(
    /&(amp|lt|gt|quot|apos|#\d{1,7});/g,
    (_, name: string) => ENTITIES[name] ?? String.fromCodePoint(Number(name.slice(1))),
  );
}

function elementsOf(xml: string): Element[] {
  return [...xml.matchAll(/<([\w:]{1,40})((?:\s[^<>]{0,2000})?)>([^<]*)/g)].map(([, name = '', attributes = '', text = '']) => ({
    name,
    attributes: Object.fromEntries(
      [...attributes.matchAll(/([\w:]{1,40})="([^"]*)"/g)].map(([, key = '', value = '']) => [key, unescape(value)]),
    ),
    text: unescape(text).trim(),
  }));
}

/** Reads the metadata that the server takes from an OPF file beside a book; a part belongs to the series right above it. */
export async function readOpf(file: string): Promise<Partial<BookMetadata>> {
  const elements = elementsOf(await readFile(file, 'utf8').catch(() => ''));
  const metas = elements.filter(({ name }) => name === 'meta').map(({ attributes }) => attributes);
  const valuesOf = (name: string, key?: string, value?: string): string[] =>
    elements
      .filter((element) => element.name === name && element.text !== '' && (key === undefined || element.attributes[key] === value))
      .map(({ text }) => text);
  const result: Partial<BookMetadata> = {};
  const take = (
    key: 'title' | 'subtitle' | 'asin' | 'isbn' | 'publishedYear' | 'publisher' | 'description' | 'language',
    value?: string,
  ) => {
    if (value !== undefined) result[key] = value;
  };
  take('title', valuesOf('dc:title')[0]);
  take('subtitle', valuesOf('dc:subtitle')[0]);
  take('asin', valuesOf('dc:identifier', 'opf:scheme', 'ASIN')[0]);
  take('isbn', valuesOf('dc:identifier', 'opf:scheme', 'ISBN')[0]);
  take('publishedYear', valuesOf('dc:date')[0]?.slice(0, 4));
  take('publisher', valuesOf('dc:publisher')[0]);
  take('description', valuesOf('dc:description')[0]);
  take('language', valuesOf('dc:language')[0]);
  const authors = valuesOf('dc:creator', 'opf:role', 'aut');
  const narrators = valuesOf('dc:creator', 'opf:role', 'nrt');
  const series = metas.flatMap(({ name, content = '' }, index) => {
    const next = metas[index + 1];
    return name === 'calibre:series'
      ? [{ name: content, sequence: next?.name === 'calibre:series_index' ? (next.content ?? null) : null }]
      : [];
  });
  return {
    ...result,
    ...(authors.length > 0 ? { authors } : {}),
    ...(narrators.length > 0 ? { narrators } : {}),
    ...(series.length > 0 ? { series } : {}),
  };
}
