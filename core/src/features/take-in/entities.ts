import { defineEntity, flag, id, integer, json, key, nullable, text, time, type RowOf } from '../../platform/db/index.js';
import type { MovedFile } from '../../files/placing/check-move.js';
import type { EarlierMatch } from '../library/index.js';
import type { FolderTags } from './folder-facts.js';
import type { Confidence, LengthFit, Sign } from './judge-folder.js';
import type { NoteKind } from './walk-folders.js';

/**
 * - `looking`: a job finds the folders that hold audio
 * - `reading`: a job reads each of them and asks the catalogue
 * - `ready`, `cancelled`, `failed`: it is over; what was found can still be accepted
 */
export type TakeInState = 'looking' | 'reading' | 'ready' | 'cancelled' | 'failed';

/**
 * - `waiting`: nobody has read it yet
 * - `read`: it waits for a person
 * - `known`: it is in the library already
 * - `gone`: it is not there any more
 * - `leaving`, `filing`, `undoing`: a person has decided, and the job does it
 * - `left`: it counts as in the library where it is
 * - `filed`: it counts as in the library in the folder that the path template gave it
 * - `refused`: its files could not be filed
 */
export type TakenState = 'waiting' | 'read' | 'known' | 'gone' | 'leaving' | 'left' | 'filing' | 'filed' | 'refused' | 'undoing';

/** What was passed over, by reason: how often, and some names. */
export type Notes = Partial<Record<NoteKind, { readonly count: number; readonly examples: readonly string[] }>>;

/** A book of the catalogue as a row keeps it. */
export interface KeptBook {
  readonly asin: string;
  readonly title: string;
  readonly authors: readonly string[];
  readonly narrators: readonly string[];
  readonly minutes?: number;
}

/** Why a row is taken for a book. */
export interface TakenEvidence {
  /** What the names say. */
  readonly reading: { readonly title?: string; readonly authors: readonly string[] };
  readonly tags: FolderTags;
  /** Numbers that the files, their names or a metadata file state. */
  readonly asins: readonly string[];
  readonly seconds?: number;
  readonly fileCount: number;
  readonly bytes: number;
  readonly hasCover: boolean;
  readonly hasEbook: boolean;
  readonly unreadable: number;
  readonly lengthFit: LengthFit;
  readonly signs: readonly Sign[];
  /** The book that it is taken for. */
  readonly book?: KeptBook;
  /** What was guessed, where a person chose another book. */
  readonly guessed?: KeptBook;
  readonly runnerUp?: KeptBook;
}

/** How the files of a book went into the library folder. */
export interface FiledMove {
  /** The real path of the folder around them before: the library folder, or the one that was taken in. */
  readonly root: string;
  /** The folder that they left, relative to `root`. */
  readonly from: string;
  /** The real path of the library folder. */
  readonly toRoot: string;
  /** Their new folder, relative to `toRoot`. */
  readonly to: string;
  readonly files: readonly MovedFile[];
  /** Whether no other book was in the folder, so that all that was in it went along. */
  readonly isAlone: boolean;
  /** The folder that had the working folder, relative to `root`. */
  readonly top: string;
  /** The folder that has the file system of the new folder, relative to `toRoot`. */
  readonly toTop?: string;
  /** The folder that has the working folder of the way back, relative to `toRoot`; absent before that has begun. */
  readonly topBack?: string;
}

/**
 * What a later look found of the files of a book that was taken in.
 * - `gone`: they are not there any more
 * - `changed`: there are more or fewer of them, or other ones
 * - `unseen`: nobody can say, because the folder around them cannot be seen or is empty, or a disk is not mounted
 */
export type LaterState = 'gone' | 'changed' | 'unseen';

export const TakeInEntity = defineEntity('take_ins', {
  id: key(id()),
  /** The chosen folder; a real path. */
  root: text(),
  state: text<TakeInState>(20),
  stopping: flag(),
  /** Folders that were found so far. */
  found: integer(),
  done: integer(),
  total: integer(),
  notes: json<Notes>(),
  /** Why it waits: `catalogue_silent`. */
  reason: nullable(text<'catalogue_silent'>(40)),
  fault: nullable(text()),
  createdAt: time(),
  actorId: nullable(id()),
  actorName: text(200),
  endedAt: nullable(time()),
});

export const TakenBookEntity = defineEntity('taken_books', {
  id: key(id()),
  takeInId: id(),
  /** A digest of the path. */
  pathKey: text(64),
  path: text(),
  /** From the chosen folder down. */
  names: json<readonly string[]>(),
  /** The files of the folder that are the book, where others are not. */
  files: nullable(json<readonly string[]>()),
  isMixed: flag(),
  state: text<TakenState>(20),
  /** The empty text until it was read. */
  confidence: text<Confidence | ''>(10),
  /** How often the catalogue did not answer. */
  tries: integer(),
  /** The book that it is taken for. */
  asin: nullable(text(10)),
  /** The admin who chose that book. */
  chosenBy: nullable(text(200)),
  evidence: nullable(json<TakenEvidence>()),
  /** What the library item counted for before. */
  earlier: nullable(json<EarlierMatch>()),
  itemId: nullable(id()),
  /** From the moment before its files move until they are back: the journal. */
  move: nullable(json<FiledMove>()),
  /** When somebody last looked whether its files are still there. */
  lookedAt: nullable(time()),
  later: nullable(text<LaterState>(10)),
  decidedAt: nullable(time()),
  decidedBy: nullable(id()),
  fault: nullable(text()),
});

export type TakeInRow = RowOf<typeof TakeInEntity>;
export type TakenRow = RowOf<typeof TakenBookEntity>;
