import Type, { type Static } from 'typebox';
import type { Say } from '../../platform/words/index.js';
import { CATALOG_ID } from '../catalog/index.js';
import { quotaStateSchema } from '../requests/index.js';
import type { ListedPart } from './decide.js';
import type { FollowPreview, Followed } from './follow-service.js';
import { FOLLOW_MODES, type FollowMode } from './follow-record.js';
import { OUTCOME_CODES, outcome, sayOutcome, type OutcomeCode } from './outcomes.js';

const nullable = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

/** The id of a series or an author in the catalogue. */
export const catalogIdSchema = Type.String({ pattern: CATALOG_ID.source, minLength: 1, maxLength: 50 });
const modeSchema = Type.Unsafe<FollowMode>(
  Type.Union(
    FOLLOW_MODES.map((mode) => Type.Literal(mode)),
    { description: '`ask`: new books are requested. `tell`: you are notified of them, and nothing is requested.' },
  ),
);
const startPartSchema = Type.String({
  pattern: '^\\d{1,5}(\\.\\d{1,3})?$',
  maxLength: 10,
  description: 'The first part, such as `3` or `2.5`. With `from_part` only, and needed there.',
});
const shownSchema = Type.Array(Type.String({ pattern: '^[A-Z0-9]{10}$', maxLength: 10 }), {
  maxItems: 1_000,
  description: 'ASINs of the books that the preview showed. The first check requests none but these; without them it requests nothing.',
});

const countsSchema = Type.Object(
  {
    listed: Type.Integer({ description: 'Books that the catalogue lists, each reading of a part counted.' }),
    available: Type.Integer({ description: 'Parts in the library.' }),
    requested: Type.Integer({ description: 'Parts you have a request for, or subscribe to one.' }),
    missing: Type.Integer({ description: 'Parts that are out, and that you neither have nor requested.' }),
    upcoming: Type.Integer({ description: 'Parts that are not out yet and not requested.' }),
    declined: Type.Integer({ description: 'Parts whose request was cancelled, denied or failed: they are not requested again.' }),
    ignored: Type.Integer(),
  },
  { $id: 'FollowCounts' },
);

const outcomeSchema = Type.Object(
  {
    code: Type.Unsafe<OutcomeCode>(Type.Union(OUTCOME_CODES.map((code) => Type.Literal(code)))),
    values: Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()]), { description: 'What the words of the code speak of.' }),
    message: Type.String({ description: 'The same as a sentence.' }),
  },
  { $id: 'FollowOutcome' },
);

const startRules = {
  series: Type.Union([Type.Literal('from_now'), Type.Literal('from_part'), Type.Literal('everything')]),
  author: Type.Union([Type.Literal('from_now'), Type.Literal('everything')]),
};

const followed = {
  id: Type.String(),
  region: Type.String({ description: 'The catalogue region whose id it is.' }),
  name: Type.String(),
  formerName: nullable(Type.String({ description: 'What it was called until the catalogue renamed it.' })),
  mode: modeSchema,
  createdAt: Type.String(),
  checkedAt: nullable(Type.String({ description: 'When the catalogue last answered.' })),
  nextCheckAt: nullable(Type.String({ description: 'About then it is checked again.' })),
  check: Type.Union([Type.Literal('idle'), Type.Literal('queued'), Type.Literal('running')]),
  lastOutcome: outcomeSchema,
  counts: nullable(countsSchema),
};

export const followedSeriesSchema = Type.Object(
  { ...followed, seriesId: Type.String(), startRule: startRules.series, startPart: nullable(Type.String()) },
  { $id: 'FollowedSeries' },
);

export const followedAuthorSchema = Type.Object(
  { ...followed, authorId: Type.String(), startRule: startRules.author },
  { $id: 'FollowedAuthor' },
);

const seriesRule = { startRule: startRules.series, startPart: startPartSchema };
const authorRule = { startRule: startRules.author };
const wish = { mode: modeSchema, shown: shownSchema };
const closed = { additionalProperties: false };

/** Bodies of the calls, for series and for authors. */
export const seriesBodies = {
  preview: Type.Object({ seriesId: catalogIdSchema, ...optional(seriesRule) }, closed),
  add: Type.Object({ seriesId: catalogIdSchema, ...optional({ ...seriesRule, ...wish }) }, closed),
  change: Type.Object(optional({ ...seriesRule, ...wish }), { ...closed, minProperties: 1 }),
};

export const authorBodies = {
  preview: Type.Object({ authorId: catalogIdSchema, ...optional(authorRule) }, closed),
  add: Type.Object({ authorId: catalogIdSchema, ...optional({ ...authorRule, ...wish }) }, closed),
  change: Type.Object(optional({ ...authorRule, ...wish }), { ...closed, minProperties: 1 }),
};

function optional<T extends Record<string, Type.TSchema>>(members: T): { [K in keyof T]: Type.TOptional<T[K]> } {
  return Object.fromEntries(Object.entries(members).map(([name, schema]) => [name, Type.Optional(schema)])) as {
    [K in keyof T]: Type.TOptional<T[K]>;
  };
}

export const previewSchema = Type.Object(
  {
    name: Type.String(),
    items: Type.Array(
      Type.Object({
        asin: Type.String(),
        title: Type.String(),
        part: nullable(Type.String()),
        releaseDate: nullable(Type.String({ description: 'YYYY-MM-DD' })),
        upcoming: Type.Boolean({ description: 'Not out yet; a request waits for its release.' }),
        requested: Type.Boolean({ description: 'Somebody else has requested it already; who requests it too joins that request.' }),
        coverUrl: nullable(Type.String({ description: 'Path on this server.' })),
      }),
      { description: 'What would be requested, in the order of the series. One reading of each part.' },
    ),
    parts: Type.Array(
      Type.Object({
        part: nullable(Type.String()),
        state: Type.Unsafe<ListedPart['state']>(
          Type.Union(
            (['available', 'requested', 'declined', 'ignored', 'missing', 'upcoming', 'collection', 'other_language'] as const).map(
              (state) => Type.Literal(state),
            ),
          ),
        ),
        asin: Type.String({ description: 'The reading that would be requested, else the first one.' }),
        asins: Type.Array(Type.String(), { description: 'All readings.' }),
      }),
      {
        description:
          'Every part and what it is to you: single parts in their order, then collections, then what has no number. `collection`: its parts are offered alone. `other_language`: it is not offered in the language of the region.',
      },
    ),
    counts: countsSchema,
    truncated: Type.Boolean({ description: 'The catalogue lists more than the 1,000 books that are looked at.' }),
    needsApproval: Type.Boolean({ description: 'Each request waits for an admin.' }),
    quota: quotaStateSchema,
    overQuota: Type.Integer({ description: 'How many of the items your request limit does not allow now. They wait until it does.' }),
  },
  { $id: 'FollowPreview' },
);

/** The members that series and authors share. */
export function presentFollowed({ record, check }: Followed, say: Say) {
  const { id, region, name, formerName, mode, createdAt, checkedAt, nextCheckAt, result } = record;
  const last = result?.outcome ?? outcome('waiting');
  return {
    id,
    region,
    name,
    formerName,
    mode,
    createdAt,
    checkedAt,
    nextCheckAt,
    check,
    lastOutcome: { ...last, message: say(sayOutcome(last)) },
    counts: result?.counts ?? null,
  };
}

export function presentPreview({
  name,
  wanted,
  parts,
  requested,
  counts,
  isCut,
  needsApproval,
  quota,
}: FollowPreview): Static<typeof previewSchema> {
  return {
    name,
    items: wanted.map(({ book, part, asins, isUpcoming }) => ({
      asin: book.asin,
      title: book.title,
      part: part ?? null,
      releaseDate: book.releaseDate ?? null,
      upcoming: isUpcoming,
      requested: asins.some((asin) => requested.has(asin)),
      coverUrl: book.coverUrl === undefined ? null : `/api/covers/${book.asin}`,
    })),
    parts: parts.map(({ part, ...rest }) => ({ ...rest, part: part ?? null, asins: [...rest.asins] })),
    counts,
    truncated: isCut,
    needsApproval,
    quota,
    overQuota: quota.left === null ? 0 : Math.max(0, wanted.length - quota.left),
  };
}
