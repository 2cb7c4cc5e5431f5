import Type, { type Static } from 'typebox';
import { isTrue, readJson } from '../../platform/db/index.js';
import { storedSaid, type Say } from '../../platform/words/index.js';
import type { FiledMove, KeptBook, LaterState, Notes, TakeInState, TakenEvidence, TakenRow, TakenState } from './entities.js';
import type { Confidence, LengthFit } from './judge-folder.js';
import type { FilingPreview } from './preview-filing.js';
import { UNDOABLE_MS, type TakeInView } from './take-in-service.js';
import type { NoteKind } from './walk-folders.js';

const STATES = ['looking', 'reading', 'ready', 'cancelled', 'failed'] as const satisfies readonly TakeInState[];
const TAKEN_STATES = [
  'waiting',
  'read',
  'known',
  'gone',
  'leaving',
  'left',
  'filing',
  'filed',
  'refused',
  'undoing',
] as const satisfies readonly TakenState[];
const LATER = ['gone', 'changed', 'unseen'] as const satisfies readonly LaterState[];
const CONFIDENCES = ['certain', 'likely', 'unsure', 'unknown'] as const satisfies readonly Confidence[];
const LENGTH_FITS = ['same', 'other', 'unknown'] as const satisfies readonly LengthFit[];
const NOTES = [
  'hidden',
  'unfinished',
  'link',
  'link_outside',
  'special',
  'unreadable_name',
  'no_access',
  'seen',
  'deep',
  'mount',
  'full',
  'own_data',
] as const satisfies readonly NoteKind[];

function oneOf<T extends string>(values: readonly T[]) {
  return Type.Unsafe<T>(Type.Union(values.map((value) => Type.Literal(value))));
}

const maybeTime = Type.Union([Type.String({ format: 'date-time' }), Type.Null()]);

export const confidenceSchema = oneOf<Confidence>(CONFIDENCES);
export const takenStateSchema = oneOf<TakenState>(TAKEN_STATES);

export const takeInSchema = Type.Object(
  {
    id: Type.String(),
    root: Type.String({ description: 'The folder that was chosen. Links are resolved.' }),
    state: oneOf<TakeInState>(STATES),
    stopping: Type.Boolean({ description: 'Somebody cancelled it, and it stops after the present book.' }),
    found: Type.Integer({ description: 'Folders with audio.' }),
    done: Type.Integer({ description: 'Books that were read.' }),
    total: Type.Integer(),
    reason: Type.Union([Type.Literal('catalogue_silent'), Type.Null()], {
      description: 'Why it waits. `catalogue_silent`: the catalogue does not answer; it is asked again every minute.',
    }),
    fault: Type.Union([Type.String(), Type.Null()], { description: 'Why it failed.' }),
    notes: Type.Array(Type.Object({ kind: oneOf<NoteKind>(NOTES), count: Type.Integer(), examples: Type.Array(Type.String()) }), {
      description: 'What was passed over, by reason. `mount`: folders of other file systems, which were read all the same.',
    }),
    open: Type.Object(
      { certain: Type.Integer(), likely: Type.Integer(), unsure: Type.Integer(), unknown: Type.Integer() },
      { description: 'Books that wait for a person, by confidence.' },
    ),
    books: Type.Array(Type.Object({ state: takenStateSchema, count: Type.Integer() })),
    createdAt: Type.String({ format: 'date-time' }),
    createdBy: Type.String(),
    endedAt: maybeTime,
  },
  { $id: 'TakeIn' },
);

const keptBook = Type.Object({
  asin: Type.String(),
  title: Type.String(),
  authors: Type.Array(Type.String()),
  narrators: Type.Array(Type.String()),
  minutes: Type.Optional(Type.Number()),
});

export const takenBookSchema = Type.Object(
  {
    id: Type.String(),
    takeInId: Type.String(),
    path: Type.String(),
    name: Type.String({ description: 'The path from the chosen folder down.' }),
    files: Type.Array(Type.String(), {
      description: 'The files that are the book, where others in the folder are not; at most the first 50.',
    }),
    state: takenStateSchema,
    confidence: Type.Union([confidenceSchema, Type.Null()]),
    chosenBy: Type.Union([Type.String(), Type.Null()], { description: 'The admin who chose the book.' }),
    book: Type.Optional(keptBook),
    guessed: Type.Optional(keptBook),
    runnerUp: Type.Optional(keptBook),
    evidence: Type.Optional(
      Type.Object({
        readTitle: Type.Optional(Type.String({ description: 'What the names say.' })),
        readAuthors: Type.Array(Type.String()),
        album: Type.Optional(Type.String({ description: 'What the tags say.' })),
        tagAuthors: Type.Array(Type.String()),
        tagNarrators: Type.Array(Type.String()),
        asins: Type.Array(Type.String(), { description: 'Numbers that the files, their names or a metadata file state.' }),
        seconds: Type.Optional(Type.Number()),
        lengthFit: oneOf<LengthFit>(LENGTH_FITS),
        fileCount: Type.Integer(),
        bytes: Type.Number(),
        hasCover: Type.Boolean(),
        hasEbook: Type.Boolean(),
        unreadable: Type.Integer({ description: 'Files that could not be read as audio, or of which a part is missing.' }),
        signs: Type.Array(Type.Object({ name: Type.String(), isFor: Type.Boolean(), text: Type.String() })),
      }),
    ),
    filedIn: Type.Union([Type.String(), Type.Null()], { description: 'Where it was filed: its folder, from the library folder down.' }),
    later: Type.Union([oneOf<LaterState>(LATER), Type.Null()], {
      description:
        'What a later look found of its files. `gone`: they are not there any more; `changed`: there are other ones; `unseen`: the folder around them cannot be seen, or is empty. `null`: nothing.',
    }),
    lookedAt: maybeTime,
    undoableUntil: maybeTime,
    fault: Type.Union([Type.String(), Type.Null()], { description: 'Why it could not be filed, or not be put back.' }),
  },
  { $id: 'TakenBook' },
);

/** Files of a book that a preview names. */
const NAMED_FILES = 50;

export const filingSchema = Type.Object(
  {
    id: Type.String({ description: 'Of the book in the take-in.' }),
    title: Type.String(),
    from: Type.String({ description: 'The present place.' }),
    to: Type.Union([Type.String(), Type.Null()], { description: 'The new folder, from the library folder down. `null`: it is not known.' }),
    isThere: Type.Boolean({ description: 'It has the folder and the names already.' }),
    files: Type.Array(Type.Object({ from: Type.String(), to: Type.String() }), {
      description: `The files that get other names; at most ${NAMED_FILES}.`,
    }),
    reason: Type.Union([Type.String(), Type.Null()], { description: 'Why it cannot be filed.' }),
  },
  { $id: 'TakenBookFiling', description: 'Where a book would be filed.' },
);

export function presentFiling({ row, plan: { move, isThere = false, reason } }: FilingPreview, say: Say): Static<typeof filingSchema> {
  const evidence = row.evidence === null ? undefined : readJson<TakenEvidence>(row.evidence);
  return {
    id: row.id,
    title: evidence?.book?.title ?? row.path,
    from: row.path,
    to: move?.to ?? null,
    isThere,
    files: (move?.files ?? [])
      .filter((file) => file.from !== file.to)
      .slice(0, NAMED_FILES)
      .map(({ from, to }) => ({ from, to })),
    reason: reason === undefined ? null : say(reason),
  };
}

export function presentTakeIn({ row, counts }: TakeInView, say: Say): Static<typeof takeInSchema> {
  const open = { certain: 0, likely: 0, unsure: 0, unknown: 0 };
  const states = new Map<TakenState, number>();
  for (const { state, confidence, n } of counts) {
    states.set(state, (states.get(state) ?? 0) + n);
    if ((state === 'read' || state === 'refused') && confidence !== '') open[confidence] += n;
  }
  const notes = readJson<Notes>(row.notes);
  return {
    id: row.id,
    root: row.root,
    state: row.state,
    stopping: isTrue(row.stopping),
    found: Number(row.found),
    done: Number(row.done),
    total: Number(row.total),
    reason: row.reason,
    fault: row.fault === null ? null : say(storedSaid(row.fault)),
    notes: NOTES.flatMap((kind) => {
      const noted = notes[kind];
      return noted ? [{ kind, count: noted.count, examples: [...noted.examples] }] : [];
    }),
    open,
    books: [...states].map(([state, count]) => ({ state, count })),
    createdAt: row.createdAt,
    createdBy: row.actorName,
    endedAt: row.endedAt,
  };
}

function copy(book: KeptBook): Static<typeof keptBook> {
  return { ...book, authors: [...book.authors], narrators: [...book.narrators] };
}

export function presentTaken(row: TakenRow, say: Say): Static<typeof takenBookSchema> {
  const evidence = row.evidence === null ? undefined : readJson<TakenEvidence>(row.evidence);
  const isDone = row.state === 'left' || row.state === 'filed';
  return {
    id: row.id,
    takeInId: row.takeInId,
    path: row.path,
    name: readJson<readonly string[]>(row.names).join('/') || row.path,
    files: row.files === null ? [] : readJson<readonly string[]>(row.files).slice(0, 50),
    state: row.state,
    confidence: row.confidence === '' ? null : row.confidence,
    chosenBy: row.chosenBy,
    ...(evidence?.book ? { book: copy(evidence.book) } : {}),
    ...(evidence?.guessed ? { guessed: copy(evidence.guessed) } : {}),
    ...(evidence?.runnerUp ? { runnerUp: copy(evidence.runnerUp) } : {}),
    ...(evidence
      ? {
          evidence: {
            ...(evidence.reading.title === undefined ? {} : { readTitle: evidence.reading.title }),
            readAuthors: [...evidence.reading.authors],
            ...(evidence.tags.album === undefined ? {} : { album: evidence.tags.album }),
            tagAuthors: [...evidence.tags.authors],
            tagNarrators: [...evidence.tags.narrators],
            asins: [...evidence.asins],
            ...(evidence.seconds === undefined ? {} : { seconds: evidence.seconds }),
            lengthFit: evidence.lengthFit,
            fileCount: evidence.fileCount,
            bytes: evidence.bytes,
            hasCover: evidence.hasCover,
            hasEbook: evidence.hasEbook,
            unreadable: evidence.unreadable,
            signs: evidence.signs.map((sign) => ({ ...sign, text: say(storedSaid(sign.text)) })),
          },
        }
      : {}),
    filedIn: row.move === null || row.state !== 'filed' ? null : readJson<FiledMove>(row.move).to,
    later: row.later,
    lookedAt: row.lookedAt,
    undoableUntil: isDone && row.decidedAt !== null ? new Date(Date.parse(row.decidedAt) + UNDOABLE_MS).toISOString() : null,
    fault: row.fault === null ? null : say(storedSaid(row.fault)),
  };
}
