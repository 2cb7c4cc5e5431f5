import { expect } from 'chai';
import { startDiscordSimulator, type DiscordSimulator } from './discord-simulator.js';

describe('Discord simulator', () => {
  let discord: DiscordSimulator;

  beforeEach(async () => {
    discord = await startDiscordSimulator();
  });

  afterEach(() => discord.close());

  const post = (body: object, query = '?wait=true') =>
    fetch(`${discord.webhookUrl}${query}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });

  it('records messages, and answers them only to those who wait', async () => {
    const waited = await post({ content: 'one' });
    const hasty = await post({ content: 'two' }, '');

    expect([waited.status, hasty.status]).to.deep.equal([200, 204]);
    expect(discord.messages.map((message) => message.content)).to.deep.equal(['one', 'two']);
    expect((await fetch(discord.webhookUrl)).status).to.equal(200);
  });

  it('enforces the limits of texts', async () => {
    const answer = await post({ embeds: [{ title: 'x'.repeat(257), fields: [{ name: 'a', value: ' ' }] }] });

    expect(await answer.json()).to.deep.include({ code: 50035 });
    expect((await post({})).status).to.equal(400);
    const fields = Array.from({ length: 6 }, () => ({ name: 'n', value: 'v'.repeat(1024) }));
    expect((await post({ embeds: [{ fields }] })).status).to.equal(400);
    expect(discord.messages).to.deep.equal([]);
  });

  it('refuses beyond its limit and on demand, until healed', async () => {
    discord.limitTo(1, 0.5);
    expect((await post({ content: 'one' })).headers.get('x-ratelimit-remaining')).to.equal('0');
    const limited = await post({ content: 'two' });
    expect(limited.status).to.equal(429);
    expect(await limited.json()).to.include({ retry_after: 0.5 });

    discord.heal();
    discord.refuse('unknown-webhook', 1);
    expect((await post({ content: 'three' })).status).to.equal(404);
    expect((await post({ content: 'four' })).status).to.equal(200);
  });

  it('accepts only its own token', async () => {
    expect((await fetch(discord.webhookUrl.replace(/[^/]+$/, 'other'))).status).to.equal(401);
    expect((await fetch(discord.webhookUrl.replace(/\/\d+\//, '/1/'))).status).to.equal(404);
  });
});
