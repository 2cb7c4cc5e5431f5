import { expect } from 'chai';
import type { AddOptions, Downloadable, JsonObject } from '@lectern/plugin-api';
import { englishOf } from '@lectern/plugin-kit';
import { recordedResult, replay } from './fixtures.spec.support.js';
import { itemIdOf } from './item-id.js';
import { errorOf, groupsOf, historyOf, ITEM_ID, result, startReplay } from './nzbget-replay.spec.support.js';
import type { Replay, Script } from './nzbget-replay.spec.support.js';
import { bigNumber, readGroups, readHistory } from './schema.js';

const { signal } = new AbortController();
const OPTIONS: AddOptions = { name: 'Book', category: '', signal };
const ITEM: Downloadable = { kind: 'nzb', bytes: Buffer.from('<segment>a@x</segment>'), name: 'Book' };

describe('nzbget pitfalls', () => {
  let running: Replay | undefined;

  async function start(script: Script): Promise<Replay> {
    running = await startReplay(script);
    return running;
  }

  async function statusIn(script: Script, id = ITEM_ID) {
    const { client } = await start(script);
    const [status] = await client.status([id], { signal });
    return status;
  }

  afterEach(async () => {
    await running?.close();
    running = undefined;
  });

  for (const [what, Status, words] of [
    ['what is no NZB', 'FAILURE/SCAN', /no NZB/],
    ['a copy of what is there', 'DELETED/COPY', /same content/],
    ['a duplicate', 'DELETED/DUPE', /duplicate/],
  ] as const) {
    it(`${what} gets a number like any other, and is found refused in the history`, async () => {
      const { client, params } = await start({
        append: replay('v21.0-append-not-nzb'),
        history: [replay('v21.0-history-empty'), historyOf({ NZBID: 1, Status, Parameters: [] })],
        'editqueue:HistoryFinalDelete': result(true),
      });

      const error = await errorOf(client.add(ITEM, OPTIONS));

      expect(error.code).to.equal('INTEGRATION_UNSUPPORTED');
      expect(error.message).to.match(words);
      expect(params('editqueue:HistoryFinalDelete')).to.deep.equal([['HistoryFinalDelete', '', [1]]]);
    });
  }

  it('recorded refusals are recognized', () => {
    const failed = readHistory(recordedResult('v21.0-history-after-failed-appends')).map(({ status }) => status);
    const copied = readHistory(recordedResult('v21.0-history-after-duplicate')).map(({ status }) => status);

    expect(failed.filter((status) => status === 'FAILURE/SCAN')).to.have.length(4);
    expect(copied[0]).to.equal('DELETED/COPY');
  });

  it('an add has exactly ten parameters, the last a flat list of names and values, even for versions with eleven', async () => {
    const { client, params } = await start({ append: result(7), listgroups: [groupsOf(), groupsOf({})] });

    await client.add(ITEM, OPTIONS);

    const sent = params('append')[0] ?? [];
    expect(sent).to.have.length(10);
    expect(sent[9]).to.be.an('array').with.length(2);
    expect((sent[9] as unknown[]).every((entry) => typeof entry === 'string')).to.equal(true);
  });

  it('two downloads with one name would share a folder, so no two adds use the same name', async () => {
    const { client, params } = await start({ append: result(7), listgroups: [groupsOf(), groupsOf({ Status: 'PAUSED' })] });

    await client.add(ITEM, OPTIONS);
    await client.add(ITEM, OPTIONS);

    const names = params('append').map(([name]) => name);
    expect(new Set(names).size).to.equal(2);
  });

  it('parameters sent as objects come back garbled, and are not taken for our mark', () => {
    const [group] = readGroups([{ ...(recordedResult('v21.0-listgroups-params-as-objects') as JsonObject[])[0], Status: 'PAUSED' }]);

    expect(group?.parameters.get('Name')).to.equal('requestid');
    expect(group?.parameters.has('lectern')).to.equal(false);
  });

  it('numbers are reused, so the mark must match, too', async () => {
    const status = await statusIn({ listgroups: groupsOf({ Parameters: [{ Name: 'lectern', Value: 'ffffffffffff' }] }) });

    expect(status?.state).to.equal('missing');
  });

  it('sizes are split into halves, and the lower one can be negative', () => {
    expect(bigNumber({ FileSizeHi: 3, FileSizeLo: -1 }, 'FileSize')).to.equal(3 * 2 ** 32 + 4_294_967_295);
    expect(bigNumber({ FileSizeLo: 5 }, 'FileSize')).to.equal(5);
    expect(bigNumber({ FileSizeMB: 10_000 }, 'FileSize')).to.equal(10_485_760_000);
    expect(bigNumber({}, 'FileSize')).to.equal(0);
  });

  it('the progress of a stage is garbage outside of post-processing', async () => {
    const status = await statusIn({ listgroups: groupsOf({ PostStageProgress: -1_255_871_797 }) });

    expect(status).to.include({ progress: 0.4, bytesDone: 400, bytesTotal: 1000 });
  });

  it('while everything is paused downloads say QUEUED', async () => {
    const [group] = readGroups(recordedResult('v21.0-listgroups-all-paused'));
    const id = group ? itemIdOf(group) : '';
    expect(group?.status).to.equal('QUEUED');

    const status = await statusIn({ listgroups: replay('v21.0-listgroups-all-paused'), status: replay('v21.0-status-paused') }, id);

    expect(status?.state).to.equal('paused');
  });

  it('a failed unpack names a folder that does not exist', async () => {
    const [item] = readHistory(recordedResult('v21.0-history-failure-password'));
    expect(item?.finalDir).to.not.equal('');

    const status = await statusIn({ history: replay('v21.0-history-failure-password') }, item ? itemIdOf(item) : '');

    expect(status?.state).to.equal('failed');
    expect(status).to.not.have.property('contentPath');
  });

  it('the payload is in the final folder, not in the intermediate one of the queue', async () => {
    const [waiting] = readGroups(recordedResult('v21.0-listgroups-unpacking'));
    const [done] = readHistory(recordedResult('v21.0-history-success-unpack'));
    expect(waiting?.destDir).to.match(/#6$/);

    const status = await statusIn({ history: replay('v21.0-history-success-unpack') }, done ? itemIdOf(done) : '');

    expect(status).to.include({ state: 'completed', contentPath: '/data/dst/audiobooks/Book One renamed' });
  });

  it('a download on its way from the queue to the history is in neither for a moment', async () => {
    const { client, names } = await start({
      listgroups: [groupsOf({ Status: 'PP_FINISHED' }), groupsOf()],
      history: [historyOf(), historyOf({})],
    });
    const state = async () => (await client.status([ITEM_ID], { signal }))[0]?.state;

    expect([await state(), await state()]).to.deep.equal(['postprocessing', 'completed']);
    expect(names()).to.deep.equal(['listgroups', 'listgroups', 'history', 'listgroups', 'history']);
  });

  it('with HealthCheck=pause hopeless downloads stay paused forever', async () => {
    const status = await statusIn({ listgroups: groupsOf({ Status: 'PAUSED', Health: 833 }) });

    expect(status?.state).to.equal('failed');
    expect(status?.error).to.deep.include({ key: 'articles_missing', values: { there: 83.3, needed: 90, status: 'PAUSED' } });
    expect(englishOf(status?.error ?? '')).to.match(/83\.3% are there, 90% are needed \(NZBGet: PAUSED\)\.$/);
  });

  it('a download that somebody deleted is in the history, but counts as gone', async () => {
    const [item] = readHistory(recordedResult('v21.0-history-deleted-by-hand'));

    const status = await statusIn({ history: replay('v21.0-history-deleted-by-hand') }, item ? itemIdOf(item) : '');

    expect(status?.state).to.equal('missing');
  });

  it('a refused login leaves the request unread, so no connection is used twice', async () => {
    const { instance, calls } = await start({ version: replay('v21.0-wrong-password') });

    await errorOf(instance.check({ signal }));
    await errorOf(instance.check({ signal }));

    expect(calls.map(({ request }) => request.headers.connection)).to.deep.equal(['close', 'close']);
  });

  it('the Add user may only read the version', async () => {
    const { instance } = await start({ version: replay('v21.0-version'), status: replay('v21.0-add-user-status') });

    expect((await errorOf(instance.check({ signal }))).code).to.equal('INTEGRATION_FORBIDDEN');
  });
});
