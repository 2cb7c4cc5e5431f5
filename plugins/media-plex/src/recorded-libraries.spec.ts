import { expect } from 'chai';
import { HEALTHY, call, faultOf, playRecorded } from './recorded-answers.spec.support.js';

describe('Plex plugin on recorded answers: libraries', () => {
  const remote = playRecorded();

  it('ignores music unless it was chosen, and films always', async () => {
    const first = await remote.start(HEALTHY);
    const all = await first.media.libraries(call);
    await remote.close();
    const second = await remote.start(HEALTHY, { libraryIds: ['3', '1'], pathMappings: [{ plex: '/storage', lectern: '/mnt/plex' }] });

    expect(all.map(({ id, type }) => [id, type])).to.deep.equal([
      ['3', 'other'],
      ['5', 'audiobook'],
    ]);
    expect(await second.media.libraries(call)).to.deep.equal([{ id: '3', name: 'Music', type: 'audiobook', roots: ['/mnt/plex/music'] }]);
  });

  it('are choices for the form, requested with the draft settings', async () => {
    const { instance } = await remote.start(HEALTHY);

    expect(await instance.choices?.libraries?.({ ...call, draft: { token: 'drafted' } })).to.deep.equal([
      { value: '3', title: 'Music' },
      { value: '5', title: 'Audiobooks (audiobook agent)' },
    ]);
    expect(remote.last().headers['x-plex-token']).to.equal('drafted');
  });

  it('never send the saved token to another address', async () => {
    const { instance } = await remote.start(HEALTHY);
    const error = await faultOf(
      instance.choices?.libraries?.({ ...call, draft: { baseUrl: 'http://other.example.test' } }) ?? Promise.resolve(),
    );

    expect(error).to.include({ code: 'INTEGRATION_MISCONFIGURED', field: 'token' });
    expect(remote.requests).to.deep.equal([]);
  });
});
