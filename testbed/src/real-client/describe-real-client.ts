import { deepStrictEqual, notStrictEqual, ok, strictEqual } from 'node:assert';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, sep } from 'node:path';
import { isIntegrationError } from '@lectern/plugin-api';
import type { AddOptions, DownloadClient, DownloadStatus, PluginInstance } from '@lectern/plugin-api';
import { listFiles } from '../content.js';
import type { TestContent } from '../content.js';
import { startDaemon } from '../daemons.js';
import type { Daemon, DaemonGeneration, DaemonName } from '../daemons.js';
import { requireOrSkip } from '../requirements.js';
import { until } from '../until.js';
import type { RealItem, RealSource } from './real-source.js';

/** The world of a running suite; use it only inside its tests. */
export interface RealClientWorld {
  readonly dir: string;
  readonly daemon: Daemon;
  readonly generation: DaemonGeneration;
  readonly source: RealSource;
  /** The plugin under test, connected to the daemon, the same one in all tests. */
  readonly client: DownloadClient;
  /** Follows an item to its end. Throws when it fails, or seems done before its files are whole. */
  finish(itemId: string, content: TestContent): Promise<DownloadStatus>;
  /** Stops the daemon and starts it again in the same place. */
  restart(): Promise<void>;
}

export interface RealClientOptions {
  readonly client: DaemonName;
  /** Default both that there are. */
  readonly generations?: readonly DaemonGeneration[];
  startSource(dir: string): Promise<RealSource>;
  /** Makes an instance of the plugin that talks to the daemon, with a wrong password or key on demand. */
  open(daemon: Daemon, options: { readonly isSecretWrong: boolean }): PluginInstance;
  /** Further variables of the daemon's start script. */
  readonly env?: Readonly<Record<string, string>>;
  /** Further tests. They run last. */
  more?(world: RealClientWorld): void;
}

const { signal } = new AbortController();
const REAL_ADD: AddOptions = { name: 'Book', category: 'audiobooks', signal };
const DONE = ['completed', 'seeding'];

async function hashes(paths: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const found = paths.map(async (path) => {
    const sha256 = createHash('sha256')
      .update(await readFile(path))
      .digest('hex');
    return [basename(path), sha256] as const;
  });
  return new Map(await Promise.all(found));
}

async function assertWhole(contentPath: string | undefined, content: TestContent): Promise<void> {
  ok(contentPath !== undefined && existsSync(contentPath), `the content path "${contentPath}" exists`);
  deepStrictEqual(await hashes(listFiles(contentPath)), await hashes(listFiles(content.dir)), 'the files are those of the source');
}

async function codeOf(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    (value) => `no error but ${JSON.stringify(value)}`,
    (caught: unknown) => caught,
  );
  return isIntegrationError(error) ? error.code : String(error);
}

function clientOf(instance: PluginInstance): DownloadClient {
  const { downloadClient } = instance.provides;
  if (!downloadClient) throw new Error('the plugin gives no download client');
  return downloadClient;
}

/**
 * Declares the tests that every plugin for a download client has to pass with the real client, once with the generation of this machine
 * and once with the newer one: from add to removal, with everything that goes wrong in between.
 */
export function describeRealClient(options: RealClientOptions): void {
  const generations = options.generations ?? ['installed', 'newer'];
  for (const generation of generations) {
    const parts = generation === 'newer' ? (['newer-clients'] as const) : [options.client];
    requireOrSkip(...parts)(`with the real ${options.client}, ${generation}`, function () {
      this.timeout(300_000);
      describeGeneration(options, generation);
    });
  }
}

function describeGeneration(options: RealClientOptions, generation: DaemonGeneration): void {
  const scene = new Scene(options, generation);
  before(() => scene.open());
  afterEach(() => scene.letGo());
  after(() => scene.close());

  describeCheck(scene);
  describeDownloads(scene);
  describeRemovals(scene);
  options.more?.(scene);
}

/** One daemon with its source, and the actions of tests on them. It has neither before the tests begin. */
class Scene implements RealClientWorld {
  #dir: string | undefined;
  #source: RealSource | undefined;
  #daemon: Daemon | undefined;
  #client: DownloadClient | undefined;
  #titles = 0;

  constructor(
    readonly options: RealClientOptions,
    readonly generation: DaemonGeneration,
  ) {}

  get dir(): string {
    return running(this.#dir);
  }

  get source(): RealSource {
    return running(this.#source);
  }

  get daemon(): Daemon {
    return running(this.#daemon);
  }

  get client(): DownloadClient {
    return running(this.#client);
  }

  async open(): Promise<void> {
    const { options } = this;
    this.#dir = await mkdtemp(join(tmpdir(), `real-${options.client}-`));
    this.#source = await options.startSource(this.#dir);
    await this.startDaemon();
    this.#client = clientOf(options.open(this.daemon, { isSecretWrong: false }));
  }

  async close(): Promise<void> {
    // Its folder goes with it, so it need not put anything in order.
    await this.#daemon?.kill();
    await this.#source?.close();
    if (this.#dir !== undefined) await rm(this.#dir, { recursive: true, force: true });
  }

  /** Keeps work that a test left unfinished from going on in the next one. */
  letGo(): void {
    this.source.setAway(true);
    this.source.release();
    this.source.setAway(false);
  }

  /** Starts the daemon in the place it had before, if it had one. */
  async startDaemon(): Promise<void> {
    const { client, env } = this.options;
    this.#daemon = await startDaemon(client, join(this.dir, 'daemon'), { port: this.#daemon?.port, generation: this.generation, env });
  }

  async restart(): Promise<void> {
    await this.daemon.stop();
    await this.startDaemon();
  }

  async statusOf(itemId: string): Promise<DownloadStatus> {
    const [status] = await this.client.status([itemId], { signal });
    if (!status) throw new Error('no status');
    return status;
  }

  async finish(itemId: string, content: TestContent): Promise<DownloadStatus> {
    const status = await until(
      async () => {
        const now = await this.statusOf(itemId);
        if (now.state === 'failed') throw new Error(`failed: ${JSON.stringify(now.error)}`);
        return DONE.includes(now.state) ? now : undefined;
      },
      { what: 'the download', everyMs: 50 },
    );
    await assertWhole(status.contentPath, content);
    return status;
  }

  async addNew(change: Partial<AddOptions> = {}): Promise<{ itemId: string; published: RealItem }> {
    this.#titles += 1;
    const published = await this.source.publish(`Book ${this.#titles}`);
    const { itemId } = await this.client.add(published.item, { ...REAL_ADD, name: published.content.name, ...change });
    return { itemId, published };
  }

  /** Adds an item and waits until some but not all of it is there. */
  async addHalf(): Promise<{ itemId: string; published: RealItem }> {
    this.source.holdHalfway();
    const added = await this.addNew();
    const status = await until(
      async () => {
        const now = await this.statusOf(added.itemId);
        return now.bytesDone > 0 ? now : undefined;
      },
      { what: 'the first bytes', everyMs: 50 },
    );
    ok(status.progress > 0 && status.progress < 1, `it is in the middle (${status.progress})`);
    ok(status.bytesDone < status.bytesTotal, `${status.bytesDone} of ${status.bytesTotal} bytes are there`);
    ok(!DONE.includes(status.state), `it is not done (${status.state})`);
    strictEqual(status.contentPath, undefined);
    return added;
  }

  /** Files of an item that the daemon has on its disk, whole or in part. */
  dataOf({ content }: RealItem): readonly string[] {
    const places = [this.daemon.downloads, join(this.daemon.workDir, 'incomplete')].filter((place) => existsSync(place));
    return places.flatMap((place) => listFiles(place)).filter((path) => path.split(sep).includes(content.name));
  }
}

function running<T>(part: T | undefined): T {
  if (part === undefined) throw new Error('the daemon does not run: use the world inside of tests');
  return part;
}

function describeCheck(scene: Scene): void {
  it('passes its check and reports the version', async () => {
    const result = await scene.options.open(scene.daemon, { isSecretWrong: false }).check({ signal });

    ok(/^\d+\.\d+/.test(result.version ?? ''), `"${result.version}" is a version`);
    console.log(`      ${scene.options.client} ${result.version}`);
  });

  it('learns of a wrong password or key', async () => {
    strictEqual(await codeOf(scene.options.open(scene.daemon, { isSecretWrong: true }).check({ signal })), 'INTEGRATION_UNAUTHORIZED');
  });
}

function describeDownloads(scene: Scene): void {
  it('downloads complete files into its category, and names their path', async () => {
    const { itemId, published } = await scene.addNew({ tags: ['request-1'] });
    const done = await scene.finish(itemId, published.content);

    strictEqual(done.progress, 1);
    ok(done.contentPath?.startsWith(scene.daemon.downloads), `${done.contentPath} is below ${scene.daemon.downloads}`);
    const listed = (await scene.client.list?.({ signal, category: REAL_ADD.category })) ?? [];
    ok(listed.some((status) => status.itemId === itemId));
    deepStrictEqual(await scene.client.list?.({ signal, category: 'somebody-elses' }), []);
    const everything = (await scene.client.list?.({ signal, category: 'somebody-elses', everything: true })) ?? [];
    ok(everything.some((status) => status.itemId === itemId));
  });

  it('adds the same item once, during and after its download', async () => {
    const { itemId, published } = await scene.addHalf();
    const during = await scene.client.add(published.item, REAL_ADD);
    scene.source.release();
    await scene.finish(itemId, published.content);
    const after = await scene.client.add(published.item, REAL_ADD);

    deepStrictEqual(during, { itemId, alreadyThere: true });
    deepStrictEqual(after, { itemId, alreadyThere: true });
  });

  it('pauses and resumes in the middle of a download', async () => {
    const { itemId, published } = await scene.addHalf();

    await scene.client.pause?.(itemId, { signal });
    await until(async () => (await scene.statusOf(itemId)).state === 'paused', { what: 'the pause', everyMs: 50 });
    scene.source.release();
    await scene.client.resume?.(itemId, { signal });

    await scene.finish(itemId, published.content);
  });

  it('continues when the daemon is restarted in the middle of a download', async () => {
    const { itemId, published } = await scene.addHalf();

    // Transmission 4 would wait for data that is on its way.
    scene.source.setAway(true);
    await scene.daemon.stop();
    scene.source.setAway(false);
    const whileDown = await codeOf(scene.client.status([itemId], { signal }));
    await scene.startDaemon();
    const after = await scene.statusOf(itemId);
    scene.source.release();

    strictEqual(whileDown, 'INTEGRATION_UNAVAILABLE');
    notStrictEqual(after.state, 'missing');
    ok(!DONE.includes(after.state), `it is not done after the restart (${after.state})`);
    await scene.finish(itemId, published.content);
  });
}

function describeRemovals(scene: Scene): void {
  it('removes a half download with its data', async () => {
    const { itemId, published } = await scene.addHalf();
    await until(() => scene.dataOf(published).length > 0, { what: 'data on the disk', everyMs: 50 });
    ok(!DONE.includes((await scene.statusOf(itemId)).state), 'it is not done when it is removed');

    await scene.client.remove(itemId, { signal, deleteData: true });

    await until(async () => (await scene.statusOf(itemId)).state === 'missing', { what: 'the removal', everyMs: 50 });
    await until(() => scene.dataOf(published).length === 0, { what: 'the data to go', everyMs: 50 });
  });

  it('removes without data, then with data, and succeeds if it is gone', async () => {
    const first = await scene.addNew();
    const second = await scene.addNew();
    const kept = (await scene.finish(first.itemId, first.published.content)).contentPath ?? '';
    const deleted = (await scene.finish(second.itemId, second.published.content)).contentPath ?? '';

    await scene.client.remove(first.itemId, { signal, deleteData: false });
    await scene.client.remove(second.itemId, { signal, deleteData: true });
    await until(() => !existsSync(deleted), { what: 'the data to go', everyMs: 50 });
    await scene.client.remove(second.itemId, { signal, deleteData: true });

    for (const { itemId } of [first, second]) strictEqual((await scene.statusOf(itemId)).state, 'missing');
    await assertWhole(kept, first.published.content);
  });

  it('refuses invalid downloads, and leaves nothing behind', async () => {
    const before = await scene.client.list?.({ signal, category: REAL_ADD.category });
    strictEqual(await codeOf(scene.client.add(scene.source.malformed, REAL_ADD)), 'INTEGRATION_UNSUPPORTED');

    const after = await scene.client.list?.({ signal, category: REAL_ADD.category });
    deepStrictEqual(
      after?.map(({ itemId }) => itemId),
      before?.map(({ itemId }) => itemId),
    );
  });
}
