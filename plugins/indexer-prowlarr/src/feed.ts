import { XMLParser } from 'fast-xml-parser';

/** The namespaces of `attr` elements. Prefixes vary, and some torrent indexers use the Newznab one. */
const ATTRIBUTE_NAMESPACES = ['http://torznab.com/schemas/2015/feed', 'http://www.newznab.com/DTD/2010/feeds/attributes/'];

/** One item of a Torznab or Newznab feed. */
export interface FeedItem {
  readonly guid: string;
  readonly title: string;
  /** Addresses for fetching it, best first. */
  readonly links: readonly string[];
  readonly comments?: string;
  readonly publishedAt?: string;
  readonly size?: number;
  /** Content type of the enclosure. */
  readonly type?: string;
  /** Attribute values by lower-case name; repeated names are lists. */
  readonly attributes: ReadonlyMap<string, readonly string[]>;
  readonly categories: readonly number[];
}

/** The answer of a feed address: items, the protocol's own error, or something else. */
export type Feed =
  | { readonly kind: 'items'; readonly items: readonly FeedItem[] }
  | { readonly kind: 'error'; readonly code: number; readonly description?: string }
  | { readonly kind: 'foreign' };

type Node = Readonly<Record<string, unknown>>;

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  parseTagValue: false,
  parseAttributeValue: false,
  htmlEntities: true,
});

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function all(value: unknown): unknown[] {
  return Array.isArray(value) ? value : value === undefined ? [] : [value];
}

function textOf(value: unknown): string | undefined {
  const first = all(value)[0];
  const text = isNode(first) ? first['#text'] : first;
  return typeof text === 'string' && text.trim() !== '' ? text.trim() : undefined;
}

/** The value of an XML attribute. */
function attributeOf(node: Node | undefined, name: string): string | undefined {
  const value = node?.[`@${name}`];
  return typeof value === 'string' ? value.trim() : undefined;
}

function positive(text: string | undefined): number | undefined {
  const value = Number(text);
  return text !== undefined && Number.isFinite(value) && value > 0 ? value : undefined;
}

function prefixes(...nodes: readonly Node[]): string[] {
  return nodes.flatMap((node) =>
    Object.entries(node).flatMap(([name, value]) =>
      name.startsWith('@xmlns:') && ATTRIBUTE_NAMESPACES.includes(String(value)) ? [name.slice('@xmlns:'.length)] : [],
    ),
  );
}

function readAttributes(item: Node, names: readonly string[]): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const prefix of names) {
    for (const attribute of all(item[`${prefix}:attr`]).filter(isNode)) {
      const name = attributeOf(attribute, 'name')?.toLowerCase() ?? '';
      const value = attributeOf(attribute, 'value') ?? '';
      if (name !== '' && value !== '') found.set(name, [...(found.get(name) ?? []), value]);
    }
  }
  return found;
}

function readItem(item: Node, outer: readonly Node[]): FeedItem[] {
  const attributes = readAttributes(item, prefixes(...outer, item));
  const enclosure = all(item.enclosure).find(isNode);
  const enclosureUrl = attributeOf(enclosure, 'url');
  const links = [enclosureUrl, textOf(item.link), attributes.get('magneturl')?.[0]].filter((link) => link !== undefined);
  const title = textOf(item.title);
  const guid = textOf(item.guid) ?? links[0];
  if (title === undefined || guid === undefined) return [];
  const stated = [...(attributes.get('category') ?? []), ...all(item.category).map((category) => textOf(category) ?? '')];
  // The enclosure's length is often that of the .torrent file, so it comes last.
  const size = positive(attributes.get('size')?.[0]) ?? positive(textOf(item.size));
  const type = attributeOf(enclosure, 'type');
  return [
    {
      guid,
      title,
      links: [...new Set(links)],
      comments: textOf(item.comments),
      publishedAt: textOf(item.pubDate),
      size: size ?? (type?.includes('torrent') ? undefined : positive(attributeOf(enclosure, 'length'))),
      type,
      attributes,
      categories: [...new Set(stated.map(Number).filter((id) => Number.isInteger(id) && id > 0))],
    },
  ];
}

/** Parses the body of a Torznab or Newznab answer. It looks for an error before items, whatever the status. */
export function parseFeed(body: string): Feed {
  let root: unknown;
  try {
    root = parser.parse(body);
  } catch {
    return { kind: 'foreign' };
  }
  if (!isNode(root)) return { kind: 'foreign' };
  if (isNode(root.error)) {
    const description = attributeOf(root.error, 'description');
    return { kind: 'error', code: Number(attributeOf(root.error, 'code')) || 900, ...(description ? { description } : {}) };
  }
  if (!isNode(root.rss)) return { kind: 'foreign' };
  const channel = isNode(root.rss.channel) ? root.rss.channel : {};
  const outer = [root.rss, channel];
  return {
    kind: 'items',
    items: all(channel.item)
      .filter(isNode)
      .flatMap((item) => readItem(item, outer)),
  };
}
