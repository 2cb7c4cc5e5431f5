import { type Simulator, type SimulatorRequest } from '@lectern/simulators';
import { findPart, until } from '@lectern/testbed';
import type { CrashPoint } from '@lectern/core/testing';
import { IS_LONG_RUN, oneIn } from '../long-run.spec.support.js';
import type { Scene } from './crash-scene.spec.support.js';

/** A moment of the flow at which the server is killed. */
export interface Kill {
  readonly name: string;
  /** The server ends itself at a crash point of the core. */
  readonly at?: CrashPoint | `${CrashPoint} ${string}`;
  /** Or: resolves when the test should kill it. Called before anybody requests the book. */
  readonly when?: (scene: Scene) => Promise<unknown>;
  /** The message may count as sent or as unknown, never as to be sent. */
  readonly mayLoseTrack?: boolean;
  /** The message is lost: nobody can tell that it was not sent. */
  readonly losesMessage?: boolean;
  /** It finds what another kill finds, and is left to the long run. */
  readonly repeats?: boolean;
}

/** Waits without missing much: the moment must be over in a few milliseconds. */
function soon<T>(probe: () => T | Promise<T>, what: string): Promise<NonNullable<T>> {
  return until(probe, { everyMs: 3, what });
}

/** Resolves when the next matching request has come in. */
function comesIn(simulator: Simulator, isIt: (request: SimulatorRequest) => boolean, what: string): Promise<unknown> {
  const before = simulator.requests.length;
  return soon(() => simulator.requests.slice(before).some(isIt), what);
}

function bodyHas(text: string) {
  return (request: SimulatorRequest) => request.body.includes(text);
}

/** After each move of a request and each line of its timeline, in their order. */
const COMMITTED = [
  'created',
  'approve',
  'search_started',
  'winner_found',
  'grabbed',
  'download_completed',
  'import_planned',
  'import_done',
  'library_match',
] as const;

/** After each job that carries a request has done its work, before that is written down. */
const RAN = [
  { job: 'request.search', repeats: true },
  { job: 'request.grab', repeats: true },
  { job: 'downloads.monitor', repeats: true },
  { job: 'request.import', repeats: true },
  { job: 'library.refresh' },
  { job: 'notify.deliver' },
  { job: 'hooks.tell' },
] as const;

/** While somebody else is asked, or files are placed. */
const WHILE_OTHERS_WORK: readonly Kill[] = [
  {
    name: 'while the indexer is being asked',
    when: ({ world }) => {
      world.prowlarr.fail({ kind: 'hang', path: /\/api\/v1\/search$/ });
      return comesIn(world.prowlarr, ({ path }) => path.endsWith('/api/v1/search'), 'a search');
    },
  },
  { name: 'after the candidates were stored', at: 'search stored' },
  {
    name: 'after the download was written down, while the indexer hands it out',
    when: ({ world }) => {
      world.prowlarr.fail({ kind: 'hang', path: /\/download$/ });
      return comesIn(world.prowlarr, ({ path }) => path.endsWith('/download'), 'the torrent being fetched');
    },
  },
  {
    name: 'while the download client is being asked, before it has the torrent',
    when: ({ world }) => {
      world.transmission.fail({ kind: 'hang', body: /"torrent-add"/ });
      return comesIn(world.transmission, bodyHas('"torrent-add"'), 'torrent-add');
    },
  },
  {
    name: 'after the download client has the torrent, before its answer',
    when: ({ world, infoHash }) => {
      world.transmission.fail({ kind: 'mute', body: /"torrent-add"/ });
      return soon(() => world.transmission.torrents.some((torrent) => torrent.infoHash === infoHash), 'the torrent');
    },
  },
  {
    name: 'after the download client has the torrent, before its labels are set',
    when: ({ world }) => {
      world.transmission.fail({ kind: 'hang', body: /"torrent-set"/ });
      return comesIn(world.transmission, bodyHas('"torrent-set"'), 'torrent-set');
    },
  },
  {
    name: 'while it is downloading',
    when: ({ world, infoHash }) =>
      soon(() => world.transmission.torrents.some((torrent) => torrent.infoHash === infoHash && torrent.bytesDone > 0), 'the first bytes'),
  },
  {
    name: 'right after the download is complete',
    when: ({ world, infoHash }) =>
      soon(() => world.transmission.torrents.some((torrent) => torrent.infoHash === infoHash && torrent.isComplete), 'the last bytes'),
  },
  { name: 'in the middle of the import', at: 'file gathered' },
  { name: 'after the files are in their folder, before that is written down', at: 'book placed' },
  {
    name: 'while the media server is being asked to look',
    when: ({ world }) => {
      world.audiobookshelf.fail({ kind: 'hang', path: /\/watcher\/update$|\/scan$/ });
      return comesIn(world.audiobookshelf, ({ path }) => /\/watcher\/update$|\/scan$/.test(path), 'the refresh');
    },
  },
  {
    name: 'while the items of the media server are being read',
    when: async ({ world }) => {
      world.audiobookshelf.fail({ kind: 'hang', path: /\/items$/ });
      await comesIn(world.audiobookshelf, ({ path }) => /\/watcher\/update$|\/scan$/.test(path), 'the refresh');
      return comesIn(world.audiobookshelf, ({ path }) => path.endsWith('/items'), 'the list of items');
    },
  },
];

/** Around the sending of the message; none of them is left out. */
const AROUND_THE_MESSAGE: readonly Kill[] = [
  { name: 'right before the message is sent', at: 'message ready' },
  {
    name: 'between the note that the message is being sent and its sending',
    at: 'message claimed',
    mayLoseTrack: true,
    losesMessage: true,
  },
  {
    name: 'after the message has arrived, before the answer',
    mayLoseTrack: true,
    when: ({ world }) => {
      const before = world.discord.messages.length;
      world.discord.fail({ kind: 'mute', body: /embeds/ });
      return soon(() => world.discord.messages.length > before, 'the message');
    },
  },
];

/** One in so many is looked at in the normal run as well; its neighbours are left to the long run. */
const keepOneIn = (many: number, kills: readonly Kill[]): readonly Kill[] =>
  kills.map((kill) => (oneIn(many, kills).includes(kill) ? kill : { ...kill, repeats: true }));

const DURING: readonly Kill[] = [...keepOneIn(4, WHILE_OTHERS_WORK), ...AROUND_THE_MESSAGE];

/**
 * Every arrow of the flow. One that is not here is noticed: the run without a kill compares the moves and jobs of a
 * request with this list.
 */
export const KILLS: readonly Kill[] = [
  ...keepOneIn(
    2,
    COMMITTED.map((event): Kill => ({ name: `after the commit of ${event}`, at: `committed ${event}` })),
  ),
  ...DURING,
  ...RAN.map(({ job, ...rest }): Kill => ({ name: `after ${job} did its work, before it is marked as done`, at: `ran ${job}`, ...rest })),
];

/** Every step from a release that a person brings to the client that has it. What follows is killed with every release. */
export const KILLS_AFTER_BRINGING: readonly Kill[] = [
  { name: 'after it was written down, before the answer', at: 'committed release_brought' },
  { name: 'after it was chosen, before the answer', at: 'committed candidate_chosen' },
  ...WHILE_OTHERS_WORK.filter(({ name }) => name.includes('the download client')),
  { name: 'after it was handed over', at: 'committed grabbed' },
];

/** Every step of an import that merges. */
export const KILLS_WHILE_MERGING: readonly Kill[] = [
  ...keepOneIn(
    4,
    (['begun', 'spawned', 'joined', 'checked', 'noted'] as const).map((step): Kill => ({ name: `after “${step}”`, at: `merging ${step}` })),
  ),
  { name: 'when the merged file is in the working folder of its placement', at: 'file gathered', repeats: true },
  { name: 'when the merged file is in its folder, before that is written down', at: 'book placed' },
  { name: 'when all is written down, before the working folder is removed', at: 'committed import_done' },
];

/** Every step of an import that writes tags into copies. */
export const KILLS_WHILE_TAGGING: readonly Kill[] = [
  ...keepOneIn(
    4,
    (['copied', 'written', 'noted'] as const).map((step): Kill => ({ name: `after “${step}”`, at: `tagging ${step}` })),
  ),
  { name: 'when the files with tags are in their folder, before that is written down', at: 'book placed' },
];

/** Every step of giving a book another folder and name; each is looked at on the way there and on the way back. */
export const KILLS_WHILE_RENAMING = [
  'renaming begun',
  'renaming aside',
  'renaming named',
  'renaming settled',
  'renaming written',
  'ran library.rename',
] as const satisfies readonly Kill['at'][];

/** Every step by which a book gives way to another copy. */
export const KILLS_WHILE_REPLACING = [
  'file gathered',
  'book placed',
  'committed import_done',
  'replacing handed over',
  'replacing removed',
  'replacing ended',
  'ran library.replace',
] as const satisfies readonly Kill['at'][];

/** Every step of deleting a request with its files. */
export const KILLS_WHILE_DELETING = [
  'deleting given up',
  'deleting files removed',
  'deleting ended',
  'ran request.delete',
] as const satisfies readonly Kill['at'][];

/** Every step of importing files that an admin names, until they are deleted. */
export const KILLS_WHILE_IMPORTING_BY_HAND = [
  'committed manual_import',
  'file gathered',
  'book placed',
  'committed import_done',
  'ran request.import',
  'source file deleted',
  'committed source_cleaned',
  'ran import.clean-source',
] as const satisfies readonly Kill['at'][];

/** Between the writing of an event and its sending, and between that and the note of it. */
export const KILLS_OF_WEBHOOKS = ['committed approve', 'webhook sent', 'ran webhooks.deliver'] as const satisfies readonly Kill['at'][];

/** A moment on the way of a message to one person, and what is true of it afterwards. `arrived`: at its target, which does not answer. */
export interface PersonalKill {
  readonly at: NonNullable<Kill['at']> | 'arrived';
  readonly state: 'sent' | 'unknown';
  readonly messages: 0 | 1;
}

/** Every step from the event to the note that a person was told of it. */
export const KILLS_OF_PERSONAL_MESSAGES: readonly PersonalKill[] = [
  { at: 'committed deny', state: 'sent', messages: 1 },
  { at: 'message ready', state: 'sent', messages: 1 },
  // nobody can tell that it was not sent
  { at: 'message claimed', state: 'unknown', messages: 0 },
  { at: 'arrived', state: 'unknown', messages: 1 },
  { at: 'ran notify.deliver-personal', state: 'sent', messages: 1 },
];

/** Every step of uploading files, from a piece to the import that follows. */
export const KILLS_WHILE_UPLOADING = [
  'uploading received',
  'uploading moved',
  'uploading unpacked',
  'committed manual_import',
  'uploading handed over',
  'ran uploads.finish',
  'book placed',
  'source file deleted',
] as const satisfies readonly Kill['at'][];

/** Every step of taking in a library, and of taking it back. */
export const KILLS_WHILE_TAKING_IN = [
  'taking in found',
  'taking in read',
  'taking in leaving',
  'taking in undoing',
  'ran library.take-in',
] as const satisfies readonly Kill['at'][];

/** Every step of filing the books of a library that is taken in, and of putting them back. */
export const KILLS_WHILE_FILING = {
  file: ['taking in begun', 'renaming aside', 'renaming named', 'renaming settled', 'taking in filed'],
  undo: ['taking in begun back', 'renaming aside', 'renaming named', 'renaming settled', 'taking in undone'],
} as const satisfies Readonly<Record<'file' | 'undo', readonly Kill['at'][]>>;

/** Every step by which files that were not placed by Lectern go to the bin, come back from it, and are deleted there. */
export const KILLS_AROUND_THE_BIN = {
  fill: ['library bin filling moved', 'library bin filling begun', 'library bin filling linked', 'library bin filled', 'replacing removed'],
  restore: [
    'library bin restoring linked',
    'library bin restoring begun',
    'library bin restoring moved',
    'library bin restored',
    'library bin restoring ended',
  ],
  empty: ['library bin emptying deleted', 'library bin emptying begun', 'library bin emptied', 'library bin emptying ended'],
} as const satisfies Readonly<Record<string, readonly Kill['at'][]>>;

/** The steps of one of them: the first in the normal run, in whose middle most is left to do, and all in the long one. */
export function stepsAroundTheBin(way: keyof typeof KILLS_AROUND_THE_BIN): readonly string[] {
  const steps: readonly string[] = KILLS_AROUND_THE_BIN[way];
  return IS_LONG_RUN ? steps : steps.slice(0, 1);
}

/** Every step of a check-up of the library. */
export const KILLS_WHILE_CHECKING = ['check-up noted', 'ran library.check-up'] as const satisfies readonly Kill['at'][];

/** The kills of this run: all of them in the long run. */
export function killsOf(kills: readonly Kill[]): readonly Kill[] {
  return IS_LONG_RUN ? kills : kills.filter(({ repeats }) => !repeats);
}

/** The moments that are looked at on PostgreSQL; in the long run on SQLite as well. */
export const KILLS_ON_POSTGRES: readonly Kill[] = KILLS.filter(({ name, at }) =>
  ['while the indexer is being asked', 'after the download client has the torrent, before its answer', 'committed import_done'].some(
    (wanted) => wanted === name || wanted === at,
  ),
);

/** The moments that are looked at on SQLite: in the normal run each moment is looked at on one kind of database. */
export const KILLS_ON_SQLITE: readonly Kill[] = killsOf(KILLS).filter(
  (kill) => IS_LONG_RUN || findPart('postgres') === undefined || !KILLS_ON_POSTGRES.includes(kill),
);
