import { createTestContext } from '@lectern/plugin-kit';
import { expect } from 'chai';
import plugin from './index.js';
import type { GotifySettings } from './settings.js';
import { closeWorlds, createWorld, faultOf, messageOf, never, settingsFor, TOKEN } from './gotify-world.spec.support.js';

describe('send', () => {
  afterEach(closeWorlds);

  it('sends text, priority, link and picture', async () => {
    const { gotify, send } = await createWorld();

    await send({
      links: [
        { title: 'Open', url: 'https://requests.example/1' },
        { title: 'Listen', url: 'https://books.example/1' },
      ],
      coverUrl: 'https://covers.example/1.jpg',
      severity: 'error',
    });

    expect(gotify.messages).to.deep.equal([
      {
        title: 'Request available',
        message: 'Pride and Prejudice is ready.\nAuthor: Jane Austen\nListen: https://books.example/1',
        priority: 8,
        extras: { 'client::notification': { click: { url: 'https://requests.example/1' }, bigImageUrl: 'https://covers.example/1.jpg' } },
      },
    ]);
  });

  it('keeps the token out of the address', async () => {
    const { gotify, send } = await createWorld();

    await send();

    expect(gotify.requests.map(({ path, query }) => path + query.toString())).to.deep.equal(['/message']);
    expect(gotify.requests[0]?.headers['x-gotify-key']).to.equal(TOKEN);
  });

  it('leaves out addresses that are not of the web', async () => {
    const { gotify, send } = await createWorld();

    await send({ links: [{ title: 'x', url: 'javascript:alert(1)' }], coverUrl: 'file:///etc/passwd' });

    expect(gotify.messages[0]).to.not.have.property('extras');
  });

  it('cuts endless text between characters', async () => {
    const { gotify, send } = await createWorld();
    const long = '📚'.repeat(20_000);

    await send({ title: long, lines: [long, long], fields: [{ name: long, value: long }] });

    const [sent] = gotify.messages;
    expect(String(sent?.message).length).to.be.lessThan(10_000);
    expect([...String(sent?.title)].at(-1)).to.equal('…');
    expect(JSON.stringify(sent)).to.not.match(/\\ud[89a-f]/i);
  });

  it('sends a message once, also when the server fails', async () => {
    const { gotify, send } = await createWorld();
    gotify.fail({ kind: 'status', status: 502 });

    expect((await faultOf(send())).code).to.equal('INTEGRATION_UNAVAILABLE');
    expect(gotify.requests).to.have.length(1);
  });

  it('works below a sub-path', async () => {
    const { gotify } = await createWorld();
    const context = createTestContext<GotifySettings>({ settings: settingsFor(`${gotify.url}/push/`) });

    const fault = await faultOf(Promise.resolve(plugin.create(context).provides.notifier?.send(messageOf(), { signal: never })));

    expect(gotify.requests.map(({ path }) => path)).to.deep.equal(['/push/message']);
    expect(fault).to.include({ code: 'INTEGRATION_NOT_FOUND', field: 'serverUrl' });
  });
});
