import { startSimulator, type SimulatorResponse } from '@lectern/simulators';
import type { CheckingLectern } from '@lectern/plugin-api';
import { createTestContext, detailsOf } from '@lectern/plugin-kit';
import { expect } from 'chai';
import plugin from './index.js';
import { recorded, recordedBody } from './recorded-answers.spec.support.js';
import type { AudiobookshelfSettings } from './settings.js';

const LIBRARY = 'd82fce9a-c6c9-4cac-b88c-8ef6f8acda26';

type Script = Record<string, SimulatorResponse>;

describe('the test of how Audiobookshelf and Lectern fit together', () => {
  const OPENID = { allowSignIn: true, signInWith: 'openid' } as const;
  const status = { ...recordedBody('status'), authMethods: ['openid'] };

  /** The hints of the connection test about Lectern. */
  async function hints(lectern: CheckingLectern, settings: Partial<AudiobookshelfSettings> = {}, script: Script = {}) {
    const answers: Script = {
      'GET /status': { body: status },
      'GET /api/me': recorded('me.api-key'),
      'GET /api/libraries': recorded('libraries'),
      ...script,
    };
    const simulator = await startSimulator(({ method, path }) => answers[`${method} ${path}`]);
    try {
      const context = createTestContext<AudiobookshelfSettings>({
        settings: { baseUrl: simulator.url, apiKey: 'planted-key', ...settings },
      });
      const result = await plugin.create(context).check({ signal: new AbortController().signal, lectern });
      expect(result.ok).to.equal(true);
      return detailsOf(result).filter((line) => /Lectern/.test(line));
    } finally {
      await simulator.close();
    }
  }

  it('says that OpenID cannot come back to an address with a port, unless every address is allowed', async () => {
    const withPort = { publicUrl: 'http://lectern.example.org:3939' };
    const allowing = (...uris: string[]): Script => ({ 'GET /api/auth-settings': { body: { authOpenIDMobileRedirectURIs: uris } } });

    const [untold, ...more] = await hints(withPort, OPENID);
    const [listed] = await hints(withPort, OPENID, allowing('audiobookshelf://oauth'));

    expect(untold).to.match(/cannot come back to http:\/\/lectern\.example\.org:3939:.*port.*public address without one, or allow \*/);
    expect(more).to.deep.equal([]);
    expect(listed).to.equal(untold);
    expect(await hints(withPort, OPENID, allowing('*'))).to.deep.equal([]);
    expect(await hints({ publicUrl: 'https://lectern.example.org/books' }, OPENID)).to.deep.equal([]);
    expect(await hints(withPort, { allowSignIn: true, signInWith: 'password' })).to.deep.equal([]);
    expect(await hints(withPort, { ...OPENID, allowSignIn: false })).to.deep.equal([]);
    expect(await hints({}, OPENID)).to.deep.equal([]);
  });

  it('says that Lectern’s library folder is in none of the libraries it reads', async () => {
    const [outside] = await hints({ libraryFolder: '/srv/books' });

    expect(outside).to.match(/into \/srv\/books, which lies in no folder.*: \/media\/audiobooks and \/media\/ebooks\..*path mapping/);
    expect(await hints({ libraryFolder: '/media/audiobooks2' })).to.have.length(1);
    expect(await hints({ libraryFolder: '/media/ebooks' }, { libraryIds: [LIBRARY] })).to.have.length(1);
    for (const fits of ['/media/audiobooks', '/media/audiobooks/', '/media/ebooks/new', '/media']) {
      expect(await hints({ libraryFolder: fits }), fits).to.deep.equal([]);
    }
  });

  it('fails if there is no book library, or none may be read', async () => {
    const none: Script = { 'GET /api/libraries': { body: { libraries: [{ id: 'p', mediaType: 'podcast', folders: [] }] } } };
    const me = recordedBody('me.api-key');
    const permissions = { ...(me.permissions as object), accessAllLibraries: false };
    const unread: Script = { 'GET /api/me': { body: { ...me, permissions, librariesAccessible: ['another'] } } };
    const faultOf = (script: Script) => hints({}, {}, script).catch((error: unknown) => error);

    expect(await faultOf(none)).to.include({ code: 'INTEGRATION_MISCONFIGURED', field: 'baseUrl' });
    expect(await faultOf(unread)).to.include({ code: 'INTEGRATION_FORBIDDEN', field: 'apiKey' });
  });

  it('recognizes Windows folders in any spelling', async () => {
    const libraries = { libraries: [{ id: LIBRARY, mediaType: 'book', folders: [{ fullPath: 'D:/Media/Books' }] }] };
    const script: Script = { 'GET /api/libraries': { body: libraries } };

    expect(await hints({ libraryFolder: 'd:\\media\\books\\Lectern' }, {}, script)).to.deep.equal([]);
    expect(await hints({ libraryFolder: 'E:\\Media\\Books' }, {}, script)).to.have.length(1);
  });
});
