import { expect } from 'chai';
import type { AddOptions, Downloadable, JsonObject, JsonValue } from '@lectern/plugin-api';
import { replay } from './fixtures.spec.support.js';
import { markOf } from './nzb-mark.js';
import { errorOf, groupsOf, historyOf, ITEM_ID, result, startReplay } from './nzbget-replay.spec.support.js';
import type { Replay, Script } from './nzbget-replay.spec.support.js';
import type { NzbgetSettings } from './settings.js';

const { signal } = new AbortController();
const OPTIONS: AddOptions = { name: 'Jane Example - Book', category: '', signal };
const NZB = Buffer.from('<nzb><file><segments><segment bytes="1" number="1">a@x</segment></segments></file></nzb>');
const ITEM: Downloadable = { kind: 'nzb', bytes: NZB, name: 'A release title' };
const MARK = markOf(NZB);
const OURS: JsonObject = { NZBID: 6, Parameters: [{ Name: 'lectern', Value: MARK }] };
const OUR_ID = `6-${MARK}`;
const EMPTY = replay('v21.0-listgroups-empty');

/** A queue that is empty until something was appended. */
function appending(): Script {
  let groups: JsonObject[] = [];
  return {
    listgroups: () => groupsOf(...groups),
    append: () => {
      groups = [OURS];
      return replay('v21.0-append-paused');
    },
  };
}

describe('nzbget download client', () => {
  let running: Replay;

  async function start(script: Script, settings: Partial<NzbgetSettings> = {}): Promise<Replay> {
    running = await startReplay(script, settings);
    return running;
  }

  afterEach(() => running.close());

  describe('add', () => {
    it('sends the NZB in base64 with name, category and our mark', async () => {
      await start(appending());

      const added = await running.client.add(ITEM, OPTIONS);

      expect(added).to.deep.equal({ itemId: OUR_ID, alreadyThere: false });
      const [[name, ...rest]] = running.params('append') as [JsonValue[]];
      expect(name).to.match(new RegExp(`^Jane Example - Book \\[lectern-${MARK}-[0-9a-f]{6}\\]\\.nzb$`));
      expect(rest).to.deep.equal([NZB.toString('base64'), 'audiobooks', 0, false, false, '', 0, 'FORCE', ['lectern', MARK]]);
    });

    for (const [priority, value] of [
      ['low', -50],
      ['normal', 0],
      ['high', 50],
    ] as const) {
      it(`${priority} priority is ${value}, and pausing leaves it alone`, async () => {
        await start(appending());

        await running.client.add(ITEM, { ...OPTIONS, priority, paused: true });

        expect(running.params('append')[0]?.slice(3, 6)).to.deep.equal([value, false, true]);
      });
    }

    it('finds the category with a folder, since a download cannot have its own', async () => {
      await start(appending(), { category: 'lectern' });

      await running.client.add(ITEM, { ...OPTIONS, savePath: '/data/dst/audiobooks/' });
      const error = await errorOf(running.client.add({ ...ITEM, bytes: Buffer.from('other') }, { ...OPTIONS, savePath: '/nowhere' }));

      expect(running.params('append').map((params) => params[2])).to.deep.equal(['audiobooks']);
      expect(error).to.include({ code: 'INTEGRATION_MISCONFIGURED', field: 'category' });
    });

    it('takes the folder of its settings, and blames them if no category has it', async () => {
      await start(appending(), { downloadDir: '/data/dst/audiobooks' });
      await running.client.add(ITEM, OPTIONS);
      expect(running.params('append').map((params) => params[2])).to.deep.equal(['audiobooks']);

      await running.close();
      await start(appending(), { downloadDir: '/nowhere' });
      expect(await errorOf(running.client.add(ITEM, OPTIONS))).to.include({ code: 'INTEGRATION_MISCONFIGURED', field: 'downloadDir' });
    });

    for (const [place, script] of [
      ['queue', { listgroups: groupsOf(OURS) }],
      ['post-processing', { listgroups: groupsOf({ ...OURS, Status: 'UNPACKING' }) }],
      ['history', { history: historyOf(OURS) }],
    ] as const) {
      it(`adds nothing when our download is in the ${place}`, async () => {
        await start(script);

        expect(await running.client.add(ITEM, OPTIONS)).to.deep.equal({ itemId: OUR_ID, alreadyThere: true });
        expect(running.names()).to.not.include('append');
      });
    }

    for (const Status of ['FAILURE/HEALTH', 'DELETED/MANUAL', 'DELETED/COPY']) {
      it(`tries again what ended as ${Status}`, async () => {
        await start({ ...appending(), history: historyOf({ ...OURS, NZBID: 3, Status }) });

        expect(await running.client.add(ITEM, OPTIONS)).to.deep.equal({ itemId: OUR_ID, alreadyThere: false });
      });
    }

    it('finds its download again after a crash between the add and its answer', async () => {
      const script = appending();
      const append = script.append as () => unknown;
      await start({
        ...script,
        append: () => {
          append();
          return { body: '' };
        },
      });

      const lost = await errorOf(running.client.add(ITEM, OPTIONS));
      const found = await running.another().add(ITEM, OPTIONS);

      expect(lost.code).to.equal('INTEGRATION_BAD_RESPONSE');
      expect(found).to.deep.equal({ itemId: OUR_ID, alreadyThere: true });
      expect(running.params('append')).to.have.length(1);
    });

    it('never repeats an upload automatically', async () => {
      await start({});
      running.server.fail({ kind: 'reset', body: /"append"/ });

      expect((await errorOf(running.client.add(ITEM, OPTIONS))).code).to.equal('INTEGRATION_UNAVAILABLE');
      expect(running.server.requests.filter(({ body }) => body.includes('"append"'))).to.have.length(1);
    });

    it('adds once when two calls come at the same time', async () => {
      await start(appending());

      const both = await Promise.all([running.client.add(ITEM, OPTIONS), running.client.add(ITEM, OPTIONS)]);

      expect(both.map(({ itemId }) => itemId)).to.deep.equal([OUR_ID, OUR_ID]);
      expect(both.map(({ alreadyThere }) => alreadyThere)).to.deep.equal([false, true]);
      expect(running.params('append')).to.have.length(1);
    });

    it('waits for a download that shows up late, and gives up when it never does', async () => {
      await start({ listgroups: [EMPTY, EMPTY, EMPTY, groupsOf(OURS)], append: result(6) });
      expect((await running.client.add(ITEM, OPTIONS)).itemId).to.equal(OUR_ID);
      await running.close();

      await start({ append: result(6) });
      expect((await errorOf(running.client.add(ITEM, OPTIONS))).code).to.equal('INTEGRATION_UNAVAILABLE');
    });

    for (const value of [0, -1, false]) {
      it(`treats ${String(value)} as a refusal`, async () => {
        await start({ append: result(value) });

        expect((await errorOf(running.client.add(ITEM, OPTIONS))).code).to.equal('INTEGRATION_UNSUPPORTED');
      });
    }

    it('refuses anything but Usenet downloads', async () => {
      await start({});

      const error = await errorOf(running.client.add({ kind: 'http', files: [] }, OPTIONS));

      expect(error.code).to.equal('INTEGRATION_UNSUPPORTED');
      expect(running.calls).to.deep.equal([]);
    });
  });

  describe('status', () => {
    const many = Array.from({ length: 300 }, (_, index) => index + 1);
    const ids = many.map((number) => `${number}-0123456789ab`);

    it('requests the queue and the status once for many waiting downloads', async () => {
      await start({ listgroups: groupsOf(...many.map((NZBID) => ({ NZBID }))) });

      const states = await running.client.status(ids, { signal });

      expect(states.map(({ itemId }) => itemId)).to.deep.equal(ids);
      expect(running.names()).to.deep.equal(['listgroups', 'status']);
    });

    it('requests queue and history if some are done, and nothing for no ids', async () => {
      await start({ history: historyOf(...many.map((NZBID) => ({ NZBID }))) });

      const states = await running.client.status([...ids, '999-0123456789ab', 'nonsense'], { signal });

      expect(states.filter(({ state }) => state === 'completed')).to.have.length(300);
      expect(states.slice(-2).map(({ state }) => state)).to.deep.equal(['missing', 'missing']);
      expect(running.names()).to.deep.equal(['listgroups', 'history']);
      expect(await running.client.status([], { signal })).to.deep.equal([]);
      expect(running.names()).to.have.length(2);
    });

    it('calls a download stalled after minutes without data, not before', async () => {
      await start({ listgroups: groupsOf({ Status: 'QUEUED' }), log: result([]) });
      const state = async () => (await running.client.status([ITEM_ID], { signal }))[0]?.state;

      expect(await state()).to.equal('queued');
      running.context.advance(120_000);
      expect(await state()).to.equal('queued');
      running.context.advance(240_000);
      expect(await state()).to.equal('stalled');
    });

    it('shows the log’s recent errors while no data arrives', async () => {
      const entry = (Time: number, Kind: string, Text: string): JsonValue => ({ ID: 1, Kind, Time, Text });
      const now = 1_795_239_938;
      await start({
        listgroups: groupsOf({}),
        log: [
          result([entry(now - 9000, 'ERROR', 'of yesterday'), entry(now, 'INFO', 'nothing of note')]),
          result([entry(now, 'WARNING', 'Could not connect to news.example:  refused')]),
        ],
      });
      await running.client.status([ITEM_ID], { signal });
      running.context.advance(400_000);

      const [silent] = await running.client.status([ITEM_ID], { signal });
      const [told] = await running.client.status([ITEM_ID], { signal });

      expect(silent?.state).to.equal('stalled');
      expect(told).to.deep.include({
        state: 'downloading',
        error: {
          key: 'log_says',
          values: { words: 'Could not connect to news.example: refused' },
          text: 'NZBGet’s log says: Could not connect to news.example: refused',
        },
      });
    });

    it('does not call paused downloads stalled, nor those that wait for others', async () => {
      await start({
        listgroups: groupsOf({ Status: 'QUEUED' }),
        status: [result({ DownloadPaused: true, DownloadRate: 0 }), result({ DownloadPaused: true }), result({ DownloadRate: 5 })],
      });
      const state = async () => (await running.client.status([ITEM_ID], { signal }))[0]?.state;

      await state();
      running.context.advance(900_000);
      expect(await state()).to.equal('paused');
      expect(await state()).to.equal('queued');
      expect(running.names()).to.not.include('log');
    });
  });

  describe('remove', () => {
    const order = { 'editqueue:GroupFinalDelete': result(true), 'editqueue:HistoryFinalDelete': result(true) };
    const orders = () => running.calls.filter(({ name }) => name.startsWith('editqueue')).map(({ params }) => params);

    it('removes a download from the queue permanently', async () => {
      await start({ ...order, listgroups: [groupsOf({}, { NZBID: 8 }), groupsOf({ NZBID: 8 })] });

      await running.client.remove(ITEM_ID, { signal, deleteData: true });

      expect(orders()).to.deep.equal([['GroupFinalDelete', '', [7]]]);
    });

    it('only hides in the history what was imported, and still removes it from the queue permanently', async () => {
      const script = { ...order, 'editqueue:HistoryDelete': result(true), history: [historyOf({}), replay('v21.0-history-empty')] };
      await start({ ...script, listgroups: EMPTY });
      await running.client.remove(ITEM_ID, { signal, deleteData: true, archive: true });
      expect(orders()).to.deep.equal([['HistoryDelete', '', [7]]]);
      await running.close();

      await start({ ...script, listgroups: [groupsOf({}), EMPTY], history: replay('v21.0-history-empty') });
      await running.client.remove(ITEM_ID, { signal, deleteData: true, archive: true });
      expect(orders()).to.deep.equal([['GroupFinalDelete', '', [7]]]);
    });

    it('follows one that moves from the queue to the history meanwhile', async () => {
      await start({
        ...order,
        'editqueue:GroupFinalDelete': replay('v21.0-editqueue-unknown-id'),
        listgroups: [groupsOf({}), EMPTY],
        history: [historyOf({}), replay('v21.0-history-empty')],
      });

      await running.client.remove(ITEM_ID, { signal, deleteData: false });

      expect(orders()).to.deep.equal([
        ['GroupFinalDelete', '', [7]],
        ['HistoryFinalDelete', '', [7]],
      ]);
    });

    it('does not report it as gone while NZBGet holds it', async () => {
      await start({ ...order, listgroups: groupsOf({ Status: 'UNPACKING' }) });

      expect((await errorOf(running.client.remove(ITEM_ID, { signal, deleteData: true }))).code).to.equal('INTEGRATION_UNAVAILABLE');
    });

    it('never sends a command for an id that is not the download’s', async () => {
      await start({ ...order, listgroups: groupsOf({}), history: historyOf({ NZBID: 8 }) });

      for (const id of ['7-ffffffffffff', '8-ffffffffffff', '7', '0-0123456789ab', '', 'all']) {
        await running.client.remove(id, { signal, deleteData: true });
      }

      expect(orders()).to.deep.equal([]);
    });
  });

  it('pauses and resumes downloads in the queue, and nothing else', async () => {
    await start({ listgroups: groupsOf({}), 'editqueue:GroupPause': result(true), 'editqueue:GroupResume': result(true) });

    await running.client.pause?.(ITEM_ID, { signal });
    await running.client.resume?.(ITEM_ID, { signal });
    await running.client.pause?.('8-0123456789ab', { signal });

    expect(running.calls.filter(({ name }) => name.startsWith('editqueue')).map(({ params }) => params)).to.deep.equal([
      ['GroupPause', '', [7]],
      ['GroupResume', '', [7]],
    ]);
  });

  it('lists its category from queue and history, without removed downloads', async () => {
    await start({
      listgroups: groupsOf({ NZBID: 1, Category: 'Audiobooks' }, { NZBID: 2, Category: 'tv' }),
      history: historyOf({ NZBID: 1 }, { NZBID: 3 }, { NZBID: 4, Category: 'tv' }, { NZBID: 5, Status: 'DELETED/MANUAL' }),
    });

    const listed = await running.client.list?.({ signal, category: '' });

    expect(listed?.map(({ itemId, state }) => [itemId, state])).to.deep.equal([
      ['1-0123456789ab', 'downloading'],
      ['3-0123456789ab', 'completed'],
    ]);
  });
});
