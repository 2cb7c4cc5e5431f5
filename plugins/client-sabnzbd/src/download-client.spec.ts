import { expect } from 'chai';
import type { AddOptions, Downloadable, JsonObject } from '@lectern/plugin-api';
import { recordedJson, replay } from './fixtures.spec.support.js';
import { jobName, markOf } from './job-mark.js';
import { errorOf, historyOf, queueOf, startReplay } from './sabnzbd-replay.spec.support.js';
import type { Replay, Script } from './sabnzbd-replay.spec.support.js';
import type { SabnzbdSettings } from './settings.js';

const { signal } = new AbortController();
const OPTIONS: AddOptions = { name: 'Jane Example - Book', category: '', signal };
const NZB = Buffer.from('<nzb><file><segments><segment bytes="1" number="1">a@x</segment></segments></file></nzb>');
const ITEM: Downloadable = { kind: 'nzb', bytes: NZB, name: 'A release title' };
const MARK = markOf(NZB);
const NAME = jobName(OPTIONS.name, MARK);
const ADDED = replay('v3.7.1-addfile-ok');
const ADDED_ID = (recordedJson('v3.7.1-addfile-ok').nzo_ids as string[])[0] ?? '';
const EMPTY_HISTORY = replay('v3.7.1-history-empty');

describe('sabnzbd download client', () => {
  let running: Replay;

  async function start(script: Script, settings: Partial<SabnzbdSettings> = {}): Promise<Replay> {
    running = await startReplay(script, settings);
    return running;
  }

  afterEach(() => running.close());

  describe('add', () => {
    it('uploads the NZB under its name, with category and the priority of the category', async () => {
      await start({ addfile: ADDED });

      const added = await running.client.add(ITEM, OPTIONS);

      expect(added).to.deep.equal({ itemId: ADDED_ID, alreadyThere: false });
      expect(running.fields('addfile')[0]).to.include({
        nzbname: NAME,
        cat: 'audiobooks',
        priority: '-100',
        part: 'name',
        filename: `${MARK}.nzb`,
        content: NZB.toString(),
      });
    });

    const PRIORITIES: readonly (readonly [Partial<AddOptions>, string])[] = [
      [{ priority: 'low' }, '-1'],
      [{ priority: 'normal' }, '0'],
      [{ priority: 'high' }, '1'],
      [{ paused: true, priority: 'high' }, '-2'],
    ];

    for (const [options, priority] of PRIORITIES) {
      it(`${JSON.stringify(options)} is priority ${priority}`, async () => {
        await start({ addfile: ADDED });

        await running.client.add(ITEM, { ...OPTIONS, ...options });

        expect(running.fields('addfile')[0]?.priority).to.equal(priority);
      });
    }

    it('finds the category with a folder, since a job cannot have its own', async () => {
      await start({ addfile: ADDED }, { category: '*' });

      await running.client.add(ITEM, { ...OPTIONS, savePath: '/data/complete/audiobooks/' });
      const error = await errorOf(running.client.add({ ...ITEM, bytes: Buffer.from('other') }, { ...OPTIONS, savePath: '/nowhere' }));

      expect(running.fields('addfile').map(({ cat }) => cat)).to.deep.equal(['audiobooks']);
      expect(error).to.include({ code: 'INTEGRATION_MISCONFIGURED', field: 'category' });
    });

    it('takes the folder of its settings, and blames them if no category has it', async () => {
      await start({ addfile: ADDED }, { category: '*', downloadDir: '/data/complete/audiobooks' });
      await running.client.add(ITEM, OPTIONS);
      expect(running.fields('addfile').map(({ cat }) => cat)).to.deep.equal(['audiobooks']);

      await running.close();
      await start({ addfile: ADDED }, { category: '*', downloadDir: '/nowhere' });
      expect(await errorOf(running.client.add(ITEM, OPTIONS))).to.include({ code: 'INTEGRATION_MISCONFIGURED', field: 'downloadDir' });
    });

    for (const [place, script] of [
      ['queue', { queue: queueOf([{ nzo_id: 'there', filename: NAME }]) }],
      ['history', { history: historyOf({ nzo_id: 'there', name: NAME }) }],
      ['post-processing', { history: historyOf({ nzo_id: 'there', name: NAME, status: 'Extracting', storage: '', loaded: true }) }],
    ] as const) {
      it(`adds nothing when our job is in the ${place}`, async () => {
        await start({ ...script, addfile: ADDED });

        expect(await running.client.add(ITEM, OPTIONS)).to.deep.equal({ itemId: 'there', alreadyThere: true });
        expect(running.names()).to.not.include('addfile');
      });
    }

    it('leaves a job with the same title alone if it is not ours', async () => {
      await start({ queue: queueOf([{ nzo_id: 'theirs', filename: OPTIONS.name }]), addfile: ADDED });

      expect(await running.client.add(ITEM, OPTIONS)).to.deep.equal({ itemId: ADDED_ID, alreadyThere: false });
    });

    it('finds its job again after a crash between the add and its answer', async () => {
      let queue: JsonObject[] = [];
      await start({
        queue: () => queueOf(queue),
        addfile: ({ nzbname = '' }) => {
          queue = [{ nzo_id: 'taken', filename: nzbname }];
          return { body: '' };
        },
      });

      const lost = await errorOf(running.client.add(ITEM, OPTIONS));
      const found = await running.another().add(ITEM, OPTIONS);

      expect(lost.code).to.equal('INTEGRATION_BAD_RESPONSE');
      expect(found).to.deep.equal({ itemId: 'taken', alreadyThere: true });
      expect(running.fields('addfile')).to.have.length(1);
    });

    it('never repeats an upload automatically', async () => {
      await start({});
      running.server.fail({ kind: 'reset', body: /addfile/ });

      expect((await errorOf(running.client.add(ITEM, OPTIONS))).code).to.equal('INTEGRATION_UNAVAILABLE');
      expect(running.server.requests.filter(({ body }) => body.includes('addfile'))).to.have.length(1);
    });

    it('adds once when two calls come at the same time', async () => {
      let queue: JsonObject[] = [];
      await start({
        queue: () => queueOf(queue),
        addfile: ({ nzbname = '' }) => {
          queue = [{ nzo_id: 'taken', filename: nzbname }];
          return { body: { status: true, nzo_ids: ['taken'] } };
        },
      });

      const both = await Promise.all([running.client.add(ITEM, OPTIONS), running.client.add(ITEM, OPTIONS)]);

      expect(both.map(({ itemId }) => itemId)).to.deep.equal(['taken', 'taken']);
      expect(both.map(({ alreadyThere }) => alreadyThere)).to.deep.equal([false, true]);
      expect(running.fields('addfile')).to.have.length(1);
    });

    it('recognizes its job even if a person has renamed it', async () => {
      const renamed = queueOf([{ nzo_id: ADDED_ID, filename: 'My name for it' }]);
      await start({ addfile: ADDED, queue: [queueOf([]), renamed] });

      await running.client.add(ITEM, OPTIONS);

      expect(await running.client.add(ITEM, OPTIONS)).to.deep.equal({ itemId: ADDED_ID, alreadyThere: true });
    });

    it('tries failed jobs again', async () => {
      await start({ history: historyOf({ name: NAME, status: 'Failed', fail_message: 'x' }), addfile: ADDED });

      expect((await running.client.add(ITEM, OPTIONS)).alreadyThere).to.equal(false);
    });

    it('resumes a job that SABnzbd paused as a duplicate, unless it should be paused', async () => {
      const paused = queueOf([{ nzo_id: ADDED_ID, filename: NAME, status: 'Paused', labels: ['DUPLICATE'] }]);
      await start({ addfile: ADDED, queue: [queueOf([]), paused], 'queue:resume': { body: { status: true, nzo_ids: [ADDED_ID] } } });
      await running.client.add(ITEM, OPTIONS);
      expect(running.fields('queue:resume').map(({ value }) => value)).to.deep.equal([ADDED_ID]);
      await running.close();

      await start({ addfile: ADDED, queue: [queueOf([]), paused] });
      await running.client.add(ITEM, { ...OPTIONS, paused: true });
      expect(running.names()).to.not.include('queue:resume');
    });

    it('refuses anything but Usenet downloads', async () => {
      await start({});

      const error = await errorOf(running.client.add({ kind: 'magnet', uri: 'magnet:?xt=x' }, OPTIONS));

      expect(error.code).to.equal('INTEGRATION_UNSUPPORTED');
      expect(running.calls).to.deep.equal([]);
    });
  });

  describe('status', () => {
    const many = Array.from({ length: 300 }, (_, index) => `SABnzbd_nzo_${index}`);

    it('sends one request for many jobs while they are in the queue', async () => {
      await start({ queue: queueOf(many.map((id) => ({ nzo_id: id }))) });

      const states = await running.client.status(many, { signal });

      expect(states.map(({ itemId }) => itemId)).to.deep.equal(many);
      expect(running.names()).to.deep.equal(['queue']);
    });

    it('sends two if some are in the history, and none for no ids', async () => {
      await start({ queue: queueOf([]), history: historyOf(...many.map((id) => ({ nzo_id: id }))) });

      const states = await running.client.status([...many, 'unknown'], { signal });

      expect(states.filter(({ state }) => state === 'completed')).to.have.length(300);
      expect(states.at(-1)).to.include({ itemId: 'unknown', state: 'missing' });
      expect(running.names()).to.deep.equal(['queue', 'history']);
      expect(await running.client.status([], { signal })).to.deep.equal([]);
      expect(running.names()).to.have.length(2);
    });

    it('reports a deleted job as removed', async () => {
      await start({ queue: queueOf([{ status: 'Deleted' }]) });

      expect((await running.client.status(['SABnzbd_nzo_1'], { signal }))[0]?.state).to.equal('missing');
    });

    it('calls a job stalled after minutes without data, not before', async () => {
      await start({ queue: queueOf([{}]), fullstatus: { body: { status: { servers: [] } } } });
      const state = async () => (await running.client.status(['SABnzbd_nzo_1'], { signal }))[0]?.state;

      expect(await state()).to.equal('downloading');
      running.context.advance(120_000);
      expect(await state()).to.equal('downloading');
      running.context.advance(240_000);
      expect(await state()).to.equal('stalled');
    });

    it('reports its jobs even if SABnzbd does not report its servers', async () => {
      await start({ queue: queueOf([{}]), fullstatus: { status: 500, body: 'oops' } });

      await running.client.status(['SABnzbd_nzo_1'], { signal });
      running.context.advance(120_000);
      const [status] = await running.client.status(['SABnzbd_nzo_1'], { signal });

      expect(status?.state).to.equal('downloading');
      expect(running.names()).to.include('fullstatus');
    });

    it('does not call a slow job stalled', async () => {
      await start({ queue: [queueOf([{}]), queueOf([{ mbleft: '59.99' }])] });

      await running.client.status(['SABnzbd_nzo_1'], { signal });
      running.context.advance(600_000);
      const [status] = await running.client.status(['SABnzbd_nzo_1'], { signal });

      expect(status?.state).to.equal('downloading');
      expect(running.names()).to.not.include('fullstatus');
    });
  });

  describe('remove', () => {
    const gone = { body: { status: true, nzo_ids: [] } };

    for (const [deleteData, files] of [
      [true, '1'],
      [false, '0'],
    ] as const) {
      it(`takes a job out of the queue ${deleteData ? 'with' : 'without'} its data`, async () => {
        await start({ queue: [queueOf([{}]), queueOf([])], 'queue:delete': gone });

        await running.client.remove('SABnzbd_nzo_1', { signal, deleteData });

        expect(running.fields('queue:delete')).to.have.length(1);
        expect(running.fields('queue:delete')[0]).to.include({ value: 'SABnzbd_nzo_1', del_files: files });
      });
    }

    it('follows a job that moves from the queue to the history meanwhile', async () => {
      await start({
        queue: [queueOf([{}]), queueOf([])],
        'queue:delete': replay('v3.7.1-delete-unknown-job'),
        history: [historyOf({}), EMPTY_HISTORY],
        'history:delete': replay('v3.7.1-history-delete-unknown'),
      });

      await running.client.remove('SABnzbd_nzo_1', { signal, deleteData: true });

      expect(running.names().filter((name) => name.endsWith(':delete'))).to.deep.equal(['queue:delete', 'history:delete']);
    });

    it('removes the job from SABnzbd’s duplicate memory', async () => {
      await start({ queue: [queueOf([{ filename: NAME }]), queueOf([])], 'queue:delete': gone });
      await running.context.storage.set(MARK, 'SABnzbd_nzo_1');

      await running.client.remove('SABnzbd_nzo_1', { signal, deleteData: true });

      expect(await running.context.storage.get(MARK)).to.equal(undefined);
    });

    it('does not report it as gone while post-processing holds it', async () => {
      await start({ history: historyOf({ status: 'Extracting', storage: '', loaded: true }), 'history:delete': gone });

      const error = await errorOf(running.client.remove('SABnzbd_nzo_1', { signal, deleteData: true }));

      expect(error.code).to.equal('INTEGRATION_UNAVAILABLE');
    });

    it('never sends a command for an id that is not a job’s', async () => {
      await start({ queue: queueOf([{}, { nzo_id: 'SABnzbd_nzo_2' }]), 'queue:delete': gone, 'history:delete': gone });

      for (const id of ['all', 'failed', 'completed', '', '*', 'SABnzbd_nzo_1,SABnzbd_nzo_2']) {
        await running.client.remove(id, { signal, deleteData: true });
      }

      expect(running.names().filter((name) => name.endsWith(':delete'))).to.deep.equal([]);
    });
  });

  it('pauses and resumes jobs in the queue, and nothing else', async () => {
    const done = { body: { status: true, nzo_ids: ['SABnzbd_nzo_1'] } };
    await start({ queue: queueOf([{}]), 'queue:pause': done, 'queue:resume': done });

    await running.client.pause?.('SABnzbd_nzo_1', { signal });
    await running.client.resume?.('SABnzbd_nzo_1', { signal });
    await running.client.pause?.('another', { signal });

    expect(running.fields('queue:pause').map(({ value }) => value)).to.deep.equal(['SABnzbd_nzo_1']);
    expect(running.fields('queue:resume').map(({ value }) => value)).to.deep.equal(['SABnzbd_nzo_1']);
  });

  it('lists its category from queue and history, each job once', async () => {
    await start({
      queue: queueOf([
        { nzo_id: 'a', cat: 'Audiobooks' },
        { nzo_id: 'b', cat: 'tv' },
      ]),
      history: historyOf({ nzo_id: 'a' }, { nzo_id: 'c' }, { nzo_id: 'd', category: 'tv' }),
    });

    const listed = await running.client.list?.({ signal, category: '' });

    expect(listed?.map(({ itemId, state }) => [itemId, state])).to.deep.equal([
      ['a', 'downloading'],
      ['c', 'completed'],
    ]);
  });
});
