import { IntegrationError } from '@lectern/plugin-api';
import { expect } from 'chai';
import { createSpeakers, sentence, type Say } from '../../platform/words/index.js';
import { withDirectDownloads } from '../direct-downloads/with-direct-downloads.js';
import { readClientHoldings } from '../lifecycle/client-holdings.js';
import { fakePluginHost } from '../requests/request-host.spec.support.js';
import { createGrabWorld } from '../requests/request-world.spec.support.js';

const IN_ENGLISH = 'Direct download';
const LANGUAGES = [
  ['de', 'Direkter Download'],
  ['ar', 'التنزيل المباشر'],
] as const;

for (const [language, name] of LANGUAGES) {
  describe(`the server's own download client, for who reads ${language}`, () => {
    let grabbing: Awaited<ReturnType<typeof createGrabWorld>>;
    let say: Say;

    beforeEach(async () => {
      say = await createSpeakers().in(language);
      grabbing = await createGrabWorld(3);
      const { state } = grabbing.world;
      const none = fakePluginHost({ ...state, clients: [] }, () => undefined);
      const [own] = withDirectDownloads(none, () => ({}) as never).providers('downloadClient');
      grabbing.client.name = own?.name ?? '';
      grabbing.client.said = own?.said;
    });
    afterEach(() => grabbing.world.remove());

    /** All that an admin reads of the request. */
    async function read() {
      const { world, requestId } = grabbing;
      const detail = await world.detail(requestId, world.callerOf('admin'), say);
      return { timeline: detail?.timeline.map(({ message }) => message) ?? [], reason: detail?.reason };
    }

    function expectSaid(text: string | undefined): void {
      expect(text).to.include(name).and.not.include(IN_ENGLISH);
    }

    it('has its name where a release is given to it', async () => {
      const { world, requestId } = grabbing;
      await world.grab(requestId);

      const { timeline, reason } = await read();
      expect(timeline.join('\n')).to.not.include(IN_ENGLISH);
      expectSaid(timeline.find((message) => message?.includes(grabbing.releases[0]?.title ?? '')));
      expectSaid(reason?.message);
      expect(reason?.component).to.deep.equal({ kind: 'downloadClient', name });
      const notice = world.notified.find(({ event }) => event === 'request_grabbed');
      expectSaid(notice && say(notice.said));
    });

    it('has its name where it waits, cannot be reached, or fails', async () => {
      const { world, client, requestId, releases } = grabbing;
      await world.grab(requestId);
      const item = client.items.get(releases[0]?.infoHash ?? '');
      if (item) Object.assign(item, { state: 'queued' });
      await world.poll();
      expectSaid((await read()).reason?.message);
      client.failure = new IntegrationError('INTEGRATION_UNAVAILABLE', 'gone');
      await world.poll();
      expectSaid((await read()).reason?.message);
      client.failure = undefined;
      if (item) Object.assign(item, { state: 'failed', error: 'broken' });
      await world.poll();

      const { timeline, reason } = await read();
      expect(timeline.join('\n')).to.not.include(IN_ENGLISH);
      expectSaid(timeline.find((message) => message?.includes('broken')));
      expectSaid(reason?.message);
    });

    it('has its name where it refuses a release, and is to blame', async () => {
      const { world, client, requestId } = grabbing;
      client.add = async () => {
        throw new IntegrationError('INTEGRATION_UNSUPPORTED', 'no such files');
      };
      await world.grab(requestId);

      const { timeline, reason } = await read();
      expect(timeline.join('\n')).to.include(name).and.not.include(IN_ENGLISH);
      expect(reason?.component).to.deep.equal({ kind: 'downloadClient', name });
    });

    it('has its name where it is in the way of files', async () => {
      const { world, client } = grabbing;
      client.items.set('item', { state: 'downloading', contentPath: '/nowhere/book' });
      const signal = new AbortController().signal;

      const holdings = await readClientHoldings({ host: world.host, sql: world.database.read, withHistory: true, signal });

      expectSaid(say(sentence('finding.client_has_download', { client: holdings.clientAt('/nowhere/book') ?? '' })));
    });

    it('is not the only one: a client that was removed is called one in the language as well', async () => {
      const { world, requestId } = grabbing;
      await world.grab(requestId);
      world.state.clients.splice(0);
      await world.poll();

      const { message } = (await read()).reason ?? {};
      expect(message)
        .to.include(say(sentence('timeline.the_download_client')))
        .and.include(say(sentence('finding.client_gone')));
    });

    it('has its name where somebody goes on with what it still has, or where it cannot say so', async () => {
      const { world, client, requestId } = grabbing;
      await world.addUser('admin');
      await world.grab(requestId);
      await world.database.transaction((tx) =>
        tx.run("UPDATE requests SET status = 'failed', status_group = 'attention' WHERE id = ?", [requestId]),
      );
      client.failure = new IntegrationError('INTEGRATION_UNAVAILABLE', 'gone');
      const error = await world.service.retryDownload(world.callerOf('admin'), requestId).catch((thrown: unknown) => thrown);
      expectSaid(say((error as { said: Parameters<Say>[0] }).said));
      client.failure = undefined;
      await world.service.retryDownload(world.callerOf('admin'), requestId);

      const { timeline } = await read();
      expectSaid(timeline.at(-1));
    });
  });
}
