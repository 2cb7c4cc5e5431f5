import { DOWNLOAD_STATES } from '@lectern/plugin-api';
import { Ajv, type ValidateFunction } from 'ajv';

/** Shapes of what providers answer, as the types of the contract state them, with what types cannot say. */
const text = { type: 'string', minLength: 1 };
const texts = { type: 'array', items: text };
const count = { type: 'integer', minimum: 0 };
const amount = { type: 'number', minimum: 0 };
const when = { type: 'string', pattern: '^\\d{4}-\\d\\d-\\d\\d(T\\d\\d:\\d\\d(:\\d\\d(\\.\\d+)?)?(Z|[+-]\\d\\d:?\\d\\d))?$' };
const webUrl = { type: 'string', pattern: '^https?://' };
const absolute = { type: 'string', pattern: '^(/|[A-Za-z]:[\\\\/]|\\\\\\\\)' };
const language = { type: 'string', pattern: '^[a-z]{2}$' };
const asin = { type: 'string', pattern: '^[A-Z0-9]{10}$' };
const yes = { type: 'boolean' };
const infoHash = { type: 'string', pattern: '^[0-9a-f]{40}$' };
const protocol = { enum: ['torrent', 'usenet', 'http'] };
const bytes = { isBytes: true };

function object(required: Record<string, object>, optional: Record<string, object> = {}): object {
  return { type: 'object', required: Object.keys(required), properties: { ...required, ...optional }, additionalProperties: false };
}

function listOf(items: object): object {
  return { type: 'array', items };
}

function pageOf(items: object): object {
  return object({ items: listOf(items) }, { next: text, total: count });
}

const source = object(
  { id: text, name: text, status: { enum: ['ok', 'empty', 'failed', 'throttled'] } },
  { retryAfterMs: amount, error: text },
);
const release = object(
  {
    guid: text,
    title: text,
    protocol,
    indexer: object({ id: text, name: text }, { priority: { type: 'number', minimum: 1, maximum: 50 } }),
    flags: listOf({ type: 'string', pattern: '^[^A-Z]+$' }),
    private: { type: 'object' },
  },
  {
    ...{ size: { type: 'integer', minimum: 1 }, seeders: count, leechers: count, grabs: count, publishedAt: when, infoHash, language },
    ...{ fileType: { type: 'string', pattern: '^[^A-Z]+$' }, infoUrl: webUrl },
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
const http = object({ kind: { const: 'http' }, files: { type: 'array', minItems: 1, items: httpFile } });
const downloadable = {
  oneOf: [
    object({ kind: { const: 'magnet' }, uri: { type: 'string', pattern: '^magnet:\\?' } }, { infoHash }),
    object({ kind: { const: 'torrent' }, bytes, infoHash }),
    object({ kind: { const: 'nzb' }, bytes, name: text }),
    http,
  ],
};
const wait = object({ kind: { const: 'wait' }, waitMs: amount, message: text });
const downloadStatus = object(
  {
    ...{ itemId: text, state: { enum: DOWNLOAD_STATES }, progress: { type: 'number', minimum: 0, maximum: 1 } },
    ...{ bytesDone: amount, bytesTotal: amount, downBps: amount, upBps: amount, raw: { type: 'string' } },
  },
  {
    ...{ etaSeconds: amount, ratio: amount, seedingSeconds: amount, name: { type: 'string' }, contentPath: absolute, savePath: absolute },
    ...{ error: { type: 'string' } },
  },
);
const relativePath = { type: 'string', minLength: 1, not: { pattern: '^[/\\\\]|^[A-Za-z]:|(^|[/\\\\])\\.\\.([/\\\\]|$)' } };
const libraryItem = object(
  {
    ...{ itemId: text, libraryId: text, title: { type: 'string' }, authors: texts, narrators: texts, addedAt: when, updatedAt: when },
    ...{ hasCover: yes },
  },
  {
    ...{ subtitle: { type: 'string' }, series: listOf(object({ name: text }, { part: { type: 'string' } })), asin, isbn: text },
    ...{ durationSeconds: amount, path: absolute, files: listOf(object({ path: absolute, size: count })) },
  },
);
const candidate = object(
  { id: text, title: text, authors: texts, format: { type: 'string', pattern: '^[^A-Z]+$' }, private: { type: 'object' } },
  { size: count, language, year: { type: 'integer' }, isbn: text },
);
const shelfBook = object(
  { bookId: text, title: text, authors: texts },
  { series: object({ name: text }, { part: text }), isbn: text, asin, coverUrl: webUrl, addedAt: when },
);
const catalogBook = object(
  {
    ...{ asin, region: text, title: text, authors: listOf(object({ name: text }, { id: text })), narrators: texts, genres: texts },
    ...{ series: listOf(object({ name: text }, { id: text, part: text })) },
  },
  {
    ...{
      subtitle: text,
      durationMinutes: amount,
      releaseDate: { type: 'string', pattern: '^\\d{4}-\\d\\d-\\d\\d$' },
      language,
      publisher: text,
    },
    ...{ isbn: text, description: { type: 'string' }, coverUrl: webUrl, abridged: yes, adult: yes },
    ...{ rating: object({ average: { type: 'number', minimum: 0, maximum: 5 }, count }) },
  },
);
const category = {
  $id: 'category',
  type: 'object',
  required: ['id', 'name'],
  properties: { id: text, name: text, children: { type: 'array', items: { $ref: 'category' } } },
  additionalProperties: false,
};

/** By the name of what is asked for; see the spec that compares them with the types. */
export const SHAPES = {
  check: object({ ok: { const: true } }, { version: text, details: texts }),
  searchOutcome: object({ releases: listOf(release), sources: listOf(source) }),
  downloadable,
  addResult: object({ itemId: text, alreadyThere: yes }),
  statuses: listOf(downloadStatus),
  downloadFiles: listOf(object({ path: relativePath, size: count })),
  libraries: listOf(object({ id: text, name: text, type: { enum: ['audiobook', 'ebook', 'mixed', 'other'] }, roots: listOf(absolute) })),
  libraryPage: pageOf(libraryItem),
  cover: object({ contentType: { type: 'string', pattern: '^image/' }, bytes }),
  account: object(
    { subject: { ...text, maxLength: 300 }, username: text, isAdmin: yes },
    { email: text, emailVerified: yes, role: { enum: ['admin', 'user'] } },
  ),
  redirect: object({ url: webUrl, state: { ...text, maxLength: 2000 } }),
  shelf: object({ name: text, count }),
  shelfPage: pageOf(shelfBook),
  ebookOutcome: object({ candidates: listOf(candidate), sources: listOf(source) }),
  ebookFetch: { oneOf: [http, wait] },
  catalogPage: pageOf(catalogBook),
  catalogBook,
  chapters: listOf(object({ title: { type: 'string' }, startMs: count, lengthMs: { type: 'integer', minimum: 1 } })),
  categories: listOf(category),
  catalogAuthor: object({ id: text, name: text }, { description: { type: 'string' }, imageUrl: webUrl }),
  catalogSeries: object({ id: text, name: text }, { description: { type: 'string' } }),
} as const;

export type ShapeName = keyof typeof SHAPES;

const compiled = new Map<string, ValidateFunction>();
const ajv = new Ajv({ allErrors: true, strict: false });
ajv.addKeyword({ keyword: 'isBytes', validate: (_: unknown, value: unknown) => value instanceof Uint8Array && value.length > 0 });

/** @throws Error naming every member that is not as the contract says */
export function assertShape(name: ShapeName, value: unknown): void {
  const validate = compiled.get(name) ?? ajv.compile(SHAPES[name]);
  compiled.set(name, validate);
  if (validate(value)) return;
  const faults = (validate.errors ?? []).map(({ instancePath, message, params }) => {
    const surplus = (params as { additionalProperty?: string }).additionalProperty;
    return `${instancePath || 'the answer'} ${message ?? 'is not right'}${surplus === undefined ? '' : ` (${surplus})`}`;
  });
  throw new Error(`${name} is not as the contract says: ${faults.slice(0, 8).join('; ')}`);
}
