import type { SimulatorRequest, SimulatorResponse } from '@lectern/simulators';
import { expect } from 'chai';
import { HEALTHY, call, container, faultOf, playRecorded, recorded } from './recorded-answers.spec.support.js';

describe('Plex plugin on recorded answers: refresh', () => {
  const remote = playRecorded();

  const refresh = 'GET /library/sections/5/refresh';
  const folders = (...paths: string[]) =>
    container({ Directory: [{ key: '5', type: 'artist', title: 'Books', agent: 'x', Location: paths.map((path) => ({ path })) }] });

  it('scans the folder of a file, by its path in Plex', async () => {
    const { media } = await remote.start(
      { ...HEALTHY, [refresh]: 'pms.refresh.json' },
      { pathMappings: [{ plex: '/storage/audiobooks', lectern: '/books' }] },
    );

    await media.refresh('5', { ...call, path: '/books/Ada Quill/The Paper Lighthouse/a & b.m4b' });

    expect(remote.last().query.get('path')).to.equal('/storage/audiobooks/Ada Quill/The Paper Lighthouse');
    expect(remote.last().method).to.equal('GET');
    expect(remote.last().query.has('force')).to.equal(false);
  });

  it('scans the whole library without a path, for a folder outside it, or if it has several folders', async () => {
    const paths: (string | null)[] = [];
    const take = ({ query }: SimulatorRequest): SimulatorResponse => {
      paths.push(query.get('path'));
      return recorded('pms.refresh.json');
    };
    const first = await remote.start({ ...HEALTHY, [refresh]: take });
    await first.media.refresh('5', call);
    await first.media.refresh('5', { ...call, path: '/storage/audiobooks2/X' });
    expect(first.context.logs.map(({ level }) => level)).to.deep.equal(['warn']);
    await remote.close();
    const second = await remote.start({ 'GET /library/sections': folders('/a', '/b'), [refresh]: take });
    await second.media.refresh('5', { ...call, path: '/b/X' });

    expect(paths).to.deep.equal([null, null, null]);
    expect(second.context.logs).to.deep.equal([]);
  });

  for (const status of [404, 405]) {
    it(`uses POST if GET is answered with ${status}`, async () => {
      const { media } = await remote.start({ ...HEALTHY, [refresh]: { status }, 'POST /library/sections/5/refresh': { status: 200 } });

      await media.refresh('5', { ...call, path: '/storage/audiobooks/X' });

      expect(remote.asked().slice(-2)).to.deep.equal([refresh, 'POST /library/sections/5/refresh']);
      expect(remote.last().query.get('path')).to.equal('/storage/audiobooks/X');
    });
  }

  it('says that only the owner may scan, and that the library is gone', async () => {
    const { media } = await remote.start({
      ...HEALTHY,
      [refresh]: { status: 403, headers: { 'content-type': 'text/html' }, body: '<h1>x</h1>' },
    });

    const error = await faultOf(media.refresh('5', call));
    expect(error).to.include({ code: 'INTEGRATION_FORBIDDEN', field: 'token' });
    expect(error.message).to.match(/owner/);
    expect((await faultOf(media.refresh('9', call))).code).to.equal('INTEGRATION_NOT_FOUND');
  });
});
