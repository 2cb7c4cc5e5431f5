import { expect } from 'chai';
import { contentFrom, makeContent, makeNzb, requireOrSkip, startDaemon, startNntp, until } from '@lectern/testbed';
import type { Daemon, DaemonGeneration, MakeNzbOptions, NntpServer, TestContent, TestNzb } from '@lectern/testbed';
import { isIntegrationError } from '@lectern/plugin-api';
import type { AddOptions, Downloadable, DownloadClient, DownloadStatus, JsonObject, PluginInstance } from '@lectern/plugin-api';
import { createTestContext, detailsOf, englishOf } from '@lectern/plugin-kit';
import { existsSync, statSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import plugin from './index.js';
import { markOf } from './job-mark.js';
import { readHistory } from './schema.js';
import type { HistorySlot } from './schema.js';
import type { SabnzbdSettings } from './settings.js';

const GENERATIONS: readonly DaemonGeneration[] = ['installed', 'newer'];

/** How long a script keeps running after its job should have been removed: longer than one try of the plugin. */
const AT_WORK_MS = 700;

/** A post-processing script that waits for up to a minute while a file `script-waits` exists. */
function scriptIn(dir: string): string {
  return `#!/bin/sh
rm -f '${dir}/script-ended'
for i in $(seq 600); do [ -f '${dir}/script-waits' ] || break; sleep 0.1; done
touch '${dir}/script-ended'
`;
}

for (const generation of GENERATIONS) {
  const parts = ['sabnzbd', 'par2', '7z', ...(generation === 'newer' ? (['newer-clients'] as const) : [])] as const;

  requireOrSkip(...parts)(`client-sabnzbd with the real SABnzbd (${generation})`, () => {
    const { signal } = new AbortController();
    const options: AddOptions = { name: 'Jane Example: A/B {{x}}', category: '', signal };
    let dir: string;
    let daemon: Daemon;
    let news: NntpServer;
    let content: TestContent;
    let client: DownloadClient;

    function instanceOf(settings: Partial<SabnzbdSettings> = {}): PluginInstance {
      const all = { baseUrl: daemon.url, apiKey: daemon.apiKey, category: daemon.category, ...settings };
      return plugin.create(createTestContext<SabnzbdSettings>({ settings: all, now: Date.now(), timeoutMs: 30_000 }));
    }

    function clientOf(settings: Partial<SabnzbdSettings> = {}): DownloadClient {
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

    async function addWithScript(nzb: TestNzb): Promise<string> {
      const { itemId } = await client.add(itemOf(nzb), { ...options, paused: true });
      const query = new URLSearchParams({ mode: 'change_script', value: itemId, value2: 'slow.sh', output: 'json', apikey: daemon.apiKey });
      expect(await (await fetch(`${daemon.url}/api?${query.toString()}`)).json()).to.deep.equal({ status: true });
      await writeFile(join(dir, 'script-waits'), '');
      await client.resume?.(itemId, { signal });
      return itemId;
    }

    function endScript(): Promise<void> {
      return rm(join(dir, 'script-waits'), { force: true });
    }

    /** Every state seen until the last one. A script that waits is ended when it is seen. */
    async function follow(itemId: string): Promise<{ last: DownloadStatus; seen: Set<string> }> {
      const seen = new Set<string>();
      const last = await until(
        async () => {
          const status = await statusOf(itemId);
          seen.add(status.state);
          if (status.raw === 'Running') await endScript();
          return status.state === 'completed' || status.state === 'failed' ? status : undefined;
        },
        { what: 'the download', everyMs: 20 },
      );
      return { last, seen };
    }

    /** All files of a finished job are there. */
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
      dir = await mkdtemp(join(tmpdir(), 'real-sabnzbd-'));
      content = makeContent(join(dir, 'source'), { size: 100_000 });
      await post('Empty Spool');
      news = await startNntp({ spool: join(dir, 'spool') });
      const scripts = join(dir, 'scripts');
      await mkdir(scripts);
      await writeFile(join(scripts, 'slow.sh'), scriptIn(dir), { mode: 0o755 });
      const env = { ...news.env, SAB_EXTRA: `script_dir = ${scripts}` };
      daemon = await startDaemon('sabnzbd', join(dir, 'daemon'), { generation, env });
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

      expect(result.version).to.match(generation === 'newer' ? /^[5-9]\./ : /^\d+\.\d+/);
      expect(detailsOf(result)[0]).to.include(join(daemon.downloads, daemon.category));
      expect(await instance.choices?.categories?.({ draft: {}, signal })).to.deep.include({
        value: daemon.category,
        title: daemon.category,
      });
    });

    it('names a wrong key, an NZB key and a category that does not exist', async () => {
      const wrong = await errorOf(instanceOf({ apiKey: '0123456789abcdef0123456789abcdef' }).check({ signal }));
      const nzbOnly = await errorOf(instanceOf({ apiKey: daemon.nzbKey }).check({ signal }));
      const category = await errorOf(instanceOf({ category: 'nope' }).check({ signal }));

      expect(wrong).to.include({ code: 'INTEGRATION_UNAUTHORIZED', field: 'apiKey' });
      expect(nzbOnly).to.include({ code: 'INTEGRATION_UNAUTHORIZED', field: 'apiKey' });
      expect(nzbOnly.message).to.match(/NZB key/);
      expect(category).to.include({ code: 'INTEGRATION_MISCONFIGURED', field: 'category' });
      expect(category.message).to.include(daemon.category);
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
      const itemId = await addWithScript(await post('Packed Book', { pack: '7z', par2: 10 }));

      const { last, seen } = await follow(itemId);

      assertWhole(last);
      expect([...seen])
        .to.include('postprocessing')
        .and.not.include('missing');
    });

    it('removes a job that is being post-processed, at the latest when that has ended', async () => {
      const itemId = await addWithScript(await post('Unwanted Book'));
      await until(async () => (await statusOf(itemId)).raw === 'Running', { everyMs: 20 });

      const removal = until(
        () =>
          client.remove(itemId, { signal, deleteData: true }).then(
            () => true,
            () => false,
          ),
        { everyMs: 50 },
      );
      await sleep(AT_WORK_MS);
      await endScript();
      await removal;

      await until(() => existsSync(join(dir, 'script-ended')), { everyMs: 50 });
      expect((await statusOf(itemId)).state).to.equal('missing');
    });

    it('repairs', async () => {
      const nzb = await post('Damaged Book', { pack: '7z', par2: 40, missing: 1, corrupt: 1, articleSize: 20_000 });

      const { last } = await follow((await client.add(itemOf(nzb), options)).itemId);

      expect(last.error).to.equal(undefined);
      assertWhole(last);
    });

    it('uses the password in the NZB, and fails without one', async () => {
      const known = await client.add(itemOf(await post('Locked Book', { pack: '7z', password: 'open sesame' })), options);
      const unknown = await client.add(
        itemOf(await post('Shut Book', { pack: '7z', password: 'open sesame', hidePassword: true })),
        options,
      );

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

    it('names the file if there is only one', async () => {
      const one = makeContent(join(dir, 'single'), { files: 1, size: 50_000, title: 'Lone File' });
      const nzb = await makeNzb({ content: one.dir, spool: join(dir, 'spool') });

      const { last } = await follow((await client.add(itemOf(nzb), options)).itemId);

      expect(statSync(last.contentPath ?? '').isFile()).to.equal(true);
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
        daemon = await startDaemon('sabnzbd', daemon.workDir, { port: daemon.port, generation, env: news.env });
        news.setDelay(0);
        const again = await client.add(itemOf(nzb), options);
        const { last } = await follow(itemId);

        expect(down.code).to.equal('INTEGRATION_UNAVAILABLE');
        expect(again).to.deep.equal({ itemId, alreadyThere: true });
        assertWhole(last);
      });
    }

    it('archives an imported job, which then stands in the way of no other try, whatever its check of duplicates', async () => {
      const nzb = await post('Imported Book');
      const isNew = generation === 'newer';
      const api = async (fields: Record<string, string>): Promise<JsonObject> => {
        const query = new URLSearchParams({ ...fields, output: 'json', apikey: daemon.apiKey });
        return (await (await fetch(`${daemon.url}/api?${query.toString()}`)).json()) as JsonObject;
      };
      const archived = async (): Promise<readonly HistorySlot[]> =>
        readHistory(await api({ mode: 'history', archive: '1', search: markOf(nzb.bytes) })).filter((slot) => slot.isArchived);
      const setDuplicates = (value: string) => api({ mode: 'set_config', section: 'misc', keyword: 'no_dupes', value });
      try {
        // discard, pause, fail
        for (const duplicates of ['1', '2', '3']) {
          await setDuplicates(duplicates);
          const { itemId, alreadyThere } = await client.add(itemOf(nzb), options);
          const { last } = await follow(itemId);
          await client.remove(itemId, { signal, deleteData: true, archive: true });
          await client.remove(itemId, { signal, deleteData: true, archive: true });

          expect(alreadyThere, duplicates).to.equal(false);
          assertWhole(last);
          expect((await archived()).map(({ id }) => id)).to.deep.equal(isNew ? [itemId] : []);
          expect((await statusOf(itemId)).state).to.equal('missing');
          expect((await client.list?.({ signal, category: '', everything: true }))?.map((one) => one.itemId)).to.not.include(itemId);
          await rm(last.contentPath ?? '', { recursive: true });
        }
      } finally {
        await setDuplicates('0');
      }
    });

    it('says that it discards duplicates when somebody else has downloaded the NZB', async () => {
      const nzb = await post('Their Book');
      const form = new FormData();
      const fields = { mode: 'addfile', nzbname: 'Their Book', cat: daemon.category, output: 'json', apikey: daemon.apiKey };
      for (const [name, value] of Object.entries(fields)) form.append(name, value);
      form.append('name', new Blob([nzb.bytes]), 'theirs.nzb');
      const { nzo_ids: ids } = (await (await fetch(`${daemon.url}/api`, { method: 'POST', body: form })).json()) as { nzo_ids: string[] };
      await follow(ids[0] ?? '');
      const setDuplicates = (value: string) =>
        fetch(`${daemon.url}/api?mode=set_config&section=misc&keyword=no_dupes&value=${value}&output=json&apikey=${daemon.apiKey}`);
      await setDuplicates('1');
      try {
        const error = await errorOf(client.add(itemOf(nzb), options));

        expect(error.code).to.equal('INTEGRATION_UNSUPPORTED');
        expect(error.message).to.match(/duplicate check is set to discard/);
      } finally {
        await setDuplicates('0');
      }
    });

    it('removes waiting jobs with their data, and finished ones without their files', async () => {
      const begun = await post('Begun Book', { articleSize: 20_000 });
      const partsOf = async (): Promise<string[]> =>
        (await readdir(join(daemon.workDir, 'incomplete'))).filter((name) => name.includes(markOf(begun.bytes)));
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
  });
}
