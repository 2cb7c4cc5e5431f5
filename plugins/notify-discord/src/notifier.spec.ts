import { startSimulator } from '@lectern/simulators';
import { createTestContext, faultRows } from '@lectern/plugin-kit';
import { expect } from 'chai';
import { closeWorlds, createWorld, faultOf, messageOf, never, recorded, settingsFor, TOKEN } from './discord-world.spec.support.js';
import plugin from './index.js';

describe('send', () => {
  afterEach(closeWorlds);

  it('posts an embed and waits until it is saved', async () => {
    const { discord, send } = await createWorld({ threadId: '42' });

    await send();

    expect(discord.messages).to.have.length(1);
    expect(discord.messages[0]).to.deep.include({ threadId: '42', allowed_mentions: { parse: [] } });
    expect(discord.messages[0]?.embeds?.[0]?.title).to.equal('Request available');
    expect(discord.requests[0]?.query.get('wait')).to.equal('true');
    expect(discord.requests[0]?.headers['user-agent']).to.match(/^DiscordBot \(/);
  });

  it('is accepted with hostile and endless text', async () => {
    const { discord, send } = await createWorld();
    const long = '[x](http://evil.example) @everyone 📚'.repeat(400);

    await send({ title: long, lines: [long], fields: Array.from({ length: 40 }, () => ({ name: long, value: long })) });

    expect(discord.messages).to.have.length(1);
    expect(discord.requests).to.have.length(1);
  });

  it('sends plain text once if the embed is refused, and logs the reason', async () => {
    const requests: string[] = [];
    const simulator = await startSimulator(({ body }) => {
      requests.push(body.toString());
      return requests.length === 1 ? recorded('error.400-form-body.json') : recorded('execute.wait.200.json');
    });
    const context = createTestContext({ settings: settingsFor(`${simulator.url}/api/webhooks/1/${TOKEN}`) });

    await plugin.create(context).provides.notifier?.send(messageOf(), { signal: never });
    await simulator.close();

    expect(requests).to.have.length(2);
    expect(requests[1]).to.include('"content"').and.not.include('"embeds"');
    expect(JSON.stringify(context.logs)).to.include('embeds.0.description: BASE_TYPE_MAX_LENGTH').and.include('embeds.0.fields.1.value');
  });

  it('gives up if the text is refused as well', async () => {
    const { discord, send } = await createWorld();
    discord.refuse('invalid-json');

    expect((await faultOf(send())).code).to.equal('INTEGRATION_UNSUPPORTED');
    expect(discord.requests).to.have.length(2);
  });

  it('names the setting if a forum requires a thread', async () => {
    const { discord, send } = await createWorld();
    discord.refuse('forum-needs-thread');

    expect(await faultOf(send())).to.include({ code: 'INTEGRATION_MISCONFIGURED', field: 'threadName' });
    expect(discord.requests).to.have.length(1);
  });

  for (const [error, code] of [
    ['unknown-webhook', 'INTEGRATION_NOT_FOUND'],
    ['invalid-token', 'INTEGRATION_UNAUTHORIZED'],
  ] as const) {
    it(`never calls again after ${error}, until a check finds the webhook`, async () => {
      const { discord, instance, send } = await createWorld();
      discord.refuse(error, 1);

      expect(await faultOf(send())).to.include({ code, field: 'webhookUrl' });
      expect((await faultOf(send())).code).to.equal(code);
      expect(discord.requests).to.have.length(1);

      await instance.check({ signal: never });
      await send();
      expect(discord.messages).to.have.length(1);
    });
  }

  for (const [error, retryAfterMs] of [
    ['limit-bucket', 657],
    ['limit-global', 64_570],
    ['limit-shared', 1_336_570],
    ['ban-html', 600_000],
  ] as const) {
    it(`passes on the wait at once after ${error}, and sends nothing meanwhile`, async () => {
      const { discord, context, send } = await createWorld();
      discord.refuse(error, 1);

      expect(await faultOf(send())).to.include({ code: 'INTEGRATION_RATE_LIMITED', retryAfterMs });
      context.advance(500);
      expect(await faultOf(send())).to.include({ code: 'INTEGRATION_RATE_LIMITED', retryAfterMs: retryAfterMs - 500 });
      expect(discord.requests).to.have.length(1);

      context.advance(retryAfterMs);
      await send();
      expect(discord.messages).to.have.length(1);
    });
  }

  it('stays within a limit it has been told', async () => {
    const { discord, context, send } = await createWorld();
    discord.limitTo(1, 30);

    await send();

    expect(await faultOf(send())).to.include({ code: 'INTEGRATION_RATE_LIMITED', retryAfterMs: 30_000 });
    expect(discord.requests).to.have.length(1);
    discord.limitTo(undefined);
    context.advance(30_000);
    await send();
    expect(discord.messages).to.have.length(2);
  });

  it('posts messages one at a time, in order, and continues after a failure', async () => {
    const { discord, send } = await createWorld();
    discord.refuse('bad-gateway', 1);

    const results = await Promise.allSettled(['one', 'two', 'three'].map((title) => send({ title })));

    expect(results.map((result) => result.status)).to.deep.equal(['rejected', 'fulfilled', 'fulfilled']);
    expect(discord.messages.map((message) => message.embeds?.[0]?.title)).to.deep.equal(['two', 'three']);
  });

  it('does not repeat a message after a server error, which could post it twice', async () => {
    const { discord, send } = await createWorld();
    discord.refuse('bad-gateway');

    expect((await faultOf(send())).code).to.equal('INTEGRATION_UNAVAILABLE');
    expect(discord.requests).to.have.length(1);
  });

  it('does not send a message that was cancelled while it was waiting', async () => {
    const { discord, send } = await createWorld();
    discord.fail({ kind: 'delay', ms: 60, times: 1 });
    const controller = new AbortController();
    const first = send({ title: 'one' });
    const second = faultOf(send({ title: 'two' }, controller.signal));
    controller.abort();

    await first;

    expect((await second).code).to.equal('INTEGRATION_ABORTED');
    expect(discord.requests).to.have.length(1);
  });

  it('continues with the text if a limit came between a refused embed and its text', async () => {
    const bodies: string[] = [];
    const limit = recorded('error.429-bucket.json');
    const answers = [recorded('error.400-form-body.json'), limit, recorded('execute.wait.200.json')];
    const simulator = await startSimulator(({ body }) => {
      bodies.push(body.toString());
      return answers[bodies.length - 1] ?? limit;
    });
    const context = createTestContext({ settings: settingsFor(`${simulator.url}/api/webhooks/1/${TOKEN}`) });
    const { notifier } = plugin.create(context).provides;

    const fault = await faultOf(Promise.resolve(notifier?.send(messageOf(), { signal: never })));
    context.advance(fault.retryAfterMs ?? 0);
    await notifier?.send(messageOf(), { signal: never });
    await simulator.close();

    expect(fault.code).to.equal('INTEGRATION_RATE_LIMITED');
    expect(bodies.map((body) => body.includes('"embeds"'))).to.deep.equal([true, false, false]);
  });

  it("refuses a host that is not Discord's without asking it", async () => {
    const { discord, instance, send } = await createWorld({ allowOtherHost: false });

    expect(await faultOf(send())).to.include({ code: 'INTEGRATION_MISCONFIGURED', field: 'webhookUrl' });
    expect((await faultOf(instance.check({ signal: never }))).field).to.equal('webhookUrl');
    expect(discord.requests).to.deep.equal([]);
  });

  faultRows('send', {
    secrets: [TOKEN],
    async setUp(timeoutMs) {
      const { discord, context, send } = await createWorld({}, timeoutMs);
      return { target: discord, call: (signal) => send({}, signal), logs: context.logs, tearDown: closeWorlds };
    },
  });
});
