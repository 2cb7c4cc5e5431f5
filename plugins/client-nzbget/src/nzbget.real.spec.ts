import { expect } from 'chai';
import { contentFrom, makeContent, makeNzb, requireOrSkip, startDaemon, startNntp, until } from '@lectern/testbed';
import type { Daemon, MakeNzbOptions, NntpServer, TestContent, TestNzb } from '@lectern/testbed';
import { isIntegrationError } from '@lectern/plugin-api';
import type { AddOptions, Downloadable, DownloadClient, DownloadStatus, PluginInstance } from '@lectern/plugin-api';
import { createTestContext, detailsOf, englishOf } from '@lectern/plugin-kit';
import { existsSync, statSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createNzbgetClient } from './client.js';
import type { NzbgetClient } from './client.js';
import plugin from './index.js';
import { markOf } from './nzb-mark.js';
import type { NzbgetSettings } from './settings.js';

/** How long a script keeps running after its job should have been removed: longer than one try of the plugin. */
const AT_WORK_MS = 700;

/** A post-processing script that waits for up to a minute while a file `slow` exists, and fails if a file `broken` exists. */
function scriptIn(dir: string): string {
  return `#!/bin/sh
##############################################################################
### NZBGET POST-PROCESSING SCRIPT                                          ###
# A step of the test.
### NZBGET POST-PROCESSING SCRIPT                                          ###
##############################################################################
for i in $(seq 600); do [ -f "${dir}/slow" ] || break; sleep 0.1; done
[ -f "${dir}/broken" ] && exit 94
exit 93
`;
}

requireOrSkip(
  'nzbget',
  'par2',
  '7z',
)('client-nzbget with the real NZBGet', () => {
  const { signal } = new AbortController();
  const options: AddOptions = { name: 'Jane Example: A/B {{x}}', category: '', signal };
  let dir: string;
  let daemon: Daemon;
  let news: NntpServer;
  let content: TestContent;
  let client: DownloadClient;

  function instanceOf(settings: Partial<NzbgetSettings> = {}): PluginInstance {
    const { url: baseUrl, username, password, category } = daemon;
    const all = { baseUrl, username, password, category, ...settings };
    return plugin.create(createTestContext<NzbgetSettings>({ settings: all, now: Date.now(), timeoutMs: 30_000 }));
  }

  /** NZBGet past the plugin's downloads. */
  function rpc(): NzbgetClient {
    const { url: baseUrl, username, password } = daemon;
    return createNzbgetClient(createTestContext({ settings: { baseUrl } }).http, { baseUrl, username, password });
  }

  function clientOf(settings: Partial<NzbgetSettings> = {}): DownloadClient {
    const { downloadClient } = instanceOf(settings).provides;
    if (!downloadClient) throw new Error('no download client');
    return downloadClient;
  }

  function post(title: string, more: Partial<MakeNzbOptions> = {}): Promise<TestNzb> {
    return makeNzb({ content: content.dir, spool: join(dir, 'spool'), title, ...more });
  }

  function itemOf(nzb: TestNzb): Downloadable {
    return { kind: 'nzb', bytes: nzb.bytes, name: nzb.title };
  }

  async function statusOf(itemId: string): Promise<DownloadStatus> {
    const [status] = await client.status([itemId], { signal });
    if (!status) throw new Error('no status');
    return status;
  }

  function endScript(): Promise<void> {
    return rm(join(dir, 'slow'), { force: true });
  }

  /** Every state seen until the last one. A script that waits is ended when it is seen. */
  async function follow(itemId: string): Promise<{ last: DownloadStatus; seen: Set<string> }> {
    const seen = new Set<string>();
    const last = await until(
      async () => {
        const status = await statusOf(itemId);
        seen.add(status.state);
        if (status.raw === 'EXECUTING_SCRIPT') await endScript();
        return status.state === 'completed' || status.state === 'failed' ? status : undefined;
      },
      { what: 'the download', everyMs: 20 },
    );
    return { last, seen };
  }

  /** The payload of a finished job is all there. */
  function assertWhole(status: DownloadStatus): void {
    const path = status.contentPath ?? '';
    expect(statSync(path).isDirectory()).to.equal(true);
    const found = contentFrom(path).files.map((file) => ({ path: file.path.split('/').at(-1), size: file.size }));
    expect(found.filter((file) => file.path?.endsWith('.mp3'))).to.deep.equal(content.files);
  }

  async function errorOf(work: Promise<unknown>): Promise<{ code: string; field?: string; message: string }> {
    const error: unknown = await work.catch((caught: unknown) => caught);
    if (!isIntegrationError(error)) throw new Error(`expected an IntegrationError, got ${String(error)}`);
    return error;
  }

  before(async () => {
    dir = await mkdtemp(join(tmpdir(), 'real-nzbget-'));
    content = makeContent(join(dir, 'source'), { size: 100_000 });
    await post('Empty Spool');
    news = await startNntp({ spool: join(dir, 'spool') });
    const scripts = join(dir, 'daemon', 'scripts');
    await mkdir(scripts, { recursive: true });
    await writeFile(join(scripts, 'step.sh'), scriptIn(dir), { mode: 0o755 });
    const extra = ['AddUsername=adder', 'AddPassword=adder-pass', 'Extensions=step.sh', 'PostScript=step.sh'];
    daemon = await startDaemon('nzbget', join(dir, 'daemon'), { env: { ...news.env, NZBGET_EXTRA: extra.join('\n') } });
    client = clientOf();
  });

  beforeEach(() => news.setDelay(0));

  after(async () => {
    // Its folder goes with it, so it need not put anything in order.
    await daemon?.kill();
    await news?.close();
    await rm(dir, { recursive: true, force: true });
  });

  it('passes its check and lists the categories', async () => {
    const instance = instanceOf();
    const result = await instance.check({ signal });

    expect(result.version).to.match(/^\d+\.\d+/);
    expect(detailsOf(result)[0]).to.include(join(daemon.downloads, daemon.category));
    expect(await instance.choices?.categories?.({ draft: {}, signal })).to.deep.include({
      value: daemon.category,
      title: daemon.category,
    });
  });

  it('learns of a wrong password, and continues after it', async () => {
    const instance = instanceOf({ password: 'wrong' });
    const errors = [await errorOf(instance.check({ signal })), await errorOf(instance.check({ signal }))];
    const nameless = await errorOf(instanceOf({ username: '', password: '' }).check({ signal }));

    for (const error of errors) expect(error).to.include({ code: 'INTEGRATION_UNAUTHORIZED', field: 'password' });
    expect(nameless).to.include({ code: 'INTEGRATION_UNAUTHORIZED', field: 'username' });
    expect((await instanceOf().check({ signal })).ok).to.equal(true);
  });

  it('recognizes the Add user', async () => {
    const error = await errorOf(instanceOf({ username: 'adder', password: 'adder-pass' }).check({ signal }));

    expect(error).to.include({ code: 'INTEGRATION_FORBIDDEN', field: 'username' });
  });

  it('downloads plain files, adds once and finds its category', async () => {
    const nzb = await post('Plain Book');

    const added = await client.add(itemOf(nzb), options);
    const { last } = await follow(added.itemId);
    const again = await client.add(itemOf(nzb), options);
    // Another process, which remembers nothing.
    const elsewhere = await clientOf().add(itemOf(nzb), options);

    expect(added.alreadyThere).to.equal(false);
    expect(last.state).to.equal('completed');
    expect(dirname(last.contentPath ?? '')).to.equal(join(daemon.downloads, daemon.category));
    expect(last.contentPath).to.include(markOf(nzb.bytes));
    assertWhole(last);
    expect(again).to.deep.equal({ itemId: added.itemId, alreadyThere: true });
    expect(elsewhere).to.deep.equal({ itemId: added.itemId, alreadyThere: true });
    expect((await client.list?.({ signal, category: '' }))?.map(({ itemId }) => itemId)).to.include(added.itemId);
  });

  it('unpacks, and is post-processing until the script has ended, too', async () => {
    await writeFile(join(dir, 'slow'), '');
    const { itemId } = await client.add(itemOf(await post('Packed Book', { pack: '7z', par2: 10 })), options);

    const { last, seen } = await follow(itemId);

    assertWhole(last);
    expect([...seen])
      .to.include('postprocessing')
      .and.not.include('missing');
  });

  it('removes a download that is being post-processed', async () => {
    await writeFile(join(dir, 'slow'), '');
    const { itemId } = await client.add(itemOf(await post('Unwanted Book')), options);
    await until(async () => (await statusOf(itemId)).raw === 'EXECUTING_SCRIPT', { everyMs: 20 });

    const removal = client.remove(itemId, { signal, deleteData: true });
    await sleep(AT_WORK_MS);
    await endScript();
    await removal;

    expect((await statusOf(itemId)).state).to.equal('missing');
  });

  it('succeeds if only the script failed, and says so', async () => {
    await writeFile(join(dir, 'broken'), '');
    const { itemId } = await client.add(itemOf(await post('Scripted Book')), options);

    const { last } = await follow(itemId);
    await rm(join(dir, 'broken'));

    expect(last).to.include({ state: 'completed', raw: 'WARNING/SCRIPT' });
    expect(englishOf(last.error ?? '')).to.match(/script/);
    assertWhole(last);
  });

  it('repairs', async () => {
    const nzb = await post('Damaged Book', { pack: '7z', par2: 40, missing: 1, corrupt: 1, articleSize: 20_000 });

    const { last } = await follow((await client.add(itemOf(nzb), options)).itemId);

    expect(last.error).to.equal(undefined);
    assertWhole(last);
  });

  it('uses the password in the NZB, and fails without one', async () => {
    const known = await client.add(itemOf(await post('Locked Book', { pack: '7z', password: 'open sesame' })), options);
    const unknown = await client.add(itemOf(await post('Shut Book', { pack: '7z', password: 'open sesame', hidePassword: true })), options);

    assertWhole((await follow(known.itemId)).last);
    const { last } = await follow(unknown.itemId);

    expect(last.state).to.equal('failed');
    expect(englishOf(last.error ?? '')).to.match(/unpacked|password/);
    expect(last.contentPath).to.equal(undefined);
  });

  it('says why a post with missing articles failed, and tries it again on request', async () => {
    const item = itemOf(await post('Hopeless Book', { missing: 'all' }));

    const first = await client.add(item, options);
    const { last } = await follow(first.itemId);
    const second = await client.add(item, options);

    expect(last.state).to.equal('failed');
    expect(englishOf(last.error ?? '')).to.match(/missing/);
    expect(second.alreadyThere).to.equal(false);
    expect(second.itemId).to.not.equal(first.itemId);
    await client.remove(first.itemId, { signal, deleteData: true });
    await client.remove(second.itemId, { signal, deleteData: true });
    expect((await client.status([first.itemId, second.itemId], { signal })).map(({ state }) => state)).to.deep.equal([
      'missing',
      'missing',
    ]);
  });

  it('names the folder even if there is only one file', async () => {
    const one = makeContent(join(dir, 'single'), { files: 1, size: 50_000, title: 'Lone File' });
    const nzb = await makeNzb({ content: one.dir, spool: join(dir, 'spool') });

    const { last } = await follow((await client.add(itemOf(nzb), options)).itemId);

    expect(await readdir(last.contentPath ?? '')).to.deep.equal(['01 - Chapter 1.mp3']);
  });

  it('refuses files that are not NZBs', async () => {
    const error = await errorOf(client.add({ kind: 'nzb', bytes: Buffer.from('this is not xml'), name: 'bad' }, options));

    expect(error.code).to.equal('INTEGRATION_UNSUPPORTED');
  });

  it('pauses and resumes', async () => {
    const { itemId } = await client.add(itemOf(await post('Halted Book', { articleSize: 20_000 })), { ...options, paused: true });
    expect((await statusOf(itemId)).state).to.equal('paused');

    news.setDelay(200);
    await client.resume?.(itemId, { signal });
    await until(async () => (await statusOf(itemId)).state === 'downloading', { everyMs: 50 });
    await client.pause?.(itemId, { signal });
    await until(async () => (await statusOf(itemId)).state === 'paused', { everyMs: 50 });
    await client.remove(itemId, { signal, deleteData: true });
  });

  for (const end of ['stop', 'kill'] as const) {
    it(`continues after the daemon met a ${end} in mid-download`, async () => {
      const nzb = await post(`Slow Book ${end}`, { articleSize: 20_000 });
      news.setDelay(400);
      const { itemId } = await client.add(itemOf(nzb), options);
      await until(async () => (await statusOf(itemId)).bytesDone > 0, { everyMs: 50 });

      await daemon[end]();
      const down = await errorOf(client.status([itemId], { signal }));
      daemon = await startDaemon('nzbget', daemon.workDir, { port: daemon.port, env: news.env });
      news.setDelay(0);
      const again = await client.add(itemOf(nzb), options);
      const { last } = await follow(itemId);

      expect(down.code).to.equal('INTEGRATION_UNAVAILABLE');
      expect(again).to.deep.equal({ itemId, alreadyThere: true });
      assertWhole(last);
    });
  }

  it('hides an imported download in the history, and takes the same one again', async () => {
    const nzb = await post('Imported Book');
    const stranger = rpc();
    const hidden = async (): Promise<readonly number[]> => {
      const all = (await stranger.call('history', [true], { signal })) as { NZBID: number; Kind: string; Status: string }[];
      return all.filter(({ Kind, Status }) => Kind === 'DUP' && Status === 'SUCCESS/HIDDEN').map(({ NZBID }) => NZBID);
    };
    for (const archive of [true, true, false]) {
      const before = await hidden();
      const { itemId, alreadyThere } = await client.add(itemOf(nzb), options);
      const { last } = await follow(itemId);
      await client.remove(itemId, { signal, deleteData: true, archive });
      await client.remove(itemId, { signal, deleteData: true, archive });

      expect(alreadyThere).to.equal(false);
      assertWhole(last);
      expect(await hidden()).to.have.members(archive ? [...before, Number.parseInt(itemId, 10)] : before);
      expect((await statusOf(itemId)).state).to.equal('missing');
      expect((await client.list?.({ signal, category: '', everything: true }))?.map((one) => one.itemId)).to.not.include(itemId);
      await rm(last.contentPath ?? '', { recursive: true });
    }
  });

  it('removes waiting downloads with their data, and finished ones without their files', async () => {
    const begun = await post('Begun Book', { articleSize: 20_000 });
    const partsOf = async (): Promise<string[]> =>
      (await readdir(join(daemon.workDir, 'inter'))).filter((name) => name.includes(markOf(begun.bytes)));
    news.setDelay(200);
    const { itemId } = await client.add(itemOf(begun), options);
    await until(async () => (await statusOf(itemId)).bytesDone > 0 && (await partsOf()).length > 0, { everyMs: 50 });
    await client.remove(itemId, { signal, deleteData: true });
    expect((await statusOf(itemId)).state).to.equal('missing');
    await until(async () => (await partsOf()).length === 0, { everyMs: 50 });
    news.setDelay(0);

    const other = await client.add(itemOf(await post('Other Book')), { ...options, paused: true });
    const finished = await client.add(itemOf(await post('Finished Book')), options);
    const { last } = await follow(finished.itemId);
    await client.remove(finished.itemId, { signal, deleteData: false });
    await client.remove(finished.itemId, { signal, deleteData: true });
    await client.remove('all', { signal, deleteData: true });
    await client.remove(`${other.itemId},${finished.itemId}`, { signal, deleteData: true });

    expect((await statusOf(finished.itemId)).state).to.equal('missing');
    expect(existsSync(last.contentPath ?? '')).to.equal(true);
    expect((await statusOf(other.itemId)).state).to.equal('paused');
    const anew = await client.add(itemOf(await post('Finished Book')), options);
    expect(anew.alreadyThere).to.equal(false);
    const again = (await follow(anew.itemId)).last;
    expect(again.contentPath).to.not.equal(last.contentPath);
    assertWhole(again);
    await client.remove(other.itemId, { signal, deleteData: true });
    await client.remove(anew.itemId, { signal, deleteData: true });
  });

  it('does not take another download for one whose number was reused', async () => {
    const last = await client.add(itemOf(await post('Last Book')), { ...options, paused: true });
    await client.remove(last.itemId, { signal, deleteData: true });
    await daemon.stop();
    daemon = await startDaemon('nzbget', daemon.workDir, { port: daemon.port, env: news.env });

    const numberOf = (itemId: string): number => Number.parseInt(itemId, 10);
    const added: string[] = [];
    // It continues after the highest number that is left.
    while (numberOf(added.at(-1) ?? '0') < numberOf(last.itemId)) {
      const nzb = await post(`Next Book ${added.length}`);
      added.push((await client.add(itemOf(nzb), { ...options, paused: true })).itemId);
    }
    const next = added.at(-1) ?? '';
    await client.remove(last.itemId, { signal, deleteData: true });

    expect(numberOf(next)).to.equal(numberOf(last.itemId));
    expect((await client.status([last.itemId, next], { signal })).map(({ state }) => state)).to.deep.equal(['missing', 'paused']);
    for (const itemId of added) await client.remove(itemId, { signal, deleteData: true });
  });

  it('downloads an NZB that somebody else has already added to NZBGet', async () => {
    const nzb = await post('Wanted Twice');
    const stranger = rpc();
    const content = nzb.bytes.toString('base64');
    const theirs = await stranger.call('append', ['Wanted Twice.nzb', content, 'other', 0, false, true, '', 0, 'SCORE', []], { signal });

    const ours = await client.add(itemOf(nzb), options);
    assertWhole((await follow(ours.itemId)).last);

    expect(ours.alreadyThere).to.equal(false);
    const groups = (await stranger.call('listgroups', [0], { signal })) as { NZBID: number }[];
    expect(groups.map(({ NZBID }) => NZBID)).to.deep.equal([theirs]);
    await stranger.call('editqueue', ['GroupFinalDelete', '', [theirs]], { signal });
  });
});
