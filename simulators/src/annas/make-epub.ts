import { strToU8, zipSync } from 'fflate';

/** The metadata of a made-up EPUB. */
export interface EpubDetails {
  readonly title: string;
  readonly author: string;
  /** ISO 639-1. Default `en`. */
  readonly language?: string;
  /** Paragraphs of its one chapter. */
  readonly paragraphs?: readonly string[];
  /** Bytes of ballast, for downloads that take time. Default 12,000. */
  readonly padding?: number;
  /** Texts of more entries, by their names. */
  readonly entries?: Readonly<Record<string, string>>;
}

const xml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Ballast that no packing makes smaller, the same at every call. */
function ballast(bytes: number): Uint8Array {
  const out = new Uint8Array(bytes);
  let state = 1;
  for (let index = 0; index < bytes; index += 1) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    out[index] = state >>> 16;
  }
  return out;
}

/** Makes a small EPUB 3 that readers open. The same details give the same bytes. */
export function makeEpub(details: EpubDetails): Buffer {
  const {
    title,
    author,
    language = 'en',
    paragraphs = ['It is a truth universally acknowledged.'],
    padding = 12_000,
    entries = {},
  } = details;
  const container = `<?xml version="1.0"?>
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
<rootfiles><rootfile full-path="OEBPS/content.opf" media-type="application/oebps-package+xml"/></rootfiles></container>`;
  const opf = `<?xml version="1.0" encoding="utf-8"?>
<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="id">urn:demo:${encodeURIComponent(title)}</dc:identifier>
<dc:title>${xml(title)}</dc:title><dc:creator>${xml(author)}</dc:creator><dc:language>${language}</dc:language>
<meta property="dcterms:modified">2026-01-01T00:00:00Z</meta></metadata>
<manifest><item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>
<item id="one" href="one.xhtml" media-type="application/xhtml+xml"/><item id="ballast" href="ballast.bin" media-type="application/octet-stream"/></manifest>
<spine><itemref idref="one"/></spine></package>`;
  const page = (head: string, body: string) =>
    `<?xml version="1.0" encoding="utf-8"?><html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><head><title>${xml(head)}</title></head><body>${body}</body></html>`;
  const text = `<h1>${xml(title)}</h1>${paragraphs.map((paragraph) => `<p>${xml(paragraph)}</p>`).join('')}`;
  const time = { mtime: new Date(2026, 0, 1) };
  const files = {
    // first and not compressed: https://www.w3.org/TR/epub-33/#sec-zip-container-mime
    mimetype: [strToU8('application/epub+zip'), { level: 0, ...time }],
    'META-INF/container.xml': [strToU8(container), time],
    'OEBPS/content.opf': [strToU8(opf), time],
    'OEBPS/nav.xhtml': [strToU8(page('Contents', '<nav epub:type="toc"><ol><li><a href="one.xhtml">One</a></li></ol></nav>')), time],
    'OEBPS/one.xhtml': [strToU8(page(title, text)), time],
    'OEBPS/ballast.bin': [ballast(padding), { level: 0, ...time }],
    ...Object.fromEntries(Object.entries(entries).map(([name, text]) => [name, [strToU8(text), time]])),
  } as const;
  return Buffer.from(zipSync(files as unknown as Parameters<typeof zipSync>[0]));
}
