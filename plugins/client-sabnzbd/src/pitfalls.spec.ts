import { expect } from 'chai';
import type { AddOptions, Downloadable, JsonObject } from '@lectern/plugin-api';
import { englishOf } from '@lectern/plugin-kit';
import { recordedJson, replay } from './fixtures.spec.support.js';
import { markOf } from './job-mark.js';
import { errorOf, historyOf, queueOf, startReplay } from './sabnzbd-replay.spec.support.js';
import type { Replay, Script } from './sabnzbd-replay.spec.support.js';

const { signal } = new AbortController();
const OPTIONS: AddOptions = { name: 'Book', category: '', signal };
const ITEM: Downloadable = { kind: 'nzb', bytes: Buffer.from('<segment>a@x</segment>'), name: 'Book' };

describe('sabnzbd pitfalls', () => {
  let running: Replay;

  async function statusIn(script: Script, id = 'SABnzbd_nzo_1') {
    running = await startReplay(script);
    const [status] = await running.client.status([id], { signal });
    return status;
  }

  afterEach(() => running.close());

  it('the version needs no key, so the check requests the queue', async () => {
    running = await startReplay({ version: replay('v3.7.1-version-no-key'), queue: replay('v3.7.1-queue-no-key') });

    expect((await errorOf(running.instance.check({ signal }))).code).to.equal('INTEGRATION_UNAUTHORIZED');
  });

  it('an add without an id is a refusal, although its status is 200', async () => {
    running = await startReplay({ addfile: replay('v3.7.1-addfile-not-nzb') });

    const error = await errorOf(running.client.add(ITEM, OPTIONS));

    expect(error.code).to.equal('INTEGRATION_UNSUPPORTED');
    expect(error.message).to.match(/empty or no NZB/);
  });

  it('the reason of a refused add is in the warnings', async () => {
    const [warning] = recordedJson('v3.7.1-warnings').warnings as { text: string }[];
    running = await startReplay({
      addfile: replay('v3.7.1-addfile-duplicate-discarded'),
      warnings: () => {
        const name = running.fields('addfile')[0]?.filename ?? '';
        return { body: { warnings: [{ text: warning?.text.replace('Url Book.nzb', name) }, { text: 'Failed login for server x' }] } };
      },
    });

    const error = await errorOf(running.client.add(ITEM, OPTIONS));

    expect(error.code).to.equal('INTEGRATION_UNSUPPORTED');
    expect(error.message).to.match(/Ignoring duplicate NZB.*duplicate check is set to discard/);
  });

  it('an id can have any form: a UUID from 5.1 on', async () => {
    running = await startReplay({ addfile: replay('v5.1.3-addfile-ok'), history: replay('v5.1.3-history-completed') });
    const { slots } = recordedJson('v5.1.3-history-completed').history as { slots: { nzo_id: string }[] };
    const id = slots[0]?.nzo_id ?? '';

    expect((await running.client.add(ITEM, OPTIONS)).itemId).to.match(/^[0-9a-f]{8}-/);
    expect((await running.client.status([id], { signal }))[0]).to.include({ itemId: id, state: 'completed' });
  });

  it('asks for the category before an add, because an unknown one silently becomes the default', async () => {
    running = await startReplay({});

    const error = await errorOf(running.client.add(ITEM, { ...OPTIONS, category: 'nope' }));

    expect(error).to.include({ code: 'INTEGRATION_MISCONFIGURED', field: 'category' });
    expect(running.names()).to.not.include('addfile');
  });

  it('the NZB is uploaded, because SABnzbd accepts an address before it has fetched it', async () => {
    running = await startReplay({ addfile: replay('v3.7.1-addfile-ok') });

    await running.client.add(ITEM, OPTIONS);

    expect(running.names()).to.include('addfile').and.not.include('addurl');
  });

  it('the history lists only ten jobs without a limit', async () => {
    await statusIn({});

    const asked = running.fields('history');
    expect(asked.length).to.be.above(0);
    for (const { limit } of asked) expect(Number(limit)).to.be.above(1000);
  });

  it('a job on its way from the queue to the history is in neither for a moment', async () => {
    running = await startReplay({
      queue: [queueOf([{}]), queueOf([])],
      history: [replay('v3.7.1-history-empty'), historyOf({ status: 'Queued', storage: '', loaded: true })],
    });
    const state = async () => (await running.client.status(['SABnzbd_nzo_1'], { signal }))[0]?.state;

    expect(await state()).to.equal('downloading');
    expect(await state()).to.equal('postprocessing');
    expect(running.names()).to.deep.equal(['queue', 'queue', 'history', 'queue', 'history']);
  });

  it('a job that stays away after a second lookup is missing, and costs no more second lookups', async () => {
    running = await startReplay({ queue: [queueOf([{}]), queueOf([])] });
    const state = async () => (await running.client.status(['SABnzbd_nzo_1'], { signal }))[0]?.state;

    expect([await state(), await state(), await state()]).to.deep.equal(['downloading', 'missing', 'missing']);
    expect(running.names()).to.have.length(1 + 4 + 2);
  });

  it('"Completed" without a path, or still loaded, is not complete', async () => {
    for (const fixture of ['v4.5.0-history-pp-completed', 'v5.1.3-history-pp-completed']) {
      const { slots } = recordedJson(fixture).history as { slots: { nzo_id: string; status: string }[] };
      expect(slots[0]?.status).to.equal('Completed');

      const status = await statusIn({ history: replay(fixture) }, slots[0]?.nzo_id);
      await running.close();

      expect(status?.state).to.equal('postprocessing');
      expect(status).to.not.have.property('contentPath');
    }
  });

  it('of two entries with one id the one with a path counts, in either order', async () => {
    const loaded = { status: 'Completed', storage: '', loaded: true };
    for (const slots of [
      [loaded, {}],
      [{}, loaded],
    ]) {
      const status = await statusIn({ history: historyOf(...slots) });
      await running.close();

      expect(status).to.include({ state: 'completed', contentPath: '/data/complete/audiobooks/Book' });
    }
  });

  it('the path is that of the file if there is only one', async () => {
    const fixture = 'v3.7.1-history-completed-single-file';
    const { slots } = recordedJson(fixture).history as { slots: { nzo_id: string }[] };

    const status = await statusIn({ history: replay(fixture) }, slots[0]?.nzo_id);

    expect(status?.contentPath).to.equal('/data/complete/audiobooks/Lone File/01 - Chapter 1.mp3');
  });

  it('every waiting job says "Downloading"; only the first one moves, even if it is not ours', async () => {
    const status = await statusIn({ queue: queueOf([{ nzo_id: 'theirs' }, {}], { kbpersec: '751.30' }) });

    expect(status).to.include({ state: 'queued', downBps: 0 });
  });

  it('a job says "Downloading" even if the news server refuses the login', async () => {
    const fixture = 'v3.7.1-queue-news-login-refused';
    const { slots } = recordedJson(fixture).queue as { slots: { nzo_id: string }[] };
    const ids = [slots[0]?.nzo_id ?? ''];
    running = await startReplay({ queue: replay(fixture), fullstatus: replay('v3.7.1-server-status-login-refused') });

    await running.client.status(ids, { signal });
    running.context.advance(3_600_000 - 1);
    const [status] = await running.client.status(ids, { signal });

    expect(status?.state).to.equal('downloading');
    expect(englishOf(status?.error ?? '')).to.match(/news server: testbed: Failed login/);
  });

  it('a failed job has no content, although SABnzbd names a folder', async () => {
    const fixture = 'v3.7.1-history-failed-password';
    const { slots } = recordedJson(fixture).history as { slots: { nzo_id: string; storage: string }[] };
    expect(slots[0]?.storage).to.not.equal('');

    const status = await statusIn({ history: replay(fixture) }, slots[0]?.nzo_id);

    expect(status?.state).to.equal('failed');
    expect(status).to.not.have.property('contentPath');
  });

  it('a duplicate is discarded without a warning in 5.x, so its option is read', async () => {
    const misc = recordedJson('v3.7.1-get-config-misc').config as { misc: object };
    running = await startReplay({
      addfile: replay('v3.7.1-addfile-duplicate-discarded'),
      warnings: { body: { warnings: [] } },
      get_config: ({ section }) =>
        section === 'misc' ? { body: { config: { misc: { ...misc.misc, no_dupes: 1 } } } } : replay('v3.7.1-get-config-categories'),
    });

    const error = await errorOf(running.client.add(ITEM, OPTIONS));

    expect(error.code).to.equal('INTEGRATION_UNSUPPORTED');
    expect(error.message).to.match(/or a duplicate\. Its duplicate check is set to discard/);
  });

  it('an archived job counts as a duplicate, so ours is forgotten before its NZB is added again', async () => {
    const named = (more: JsonObject) => ({ ...more, name: `Book ${markOf(Buffer.from('<segment>a@x</segment>'))}` });
    running = await startReplay({
      addfile: replay('v5.1.3-addfile-ok'),
      history: ({ archive }) =>
        archive === '1'
          ? historyOf(
              named({ nzo_id: 'ours', archive: true }),
              { nzo_id: 'theirs', archive: true },
              named({ nzo_id: 'failed', status: 'Failed' }),
            )
          : historyOf(named({ nzo_id: 'failed', status: 'Failed' })),
      'history:delete': replay('v3.7.1-history-delete-unknown'),
    });

    expect((await running.client.add(ITEM, OPTIONS)).alreadyThere).to.equal(false);

    expect(running.fields('history:delete').map(({ value, archive, del_files: files }) => [value, archive, files])).to.deep.equal([
      ['ours', '0', '0'],
    ]);
    expect(running.names().indexOf('history:delete')).to.be.lessThan(running.names().indexOf('addfile'));
  });

  it('deleting from the history would only archive, which counts as a duplicate, so that is done after an import alone', async () => {
    running = await startReplay({
      history: [historyOf({ status: 'Failed' }), replay('v3.7.1-history-empty')],
      'history:delete': replay('v3.7.1-history-delete-unknown'),
    });

    await running.client.remove('SABnzbd_nzo_1', { signal, deleteData: true });

    expect(running.fields('history:delete')[0]).to.include({ value: 'SABnzbd_nzo_1', archive: '0', del_files: '1' });
    await running.close();

    running = await startReplay({
      history: [historyOf({}), replay('v3.7.1-history-empty')],
      'history:delete': replay('v3.7.1-history-delete-unknown'),
    });
    await running.client.remove('SABnzbd_nzo_1', { signal, deleteData: true, archive: true });

    expect(running.fields('history:delete')[0]).to.include({ value: 'SABnzbd_nzo_1', archive: '1' });
  });
});
