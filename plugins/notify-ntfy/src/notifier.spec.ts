import { expect } from 'chai';
import { closeWorlds, createWorld, faultOf, TOKEN, TOPIC } from './ntfy-world.spec.support.js';

describe('send', () => {
  afterEach(closeWorlds);

  it('publishes text, priority, link, picture and buttons', async () => {
    const { ntfy, send } = await createWorld({ successPriority: 5 });

    await send({
      links: [
        { title: 'Open', url: 'https://requests.example/1' },
        { title: 'Listen', url: 'https://books.example/1' },
      ],
      coverUrl: 'https://covers.example/1.jpg',
    });

    expect(ntfy.messages).to.deep.equal([
      {
        topic: TOPIC,
        title: 'Request available',
        message: 'Pride and Prejudice is ready.\nAuthor: Jane Austen',
        priority: 5,
        click: 'https://requests.example/1',
        attach: 'https://covers.example/1.jpg',
        actions: [{ action: 'view', label: 'Listen', url: 'https://books.example/1' }],
      },
    ]);
  });

  it('keeps topic and token out of the address', async () => {
    const { ntfy, send } = await createWorld();

    await send();

    expect(ntfy.requests.map(({ path, query }) => path + query.toString())).to.deep.equal(['/']);
    expect(ntfy.requests[0]?.headers.authorization).to.equal(`Bearer ${TOKEN}`);
  });

  for (const [what, text] of Object.entries({ quotes: '"', 'four-byte characters': '📚', 'control characters': '\u0001x', letters: 'a' })) {
    it(`fits into the limits of the server with endless ${what}`, async () => {
      const { ntfy, send } = await createWorld();
      const long = text.repeat(20_000);

      await send({ title: long, lines: [long, long], fields: [{ name: long, value: long }] });

      expect(ntfy.messages).to.have.length(1);
      expect(JSON.stringify(ntfy.messages[0])).to.not.include('\ufffd');
    });
  }

  it('leaves out addresses that are not of the web', async () => {
    const { ntfy, send } = await createWorld();

    await send({ links: [{ title: 'x', url: 'javascript:alert(1)' }], coverUrl: 'file:///etc/passwd' });

    expect(ntfy.messages[0]).to.not.have.any.keys('click', 'attach', 'actions');
  });

  it('shows no cover where the setting says so', async () => {
    const { ntfy, send } = await createWorld({ showCover: false });

    await send({ coverUrl: 'https://covers.example/1.jpg' });

    expect(ntfy.messages[0]).to.not.have.property('attach');
  });

  it('asks for a token where the topic is protected', async () => {
    const { send } = await createWorld({ token: undefined });

    expect(await faultOf(send())).to.include({ code: 'INTEGRATION_FORBIDDEN', field: 'token' });
  });

  it('sends a message once, also when the server fails', async () => {
    const { ntfy, send } = await createWorld();
    ntfy.fail({ kind: 'status', status: 502 });

    expect((await faultOf(send())).code).to.equal('INTEGRATION_UNAVAILABLE');
    expect(ntfy.requests).to.have.length(1);
  });

  it('passes on how long the server wants to be left alone', async () => {
    const { ntfy, send } = await createWorld();
    ntfy.fail({ kind: 'status', status: 429, retryAfter: 30 });

    expect(await faultOf(send())).to.include({ code: 'INTEGRATION_RATE_LIMITED', retryAfterMs: 30_000 });
  });
});
