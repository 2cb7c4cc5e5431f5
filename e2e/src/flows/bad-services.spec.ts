import { type Fault } from '@lectern/simulators';
import { until } from '@lectern/testbed';
import { expect } from 'chai';
import { startWorld, type World, type WorldRequest } from '../world.js';

/** Waits are so short that a fault is met several times before it is mended. */
const TIME_SCALE = 0.001;
const SETTLED_MS = 400;

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

describe('services that fail', () => {
  let world: World;
  let books: string[];

  before(async () => {
    world = await startWorld({
      timeScale: TIME_SCALE,
      integrations: (defaults) =>
        defaults.map((entry) =>
          entry.pluginId === 'indexer-prowlarr' ? { ...entry, settings: { ...entry.settings, timeoutSeconds: 5 } } : entry,
        ),
    });
    books = world.sims.playable.map((book) => book.asin);
  });

  after(() => world?.stop());

  async function waitsFor(id: string, component: RegExp): Promise<WorldRequest> {
    return world.untilRequest(
      id,
      `a reason that names ${component}`,
      ({ status, reason }) =>
        ['awaiting_search', 'downloading', 'downloaded'].includes(status) &&
        component.test(`${reason?.component?.name} ${reason?.message}`),
    );
  }

  const announcements = (book: number) =>
    world.sims.discord.messages.filter((message) => JSON.stringify(message).includes(world.sims.playable[book]?.title ?? ''));

  /** A book that is available is announced a moment later. A test that ends before it leaves the next one a message to send. */
  const untilAnnounced = (book: number) => until(() => announcements(book).length > 0, { what: 'the announcement' });

  describe('Prowlarr', () => {
    const faults: readonly [string, Fault, RegExp][] = [
      ['refuses the key', { kind: 'status', status: 401 }, /key|refuse/i],
      ['asks to slow down', { kind: 'status', status: 429, retryAfter: 2 }, /too many|slow|limit|wait/i],
      ['breaks', { kind: 'status', status: 500 }, /500/],
      ['hangs', { kind: 'hang', path: /\/search$/ }, /timed out/i],
      ['answers half a document', { kind: 'malformed' }, /./],
      ['answers a web page', { kind: 'html' }, /sign-in|web page/i],
      ['drops the connection', { kind: 'reset' }, /connection|reset|closed/i],
    ];
    for (const [what, fault, cause] of faults) {
      it(`is named as the cause when it ${what}, and the search continues once it works`, async () => {
        const { prowlarr, transmission } = world.sims;
        let request: string;
        const before = transmission.torrents.length;
        prowlarr.fail(fault);
        try {
          request = await world.request(books[0] ?? '');
          const waiting = await waitsFor(request, /Prowlarr|Tracker|Harbour/);
          expect(waiting.status).to.equal('awaiting_search');
          expect(waiting.reason?.component?.kind).to.equal('indexer');
          expect(waiting.reason?.message).to.match(cause);
          expect(waiting.reason?.message).not.to.contain(prowlarr.apiKey);
          expect(waiting.reason?.nextAt).to.be.a('string');
          expect(waiting.reason?.todo).to.be.a('string');
          expect(transmission.torrents).to.have.length(before);
        } finally {
          prowlarr.heal();
        }
        transmission.setSpeed({ bytesPerSecond: 0 });
        await world.until(request, 'downloading');
        // the status comes before the torrent: one that came after the cancel would be counted by the next test
        await until(() => transmission.torrents.length === before + 1, { what: 'the torrent to come' });
        await world.api.user.call('POST', `/api/requests/${request}/cancel`, {});
        await until(() => transmission.torrents.length === before, { what: 'the torrent to go' });
        transmission.setSpeed({ seconds: 1 });
      });
    }

    it('is named when it has failed so often that calls to it are paused', async () => {
      const { prowlarr } = world.sims;
      prowlarr.fail({ kind: 'status', status: 500 });
      const id = await world.request(books[0] ?? '');
      await world.untilRequest(id, 'six searches', ({ timeline }) => timeline.filter((e) => e.event === 'search_started').length >= 6);
      const { reason } = await world.untilRequest(id, 'a wait', ({ status }) => status === 'awaiting_search');
      prowlarr.heal();
      expect(reason?.message).to.match(/Prowlarr/);
      await world.until(id, 'available');
    });
  });

  it('keeps the download of a client that answers with web pages for a while', async () => {
    const { transmission } = world.sims;
    transmission.setSpeed({ seconds: 4 });
    const id = await world.request(books[1] ?? '');
    await world.untilRequest(id, 'some progress', (request) => (request.progress?.fraction ?? 0) > 0);
    transmission.fail({ kind: 'html' });
    const waiting = await world.untilRequest(id, 'word of the client', ({ reason }) => reason?.code === 'client_unreachable');
    await pause(SETTLED_MS);

    expect(waiting.reason?.component).to.deep.equal({ kind: 'downloadClient', name: 'Transmission' });
    expect(waiting.reason?.message).to.match(/^Transmission cannot be reached/);
    expect((await world.look(id)).status).to.equal('downloading');
    transmission.heal();
    const request = await world.until(id, 'available');
    expect(request.timeline.filter((entry) => entry.event === 'grabbed')).to.have.length(1);
    transmission.setSpeed({ seconds: 1 });
    await untilAnnounced(1);
  });

  it('keeps the files of a finished book while the media server is down', async () => {
    const { audiobookshelf } = world.sims;
    audiobookshelf.fail({ kind: 'reset' });
    const id = await world.request(books[2] ?? '');
    const waiting = await world.untilRequest(
      id,
      'word of the media server',
      ({ status, reason }) => status === 'downloaded' && /media_server/.test(reason?.code ?? ''),
    );
    await pause(SETTLED_MS);

    expect(waiting.reason?.component).to.deep.equal({ kind: 'mediaServer', name: 'Audiobookshelf' });
    expect((await world.look(id)).status).to.equal('downloaded');
    audiobookshelf.heal();
    const request = await world.until(id, 'available');
    expect(request.timeline.filter((entry) => entry.event === 'import_done')).to.have.length(1);
    await untilAnnounced(2);
  });

  it('announces a book once if Discord asks to wait', async () => {
    const { discord } = world.sims;
    const title = world.sims.playable[3]?.title ?? '';
    discord.limitTo(0, 1);
    const id = await world.request(books[3] ?? '');
    await world.until(id, 'available');
    const posts = () => discord.requests.filter((request) => request.method === 'POST' && request.body.includes(title)).length;
    await until(() => posts() > 0, { what: 'the first try' });
    expect(announcements(3)).to.have.length(0);
    discord.limitTo(undefined);

    await untilAnnounced(3);
    await pause(2_000);
    expect(announcements(3)).to.have.length(1);
  });
});
