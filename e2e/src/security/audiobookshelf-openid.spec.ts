import { startAudiobookshelfSimulator, type AudiobookshelfSimulator } from '@lectern/simulators';
import { expect } from 'chai';
import { startBareServer, type BareServer } from '../bare-server.spec.support.js';

const KEY = 'planted-api-key-0003';

describe('signing in by the OpenID provider of Audiobookshelf', () => {
  let server: BareServer;
  let abs: AudiobookshelfSimulator;
  let id: string;
  const redirectUris: string[] = [];

  before(async () => {
    server = await startBareServer({ LECTERN_ALLOW_PRIVATE_HOSTS: '127.0.0.1' });
    await server.app.ready;
    await server.createUser('root', 'admin');
    abs = await startAudiobookshelfSimulator({
      apiKey: KEY,
      libraries: [{ id: 'lib', name: 'Books', root: '/nowhere' }],
      users: [{ username: 'Reader', password: 'x' }],
      openid: { redirectUris, username: () => 'Reader' },
    });
    const { settings, integrations } = server.app.services;
    await settings.update({ server: { publicUrl: server.url }, signIn: { newAccounts: 'open' } }, { name: 'spec' });
    const made = await integrations.create(
      {
        pluginId: 'media-audiobookshelf',
        name: 'Audiobookshelf',
        enabled: true,
        settings: { baseUrl: abs.url, apiKey: KEY, allowSignIn: true, signInWith: 'openid' },
      },
      { name: 'spec' },
    );
    id = made.id;
  });
  after(async () => {
    await abs?.close();
    await server?.stop();
  });

  const post = (step: string, body?: object, cookie?: string) =>
    fetch(`${server.url}/api/auth/external/${id}/${step}`, {
      method: 'POST',
      headers: { ...(cookie ? { cookie } : {}), ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });

  it('leads there and back into an account, once the way back is allowed there', async () => {
    const refused = await post('begin');
    const returnUrl = `${server.url}/sign-in/return/${id}`;
    expect(refused.status).to.be.at.least(400);

    // it takes no address with a port but this
    redirectUris.push('*');
    const begun = await post('begin');
    const cookie = begun.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ');
    let { url: at } = (await begun.json()) as { url: string };
    while (!at.startsWith(returnUrl)) at = (await fetch(at, { redirect: 'manual' })).headers.get('location') ?? returnUrl;
    const query = Object.fromEntries(new URL(at).searchParams);

    expect((await post('finish', { query })).status, 'another browser').to.be.at.least(400);
    const finished = await post('finish', { query }, cookie);
    const { user } = (await finished.json()) as { user: { username: string; role: string } };
    expect([finished.status, user.username, user.role]).to.deep.equal([200, 'reader', 'user']);
    expect(abs.openSessions(), 'sessions left at Audiobookshelf').to.equal(0);
    expect(server.log()).to.not.contain(query['code']);
  });
});
