import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DemoIntegration } from '@lectern/demo';
import { demoBooks } from '@lectern/simulators';
import { makeNzb, requireOrSkip, startDaemon, startNntp, type Daemon, type NntpServer } from '@lectern/testbed';
import { expect } from 'chai';
import { startWorld, type World } from '../world.js';

const ASIN = 'B0DEMO0001';
const INDEXER = { id: 9, name: 'News Stand', protocol: 'usenet' } as const;
/** It finishes jobs whatever is missing of them, and checks nothing that has no recovery data. */
const COMPLETES_ALL = ['fail_hopeless_jobs = 0', 'safe_postproc = 0', 'no_penalties = 1'].join('\n');

async function filesBelow(dir: string, ending: string): Promise<string[]> {
  const entries = await readdir(dir, { recursive: true }).catch(() => []);
  return entries.filter((name) => name.endsWith(ending));
}

requireOrSkip(
  'sabnzbd',
  'par2',
  '7z',
  'ffmpeg',
)('a post with missing articles that the real SABnzbd calls completed', () => {
  let dir: string;
  let news: NntpServer;
  let daemon: Daemon;
  let world: World;

  before(async () => {
    dir = await mkdtemp(join(tmpdir(), 'lectern-e2e-missing-'));
    news = await startNntp({ spool: join(dir, 'spool') });
    daemon = await startDaemon('sabnzbd', join(dir, 'daemon'), { env: { ...news.env, SAB_EXTRA: COMPLETES_ALL } });
    const settings = { baseUrl: daemon.url, apiKey: daemon.apiKey, category: daemon.category };
    const withSabnzbd = (defaults: readonly DemoIntegration[]): readonly DemoIntegration[] =>
      defaults.map((one) => (one.pluginId === 'client-transmission' ? { pluginId: 'client-sabnzbd', name: 'SABnzbd', settings } : one));
    world = await startWorld({ integrations: withSabnzbd, downloadDir: daemon.downloads });
  });

  after(async () => {
    await world?.stop();
    await daemon?.kill();
    await news?.close();
    await rm(dir, { recursive: true, force: true });
  });

  /** Posts a book of three files, of whose second one most articles are missing. @returns the title of its release */
  async function post(): Promise<string> {
    const book = demoBooks.find(({ asin }) => asin === ASIN);
    const [author, narrator] = [book?.authors[0]?.name ?? '', book?.narrators?.[0] ?? ''];
    const title = `${book?.title} by ${author} [ENG / MP3] [Narrated by ${narrator}]`;
    const content = join(dir, 'book');
    await mkdir(content);
    for (const name of ['01.mp3', '02.mp3', '03.mp3']) {
      const tags = ['-metadata', `album=${book?.title}`, '-metadata', `artist=${author}`, '-metadata', `composer=${narrator}`];
      const sound = ['-f', 'lavfi', '-i', 'sine=frequency=200:duration=20:sample_rate=44100', '-b:a', '128k'];
      execFileSync('ffmpeg', ['-v', 'error', '-nostdin', ...sound, ...tags, join(content, name)], { stdio: 'ignore' });
    }
    const { bytes, size } = await makeNzb({ content, spool: news.spool, title, articleSize: 80_000, missing: 3 });
    const { prowlarr } = world.sims;
    prowlarr.indexers.push({ ...INDEXER });
    const publishedAt = new Date(Date.now() - 86_400_000).toISOString();
    prowlarr.releases.push({ title, size, protocol: 'usenet', grabs: 900, indexerId: INDEXER.id, publishedAt, payload: { nzb: bytes } });
    return title;
  }

  it('is not placed: the file is named, the release is blocked, and another one is looked for', async () => {
    const title = await post();

    const id = await world.request(ASIN);
    const refused = await world.untilRequest(
      id,
      'the end of its only release',
      ({ status, timeline }) =>
        ['awaiting_search', 'available', 'warn', 'failed'].includes(status) && timeline.some(({ event }) => event === 'grabbed'),
    );

    const events = refused.timeline.map(({ event }) => event);
    expect(events).to.include.members(['grabbed', 'download_completed', 'import_broken']);
    expect(events).to.not.include('import_done');
    expect(refused.status).to.equal('awaiting_search');
    const broken = refused.timeline.find(({ event }) => event === 'import_broken');
    expect(broken?.message).to.equal('“02.mp3” is cut off: it has fewer bytes than its header promises.');
    expect(await filesBelow(world.dirs.library, '.mp3'), 'nothing is in the library').to.deep.equal([]);
    const { items } = await world.api.admin.call<{ items: { title: string; reason: string }[] }>('GET', '/api/admin/blocklist');
    expect(items.find((item) => item.title === title)?.reason).to.equal(broken?.message);
  });
});
