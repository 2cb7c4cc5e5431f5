import { requireOrSkip, until } from '@lectern/testbed';
import { expect } from 'chai';
import { spawnSync } from 'node:child_process';
import * as nodeFs from 'node:fs/promises';
import { mkdir, readdir, rename, rm, stat, truncate, utimes, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pino } from 'pino';

import { readContentHash } from '../../files/content-hash.js';
import { look, makeSound, type SoundOptions } from '../../files/merging/merging.spec.support.js';
import { sampledFileHash } from '../../files/sampled-hash.js';
import type { JobContext, RunAgain } from '../../platform/jobs/job-queue.js';
import { mountSmallDisk } from '../../platform/testing/test-small-disk.js';
import { importJobs } from './import-job.js';
import { removeWorkOfEnded, sweepAbandonedImports } from './import-sweep.js';
import { ASIN, createImportWorld, DIRECTORY, DUNE, dyingAtCommit, type ImportWorld, keyOf } from './import-world.spec.support.js';
import { workFolders } from './merge-work.js';

requireOrSkip('ffmpeg')('an import that merges', () => {
  let world: ImportWorld;

  beforeEach(async () => {
    world = await createImportWorld();
    world.state.mergeChapters = true;
    const { durationMinutes: _unknown, ...book } = DUNE;
    world.state.books.set(ASIN, book);
  });
  afterEach(() => world.remove());

  async function makeParts(
    folder = 'Dune',
    names = ['01 - Arrakis.m4a', '02 - Caladan.m4a'],
    options: SoundOptions = {},
  ): Promise<string[]> {
    await mkdir(join(world.downloads, folder), { recursive: true });
    const paths = names.map((name) => join(world.downloads, folder, name));
    for (const path of paths) await makeSound(path, options);
    return paths;
  }

  const placed = async (): Promise<string[]> =>
    (await readdir(join(world.library, DIRECTORY))).filter((name) => /\.(?:m4.|mp3)$/.test(name)).sort();
  const left = async (): Promise<string[]> => (await readdir(world.library)).filter((name) => name.startsWith('.'));
  const encoders = (): string => spawnSync('pgrep', ['-f', world.library], { encoding: 'utf8' }).stdout;

  async function lastLine(id: string): Promise<string> {
    const row = await world.database.read.get<{ message: string }>(
      'SELECT message FROM request_events WHERE request_id = ? ORDER BY id DESC LIMIT 1',
      [id],
    );
    return row?.message ?? '';
  }

  async function choose(id: string, merge: boolean | null): Promise<void> {
    await world.database.transaction((tx) => world.transitions.setMergeChapters(tx, id, merge));
  }

  it('places one M4B with chapters, records its hash, and leaves the download as it was', async () => {
    world.state.writeTags = 'own';
    const parts = await makeParts();
    const before = await Promise.all(parts.map(async (path) => [await sampledFileHash(path), (await stat(path)).mtimeMs]));
    const id = await world.addRequest();

    await world.run(id);

    const seen = await look(join(world.library, DIRECTORY, '1 - Dune.m4b'));
    const [row] = await world.imports();
    expect(await placed()).to.deep.equal(['1 - Dune.m4b']);
    expect(seen.chapters.map(({ title }) => title)).to.deep.equal(['Arrakis', 'Caladan']);
    expect(seen.tags).to.include({
      title: 'Dune',
      artist: 'Frank Herbert',
      composer: 'Simon Vance',
      show: 'Dune',
      episode_id: '1',
      date: '2006',
    });
    expect(row?.contentHash).to.equal(await readContentHash(join(world.library, DIRECTORY)));
    expect(row?.manifest.files.find(({ method }) => method === 'merged')).to.deep.include({ path: '1 - Dune.m4b', mergedFrom: parts });
    expect(JSON.stringify(row?.manifest)).not.to.contain('.partial');
    expect((await stat(join(world.library, DIRECTORY, '1 - Dune.m4b'))).nlink).to.equal(1);
    expect(await Promise.all(parts.map(async (path) => [await sampledFileHash(path), (await stat(path)).mtimeMs]))).to.deep.equal(before);
    expect(await lastLine(id)).to.match(
      /^1 file \(.*\) was placed in “.*”\. It was merged from the downloaded files and has 2 chapters\. The audio was copied\.$/,
    );
    expect(await left()).to.deep.equal([]);
  });

  it('keeps a document beside the merged file', async () => {
    await makeParts();
    await writeFile(join(world.downloads, 'Dune', 'Maps.pdf'), `%PDF-1.4\n${'x'.repeat(6000)}\nstartxref\n9\n%%EOF\n`);
    const id = await world.addRequest();

    await world.run(id);

    expect(await placed()).to.deep.equal(['1 - Dune.m4b']);
    expect(await readdir(join(world.library, DIRECTORY))).to.include('1 - Dune.pdf');
    const again = await world.addRequest({ user: 'jessica' });
    await world.run(again);
    expect((await world.request(again)).status).to.equal('downloaded');
    expect(await lastLine(again)).to.include('already');
  });

  it('keeps the chapters, the cover and the place of the index when tags are written into the merged file', async () => {
    world.state.writeTags = 'own';
    const picture = join(world.dir, 'cover.jpg');
    spawnSync('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', 'color=red:size=60x60', '-frames:v', '1', picture]);
    world.state.cover = await nodeFs.readFile(picture);
    await makeParts();
    const id = await world.addRequest();

    await world.run(id);

    const path = join(world.library, DIRECTORY, '1 - Dune.m4b');
    const seen = await look(path);
    const bytes = await nodeFs.readFile(path);
    expect(seen.chapters.map(({ title }) => title)).to.deep.equal(['Arrakis', 'Caladan']);
    expect(seen.pictures).to.equal(1);
    expect(seen.tags).to.include({ title: 'Dune', ASIN });
    expect(bytes.indexOf('moov')).to.be.lessThan(bytes.indexOf('mdat'));
    expect((await world.imports())[0]?.contentHash).to.equal(await readContentHash(join(world.library, DIRECTORY)));
  });

  it('shows how far it is in the progress of the request', async () => {
    await makeParts('Dune', ['1.mp3', '2.mp3'], { codec: 'libmp3lame', seconds: 400 });
    const id = await world.addRequest();
    const messages = new Set<string>();

    await world.run(id, { onProgress: ({ message }) => messages.add(keyOf(message)) });

    expect([...messages]).to.include.members(['progress.verifying', 'progress.merging', 'progress.placing']);
    expect(world.saved.map(({ phase }) => phase)).to.include('merging');
    const fractions = world.saved.map(({ fraction }) => fraction);
    expect(fractions).to.deep.equal([...fractions].sort((a, b) => a - b));
  });

  it('does what the request says, whatever the settings say', async () => {
    await makeParts();
    const never = await world.addRequest();
    await choose(never, false);
    await world.run(never);
    expect(await placed()).to.deep.equal(['01 - Arrakis.m4a', '02 - Caladan.m4a']);

    world.state.mergeChapters = false;
    world.state.books.set('B000000002', { ...DUNE, asin: 'B000000002', title: 'Other', series: [] });
    await makeParts('Other');
    const always = await world.addRequest({ asin: 'B000000002', folder: 'Other', title: 'Other' });
    await choose(always, true);
    await world.run(always, { payload: { acceptSuspect: true } });
    expect((await readdir(join(world.library, 'Frank Herbert/Other'))).filter((name) => name.endsWith('.m4b'))).to.deep.equal([
      'Other.m4b',
    ]);
  });

  for (const merge of [true, false]) {
    it(`follows a choice to ${merge ? 'merge' : 'keep'} the files that is made while they are verified`, async () => {
      world.state.mergeChapters = !merge;
      await makeParts();
      const id = await world.addRequest();
      let hooks = 0;
      const host = {
        ...world.deps.host,
        hooks: {
          ...world.deps.host.hooks,
          veto: async () => {
            hooks += 1;
            await choose(id, merge);
            return undefined;
          },
        },
      };

      await world.run(id, { deps: { host } });

      expect(hooks).to.equal(1);
      expect(await placed()).to.deep.equal(merge ? ['1 - Dune.m4b'] : ['01 - Arrakis.m4a', '02 - Caladan.m4a']);
    });
  }

  it('takes the chapters of the catalogue where the files only count', async () => {
    await makeParts('Dune', ['Dune 1.m4a', 'Dune 2.m4a']);
    world.state.chapters = [
      { title: 'One', startMs: 0, lengthMs: 4000 },
      { title: 'Two', startMs: 4000, lengthMs: 12_000 },
    ];
    const id = await world.addRequest();

    await world.run(id);

    expect((await look(join(world.library, DIRECTORY, '1 - Dune.m4b'))).chapters.map(({ title }) => title)).to.deep.equal(['One', 'Two']);
  });

  describe('places the files as they are, and says why,', () => {
    async function expectParts(names: readonly string[], why: RegExp, run: Parameters<ImportWorld['run']>[1] = {}): Promise<void> {
      const id = await world.addRequest();
      await world.run(id, run);
      expect((await world.request(id)).status).to.equal('downloaded');
      expect(await placed()).to.deep.equal(names);
      expect(await lastLine(id)).to.match(why);
      expect(await left()).to.deep.equal([]);
    }

    it('where ffmpeg is missing', async () => {
      await makeParts();
      await expectParts(['01 - Arrakis.m4a', '02 - Caladan.m4a'], /They were not merged: ffmpeg is not installed on this server\./, {
        deps: { merging: { searchPath: '/nowhere' } },
      });
    });

    it('where ffmpeg fails', async () => {
      await makeParts();
      const bin = join(world.dir, 'bin');
      await mkdir(bin);
      await writeFile(join(bin, 'ffmpeg'), '#!/bin/sh\necho "the disk is on fire" >&2\nexit 1\n', { mode: 0o755 });
      await writeFile(join(bin, 'ffprobe'), '#!/bin/sh\nexec ffprobe "$@"\n', { mode: 0o755 });
      await expectParts(['01 - Arrakis.m4a', '02 - Caladan.m4a'], /They were not merged: ffmpeg failed: the disk is on fire$/, {
        deps: { merging: { searchPath: bin } },
      });
    });

    it('where what ffmpeg wrote is not the book', async () => {
      const [short = ''] = await makeParts('Dune', ['short.m4a']);
      await makeParts();
      const bin = join(world.dir, 'bin');
      await mkdir(bin);
      await writeFile(join(bin, 'ffmpeg'), `#!/bin/sh\nfor last; do :; done\ncp '${short}' "\${last#file:}"\n`, { mode: 0o755 });
      await writeFile(join(bin, 'ffprobe'), '#!/bin/sh\nexec ffprobe "$@"\n', { mode: 0o755 });
      await expectParts(
        ['01 - Arrakis.m4a', '02 - Caladan.m4a', 'short.m4a'],
        /The merged file was discarded because it lasts 8 seconds, but its parts last 24\./,
        {
          deps: { merging: { searchPath: bin } },
        },
      );
    });

    it('where the files do not fit together, or MP3 is to stay MP3', async () => {
      await makeParts('Dune', ['1.m4a']);
      await makeParts('Dune', ['2.m4a'], { channels: 2 });
      await expectParts(['1.m4a', '2.m4a'], /They were not merged: “1\.m4a” and “2\.m4a” differ/);
    });

    it('where MP3 is to stay as it is', async () => {
      world.state.mergeMp3 = 'leave';
      await makeParts('Dune', ['1.mp3', '2.mp3'], { codec: 'libmp3lame' });
      await expectParts(['1.mp3', '2.mp3'], /the settings say not to merge them\.$/);
    });

    it('where it takes too long, also while the database does not answer', async () => {
      await makeParts('Dune', ['1.mp3', '2.mp3'], { codec: 'libmp3lame', seconds: 900 });
      let isMerging = false;
      const { requests } = world.deps;
      const row: typeof requests.row = (id) => (isMerging ? new Promise(() => undefined) : requests.row(id));
      await expectParts(['1.mp3', '2.mp3'], /They were not merged: Merging took longer than six hours\.$/, {
        deps: { requests: { ...requests, row }, merging: { lookMs: 10, mostMs: 1500 } },
        onProgress: ({ message }) => (isMerging ||= keyOf(message) === 'progress.merging'),
      });
    });

    it('where somebody does not want it any more while ffmpeg runs, and ends it', async () => {
      await makeParts('Dune', ['1.mp3', '2.mp3'], { codec: 'libmp3lame', seconds: 900 });
      const id = await world.addRequest();
      let asked: Promise<void> | undefined;
      await world.run(id, {
        deps: { merging: { lookMs: 20 } },
        onProgress: ({ message, done }) => {
          if (keyOf(message) === 'progress.merging' && done > 20) asked ??= choose(id, false);
        },
      });
      await asked;
      expect(await placed()).to.deep.equal(['1.mp3', '2.mp3']);
      expect(await lastLine(id)).to.contain('They were not merged: Somebody chose to keep the files as they are.');
      expect([await left(), encoders()]).to.deep.equal([[], '']);
    });
  });

  it('leaves nothing behind when the request is cancelled while ffmpeg runs', async () => {
    await makeParts('Dune', ['1.mp3', '2.mp3'], { codec: 'libmp3lame', seconds: 900 });
    const id = await world.addRequest();
    const job = new AbortController();

    const failure = await world
      .run(id, {
        signal: job.signal,
        onProgress: ({ message, done }) => keyOf(message) === 'progress.merging' && done > 20 && job.abort(new Error('cancelled')),
      })
      .catch((error: unknown) => error);

    expect(failure).to.equal(job.signal.reason);
    expect([await readdir(world.library), encoders()]).to.deep.equal([[], '']);
  });

  it('uses what another request merged from the same files', async () => {
    await makeParts();
    const first = await world.addRequest();
    await world.run(first);
    const { ino } = await stat(join(world.library, DIRECTORY, '1 - Dune.m4b'));
    const second = await world.addRequest({ user: 'chani' });

    await world.run(second, { deps: { merging: { searchPath: '/nowhere' } } });

    expect((await stat(join(world.library, DIRECTORY, '1 - Dune.m4b'))).ino).to.equal(ino);
    expect(await lastLine(second)).to.match(/^1 file \(.*\) is already in “/);
    const [one, two] = await world.imports();
    expect(two?.contentHash).to.equal(one?.contentHash);
  });

  it('is recorded when its tries ran out between placing the merged file and writing it down', async () => {
    await makeParts();
    const id = await world.addRequest();
    await world.run(id, { deps: { database: dyingAtCommit(world.database) } }).catch(() => undefined);
    const [definition] = importJobs(world.deps);

    await definition?.onExhausted?.(
      { payload: { requestId: id }, hold: async () => undefined, log: pino({ level: 'silent' }) } as never,
      new Error('killed'),
    );

    expect((await world.request(id)).status).to.equal('warn');
    const [row, ...more] = await world.imports();
    expect(more).to.deep.equal([]);
    expect(row?.manifest.files.find(({ method }) => method === 'merged')).to.include({ path: '1 - Dune.m4b' });
    expect(await left()).to.deep.equal([]);

    await world.database.transaction((tx) => world.transitions.apply(tx, id, 'retry_import', { message: 'again', reason: null }));
    await world.run(id);

    expect((await world.request(id)).status).to.equal('downloaded');
    expect(await world.imports()).to.have.length(1);
    expect(await placed()).to.deep.equal(['1 - Dune.m4b']);
  });

  it('keeps what is placed as parts, rather than having the book twice', async () => {
    await makeParts();
    const first = await world.addRequest();
    await world.run(first, { deps: { merging: { searchPath: '/nowhere' } } });
    const second = await world.addRequest({ user: 'chani' });

    await world.run(second);

    expect(await placed()).to.deep.equal(['01 - Arrakis.m4a', '02 - Caladan.m4a']);
    expect((await world.request(second)).status).to.equal('downloaded');
  });

  describe('after a run that had merged, but could not place,', () => {
    let id: string;
    let parts: string[];
    const noFfmpeg = { deps: { merging: { searchPath: '/nowhere' } } };

    beforeEach(async () => {
      world.state.writeTags = 'own';
      parts = await makeParts();
      id = await world.addRequest();
      const rename = async (): Promise<never> => Promise.reject(Object.assign(new Error('EIO'), { code: 'EIO' }));
      world.state.placement = { fs: { ...nodeFs, rename } };
      await world.run(id);
      world.state.placement = {};
      expect((await world.request(id)).status).to.equal('awaiting_import');
    });

    async function mergeFolder(): Promise<string> {
      const [folder, ...more] = await workFolders(world.library, id, { kind: 'merge' });
      expect(more).to.deep.equal([]);
      return folder ?? '';
    }

    it('takes its result', async () => {
      await world.run(id, noFfmpeg);

      expect(await placed()).to.deep.equal(['1 - Dune.m4b']);
      expect(await left()).to.deep.equal([]);
    });

    it('does not take a result whose files changed since', async () => {
      await utimes(parts[0] ?? '', 1, 1);

      await world.run(id, noFfmpeg);

      expect(await placed()).to.deep.equal(['01 - Arrakis.m4a', '02 - Caladan.m4a']);
      expect(await left()).to.deep.equal([]);
    });

    it('does not take a result with tags of an earlier day', async () => {
      const { durationMinutes: _unknown, ...book } = DUNE;
      world.state.books.set(ASIN, { ...book, publisher: 'Another publisher' });

      await world.run(id, noFfmpeg);

      expect(await placed()).to.deep.equal(['01 - Arrakis.m4a', '02 - Caladan.m4a']);
    });

    it('does not take a result with tags that nobody wants any more', async () => {
      world.state.writeTags = 'never';

      await world.run(id, noFfmpeg);

      expect(await placed()).to.deep.equal(['01 - Arrakis.m4a', '02 - Caladan.m4a']);
    });

    it('does not take a result that is cut off', async () => {
      await truncate(join(await mergeFolder(), 'merged.m4b'), 1000);

      await world.run(id, noFfmpeg);

      expect(await placed()).to.deep.equal(['01 - Arrakis.m4a', '02 - Caladan.m4a']);
    });

    const sweep = () => sweepAbandonedImports({ ...world.deps, log: pino({ level: 'silent' }) });

    it('keeps it over a restart, and takes it', async () => {
      expect(await sweep()).to.deep.equal([]);

      await world.run(id, noFfmpeg);

      expect(await placed()).to.deep.equal(['1 - Dune.m4b']);
      expect(await left()).to.deep.equal([]);
    });

    it('removes at the next start what was not finished', async () => {
      const folder = await mergeFolder();
      await rm(join(folder, 'merged.json'));

      expect(await sweep()).to.deep.equal([basename(folder)]);
      expect(await left()).to.deep.equal([]);
    });

    it('removes it at the next start if nobody waits for it any more', async () => {
      await world.database.transaction((tx) => world.transitions.apply(tx, id, 'cancel', { message: 'x', reason: null }));
      await sweep();

      expect(await left()).to.deep.equal([]);
    });

    it('removes it as soon as nobody waits for it any more', async () => {
      const stop = removeWorkOfEnded({ ...world.deps, log: pino({ level: 'silent' }) });
      try {
        await world.database.transaction((tx) => world.transitions.apply(tx, id, 'cancel', { message: 'x', reason: null }));

        await until(async () => (await left()).length === 0);
      } finally {
        stop();
      }
    });
  });

  it('needs room for the copy, and says so before it begins', async function () {
    const disk = await mountSmallDisk(64);
    if (!disk) return this.skip();
    try {
      await makeParts();
      world.state.libraryPath = disk.dir;
      const id = await world.addRequest();

      await world.run(id);

      expect(await lastLine(id)).to.match(
        /They were not merged: The library folder has no room for a merged copy: .* are needed, .* are free\.$/,
      );
      expect((await readdir(join(disk.dir, DIRECTORY))).filter((name) => name.endsWith('.m4a')).length).to.equal(2);
    } finally {
      await disk.dispose();
    }
  });

  /** Runs imports beside one that merges, in one process. Its ffmpeg begins when the others are done. */
  async function whileMerging(work: (start: (requestId: string) => Promise<RunAgain | void>) => Promise<void>): Promise<void> {
    await makeParts();
    const [id, bin] = [await world.addRequest(), join(world.dir, 'bin')];
    await mkdir(bin);
    const wait = `while [ ! -e '${bin}/go' ]; do sleep 0.05; done`;
    await writeFile(join(bin, 'ffmpeg'), `#!/bin/sh\n${wait}\nexec ffmpeg "$@"\n`, { mode: 0o755 });
    await writeFile(join(bin, 'ffprobe'), '#!/bin/sh\nexec ffprobe "$@"\n', { mode: 0o755 });
    const [definition] = importJobs(Object.assign(Object.create(world.deps) as typeof world.deps, { merging: { searchPath: bin } }));
    let isMerging = false;
    const start = async (requestId: string): Promise<RunAgain | void> =>
      definition?.run({
        id: 'job',
        payload: { requestId },
        attempt: 1,
        maxAttempts: 3,
        hold: async () => undefined,
        signal: AbortSignal.timeout(50_000),
        log: pino({ level: 'silent' }),
        progress: ({ message }) => {
          isMerging ||= keyOf(message) === 'progress.merging';
        },
      } satisfies JobContext);
    const merge = start(id);
    await until(() => isMerging, { everyMs: 5 });
    await work(start);
    expect((await world.request(id)).status).to.equal('processing');
    await writeFile(join(bin, 'go'), '');
    await merge;
    expect((await world.request(id)).status).to.equal('downloaded');
  }

  it('keeps no other book waiting that is planned for the same folder', async () => {
    await makeParts('Other', ['1.m4a']);
    const OTHER = 'B000000002';
    const { durationMinutes: _unknown, ...book } = DUNE;
    world.state.books.set(OTHER, { ...book, asin: OTHER, narrators: ['Somebody Else'] });
    const other = await world.addRequest({ asin: OTHER, folder: 'Other' });

    await whileMerging(async (start) => {
      await start(other);

      expect((await world.request(other)).status).to.equal('downloaded');
    });

    const directories = (await world.imports()).map(({ directory }) => directory.slice(world.library.length + 1));
    expect(directories).to.deep.equal([DIRECTORY, `${DIRECTORY} [${ASIN}]`]);
  });

  it('lets a second request of a book that is being merged look again later, and gives it the merged file', async () => {
    const second = await world.addRequest({ user: 'chani' });
    await whileMerging(async (start) => {
      expect(await start(second)).to.deep.equal({ againAt: new Date(world.state.now.getTime() + 15_000) });
    });

    await world.run(second, { deps: { merging: { searchPath: '/nowhere' } } });

    expect(await placed()).to.deep.equal(['1 - Dune.m4b']);
    expect(await lastLine(second)).to.match(/^1 file \(.*\) is already in “/);
  });

  it('lets others go first while as many books as may be are being merged', async () => {
    await makeParts('Dune', ['1.mp3', '2.mp3'], { codec: 'libmp3lame', seconds: 900 });
    await makeParts('Other');
    world.state.books.set('B000000002', { ...DUNE, asin: 'B000000002', title: 'Other', series: [] });
    const [running, waiting] = [await world.addRequest(), await world.addRequest({ asin: 'B000000002', folder: 'Other', title: 'Other' })];
    const [definition] = importJobs(world.deps);
    const jobs = new AbortController();
    let isMerging = false;
    const start = (requestId: string): Promise<RunAgain | void> | undefined =>
      definition?.run({
        id: 'job',
        payload: { requestId },
        attempt: 1,
        maxAttempts: 3,
        hold: async () => undefined,
        signal: jobs.signal,
        log: pino({ level: 'silent' }),
        progress: ({ message }) => {
          isMerging ||= keyOf(message) === 'progress.merging';
        },
      } satisfies JobContext);
    const first = start(running)?.catch(() => undefined);
    await until(() => isMerging, { everyMs: 5 });

    const again = await start(waiting);
    await world.database.transaction((tx) =>
      tx.run('UPDATE requests SET progress = ? WHERE id = ?', [JSON.stringify(world.saved.at(-1)), waiting]),
    );
    await rename(join(world.downloads, 'Other'), join(world.downloads, 'Away'));
    const unasked = await start(waiting);
    jobs.abort(new Error('over'));
    await first;

    expect(unasked, 'without a look at the client or the files').to.deep.equal(again);
    expect(again).to.deep.equal({ againAt: new Date(world.state.now.getTime() + 15_000) });
    expect(world.saved.at(-1)).to.deep.equal({ fraction: 0, phase: 'merge_waiting' });
    expect((await world.request(waiting)).status).to.equal('processing');
  });
});
