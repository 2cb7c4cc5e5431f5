import { makeContent, requireOrSkip, startRealAudiobookshelf, until } from '@lectern/testbed';
import type { RealAudiobookshelf } from '@lectern/testbed';
import type { MediaServer } from '@lectern/plugin-api';
import { createTestContext } from '@lectern/plugin-kit';
import { expect } from 'chai';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import plugin from './index.js';
import type { AudiobookshelfSettings } from './settings.js';

const call = { signal: new AbortController().signal };
/** Enough that a first scan takes about as long as the watcher waits before it acts. */
const UNSCANNED = 40;

requireOrSkip('audiobookshelf', 'ffmpeg')('asking a real Audiobookshelf for a new book', () => {
  let dir: string;
  let server: RealAudiobookshelf;
  let media: MediaServer;

  before(async () => {
    dir = await mkdtemp(join(tmpdir(), 'lectern-abs-refresh-'));
    server = await startRealAudiobookshelf(join(dir, 'abs'));
    const settings: AudiobookshelfSettings = { baseUrl: server.url, apiKey: server.apiKey };
    media = plugin.create(createTestContext({ settings, timeoutMs: 30_000 })).provides.mediaServer as MediaServer;
  });

  after(async () => {
    await server?.stop();
    await rm(dir, { recursive: true, force: true });
  });

  function place(folder: string, author: string, title: string): string {
    const { dir: book, files } = makeContent(join(folder, author), { author, title, files: 1, size: 4000 });
    return join(book, files.find(({ path }) => path.endsWith('.mp3'))?.path ?? '');
  }

  async function listed(libraryId: string, file: string): Promise<number> {
    return (await server.items(libraryId)).filter(({ path }) => file.startsWith(`${path}/`)).length;
  }

  it('creates one item, even if a scan would take longer than the watcher', async () => {
    const library = await server.addLibrary('Long');
    for (let n = 0; n < UNSCANNED; n += 1) place(library.folder, `Author ${n}`, `Book ${n}`);
    const file = place(library.folder, 'Zoe Last', 'The Last Book');

    await media.refresh(library.id, { ...call, path: file });
    await until(async () => (await listed(library.id, file)) > 0, { what: 'the announced book' });
    await media.refresh(library.id, { ...call, path: file, isAgain: true });
    await sleep(500);
    await server.idle(library.id);
    await server.scan(library.id);

    expect(await listed(library.id, file)).to.equal(1);
    expect((await server.items(library.id)).filter(({ isMissing }) => isMissing)).to.deep.equal([]);
  });

  it('gets it listed after a running scan dropped the request, on a server without a watcher', async () => {
    const library = await server.addLibrary('Unwatched', { settings: { disableWatcher: true } });
    for (let n = 0; n < UNSCANNED; n += 1) place(library.folder, `Author ${n}`, `Book ${n}`);
    const first = place(library.folder, 'Ann First', 'The First Book');

    await media.refresh(library.id, { ...call, path: first });
    await sleep(1500);
    const second = place(library.folder, 'Ann Second', 'The Second Book');
    await media.refresh(library.id, { ...call, path: second });
    await server.idle(library.id);
    expect(await listed(library.id, first)).to.equal(1);
    // the second is not there yet where the scan was still running, which nobody can make sure of
    await media.refresh(library.id, { ...call, path: second, isAgain: true });

    await until(async () => (await listed(library.id, second)) > 0, { what: 'the second book' });
  });
});
