import Type, { type Static } from 'typebox';
import type { Caller } from '../../platform/http/route.js';
import { bookSchema, presentBook } from '../catalog/index.js';
import { libraryEntrySchema } from '../library/index.js';
import { hasFiles } from '../lifecycle/statuses.js';
import { audioFilesOf, type Evidence } from './evidence.js';
import {
  ENTRY_DEEDS,
  LONGEST_TEXT,
  REPORT_KIND_NAMES,
  REPORT_STATES,
  SIDES,
  type EntryDeed,
  type ReportKind,
  type ReportState,
  type Side,
} from './report-record.js';
import { TAG_NAMES } from './placed-tags.js';
import type { Report, ReportEntry, Writer } from './report-store.js';

const oneOf = <T extends string>(values: readonly T[], description?: string) =>
  Type.Unsafe<T>(Type.String({ enum: [...values], ...(description === undefined ? {} : { description }) }));

export const kindSchema = oneOf<ReportKind>(
  REPORT_KIND_NAMES,
  'Wrong narrator or recording, chapters missing, broken sound, another language, another book, or something else.',
);
export const stateSchema = oneOf<ReportState>(REPORT_STATES);

/** What a person writes; a text of nothing but blanks is refused where words are needed. */
export const textSchema = Type.String({ minLength: 1, maxLength: LONGEST_TEXT });
/** What an admin may add to a decision. */
export const optionalTextBody = Type.Object(
  { text: Type.Optional(Type.String({ maxLength: LONGEST_TEXT })) },
  { additionalProperties: false },
);

const writerSchema = Type.Object({
  displayName: Type.String(),
  username: Type.Optional(Type.String({ description: 'For admins.' })),
  gone: Type.Boolean({ description: 'The account was deleted.' }),
});

const reportProperties = {
  id: Type.String(),
  asin: Type.String(),
  region: Type.String(),
  title: Type.String({ description: 'As it was when the problem was reported.' }),
  author: Type.String(),
  kind: kindSchema,
  text: Type.String(),
  state: stateSchema,
  lastFrom: oneOf<Side>(SIDES, 'Who wrote or decided last.'),
  reporter: writerSchema,
  createdAt: Type.String(),
  updatedAt: Type.String(),
  closedAt: Type.Union([Type.String(), Type.Null()]),
};

export const reportSchema = Type.Object(reportProperties, { $id: 'Report', description: 'A problem with a book that a person reported.' });

export const threadSchema = Type.Object(
  {
    ...reportProperties,
    entries: Type.Array(
      Type.Object({
        id: Type.String(),
        at: Type.String(),
        from: oneOf<Side>(SIDES),
        writer: writerSchema,
        mine: Type.Boolean(),
        did: oneOf<EntryDeed>(ENTRY_DEEDS),
        text: Type.String({ description: 'Empty where somebody decided without a word.' }),
      }),
      { description: 'What was said and decided since, the oldest first.' },
    ),
  },
  { $id: 'ReportThread' },
);

const releaseSchema = Type.Object({
  requestId: Type.String(),
  type: oneOf(['audiobook', 'ebook'] as const),
  requester: Type.String(),
  importedAt: Type.String(),
  removedAt: Type.Union([Type.String(), Type.Null()], { description: 'When its files were removed, or replaced by another copy.' }),
  replaceable: Type.Boolean({ description: 'Its files are the copy in the library, so another one can replace them.' }),
  directory: Type.String(),
  files: Type.Integer({ description: 'Files that were placed.' }),
  audioFiles: Type.Integer(),
  bytes: Type.Integer(),
  release: Type.Union([
    Type.Object({ title: Type.String(), indexer: Type.String(), protocol: Type.String(), size: Type.Optional(Type.Number()) }),
    Type.Null({ description: 'No download brought the files.' }),
  ]),
});

export const evidenceSchema = Type.Object(
  {
    book: Type.Union([bookSchema, Type.Null()], { description: 'What the catalogue says, as far as it is stored.' }),
    items: Type.Array(
      Type.Object({
        ...libraryEntrySchema.properties,
        server: Type.String(),
        narrators: Type.Array(Type.String()),
        durationMinutes: Type.Optional(Type.Integer({ description: 'According to the media server.' })),
        replaceable: Type.Boolean({
          description:
            'Lectern did not place it, and it seems to be in the library folder: chosen files of it can give way to another copy.',
        }),
      }),
      { description: 'What the media servers hold of the book; none if it has left the library.' },
    ),
    releases: Type.Array(releaseSchema, { description: 'What Lectern placed, newest first.' }),
  },
  { $id: 'ReportEvidence' },
);

export const placedTagsSchema = Type.Object(
  {
    file: Type.String({ description: 'The first audio file, relative to the folder of the book.' }),
    files: Type.Integer({ description: 'Audio files of the book.' }),
    durationMinutes: Type.Integer({ description: 'Of this file.' }),
    chapters: Type.Integer(),
    codec: Type.Optional(Type.String()),
    tags: Type.Array(Type.Object({ name: oneOf(TAG_NAMES), value: Type.String() })),
  },
  { $id: 'PlacedTags' },
);

type Viewer = Pick<Caller, 'userId' | 'role'>;

/** Only admins and the person see with which name somebody signs in. */
function presentWriter({ id, displayName, username, isGone }: Writer, viewer: Viewer): Static<typeof writerSchema> {
  const isPrivy = viewer.role === 'admin' || viewer.userId === id;
  return { displayName, ...(isPrivy ? { username } : {}), gone: isGone };
}

export function presentReport({ userId: _, reporter, ...report }: Report, viewer: Viewer): Static<typeof reportSchema> {
  return { ...report, reporter: presentWriter(reporter, viewer) };
}

export function presentThread(
  { report, entries }: { readonly report: Report; readonly entries: readonly ReportEntry[] },
  viewer: Viewer,
): Static<typeof threadSchema> {
  return {
    ...presentReport(report, viewer),
    entries: entries.map(({ id, createdAt, side, did, text, authorId, writer }) => ({
      id,
      at: createdAt,
      from: side,
      writer: presentWriter(writer, viewer),
      mine: authorId === viewer.userId,
      did,
      text,
    })),
  };
}

export function presentEvidence({ book, items, releases }: Evidence): Static<typeof evidenceSchema> {
  return {
    book: book ? presentBook(book) : null,
    items: items.map((item) => ({ ...item, authors: [...item.authors], narrators: [...item.narrators], formats: [...item.formats] })),
    releases: releases.map((placed, at) => {
      const { requestId, type, requester, importedAt, removedAt, directory, manifest, release } = placed;
      const isLast = releases.findIndex((other) => other.requestId === requestId) === at;
      const replaceable = isLast && removedAt === null && hasFiles(placed.status);
      const bytes = manifest.files.reduce((sum, { size }) => sum + size, 0);
      const counts = { files: manifest.files.length, audioFiles: audioFilesOf(placed).length, bytes };
      const { title = '', indexer = '', protocol = '', size } = release ?? {};
      const from = release ? { title, indexer, protocol, ...(size === undefined ? {} : { size }) } : null;
      return { requestId, type, requester, importedAt, removedAt, replaceable, directory, ...counts, release: from };
    }),
  };
}
