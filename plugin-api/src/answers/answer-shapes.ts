import { DOWNLOAD_STATES } from '../kinds/download-client.js';
import { anyText, listOf, LONGEST_TEXT, object, prose, text, texts } from './shape-parts.js';

const count = { type: 'integer', minimum: 0 };
const amount = { type: 'number', minimum: 0 };
const when = { type: 'string', pattern: '^\\d{4}-\\d\\d-\\d\\d(T\\d\\d:\\d\\d(:\\d\\d(\\.\\d+)?)?(Z|[+-]\\d\\d:?\\d\\d))?$' };
const webUrl = { ...anyText, pattern: '^https?://' };
const absolute = { ...anyText, pattern: '^(/|[A-Za-z]:[\\\\/]|\\\\\\\\)' };
const language = { type: 'string', pattern: '^[a-z]{2}$' };
const asin = { type: 'string', pattern: '^[A-Z0-9]{10}$' };
const yes = { type: 'boolean' };
const infoHash = { type: 'string', pattern: '^[0-9a-f]{40}$' };
const protocol = { enum: ['torrent', 'usenet', 'http'] };
/** A host without anything that browsers read otherwise than people do, and one place for the id behind it. */
const itemAddress = {
  type: 'string',
  maxLength: 2000,
  pattern: '^https?://[A-Za-z0-9._\\[\\]:-]+/[^\\s{}\\\\]*\\{itemId\\}[^\\s{}\\\\]*$',
};
const bytes = { isBytes: true };

function pageOf(items: object): object {
  return object({ items: listOf(items) }, { next: text, total: count });
}

// no `anyOf`: hosts take away members that a shape lacks, and would do so for each of its branches
const sentenceValue = {
  $id: 'sentenceValue',
  type: ['string', 'number', 'object', 'array'],
  maxLength: LONGEST_TEXT,
  items: text,
  maxItems: 1000,
  minProperties: 1,
  properties: {
    key: text,
    values: { type: 'object', maxProperties: 20, additionalProperties: { $ref: 'sentenceValue' } },
    bytes: amount,
    at: when,
  },
  additionalProperties: false,
};
/** Words as they are, or a sentence of the plugin's messages. */
const remark = {
  ...text,
  type: ['string', 'object'],
  required: ['key', 'text'],
  properties: { key: text, values: { type: 'object', maxProperties: 20, additionalProperties: sentenceValue }, text },
  additionalProperties: false,
};
/** The same where words may be empty. */
const anyRemark = { ...remark, minLength: 0 };

const source = object(
  { id: text, name: text, status: { enum: ['ok', 'empty', 'failed', 'throttled'] } },
  { retryAfterMs: amount, error: remark },
);
const release = object(
  {
    guid: text,
    title: text,
    protocol,
    indexer: object({ id: text, name: text }, { priority: { type: 'number', minimum: 1, maximum: 50 } }),
    flags: listOf({ ...anyText, pattern: '^[^A-Z]+$' }),
    private: { type: 'object' },
  },
  {
    size: { type: 'integer', minimum: 1 },
    seeders: count,
    leechers: count,
    grabs: count,
    publishedAt: when,
    infoHash,
    language,
    fileType: { ...anyText, pattern: '^[^A-Z]+$' },
    authors: listOf(text),
    bookTitle: text,
    narrators: listOf(text),
    categories: listOf({ type: 'integer', minimum: 0 }),
    fileCount: { type: 'integer', minimum: 1 },
    infoUrl: webUrl,
  },
);
const httpFile = object(
  { url: webUrl, name: text },
  {
    size: count,
    headers: { type: 'object' },
    md5: { type: 'string', pattern: '^[0-9a-f]{32}$' },
    sha256: { type: 'string', pattern: '^[0-9a-f]{64}$' },
  },
);
const http = object({ kind: { const: 'http' }, files: { type: 'array', minItems: 1, items: httpFile, maxItems: 10_000 } });
const byKind = { propertyName: 'kind' };
const downloadable = {
  type: 'object',
  discriminator: byKind,
  required: ['kind'],
  oneOf: [
    object({ kind: { const: 'magnet' }, uri: { ...prose, pattern: '^magnet:\\?' } }, { infoHash }),
    object({ kind: { const: 'torrent' }, bytes, infoHash }),
    object({ kind: { const: 'nzb' }, bytes, name: text }),
    http,
  ],
};
const wait = object({ kind: { const: 'wait' }, waitMs: amount, message: remark });
const downloadStatus = object(
  {
    itemId: text,
    state: { enum: DOWNLOAD_STATES },
    progress: { type: 'number', minimum: 0, maximum: 1 },
    bytesDone: amount,
    bytesTotal: amount,
    downBps: amount,
    upBps: amount,
    raw: anyText,
  },
  {
    etaSeconds: amount,
    ratio: amount,
    seedingSeconds: amount,
    name: anyText,
    contentPath: absolute,
    savePath: absolute,
    error: anyRemark,
  },
);
const relativePath = { ...text, not: { pattern: '^[/\\\\]|^[A-Za-z]:|(^|[/\\\\])\\.\\.([/\\\\]|$)' } };
const libraryItem = object(
  {
    itemId: text,
    libraryId: text,
    title: anyText,
    authors: texts,
    narrators: texts,
    addedAt: when,
    updatedAt: when,
    hasCover: yes,
  },
  {
    subtitle: anyText,
    series: listOf(object({ name: text }, { part: anyText })),
    asin,
    isbn: text,
    durationSeconds: amount,
    path: absolute,
    files: listOf(object({ path: absolute, size: count })),
    formats: { type: 'array', items: { enum: ['audiobook', 'ebook'] }, uniqueItems: true },
  },
);
const candidate = object(
  { id: text, title: text, authors: texts, format: { ...anyText, pattern: '^[^A-Z]+$' }, private: { type: 'object' } },
  { size: count, language, year: { type: 'integer' }, isbn: text },
);
/** A book as a shelf returns it, and as the hook that chooses among a shelf's books receives it. */
export const shelfBook = object(
  { bookId: text, title: text, authors: texts },
  { series: object({ name: text }, { part: text }), isbn: text, asin, coverUrl: webUrl, addedAt: when },
);
const catalogBook = object(
  {
    asin,
    region: text,
    title: text,
    authors: listOf(object({ name: text }, { id: text })),
    narrators: texts,
    genres: texts,
    series: listOf(object({ name: text }, { id: text, part: text })),
  },
  {
    subtitle: text,
    durationMinutes: amount,
    releaseDate: { type: 'string', pattern: '^\\d{4}-\\d\\d-\\d\\d$' },
    language,
    publisher: text,
    isbn: text,
    description: prose,
    coverUrl: webUrl,
    sampleUrl: webUrl,
    abridged: yes,
    adult: yes,
    rating: object({ average: { type: 'number', minimum: 0, maximum: 5 }, count }),
  },
);
const category = {
  $id: 'category',
  type: 'object',
  required: ['id', 'name'],
  properties: { id: text, name: text, children: { type: 'array', items: { $ref: 'category' } } },
  additionalProperties: false,
};

/**
 * Shapes of plugins' answers, as JSON Schema (draft-07, with `discriminator`): what the types state, and limits that
 * types cannot express. The host checks each answer with them, and so do the suites of the test kit. `isBytes` is our
 * own keyword: a `Uint8Array` that is not empty.
 *
 * @since 1.1.0
 */
export const ANSWER_SHAPES = {
  check: object({ ok: { const: true } }, { version: text, details: { type: 'array', items: remark, maxItems: 1000 } }),
  choices: listOf(object({ value: { type: ['string', 'number'], maxLength: LONGEST_TEXT }, title: anyText })),
  protocols: { type: 'array', items: protocol, maxItems: 10 },
  searchOutcome: object({ releases: listOf(release), sources: listOf(source) }),
  downloadable,
  addResult: object({ itemId: text, alreadyThere: yes }),
  statuses: listOf(downloadStatus),
  downloadFiles: listOf(object({ path: relativePath, size: count })),
  libraries: listOf(object({ id: text, name: text, type: { enum: ['audiobook', 'ebook', 'mixed', 'other'] }, roots: listOf(absolute) })),
  libraryPage: pageOf(libraryItem),
  itemAddress,
  progress: listOf(object({ itemId: text, fraction: { type: 'number', minimum: 0, maximum: 1 }, isFinished: yes, heardAt: when })),
  cover: object({ contentType: { type: 'string', pattern: '^image/' }, bytes }),
  signInKind: { enum: ['password', 'redirect'] },
  buttonText: anyText,
  account: object(
    { subject: { ...text, maxLength: 300 }, username: text, isAdmin: yes },
    { email: text, emailVerified: yes, role: { enum: ['admin', 'user'] } },
  ),
  redirect: object({ url: webUrl, state: { ...text, maxLength: 2000 } }),
  shelf: object({ name: text, count }),
  shelfPage: pageOf(shelfBook),
  ebookOutcome: object({ candidates: listOf(candidate), sources: listOf(source) }),
  ebookFetch: { type: 'object', discriminator: byKind, required: ['kind'], oneOf: [http, wait] },
  regions: listOf(object({ id: text, name: text })),
  catalogPage: pageOf(catalogBook),
  catalogBook,
  chapters: listOf(object({ title: anyText, startMs: count, lengthMs: { type: 'integer', minimum: 1 } })),
  categories: listOf(category),
  catalogAuthor: object({ id: text, name: text }, { description: prose, imageUrl: webUrl }),
  catalogSeries: object({ id: text, name: text }, { description: prose }),
  coverAddress: webUrl,
  catalogAuthors: listOf(object({ id: text, name: text }, { description: prose, imageUrl: webUrl })),
  catalogSeriesList: listOf(object({ id: text, name: text }, { description: prose })),
} as const;

/** @since 1.1.0 */
export type AnswerShapeName = keyof typeof ANSWER_SHAPES;
