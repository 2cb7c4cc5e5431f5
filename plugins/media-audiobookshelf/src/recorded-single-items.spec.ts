import type { LibraryItem } from '@lectern/plugin-api';
import { expect } from 'chai';
import { call, faultOf, jsonOf, playRecorded } from './recorded-answers.spec.support.js';

describe('Audiobookshelf plugin on recorded answers: single items', () => {
  const remote = playRecorded();

  const path = '/api/items/8b9aff81-578e-48c7-8070-b91930dcba78';
  const id = '8b9aff81-578e-48c7-8070-b91930dcba78' satisfies LibraryItem['itemId'];

  it('writes an ASIN in upper case and nothing else, and accepts "nothing changed" as success', async () => {
    const { media } = await remote.start({ [`PATCH ${path}/media`]: 'item.patch-media.same-value' });

    await media.setAsin?.(id, ' b0test0003', call);

    expect(jsonOf(remote.last())).to.deep.equal({ metadata: { asin: 'B0TEST0003' } });
  });

  it('says that the account may not write, and that the item is gone', async () => {
    const forbidden = await remote.start({ [`PATCH ${path}/media`]: 'user.patch-forbidden' });
    expect((await faultOf(forbidden.media.setAsin?.(id, 'B0TEST0003', call) ?? Promise.resolve())).code).to.equal('INTEGRATION_FORBIDDEN');
    await remote.close();

    const gone = await remote.start({});
    expect((await faultOf(gone.media.setAsin?.(id, 'B0TEST0003', call) ?? Promise.resolve())).code).to.equal('INTEGRATION_NOT_FOUND');
  });

  it('removes the record, the files only on request, and succeeds for an absent item', async () => {
    const soft = await remote.start({ [`DELETE ${path}`]: 'item.delete.soft' });
    await soft.media.remove?.(id, call);
    expect(remote.last().query.get('hard')).to.equal(null);
    await remote.close();

    const hard = await remote.start({ [`DELETE ${path}`]: 'item.delete.again' }, { deleteFiles: true });
    await hard.media.remove?.(id, call);
    expect(remote.last().query.get('hard')).to.equal('1');
  });

  it('keeps an id inside its segment of the path', async () => {
    const { media } = await remote.start({});

    await faultOf(media.setAsin?.('../../users?x', 'B0TEST0003', call) ?? Promise.resolve());

    expect(remote.last().path).to.equal('/api/items/..%2F..%2Fusers%3Fx/media');
  });

  it('fetches a cover as JPEG with a width within the server’s limits', async () => {
    const picture = { headers: { 'content-type': 'image/jpeg; charset=x' }, body: Buffer.from([255, 216, 255]) };
    const { media } = await remote.start({ [`GET ${path}/cover`]: picture });

    const cover = await media.cover(id, { ...call, width: 9000.4 });

    expect(cover?.contentType).to.equal('image/jpeg');
    expect([...(cover?.bytes ?? [])]).to.deep.equal([255, 216, 255]);
    expect(Object.fromEntries(remote.last().query)).to.deep.equal({ format: 'jpeg', width: '4096' });
  });

  it('answers null without a cover, and refuses anything but a picture', async () => {
    const none = await remote.start({ [`GET ${path}/cover`]: 'cover.missing' });
    expect(await none.media.cover(id, call)).to.equal(null);
    await remote.close();

    const page = await remote.start({ [`GET ${path}/cover`]: { headers: { 'content-type': 'text/html' }, body: '<svg/>' } });
    expect((await faultOf(page.media.cover(id, call))).code).to.equal('INTEGRATION_BAD_RESPONSE');
  });
});
