import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { CatalogBook } from '@lectern/plugin-api';
import { ApiError } from '../../platform/http/problem.js';
import { createEmbeddedJobQueue } from '../../platform/jobs/embedded-job-queue.js';
import type { RunAgain } from '../../platform/jobs/job-queue.js';
import { AudioProbeError, type AudioProbe } from '../../files/checking/audio-probe.js';
import type { BoundProvider } from '../../plugin-host/plugin-host.js';
import { createAuditService } from '../audit/index.js';
import { startTestHttp, type TestClient, type TestHttp } from '../auth/test-http.js';
import { LOOK_AT_LIBRARY } from '../library/index.js';
import { createLibraryWorld, type LibraryWorld } from '../library/library-world.spec.support.js';
import { textKey } from '../search/text-key.js';
import { takeInRoutes } from './routes.js';
import type { presentTaken, presentTakeIn } from './take-in-schemas.js';
import { TAKE_IN, takeInJob } from './take-in-job.js';
import { createTakeInService } from './take-in-service.js';
import { foreignWords } from '../../platform/words/index.js';

export type TakeInAnswer = ReturnType<typeof presentTakeIn>;
export type TakenAnswer = ReturnType<typeof presentTaken>;

export function catalogBook(asin: string, title: string, author: string, minutes: number, more: Partial<CatalogBook> = {}): CatalogBook {
  return {
    asin,
    region: 'us',
    title,
    authors: [{ name: author }],
    narrators: [],
    series: [],
    genres: [],
    durationMinutes: minutes,
    ...more,
  };
}

/** What the probe of these specs reads: files hold their length and tags as JSON. */
export interface AudioFacts {
  readonly minutes: number;
  readonly tags?: Readonly<Record<string, string>>;
}

const probe: AudioProbe = {
  name: 'ffprobe',
  async probe(path) {
    const text = await readFile(path, 'utf8');
    if (!text.startsWith('{')) throw new AudioProbeError('unreadable', 'That is no audio.', path);
    const { minutes, tags = {} } = JSON.parse(text) as AudioFacts;
    return { durationSeconds: minutes * 60, hasAudio: true, hasVideo: false, tags, chapterCount: 0 };
  },
};

/** A server with a library to take in. */
export async function createTakeInWorld(dialect: 'sqlite' | 'postgres') {
  const world: LibraryWorld = await createLibraryWorld(dialect);
  const { database, log, now } = world;
  const scene = {
    books: [] as CatalogBook[],
    isCatalogueSilent: false,
    /** Nothing that was found is stored. */
    isForgetful: false,
    asked: 0,
    /** Called before each question. */
    onAsk: (): void => undefined,
    announced: [] as { state: string; done: number; total: number }[],
    announcedBooks: [] as string[],
    /** Asked for everything they have. */
    clients: [] as BoundProvider<'downloadClient'>[],
  };
  const answer = (): void => {
    scene.onAsk();
    scene.asked += 1;
    if (scene.isCatalogueSilent) throw new ApiError('catalogue_unavailable', foreignWords('No catalogue answers.'));
  };
  const catalog = {
    region: async () => 'us',
    // like books that a search has found
    cached: async (asins: readonly string[]) =>
      new Map(scene.isForgetful ? [] : scene.books.flatMap((book) => (asins.includes(book.asin) ? [[book.asin, book] as const] : []))),
    async book(asin: string) {
      answer();
      return scene.books.find((book) => book.asin === asin);
    },
    async search({ text, limit }: { readonly text: string; readonly limit: number }) {
      answer();
      const words = textKey(text).split(' ');
      const items = scene.books
        .map((book) => ({ book, key: ` ${textKey(`${book.title} ${book.authors[0]?.name ?? ''}`)} ` }))
        .map(({ book, key }) => ({ book, hits: words.filter((word) => key.includes(` ${word} `)).length }))
        .filter(({ hits }) => hits > 0)
        .sort((a, b) => b.hits - a.hits)
        .slice(0, limit)
        .map(({ book }) => book);
      return { items, page: 1, limit, total: items.length, hasMore: false };
    },
  };
  const jobs = createEmbeddedJobQueue({ database, log, exclusive: true, now });
  for (const { name } of [TAKE_IN, LOOK_AT_LIBRARY]) jobs.define({ name, title: name, run: async () => undefined });
  const library = join(world.folder, 'library');
  await mkdir(library);
  const place = { path: library as string | null, pathTemplate: '{author}/{title} ({year})' };
  const settings = { get: async () => ({ library: place }) };
  const host = { providers: () => scene.clients as never };
  const audit = createAuditService(world);
  const dataDir = join(world.folder, 'no-data');
  const takeIns = createTakeInService({
    database,
    jobs,
    audit,
    catalog,
    settings,
    host,
    config: { dataDir },
    now,
  });
  const http: TestHttp = await startTestHttp({ database, routes: takeInRoutes({ takeIns }) });
  const [admin, member]: TestClient[] = [await http.as('admin'), await http.as('user')];
  const jobDeps: Parameters<typeof takeInJob>[0] = {
    database,
    catalog,
    settings,
    host,
    jobs,
    dataDir,
    probe,
    settler: world.scanner.settler,
    log,
    now,
    timeScale: 1,
    announce: ({ state, done, total }) => scene.announced.push({ state, done, total }),
    announceBooks: (asins) => scene.announcedBooks.push(...asins),
  };
  const job = takeInJob(jobDeps);
  const root = join(world.folder, 'old');
  await mkdir(root);

  const api = {
    world,
    /** The library folder, and what the settings say of it. */
    library,
    place,
    jobDeps,
    scene,
    takeIns,
    job,
    root,
    admin: admin as TestClient,
    member: member as TestClient,
    /** Writes an audio file below the folder that is taken in. */
    async audio(name: string, facts: AudioFacts | string = { minutes: 10 }): Promise<void> {
      const path = join(root, name);
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, typeof facts === 'string' ? facts : JSON.stringify(facts));
    },
    work: (signal = world.signal): Promise<RunAgain | void> => Promise.resolve(job.run({ ...world.job({}), signal })),
    /** Runs the job with other dependencies. */
    workWith: (deps: typeof jobDeps): Promise<RunAgain | void> =>
      Promise.resolve(takeInJob(deps).run({ ...world.job({}), signal: world.signal })),
    async start(path = root): Promise<string> {
      const answered = await api.admin.post<TakeInAnswer>('/api/admin/take-ins', { path });
      if (answered.status !== 202) throw new Error(`${answered.status} ${JSON.stringify(answered.body)}`);
      return answered.body.id;
    },
    state: async (id: string): Promise<TakeInAnswer> => (await api.admin.get<TakeInAnswer>(`/api/admin/take-ins/${id}`)).body,
    books: async (id: string, query = ''): Promise<readonly TakenAnswer[]> =>
      (await api.admin.get<{ items: readonly TakenAnswer[] }>(`/api/admin/take-ins/${id}/books?limit=100${query}`)).body.items,
    async takeIn(): Promise<string> {
      const id = await api.start();
      await api.work();
      return id;
    },
    async dispose(): Promise<void> {
      await http.stop();
      await world.dispose();
    },
  };
  return api;
}

export type TakeInWorld = Awaited<ReturnType<typeof createTakeInWorld>>;
