import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import { createEmbeddedJobQueue } from '../../platform/jobs/embedded-job-queue.js';
import type { JobDefinition } from '../../platform/jobs/job-queue.js';
import { inEnglish } from '../../platform/words/index.js';
import { createAuditService } from '../audit/index.js';
import { createImportWorld, type ImportWorld } from '../imports/import-world.spec.support.js';
import { LOOK_AT_LIBRARY } from '../library/index.js';
import type { MoveState } from './entities.js';
import type { RenameDeps } from './rename-dependencies.js';
import { RENAME, renameJob } from './rename-job.js';
import { presentMove, presentRename } from './rename-schemas.js';
import { createRenameService, type RenameChoice, type RenameService } from './rename-service.js';

export const ACTOR = { name: 'ada' };

/** Placed books, and renames of them, on a real database with real folders. */
export interface RenameWorld extends ImportWorld {
  readonly renames: RenameService;
  readonly renameDeps: RenameDeps;
  readonly announced: Parameters<RenameDeps['announce']>[0][];
  /** Called with what is announced. */
  readonly heard: Set<RenameDeps['announce']>;
  readonly job: JobDefinition;
  /** Places a book. @returns the id of its request */
  place(options: { readonly asin: string; readonly title: string; readonly files?: number; readonly user?: string }): Promise<string>;
  /** Runs the job once. */
  work(signal?: AbortSignal): Promise<void>;
  /** Plans. @returns the id */
  plan(choice?: RenameChoice): Promise<string>;
  shown(id: string): Promise<ReturnType<typeof presentRename>>;
  listed(id: string, state?: MoveState): Promise<ReturnType<typeof presentMove>[]>;
  /** All files of the library folder, relative to it. */
  files(): Promise<string[]>;
  /** Folders of all imports, relative to the library folder. */
  folders(): Promise<string[]>;
}

export async function createRenameWorld(dialect: 'sqlite' | 'postgres' = 'sqlite'): Promise<RenameWorld> {
  const world = await createImportWorld(dialect);
  const { database, deps, library } = world;
  const log = pino({ level: 'silent' });
  const now = (): Date => world.state.now;
  const jobs = createEmbeddedJobQueue({ database, log, exclusive: true, now });
  for (const { name } of [RENAME, LOOK_AT_LIBRARY]) jobs.define({ name, title: name, run: async () => undefined });
  const renames = createRenameService({ database, jobs, audit: createAuditService({ database, now }), now });
  const announced: RenameWorld['announced'] = [];
  const heard: RenameWorld['heard'] = new Set();
  const renameDeps: RenameDeps = {
    database,
    host: deps.host,
    requestReader: deps.requests,
    catalog: deps.catalog,
    settings: deps.settings,
    jobs,
    log,
    now,
    announce: (rename) => {
      announced.push(rename);
      for (const hear of heard) hear(rename);
    },
  };
  const job = renameJob(renameDeps);

  return Object.assign(world, {
    renames,
    renameDeps,
    announced,
    heard,
    job,
    async place({ asin, title, files = 2, user = 'paul' }: Parameters<RenameWorld['place']>[0]) {
      const folder = `${title} ${user}`;
      const known = world.state.books.get(asin);
      world.state.books.set(asin, {
        ...(known ?? { region: 'us', series: [], genres: [], narrators: ['Simon Vance'], releaseDate: '2006-12-31' }),
        asin,
        title,
        authors: [{ name: 'Frank Herbert' }],
        durationMinutes: files * 20,
      });
      await world.makeDownload(folder, { title, files });
      const id = await world.addRequest({ asin, title, folder, user, releaseKey: `hash:${asin}` });
      await world.run(id);
      const { status, reason } = await world.request(id);
      if (status !== 'downloaded') throw new Error(`${title} is ${status}: ${reason}`);
      return id;
    },
    async work(signal = new AbortController().signal) {
      const context = {
        id: 'job',
        payload: {},
        attempt: 1,
        maxAttempts: 1,
        hold: async () => undefined,
        signal,
        log,
        progress: () => undefined,
      };
      await job.run(context);
    },
    async plan(this: RenameWorld, choice: RenameChoice = { everything: true }) {
      const { row } = await renames.create(choice, ACTOR);
      await this.work();
      return row.id;
    },
    shown: async (id: string) => presentRename(await renames.get(id), inEnglish),
    listed: async (id: string, state?: MoveState) =>
      (await renames.moves(id, { page: 1, limit: 100, ...(state && { state }) })).rows.map((row) => presentMove(row, inEnglish)),
    async files() {
      const entries = await readdir(library, { recursive: true, withFileTypes: true });
      return entries
        .filter((entry) => !entry.isDirectory())
        .map((entry) => join(entry.parentPath, entry.name).slice(library.length + 1))
        .sort();
    },
    folders: async () => (await world.imports()).map(({ directory }) => directory.slice(library.length + 1)),
  });
}
