/** What another app shares. Any of it can be missing, and apps put a link into any of it. */
export interface Shared {
  readonly title?: string | undefined;
  readonly text?: string | undefined;
  readonly url?: string | undefined;
}

/** What was read from it. */
export type SharedBook =
  | { readonly kind: 'asin'; readonly asin: string; readonly host: string }
  | { readonly kind: 'words'; readonly words: string; readonly host?: string };

const MOST_CHARACTERS = 2000;
const MOST_WORDS = 150;
const LINK = /https?:\/\/\S+/gi;
/** What a sentence puts right after a link. */
const AFTER_LINK = /[.,;:!?)\]}>"'”’»]{1,5}$/;
/** An ASIN of Audible or Amazon; for books that came as a book on CD it is an ISBN-10. */
const ASIN = /^(?:B0[0-9A-Z]{8}|\d{9}[\dX])$/;
/** Hosts whose links have ASINs: a number of ten digits elsewhere is something else. */
const SHOPS = /(?:^|\.)(?:audible|amazon)\.[a-z]{2,3}(?:\.[a-z]{2})?$/;
/** Where the title is a part of the address, after the id of the book. */
const TITLE_IN_PATH = /^\/(?:[a-z]{2}\/)?(?:book\/show|books?|work|audiobooks)\/(?:\d+[-.])?([^/]+)/i;
/** Says nothing about the book. */
const ID = /^(?:\d+|[0-9a-f]{8}-[0-9a-f-]{27}|[0-9a-f]{24})$/i;

function linksOf(shared: Shared): URL[] {
  const text = [shared.url, shared.text, shared.title].join(' ').slice(0, MOST_CHARACTERS);
  return (text.match(LINK) ?? [])
    .map((link) => link.replace(AFTER_LINK, ''))
    .flatMap((link) => (URL.canParse(link) ? [new URL(link)] : []));
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function asinIn({ hostname, pathname, searchParams }: URL): string | undefined {
  if (!SHOPS.test(hostname)) return undefined;
  return [...pathname.split('/').reverse(), searchParams.get('asin') ?? '']
    .map((part) => part.toUpperCase())
    .find((part) => ASIN.test(part));
}

function titleIn({ pathname }: URL): string | undefined {
  const part = decoded(TITLE_IN_PATH.exec(pathname)?.[1] ?? '');
  return ID.test(part) ? undefined : tidied(part.replaceAll(/[-_+.]+/g, ' '));
}

function tidied(words: string | undefined): string | undefined {
  const text = (words ?? '').slice(0, MOST_CHARACTERS).replaceAll(LINK, ' ').replaceAll(/\s+/g, ' ').trim().slice(0, MOST_WORDS).trim();
  return text === '' ? undefined : text;
}

/**
 * Reads which book another app means, from the text of the link alone: its address is asked for by nobody.
 *
 * @returns undefined if it names no book
 */
export function readShared(shared: Shared): SharedBook | undefined {
  const links = linksOf(shared);
  for (const link of links) {
    const asin = asinIn(link);
    if (asin !== undefined) return { kind: 'asin', asin, host: link.hostname };
  }
  for (const link of links) {
    const words = titleIn(link);
    if (words !== undefined) return { kind: 'words', words, host: link.hostname };
  }
  const words = tidied(shared.title) ?? tidied(shared.text);
  const [link] = links;
  return words === undefined ? undefined : { kind: 'words', words, ...(link ? { host: link.hostname } : {}) };
}
