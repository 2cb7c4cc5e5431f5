import { until } from '@lectern/testbed';
import { expect } from 'chai';
import { KILLS_AFTER_BRINGING, type Kill } from './crash-kills.spec.support.js';
import { stuckJobs, withDatabase } from './crash-outcome.spec.support.js';
import { createCrashStage, libraryOf, untilAvailable, untilDead, type CrashStage, type Scene } from './crash-scene.spec.support.js';

interface Candidate {
  readonly id: string;
  readonly indexer: string;
}

describe('a server that is killed while it takes what a person brought', () => {
  let stage: CrashStage;

  before(async () => {
    stage = await createCrashStage();
  });
  after(() => stage?.close());

  const call = <T>(method: string, path: string, body?: object) => stage.admin.api.call<T>(method, path, body);

  /** A request for a book of which no indexer has a release, and the .torrent of it. */
  async function requestWithout(): Promise<{ scene: Scene; requestId: string; torrent: Blob }> {
    const scene = stage.nextScene();
    const { releases } = scene.world.prowlarr;
    const at = releases.findIndex(({ infoHash }) => infoHash === scene.infoHash);
    const [release] = releases.splice(at, 1);
    if (at < 0 || !release || !('torrent' in release.payload)) throw new Error('the book has no torrent');
    const requestId = await stage.ask(scene.book);
    await until(async () => (await stage.statusOf(requestId)) === 'awaiting_search', { everyMs: 20, what: 'the search to find nothing' });
    return { scene, requestId, torrent: new Blob([new Uint8Array(release.payload.torrent)], { type: 'application/x-bittorrent' }) };
  }

  /** What a person does who had no answer: looks whether it is there, and brings it otherwise. */
  async function broughtBy(requestId: string, torrent: Blob): Promise<string> {
    const { candidates } = await call<{ candidates: readonly Candidate[] }>('GET', `/api/requests/${requestId}/candidates`);
    const there = candidates.find(({ indexer }) => indexer === 'Own release');
    if (there) return there.id;
    const path = `/api/requests/${requestId}/own-release/torrent`;
    return (await call<{ candidate: Candidate }>('POST', path, torrent)).candidate.id;
  }

  /** Brings it and takes it, unless it was taken. An answer that is lost with the server is none. */
  async function takeIt(requestId: string, torrent: Blob): Promise<void> {
    if ((await stage.statusOf(requestId)) !== 'awaiting_search') return;
    const candidateId = await broughtBy(requestId, torrent);
    await call('POST', `/api/requests/${requestId}/select`, { candidateId, overrideGates: true });
  }

  async function killAt({ at, when }: Kill, scene: Scene, work: () => Promise<void>): Promise<void> {
    if (at !== undefined) await stage.arm(at);
    const moment = when?.(scene);
    const done = work().catch((error: unknown) => {
      if (!(error instanceof TypeError)) throw error;
    });
    await Promise.race([untilDead(stage), ...(moment ? [moment] : [])]);
    await stage.server.kill();
    await done;
    scene.world.transmission.heal();
    await stage.restart();
  }

  for (const kill of KILLS_AFTER_BRINGING) {
    it(`hands it over once after a kill ${kill.name}`, async () => {
      const { scene, requestId, torrent } = await requestWithout();

      await killAt(kill, scene, () => takeIt(requestId, torrent));
      await takeIt(requestId, torrent);
      await untilAvailable(stage, requestId);

      await withDatabase(stage, async (database) => {
        expect(await stuckJobs(database), 'jobs that are stuck or have failed').to.deep.equal([]);
        const brought = await database.read.all("SELECT id FROM request_events WHERE request_id = ? AND event = 'release_brought'", [
          requestId,
        ]);
        expect(brought, 'times that it was brought').to.have.length(1);
        const downloads = await database.read.all('SELECT state, item_id FROM download_history WHERE request_id = ?', [requestId]);
        expect(downloads).to.deep.equal([{ state: 'imported', itemId: scene.infoHash }]);
      });
      const { torrents } = scene.world.transmission;
      expect(torrents.filter(({ infoHash }) => infoHash === scene.infoHash)).to.have.length(1);
      // its ids grow with each torrent it takes, so that one taken twice would show
      expect(torrents.map(({ id }) => id)).to.deep.equal(torrents.map((_, index) => index + 1));
      const { books } = await libraryOf(scene.world.libraryDir);
      expect([...books].filter(([folder]) => folder.includes(scene.book.title))).to.deep.equal([[scene.book.title, stage.files]]);
    });
  }
});
