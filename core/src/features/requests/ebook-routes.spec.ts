import { expect } from 'chai';
import { startTestHttp, type TestHttp } from '../auth/test-http.js';
import { waitReason } from '../lifecycle/reasons/wait-reasons.js';
import { ebookRoutes } from './ebook-routes.js';
import { DUNE } from './request-fakes.spec.support.js';
import { createRequestWorld, type RequestWorld } from './request-world.spec.support.js';

interface Answer {
  readonly request: { readonly id: string; readonly status: string; readonly mine: boolean; readonly reason?: string } | null;
}

describe('the ebook of a book, as its page shows it', () => {
  let world: RequestWorld;
  let http: TestHttp;

  beforeEach(async () => {
    world = await createRequestWorld();
    const { database, host, catalog, settings } = world;
    http = await startTestHttp({
      database,
      routes: ebookRoutes({ database, host, catalog, settings, availabilityOf: async () => new Map() }),
    });
  });
  afterEach(async () => {
    await http.stop();
    await world.remove();
  });

  it('says why the own request waits, and nothing of why another’s does', async () => {
    const paul = await http.as('paul');
    const user = (await http.people.users.findByUsername('paul'))?.id ?? '';
    const chani = await http.as('chani');
    const id = await world.addRequest({ user, type: 'ebook', status: 'awaiting_search' });
    await world.database.transaction((tx) => world.transitions.setReason(tx, id, waitReason('no_ebook_source')));
    const path = `/api/audiobooks/${DUNE.asin}/ebook`;

    expect((await paul.get<Answer>(path)).body.request).to.deep.equal({
      id,
      status: 'awaiting_search',
      mine: true,
      reason: 'no_ebook_source',
    });
    expect((await chani.get<Answer>(path)).body.request).to.equal(null);
    await world.database.transaction((tx) =>
      tx.run("UPDATE requests SET status = 'downloaded', status_group = 'completed' WHERE id = ?", [id]),
    );
    expect((await chani.get<Answer>(path)).body.request).to.deep.equal({ id, status: 'downloaded', mine: false });
  });
});
