import { expect } from 'chai';
import { HEALTHY, LIBRARY, call, faultOf, playRecorded } from './recorded-answers.spec.support.js';

describe('Audiobookshelf plugin on recorded answers: libraries', () => {
  const remote = playRecorded();

  it('leaves podcasts out and names the folders', async () => {
    const { media } = await remote.start(HEALTHY);

    expect(await media.libraries(call)).to.deep.equal([
      { id: LIBRARY, name: 'Audiobooks', type: 'mixed', roots: ['/media/audiobooks'] },
      { id: '0a78dd12-fff2-48d4-aaf7-e23e97b616ee', name: 'Ebooks', type: 'mixed', roots: ['/media/ebooks'] },
    ]);
  });

  it('returns only the chosen ones', async () => {
    const { media } = await remote.start(HEALTHY, { libraryIds: [LIBRARY] });

    expect((await media.libraries(call)).map(({ id }) => id)).to.deep.equal([LIBRARY]);
  });

  it('is empty on a server without libraries, and for an account that is shown all but may see none', async () => {
    const first = await remote.start({ ...HEALTHY, 'GET /api/libraries': { body: { libraries: [] } } });
    expect(await first.media.libraries(call)).to.deep.equal([]);
    await remote.close();

    const nothing = { id: 'u', username: 'u', type: 'user', permissions: { accessAllLibraries: false }, librariesAccessible: [] };
    const second = await remote.start({ ...HEALTHY, 'GET /api/me': { body: nothing } });
    expect(await second.media.libraries(call)).to.deep.equal([]);
  });

  it('are choices for the form, requested with the draft settings', async () => {
    const { instance } = await remote.start(HEALTHY);
    const choices = instance.choices?.libraries;

    expect(await choices?.({ ...call, draft: { apiKey: 'drafted' } })).to.deep.equal([
      { value: LIBRARY, title: 'Audiobooks' },
      { value: '0a78dd12-fff2-48d4-aaf7-e23e97b616ee', title: 'Ebooks' },
    ]);
    expect(remote.last().headers.authorization).to.equal('Bearer drafted');
  });

  it('never send the saved key to another address', async () => {
    const { instance } = await remote.start(HEALTHY);
    const error = await faultOf(
      instance.choices?.libraries?.({ ...call, draft: { baseUrl: 'http://other.example.test' } }) ?? Promise.resolve(),
    );

    expect(error).to.include({ code: 'INTEGRATION_MISCONFIGURED', field: 'apiKey' });
    expect(remote.requests).to.deep.equal([]);
  });
});
