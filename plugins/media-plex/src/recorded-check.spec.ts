import { detailsOf } from '@lectern/plugin-kit';
import type { CheckResult } from '@lectern/plugin-api';
import { expect } from 'chai';
import { HEALTHY, TOKEN, call, container, faultOf, playRecorded, recorded } from './recorded-answers.spec.support.js';
import type { Script } from './recorded-answers.spec.support.js';
import type { PlexSettings } from './settings.js';

describe('Plex plugin on recorded answers: check', () => {
  const remote = playRecorded();

  const check = async (script: Script, settings: Partial<PlexSettings> = {}): Promise<CheckResult> => {
    const { instance } = await remote.start({ ...HEALTHY, ...script }, settings);
    return instance.check(call);
  };

  it('reports version, name and libraries, and sends no token to a route that needs none', async () => {
    const result = await check({});

    expect({ ...result, details: detailsOf(result) }).to.deep.equal({
      ok: true,
      version: '1.42.2.10156-f737b826c',
      details: ['The server is “Plex Server 1”.', 'One library is read for audiobooks.'],
    });
    const [identity, sections] = remote.requests;
    expect(identity?.headers).not.to.have.property('x-plex-token');
    expect(sections?.headers).to.include({ 'x-plex-token': TOKEN, accept: 'application/json', 'x-plex-product': 'Lectern' });
    expect(sections?.headers['x-plex-client-identifier']).to.match(/^[0-9a-f-]{36}$/);
    expect(remote.requests.every(({ query }) => ![...query.values()].includes(TOKEN))).to.equal(true);
  });

  it('says that the token is wrong, although the answer is a web page', async () => {
    const error = await faultOf(check({ 'GET /library/sections': 'pms.error.401.json' }));

    expect(error).to.include({ code: 'INTEGRATION_UNAUTHORIZED', field: 'token' });
    expect(error.message).to.match(/another server/);
  });

  it('says that the server was never claimed', async () => {
    const { MediaContainer } = recorded('pms.identity.json').body as { MediaContainer: object };
    const error = await faultOf(check({ 'GET /identity': container({ ...MediaContainer, claimed: false }) }));

    expect(error).to.include({ code: 'INTEGRATION_MISCONFIGURED', field: 'baseUrl' });
    expect(error.message).to.match(/claim it/);
  });

  it('says that something else answers, or redirects', async () => {
    expect(await faultOf(check({ 'GET /identity': container({}) }))).to.include({ code: 'INTEGRATION_MISCONFIGURED', field: 'baseUrl' });
    await remote.close();
    expect((await faultOf(check({ 'GET /identity': 'pms.error.404.json' }))).code).to.equal('INTEGRATION_MISCONFIGURED');
    await remote.close();
    const moved = { status: 302, headers: { location: 'https://sso.example.test/login?rd=secret' } };
    const error = await faultOf(check({ 'GET /identity': moved }));
    expect(error.code).to.equal('INTEGRATION_MISCONFIGURED');
    expect(error.message).to.include('https://sso.example.test/login.').and.not.include('secret');
  });

  it('works with a token that may not see the server itself, and says what that means', async () => {
    const result = await check({ 'GET /': 'pms.error.401.json' });

    expect(detailsOf(result)[0]).to.match(/scans cannot be started/);
  });

  it('warns of chosen libraries that are gone, agents without ASINs, disabled deletion and a new kind of token', async () => {
    const root = container({ friendlyName: 'S', allowMediaDeletion: false });
    const result = await check({ 'GET /': root }, { libraryIds: ['3', '9'], deleteFiles: true, token: 'aaa.bbb.ccc' });

    expect(detailsOf(result)).to.deep.equal([
      'The server is “S”.',
      'Media deletion is turned off in Plex, so books cannot be removed.',
      'One library is read for audiobooks.',
      'Chosen libraries that cannot be found: 9.',
      'The agent of these libraries gives no ASINs: Music. There Lectern recognises only books it has placed itself, by their files.',
      'The token is of the new kind (JWT), which media servers do not take and which ends after a week.',
    ]);
  });

  it('fails once none of the chosen libraries is there, and names them as they were called', async () => {
    let sections = 'pms.sections.json';
    const { instance } = await remote.start({ ...HEALTHY, 'GET /library/sections': () => recorded(sections) }, { libraryIds: ['3'] });
    expect((await instance.check(call)).ok).to.equal(true);
    sections = 'pms.sections.empty.json';

    expect(await faultOf(instance.check(call))).to.deep.include({
      code: 'INTEGRATION_MISCONFIGURED',
      message: 'None of the chosen libraries can be found any longer: Music. Choose another one.',
      field: 'libraryIds',
    });
  });

  it('asks for a choice if no library uses an audiobook agent, and says if there is none at all', async () => {
    const none = await check({ 'GET /library/sections': 'pms.sections.empty.json' });
    await remote.close();
    const music = await check({
      'GET /library/sections': container({ Directory: [{ key: '3', type: 'artist', agent: 'tv.plex.agents.music' }] }),
    });

    expect(detailsOf(none).at(-1)).to.match(/no music library/);
    expect(detailsOf(music).at(-1)).to.match(/Choose which music libraries/);
  });

  it('names patterns that cannot work, before any request', async () => {
    const error = await faultOf(check({}, { guidPatterns: ['('] }));

    expect(error).to.include({ code: 'INTEGRATION_MISCONFIGURED', field: 'guidPatterns' });
    expect(remote.requests).to.deep.equal([]);
  });

  it('tells plex.tv once a week that the token is in use, and tolerates its silence', async () => {
    const { instance, context } = await remote.start({ ...HEALTHY, 'GET /api/v2/ping': { status: 500 } });
    const pings = (): number => remote.asked().filter((line) => line.endsWith('/ping')).length;

    await instance.check(call);
    await instance.check(call);
    expect(pings()).to.equal(1);
    context.advance(8 * 24 * 3600 * 1000);
    await instance.check(call);

    expect(pings()).to.equal(2);
  });
});
