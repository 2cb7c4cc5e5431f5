import { decodeHTMLStrict } from 'entities';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import type { FeedItem, ShelfFeed } from './schema.js';

/** Control characters that XML forbids, but readers paste into titles. */
// eslint-disable-next-line no-control-regex
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

type Node = Readonly<Record<string, unknown>>;

const parser = new XMLParser({
  ignoreAttributes: true,
  // ids and ISBNs may begin with zeros
  parseTagValue: false,
  // decoded here, because they also occur inside CDATA
  processEntities: false,
  isArray: (_name, path) => path === 'rss.channel.item',
});

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function textOf(node: Node, name: string): string {
  const value = node[name];
  const first: unknown = Array.isArray(value) ? value[0] : value;
  return typeof first === 'string' ? decodeHTMLStrict(first).replace(/\s+/g, ' ').trim() : '';
}

function readItem(node: Node): FeedItem[] {
  const bookId = textOf(node, 'book_id');
  const title = textOf(node, 'title');
  if (!/^\d{1,20}$/.test(bookId) || title === '') return [];
  return [
    {
      bookId,
      title,
      author: textOf(node, 'author_name'),
      isbn: textOf(node, 'isbn'),
      imageUrl: textOf(node, 'book_large_image_url') || textOf(node, 'book_image_url'),
      addedAt: textOf(node, 'user_date_added'),
      shelves: textOf(node, 'user_shelves')
        .split(',')
        .map((shelf) => shelf.trim())
        .filter((shelf) => shelf !== ''),
    },
  ];
}

/**
 * Reads a feed. `undefined` if the text is not a feed, or only part of one.
 *
 * A document type is refused: feeds have none, and its entities could name files or grow endlessly.
 */
export function parseFeed(text: string): ShelfFeed | undefined {
  const clean = text.replace(FORBIDDEN, '');
  if (/<!DOCTYPE/i.test(clean) || XMLValidator.validate(clean) !== true) return undefined;
  let root: unknown;
  try {
    root = parser.parse(clean);
  } catch {
    return undefined;
  }
  const channel = isNode(root) && isNode(root.rss) ? root.rss.channel : undefined;
  if (!isNode(channel)) return undefined;
  const items = Array.isArray(channel.item) ? channel.item.filter(isNode) : [];
  return { title: textOf(channel, 'title'), items: items.flatMap(readItem) };
}
