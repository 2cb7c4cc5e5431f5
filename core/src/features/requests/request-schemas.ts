import Type, { type Static } from 'typebox';
import { bookSchema } from '../catalog/index.js';
import { listenLinkSchema } from '../integration-records/listen-link.js';
import { REQUEST_ACTIONS } from './request-actions.js';
import { GROUPS, REQUEST_STATUSES, STAGES } from '../lifecycle/statuses.js';

function oneOf<T extends string>(values: readonly T[]) {
  return Type.Unsafe<T>(Type.String({ enum: [...values] }));
}

export const statusSchema = oneOf(REQUEST_STATUSES);
export const groupSchema = oneOf(GROUPS);
export const typeSchema = oneOf(['audiobook', 'ebook'] as const);

/** A member of bodies with which audiobooks are requested. */
export const anyReadingMember = Type.Optional(
  Type.Boolean({ description: 'Whether a release read by somebody else may be taken automatically. Audiobooks only; default: false.' }),
);

export const mergeChaptersSchema = Type.Union([Type.Boolean(), Type.Null()], {
  description: 'Whether the files of an audiobook are merged into one M4B with chapters; `null`: as the settings of the server say.',
});

/** The number of requests in each group. */
export const groupCountsSchema = Type.Object({
  active: Type.Integer(),
  waiting: Type.Integer(),
  completed: Type.Integer(),
  attention: Type.Integer(),
  closed: Type.Integer(),
});

export const fileCheckSchema = Type.Object(
  {
    what: Type.Enum(['title', 'author', 'narrator', 'asin', 'length']),
    wanted: Type.Optional(Type.String({ description: 'What the catalogue says; absent when it says nothing.' })),
    found: Type.Optional(Type.String({ description: 'What the files say; absent when they say nothing.' })),
    verdict: Type.Enum(['agrees', 'differs', 'unknown'], { description: '`unknown`: one side says nothing.' }),
  },
  { $id: 'FileCheck' },
);

const reasonSchema = Type.Object(
  {
    code: Type.String(),
    message: Type.String(),
    component: Type.Optional(Type.Object({ kind: Type.String(), name: Type.String() })),
    since: Type.String(),
    nextAt: Type.Optional(Type.String()),
    nextStep: Type.Optional(Type.String()),
    todo: Type.Optional(Type.String({ description: 'What the caller can do; absent if it is up to somebody else.' })),
    settledIn: Type.Optional(
      Type.Enum(['integrations', 'settings', 'releases', 'request'], {
        description:
          'Where an admin could settle it, for admins: on the page of the integrations or of the settings, among the releases, or in the request.',
      }),
    ),
    checks: Type.Optional(
      Type.Array(fileCheckSchema, { description: 'What was compared when the files were checked, for admins who decide about them.' }),
    ),
  },
  { $id: 'Reason' },
);

const progressSchema = Type.Object(
  {
    fraction: Type.Number({ minimum: 0, maximum: 1 }),
    bytesDone: Type.Optional(Type.Number()),
    bytesTotal: Type.Optional(Type.Number()),
    etaSeconds: Type.Optional(Type.Number()),
    downBps: Type.Optional(Type.Number()),
    clientState: Type.Optional(Type.String()),
    phase: Type.Optional(
      Type.String({
        description: 'Of an import: `verifying`, `merging`, `tagging`, `placing`, or `merge_waiting` while others are merged first.',
      }),
    ),
  },
  { $id: 'RequestProgress' },
);

const person = Type.Object({
  id: Type.String(),
  displayName: Type.String(),
  username: Type.Optional(Type.String({ description: 'Only for admins and the person.' })),
});

const alongsideSchema = Type.Object(
  { id: Type.String(), createdAt: Type.String(), note: Type.Optional(Type.String()), user: person },
  { $id: 'RequestAlongside' },
);
export type Alongside = Static<typeof alongsideSchema>;

const summaryMembers = {
  id: Type.String(),
  type: typeSchema,
  status: statusSchema,
  group: groupSchema,
  statusSince: Type.String(),
  reason: Type.Union([reasonSchema, Type.Null()]),
  book: bookSchema,
  user: person,
  alongside: Type.Optional(
    Type.Array(alongsideSchema, {
      description: 'Requests of others for the same book that wait for approval, too, where a list puts them together. The oldest first.',
    }),
  ),
  mine: Type.Boolean(),
  subscribed: Type.Boolean(),
  progress: Type.Optional(progressSchema),
  stage: oneOf(STAGES),
  origin: Type.String(),
  createdAt: Type.String(),
  updatedAt: Type.String(),
  parentRequestId: Type.Optional(Type.String()),
  customSearchTerms: Type.Optional(Type.String()),
  note: Type.Optional(Type.String({ description: 'Only for admins and whoever wrote it.' })),
  anyReading: Type.Boolean({ description: 'Whether a release read by somebody else may be taken automatically.' }),
  mergeChapters: mergeChaptersSchema,
  downloadAttempts: Type.Integer(),
  actions: Type.Array(oneOf(REQUEST_ACTIONS)),
};

export const requestSummarySchema = Type.Object(summaryMembers, { $id: 'RequestSummary' });
export type RequestSummary = Static<typeof requestSummarySchema>;

const timelineEntrySchema = Type.Object(
  {
    id: Type.String(),
    at: Type.String(),
    event: Type.String(),
    from: Type.Optional(statusSchema),
    to: Type.Optional(statusSchema),
    message: Type.String(),
    actor: Type.Optional(
      Type.Object({
        id: Type.String(),
        displayName: Type.String(),
        username: Type.Optional(Type.String({ description: 'Only for admins and the person.' })),
      }),
    ),
    detail: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  },
  { $id: 'TimelineEntry' },
);

export const requestDetailSchema = Type.Object(
  {
    ...summaryMembers,
    timeline: Type.Array(timelineEntrySchema),
    stages: Type.Array(
      Type.Object({ stage: oneOf(STAGES), state: oneOf(['done', 'current', 'todo', 'failed'] as const), at: Type.Optional(Type.String()) }),
    ),
    release: Type.Optional(
      Type.Object({
        title: Type.String(),
        indexer: Type.String(),
        size: Type.Optional(Type.Number()),
        score: Type.Optional(Type.Number()),
        protocol: Type.String(),
      }),
    ),
    /** On an audiobook: the same person's newest request for its ebook. */
    ebookRequest: Type.Optional(Type.Object({ id: Type.String(), status: statusSchema })),
    downloadClient: Type.Optional(Type.Object({ name: Type.String() })),
    files: Type.Optional(
      Type.Object({
        directory: Type.String(),
        count: Type.Integer(),
        bytes: Type.Number(),
        methods: Type.Record(Type.String(), Type.Integer()),
      }),
    ),
    subscribers: Type.Integer(),
    listen: Type.Array(listenLinkSchema, { description: 'Where you listen to the audiobook, if it is in a library.' }),
  },
  { $id: 'RequestDetail' },
);
export type RequestDetail = Static<typeof requestDetailSchema>;
