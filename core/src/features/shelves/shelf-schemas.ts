import Type, { type Static } from 'typebox';
import { hidePlaces, withoutPlaces } from '../../platform/logging/hide-places.js';
import { knownSettings, liveMembers, type PluginHost } from '../../plugin-host/index.js';
import type { ShelfCounts } from './shelf-counts.js';
import type { JobUnderWay } from '../../platform/jobs/job-facts.js';
import { sayProgress } from '../../platform/jobs/job-queue.js';
import type { Say } from '../../platform/words/index.js';
import { BOOK_OUTCOMES, type ShelfRecord } from './shelf-record.js';

export const outcomeSchema = Type.Union(BOOK_OUTCOMES.map((outcome) => Type.Literal(outcome)));

const optionalText = Type.Optional(Type.String());

export const shelfProviderSchema = Type.Object(
  {
    pluginId: Type.String(),
    name: Type.String(),
    description: optionalText,
    settingsSchema: Type.Record(Type.String(), Type.Unknown(), { description: 'JSON Schema of the settings, for the form.' }),
  },
  { $id: 'ShelfProvider' },
);

export const shelfSchema = Type.Object(
  {
    id: Type.String(),
    pluginId: Type.String(),
    siteName: Type.String(),
    name: Type.String(),
    settings: Type.Record(Type.String(), Type.Unknown(), { description: 'Without secrets.' }),
    secretsSet: Type.Array(Type.String(), { description: 'Names of the secrets that have a value.' }),
    autoRequest: Type.Boolean({ description: 'New books are requested without being asked for one by one.' }),
    paused: Type.Boolean({ description: 'It rests until its owner changes something.' }),
    counts: Type.Object(Object.fromEntries([...BOOK_OUTCOMES, 'removed'].map((name) => [name, Type.Optional(Type.Integer())]))),
    lastResult: Type.Optional(
      Type.Object({
        books: Type.Integer(),
        fresh: Type.Integer({ description: 'Books it did not have before.' }),
        requested: Type.Integer(),
        removed: Type.Integer(),
        message: Type.String(),
      }),
    ),
    error: Type.Optional(Type.Object({ code: Type.String(), message: Type.String(), field: optionalText, at: Type.String() })),
    sync: Type.Object({
      state: Type.Union([Type.Literal('idle'), Type.Literal('queued'), Type.Literal('running')]),
      progress: Type.Optional(
        Type.Object({ done: Type.Number(), total: Type.Optional(Type.Number()), message: Type.Optional(Type.String()) }),
      ),
      /** The time of a retry before its regular turn. */
      nextAt: optionalText,
    }),
    syncedAt: Type.Optional(Type.String({ description: 'When it was last read from end to end.' })),
    createdAt: Type.String(),
  },
  { $id: 'Shelf' },
);

export const shelfBookSchema = Type.Object(
  {
    bookId: Type.String(),
    title: Type.String(),
    author: Type.String(),
    outcome: outcomeSchema,
    reason: optionalText,
    asin: optionalText,
    coverUrl: Type.Union([Type.String(), Type.Null()], { description: 'Path on this server.' }),
    correctedBy: Type.Optional(
      Type.Union([Type.Literal('you'), Type.Literal('everyone')], {
        description: 'Whose correction the ASIN follows; absent: what was found.',
      }),
    ),
    request: Type.Optional(Type.Object({ id: Type.String(), status: Type.String() })),
    addedAt: Type.String(),
    removedAt: optionalText,
    isNew: Type.Boolean({ description: 'Came with the last sync.' }),
    ignored: Type.Boolean({ description: 'On your ignore list now, whatever the last sync found.' }),
  },
  { $id: 'ShelfBook' },
);

export type Shelf = Static<typeof shelfSchema>;

/** A shelf as its owner sees it, without any secrets. */
export function presentShelf(
  shelf: ShelfRecord,
  host: Pick<PluginHost, 'plugin' | 'settings'>,
  { counts, underWay }: { readonly counts: ShelfCounts; readonly underWay: JobUnderWay | undefined },
  say: Say,
): Shelf {
  const schema = host.settings(shelf.pluginId);
  const { settings, secrets } = schema
    ? knownSettings(schema, shelf)
    : { settings: liveMembers(shelf.settings), secrets: liveMembers(shelf.secrets) };
  const { result, error, readAt, nextAt } = shelf;
  const isDelayed = underWay?.state === 'queued' && nextAt !== null;
  return {
    id: shelf.id,
    pluginId: shelf.pluginId,
    siteName: host.plugin(shelf.pluginId)?.displayName ?? shelf.pluginId,
    name: shelf.name,
    settings,
    secretsSet: schema?.secretsSet(secrets) ?? Object.keys(secrets),
    autoRequest: shelf.autoRequest,
    paused: shelf.paused,
    counts,
    ...(result ? { lastResult: { ...result, message: say(result.message) } } : {}),
    ...(error ? { error: { ...error, message: hidePlaces(say(withoutPlaces(error.message))) } } : {}),
    sync: {
      // a delayed sync is not running
      state: underWay && !isDelayed ? underWay.state : 'idle',
      ...(underWay?.state === 'running' && underWay.progress ? { progress: sayProgress(underWay.progress, say) } : {}),
      ...(isDelayed ? { nextAt: underWay.runAt } : {}),
    },
    ...(readAt === null ? {} : { syncedAt: readAt }),
    createdAt: shelf.createdAt,
  };
}
