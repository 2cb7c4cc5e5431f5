import { expect } from 'chai';
import { TOKEN, call, container, faultOf, playRecorded } from './recorded-answers.spec.support.js';

describe('Plex plugin on recorded answers: single items', () => {
  const remote = playRecorded();

  const album = (thumb: string) => container({ Metadata: [{ ratingKey: '200', thumb }] });
  const picture = { headers: { 'content-type': 'image/jpeg' }, body: Buffer.from([255, 216, 255]) };

  it('fetches a cover with the requested width, with the token in the header', async () => {
    const { media } = await remote.start({ 'GET /library/metadata/200': 'pms.metadata.album.json', 'GET /photo/:/transcode': picture });

    const cover = await media.cover('200', { ...call, width: 9000 });

    expect(cover).to.deep.include({ contentType: 'image/jpeg' });
    expect([...(cover?.bytes ?? [])]).to.deep.equal([255, 216, 255]);
    expect(Object.fromEntries(remote.last().query)).to.deep.equal({
      url: '/library/metadata/200/thumb/1767500100',
      width: '2000',
      height: '2000',
      minSize: '1',
      upscale: '0',
      format: 'jpeg',
    });
    expect(remote.last().headers['x-plex-token']).to.equal(TOKEN);
  });

  it('fetches the original without a width, and returns null if there is none', async () => {
    const { media } = await remote.start({
      'GET /library/metadata/200': 'pms.metadata.album.json',
      'GET /library/metadata/200/thumb/1767500100': picture,
    });

    expect((await media.cover('200', call))?.contentType).to.equal('image/jpeg');
    expect(await media.cover('404', call)).to.equal(null);
  });

  for (const thumb of [
    'https://evil.example.test/x.jpg',
    '//evil.example.test/x.jpg',
    '/library/../../x',
    'thumb.jpg',
    '/\\evil.example.test/x',
  ]) {
    it(`never sends the token to “${thumb}”`, async () => {
      const { media } = await remote.start({ 'GET /library/metadata/200': album(thumb) });

      expect(await media.cover('200', call)).to.equal(null);
      expect(remote.requests).to.have.length(1);
    });
  }

  it('refuses a web page in place of a cover', async () => {
    const { media } = await remote.start({
      'GET /library/metadata/200': 'pms.metadata.album.json',
      'GET /library/metadata/200/thumb/1767500100': { headers: { 'content-type': 'text/html' }, body: '<svg/>' },
    });

    expect((await faultOf(media.cover('200', call))).code).to.equal('INTEGRATION_BAD_RESPONSE');
  });

  it('cannot write ASINs, and removes only if an admin allowed it', async () => {
    const { media } = await remote.start({});

    expect(media).not.to.have.any.keys('setAsin', 'remove', 'accounts');
  });

  it('removes, succeeds for an absent item, and says what is missing if Plex refuses', async () => {
    const path = 'DELETE /library/metadata/200';
    for (const status of [200, 404]) {
      const { media } = await remote.start({ [path]: { status } }, { deleteFiles: true });
      await media.remove?.('200', call);
      expect(remote.asked()).to.deep.equal([path]);
      await remote.close();
    }
    for (const status of [400, 403]) {
      const { media } = await remote.start({ [path]: { status } }, { deleteFiles: true });
      const error = await faultOf(media.remove?.('200', call) ?? Promise.resolve());
      expect(error.code).to.equal('INTEGRATION_FORBIDDEN');
      expect(error.message).to.match(/Allow media deletion/);
      await remote.close();
    }
  });

  it('keeps an id inside its segment of the path', async () => {
    const { media } = await remote.start({}, { deleteFiles: true });

    await media.remove?.('../../:/prefs?x', call);

    expect(remote.last().path).to.equal('/library/metadata/..%2F..%2F%3A%2Fprefs%3Fx');
  });
});
