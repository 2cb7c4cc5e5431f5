import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LecternApiError } from '@lectern/demo';
import { expect } from 'chai';
import { startWorld, type World } from '../world.js';

interface Candidates {
  readonly search: { readonly sources: readonly { readonly name: string; readonly status: string; readonly found: number }[] };
  readonly candidates: readonly {
    readonly title: string;
    readonly state: string;
    readonly gates: readonly { readonly name: string; readonly passed: boolean; readonly reason: string }[];
  }[];
}

interface Made {
  readonly request: { readonly id: string; readonly type: string; readonly parentRequestId?: string };
}

async function refusal(work: Promise<unknown>): Promise<string> {
  const error: unknown = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  return error instanceof LecternApiError ? `${error.status} ${error.code}` : String(error);
}

describe('ebooks', () => {
  let world: World;
  const asinOf = (index: number) => world.sims.playable[index]?.asin ?? '';
  const ask = async (asin: string) => (await world.api.user.call<Made>('POST', '/api/requests', { asin, type: 'ebook' })).request.id;

  before(async () => {
    world = await startWorld();
  });
  after(() => world?.stop());

  it('are found, waited for, downloaded, checked and filed, and their requester is notified', async () => {
    const book = world.sims.playable[0];
    const { possible, request } = await world.api.user.call<{ possible: boolean; request: unknown }>(
      'GET',
      `/api/audiobooks/${asinOf(0)}/ebook`,
    );
    expect([possible, request]).to.deep.equal([true, null]);

    const id = await ask(asinOf(0));
    const waiting = await world.untilRequest(id, 'a wait the source asks for', ({ reason }) => reason?.code === 'source_wait');
    expect(waiting.reason?.component).to.deep.equal({ kind: 'ebookSource', name: 'Ebook archive' });
    await world.restart();
    const done = await world.until(id, 'downloaded');

    const folder = done.files?.directory ?? '';
    const files = await readdir(folder);
    const epub = files.find((name) => name.endsWith('.epub')) ?? '';
    const bytes = await readFile(join(folder, epub));
    expect(
      world.sims.annas.files.some((file) => file.bytes.equals(bytes) && file.title === book?.title && file.language === 'en'),
    ).to.equal(true);
    expect(done.stages.every(({ state }) => state === 'done')).to.equal(true);
    const { candidates, search } = await world.api.admin.call<Candidates>('GET', `/api/requests/${id}/candidates`);
    expect(search.sources).to.have.length(1);
    expect(search.sources[0]).to.include({ status: 'ok' });
    expect(candidates.find(({ state }) => state === 'grabbed')?.title).to.match(/\[EPUB\]$/);
    const told = await world.api.user.call<{ items: { event: string; requestId?: string }[] }>('GET', '/api/notifications');
    expect(told.items.filter((item) => item.requestId === id).map((item) => item.event)).to.include('request_available');
    expect(await refusal(world.api.admin.call('POST', '/api/requests', { asin: asinOf(0), type: 'ebook' }))).to.equal(
      '409 already_available',
    );
  });

  it('are fetched for an audiobook request, once, and stand beside it', async () => {
    const parent = await world.request(asinOf(1));
    await world.until(parent, 'available');

    const { request } = await world.api.user.call<Made>('POST', `/api/requests/${parent}/fetch-ebook`);

    expect(request).to.include({ type: 'ebook', parentRequestId: parent });
    expect(await refusal(world.api.user.call('POST', `/api/requests/${parent}/fetch-ebook`))).to.equal('409 duplicate');
    await world.until(request.id, 'downloaded');
    const shown = await world.api.user.call<{ request: { ebookRequest?: object } }>('GET', `/api/requests/${parent}`);
    expect(shown.request.ebookRequest).to.deep.equal({ id: request.id, status: 'downloaded' });
    expect(await refusal(world.api.user.call('POST', `/api/requests/${request.id}/fetch-ebook`))).to.equal('409 request_state');
  });

  it('give way to the next if they are not what they claim, and a fruitless search says so', async () => {
    const book = world.sims.playable[2];
    const title = book?.title ?? '';
    const files = world.sims.annas.files.filter((file) => file.title === title && file.language === 'en');
    const [good] = files;
    if (!good) throw new Error('the demo has no ebook of it');
    // the archive hands out something else under the checksum it names
    Object.assign(good, { servedBytes: Buffer.from('<!doctype html><title>Sign in</title>') });

    const id = await ask(asinOf(2));

    const waiting = await world.until(id, 'awaiting_search');
    expect(waiting.reason?.message).to.match(/a web page instead of the file/);
    expect(waiting.timeline.map(({ event }) => event)).to.include('next_candidate');
    const { candidates } = await world.api.admin.call<Candidates>('GET', `/api/requests/${id}/candidates`);
    expect(candidates.some(({ state }) => state === 'blocklisted')).to.equal(true);
    Object.assign(good, { servedBytes: undefined });
    await world.api.user.call('POST', `/api/requests/${id}/cancel`);
  });

  it('wait if their source is out of order, and name it', async () => {
    world.sims.annas.trouble('layout-drift');
    const id = await ask(asinOf(3));

    const waiting = await world.until(id, 'awaiting_search');

    expect(waiting.reason?.component).to.deep.equal({ kind: 'ebookSource', name: 'Ebook archive' });
    expect(waiting.reason?.message).to.include('not found: .js-aarecord-list-outer');
    world.sims.annas.heal();
    await world.api.user.call('POST', `/api/requests/${id}/cancel`);
  });

  it('follow their own path template', async () => {
    const bad = { library: { ebookPathTemplate: '../{title}' } };
    expect(await refusal(world.api.admin.call('PATCH', '/api/admin/settings', bad))).to.equal('422 settings_invalid');
    await world.api.admin.call('PATCH', '/api/admin/settings', { library: { ebookPathTemplate: 'Ebooks/{author}/{title}' } });

    const done = await world.until(await ask(asinOf(3)), 'downloaded');

    expect(done.files?.directory).to.include('/Ebooks/');
  });
});
