import { mkdtemp, mkdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { IntegrationError, type AddOptions, type DownloadStatus } from '@lectern/plugin-api';
import { expect } from 'chai';
import type { JobProgress } from '../../../platform/jobs/job-queue.js';
import { hasPostgres } from '../../../platform/db/test-databases.js';
import { inEnglish } from '../../../platform/words/index.js';
import { REMOVE_DOWNLOAD } from '../../lifecycle/request-jobs.js';
import { fakeClient, goodRelease } from '../../requests/request-fakes.spec.support.js';
import { createGrabWorld } from '../../requests/request-world.spec.support.js';
import { DEFAULT_SETTINGS } from '../../settings/index.js';
import { SEEDING_SWEEP } from './seeding-sweep-job.js';

type Grab = Awaited<ReturnType<typeof createGrabWorld>>;
const DAY_MS = 24 * 3_600_000;

type Rules = Partial<(typeof DEFAULT_SETTINGS)['downloads']>;

for (const dialect of ['sqlite', 'postgres'] as const) {
  describe(`seeding on ${dialect}`, () => {
    let grabbing: Grab;

    before(async function () {
      if (dialect === 'postgres' && !(await hasPostgres())) this.skip();
    });
    beforeEach(async () => {
      grabbing = await createGrabWorld(2, dialect);
    });
    afterEach(async () => {
      await grabbing.world.remove();
    });

    const rules = (downloads: Rules, library = DEFAULT_SETTINGS.library) => {
      grabbing.world.state.settings = { ...DEFAULT_SETTINGS, library, downloads: { ...DEFAULT_SETTINGS.downloads, ...downloads } };
    };
    const told = async () => {
      const { world, requestId } = grabbing;
      const rows = await world.database.read.all<{ message: string }>('SELECT message FROM request_events WHERE request_id = ?', [
        requestId,
      ]);
      return rows.map(({ message }) => message).join('\n');
    };
    const hash = (index = 0) => grabbing.releases[index]?.infoHash ?? '';
    const set = (change: Partial<DownloadStatus>, id = hash()) => Object.assign(grabbing.client.items.get(id) ?? {}, change);
    const sweep = () => grabbing.world.run(SEEDING_SWEEP.name, {});
    const toldBySweep = async () => {
      let last = '';
      const progress = ({ message = '' }: JobProgress) => {
        last = inEnglish(message);
      };
      await grabbing.world.run(SEEDING_SWEEP.name, {}, { progress });
      return last;
    };
    const stage = async () => (await grabbing.world.history(grabbing.requestId))[0]?.state;

    /** A torrent of ours whose book is in the library, and that still seeds. */
    async function imported(): Promise<void> {
      const { world, requestId } = grabbing;
      await world.grab(requestId);
      await world.database.transaction((tx) => tx.run("UPDATE download_history SET state = 'imported' WHERE request_id = ?", [requestId]));
      set({ state: 'seeding', progress: 1, ratio: 1, seedingSeconds: 600, contentPath: '/downloads/Dune' });
    }

    it('has the limits of its indexer handed to the client', async () => {
      const { world, client, requestId } = grabbing;
      rules({ seedRatio: 1, seedMinutes: 90, indexers: [{ indexer: 'tracker', seedRatio: 3 }] });
      const given: AddOptions[] = [];
      const add = client.add;
      client.add = async (item, options) => {
        given.push(options);
        return add(item, options);
      };
      await world.grab(requestId);
      expect(given[0]).to.include({ seedRatio: 3, seedMinutes: 90 });
    });

    it('goes on for ever without a rule', async () => {
      await imported();
      set({ ratio: 1000, seedingSeconds: 1e9 });
      await sweep();
      expect(grabbing.client.removals).to.deep.equal([]);
    });

    it('ends when the rule is met, with its data', async () => {
      rules({ seedRatio: 2 });
      await imported();
      await sweep();
      expect(grabbing.client.removals).to.deep.equal([]);
      set({ ratio: 2 });
      await sweep();
      expect(grabbing.client.removals).to.deep.equal([{ itemId: hash(), deleteData: true }]);
      expect(await stage()).to.equal('removed');
    });

    it('ends when the rule is met, also where a client that had just started did not know the torrent yet', async () => {
      rules({ seedRatio: 2 });
      await imported();
      for (const state of ['missing', 'missing', 'seeding', 'missing', 'missing'] as const) {
        set({ state });
        await sweep();
      }
      expect(await stage()).to.equal('imported');

      set({ state: 'seeding', ratio: 2 });
      await sweep();

      expect(grabbing.client.removals).to.deep.equal([{ itemId: hash(), deleteData: true }]);
    });

    it('does not touch a torrent that was in the client before', async () => {
      rules({ seedRatio: 1 });
      grabbing.client.items.set(hash(), { state: 'seeding', category: 'mine' });
      await imported();
      await sweep();
      expect(grabbing.client.removals).to.deep.equal([]);
    });

    it('keeps the data that another torrent seeds', async () => {
      rules({ seedRatio: 1 });
      await imported();
      grabbing.client.items.set('cross-seed', { state: 'seeding', contentPath: '/downloads/Dune/', category: 'mine' });
      await sweep();
      expect(grabbing.client.removals).to.deep.equal([{ itemId: hash(), deleteData: false }]);
    });

    it('keeps the data that another client seeds, under the name that they have there', async () => {
      const { world, client } = grabbing;
      const other = fakeClient('client-2');
      await world.addIntegration(other);
      await world.database.transaction((tx) =>
        tx.run('UPDATE integrations SET path_mappings = ? WHERE id = ?', [
          JSON.stringify([{ remote: '/data/torrents', local: '/downloads' }]),
          'client-2',
        ]),
      );
      rules({ seedRatio: 1 });
      await imported();
      other.items.set('cross-seed', { state: 'seeding', contentPath: '/data/torrents/Dune', category: 'mine' });
      await sweep();
      expect(client.removals).to.deep.equal([{ itemId: hash(), deleteData: false }]);
      expect(other.removals).to.deep.equal([]);
    });

    it('keeps the data that another torrent is just checking', async () => {
      rules({ seedRatio: 1 });
      await imported();
      grabbing.client.items.set('cross-seed', { state: 'checking', savePath: '/downloads', name: 'Dune', category: 'mine' });
      await sweep();
      expect(grabbing.client.removals).to.deep.equal([{ itemId: hash(), deleteData: false }]);
    });

    it('is given up with a request, but keeps the data that somebody else seeds', async () => {
      const { world, client, requestId } = grabbing;
      await world.grab(requestId);
      set({ state: 'checking', savePath: '/downloads', name: 'Dune' });
      client.items.set('older', { state: 'seeding', contentPath: '/downloads/Dune', category: 'mine' });
      await world.service.cancel(world.callerOf('paul'), requestId);
      const [download] = await world.history(requestId);
      await world.run(REMOVE_DOWNLOAD.name, { downloadId: download?.id });
      expect(client.removals).to.deep.equal([{ itemId: hash(), deleteData: false }]);
    });

    it('keeps the data that another torrent seeds, also where the client does not list the item', async () => {
      const { client } = grabbing;
      rules({ seedRatio: 1 });
      await imported();
      Object.assign(grabbing.client.items.get(hash()) ?? {}, { category: 'unlisted' });
      client.items.set('cross-seed', { state: 'seeding', contentPath: '/downloads/Dune', category: 'lectern' });
      client.listsOnlyOwn = true;
      await sweep();
      expect(client.removals).to.deep.equal([{ itemId: hash(), deleteData: false }]);
    });

    it('keeps data that lie in the library', async () => {
      const library = await mkdtemp(join(tmpdir(), 'lectern-sweep-'));
      try {
        await mkdir(join(library, 'Dune'));
        rules({ seedRatio: 1 }, { ...DEFAULT_SETTINGS.library, path: library });
        await imported();
        set({ contentPath: join(library, 'Dune') });
        await sweep();
        expect(grabbing.client.removals).to.deep.equal([{ itemId: hash(), deleteData: false }]);
      } finally {
        await rm(library, { recursive: true, force: true });
      }
    });

    it('waits for another request that still needs the same torrent', async () => {
      const { world, client } = grabbing;
      rules({ seedRatio: 1 });
      await imported();
      const other = await world.addRequest({ user: 'jessica', status: 'downloading' });
      const [candidateId] = await world.addCandidates(other, grabbing.releases.slice(0, 1));
      await world.grab(other, { candidateId });
      await sweep();
      expect(client.removals).to.deep.equal([]);
    });

    it('waits for another request to which the same torrent is just being handed', async () => {
      const { world, client } = grabbing;
      rules({ seedRatio: 1 });
      await imported();
      const other = await world.addRequest({ user: 'jessica', status: 'downloading' });
      const [candidateId] = await world.addCandidates(other, grabbing.releases.slice(0, 1));
      const { add } = client;
      client.add = async (item, options) => {
        const added = await add(item, options);
        await sweep();
        return added;
      };
      await world.grab(other, { candidateId });
      expect(client.removals).to.deep.equal([]);
      expect([...client.items.keys()]).to.deep.equal([hash()]);
    });

    it('waits for a client that does not say what it seeds, and then removes the data', async () => {
      const { world, client } = grabbing;
      const other = fakeClient('client-2');
      await world.addIntegration(other);
      rules({ seedRatio: 1 });
      await imported();
      other.failure = new IntegrationError('INTEGRATION_UNAVAILABLE', 'away');
      expect(await toldBySweep())
        .to.include('0 torrents were removed')
        .and.include('1 waits for a client that does not say what it seeds.');
      world.state.offset += 6 * DAY_MS;
      await sweep();
      expect([client.removals, await stage()]).to.deep.equal([[], 'imported']);
      other.failure = undefined;
      await sweep();
      expect(client.removals).to.deep.equal([{ itemId: hash(), deleteData: true }]);
    });

    it('ends without its data when a client has not said for a week what it seeds, and says so', async () => {
      const { world, client } = grabbing;
      const other = fakeClient('client-2');
      await world.addIntegration(other);
      rules({ seedRatio: 1 });
      await imported();
      other.failure = new IntegrationError('INTEGRATION_UNAVAILABLE', 'away');
      await sweep();
      world.state.offset += 7 * DAY_MS;
      expect(await toldBySweep()).to.include('The data of 1 stayed, because a client has not said for a week what it seeds.');
      expect(client.removals).to.deep.equal([{ itemId: hash(), deleteData: false }]);
      expect(await stage()).to.equal('removed');
    });

    it('looks at every torrent, however many there are, and at other clients while one is away', async () => {
      const { world, client } = grabbing;
      rules({ seedRatio: 1 });
      await imported();
      const away = fakeClient('client-0');
      away.failure = new IntegrationError('INTEGRATION_UNAVAILABLE', 'away');
      await world.addIntegration(away);
      world.state.clients.reverse();
      const [row] = await world.history(grabbing.requestId);
      await world.database.transaction(async (tx) => {
        for (let i = 0; i < 450; i += 1) {
          const itemId = `item-${i}`;
          client.items.set(itemId, { state: 'seeding', ratio: i === 449 ? 1 : 0, contentPath: `/downloads/${i}` });
          await tx.insert('download_history', { ...row, id: `zz-${String(i).padStart(4, '0')}`, itemId });
        }
      });
      await sweep();
      world.state.offset += 7 * DAY_MS;
      client.calls.length = 0;
      await sweep();
      expect(client.removals.map(({ itemId }) => itemId)).to.deep.equal([hash(), 'item-449']);
      expect(client.calls.filter((call) => call === 'status')).to.have.length(3);
    });

    it('goes on with the other torrents after one that its client does not remove', async () => {
      const { world, client } = grabbing;
      rules({ seedRatio: 1 });
      await imported();
      const [row] = await world.history(grabbing.requestId);
      client.items.set('newer', { state: 'seeding', ratio: 1, contentPath: '/downloads/newer' });
      await world.database.transaction((tx) => tx.insert('download_history', { ...row, id: 'zz', itemId: 'newer' }));
      client.beforeRemoval = (itemId) => {
        if (itemId === hash()) throw new IntegrationError('INTEGRATION_BAD_RESPONSE', 'the files are in use');
      };
      await sweep();
      expect(client.removals.map(({ itemId }) => itemId)).to.deep.equal(['newer']);
      expect(await stage()).to.equal('imported');
    });

    it('asks nobody while no rule ends', async () => {
      const { client } = grabbing;
      await imported();
      client.calls.length = 0;
      await sweep();
      expect(client.calls).to.deep.equal([]);
    });

    it('waits for another request to which the same torrent is handed while the client lists its items', async () => {
      const { world, client } = grabbing;
      rules({ seedRatio: 1 });
      await imported();
      const other = await world.addRequest({ user: 'jessica', status: 'downloading' });
      const [candidateId] = await world.addCandidates(other, grabbing.releases.slice(0, 1));
      client.beforeList = async () => {
        delete client.beforeList;
        await world.grab(other, { candidateId });
      };
      await sweep();
      expect(client.removals).to.deep.equal([]);
    });

    it('is not given up when another request takes the same torrent while the client lists its items', async () => {
      const { world, client, requestId } = grabbing;
      await world.grab(requestId);
      await world.service.cancel(world.callerOf('paul'), requestId);
      const [download] = await world.history(requestId);
      const other = await world.addRequest({ user: 'jessica', status: 'downloading' });
      const [candidateId] = await world.addCandidates(other, grabbing.releases.slice(0, 1));
      client.beforeList = async () => {
        delete client.beforeList;
        await world.grab(other, { candidateId });
      };
      await world.run(REMOVE_DOWNLOAD.name, { downloadId: download?.id });
      expect(client.removals).to.deep.equal([]);
    });

    it('forgets a torrent that somebody removed', async () => {
      rules({ seedRatio: 1 });
      await imported();
      grabbing.client.items.clear();
      await sweep();
      await sweep();
      expect(await stage()).to.equal('imported');
      await sweep();
      expect(await stage()).to.equal('removed');
      expect(grabbing.client.removals).to.deep.equal([]);
    });

    it('keeps a complete torrent of a cancelled request until its rule is met', async () => {
      const { world, client, requestId } = grabbing;
      rules({ seedRatio: 2 });
      await world.grab(requestId);
      set({ state: 'seeding', progress: 1, ratio: 0.5 });
      await world.service.cancel(world.callerOf('paul'), requestId);
      const [download] = await world.history(requestId);
      const again = await world.run(REMOVE_DOWNLOAD.name, { downloadId: download?.id });
      expect(again).to.have.property('againAt');
      expect(client.removals).to.deep.equal([]);
      set({ ratio: 2 });
      expect(await world.run(REMOVE_DOWNLOAD.name, { downloadId: download?.id })).to.equal(undefined);
      expect(client.removals).to.deep.equal([{ itemId: hash(), deleteData: true }]);
    });

    it('goes on for a torrent of a cancelled request that a client did not know yet when it had just started', async () => {
      const { world, client, requestId } = grabbing;
      rules({ seedRatio: 2 });
      await world.grab(requestId);
      set({ state: 'seeding', progress: 1, ratio: 0.5 });
      await world.service.cancel(world.callerOf('paul'), requestId);
      const [download] = await world.history(requestId);
      const look = () => world.run(REMOVE_DOWNLOAD.name, { downloadId: download?.id });

      for (const state of ['missing', 'missing', 'seeding', 'missing', 'missing'] as const) {
        set({ state });
        expect(await look()).to.have.property('againAt');
      }
      expect(client.removals).to.deep.equal([]);
      expect(await look()).to.equal(undefined);
      expect(await stage()).to.equal('removed');
    });

    it('takes place in the client that is chosen for the indexer, and in no other while that one is away', async () => {
      const { world, client, requestId } = grabbing;
      const second = fakeClient('client-2');
      await world.addIntegration(second);
      rules({ indexers: [{ indexer: 'Tracker', client: 'client-2' }] });
      world.state.clients.pop();
      await world.grab(requestId);
      expect((await world.reason(requestId))?.message).to.include('Client client-2');
      expect(client.items.size).to.equal(0);
      world.state.clients.push(second);
      await world.grab(requestId);
      expect([second.items.size, client.items.size]).to.deep.equal([1, 0]);
    });

    it('takes place in any client if the chosen one was removed, and says so', async () => {
      const { world, client, requestId } = grabbing;
      rules({ indexers: [{ indexer: 'Tracker', client: 'gone' }] });
      await world.addCandidates(requestId, [goodRelease()]);
      await world.grab(requestId);
      expect(client.items.size).to.equal(1);
      expect(await told()).to.include('The download client that the settings name for Tracker was removed.');
    });

    it('takes place in any client if the chosen one takes no such releases, and says so', async () => {
      const { world, client, requestId } = grabbing;
      const second = fakeClient('client-2');
      second.protocols = ['usenet'];
      await world.addIntegration(second);
      world.state.clients.push(second);
      rules({ indexers: [{ indexer: 'Tracker', client: 'client-2' }] });
      await world.grab(requestId);
      expect([second.items.size, client.items.size]).to.deep.equal([0, 1]);
      expect(await told()).to.include('Client client-2, which the settings name for Tracker, does not take torrent releases.');
    });
  });
}
