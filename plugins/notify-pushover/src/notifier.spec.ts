import { startSimulator } from '@lectern/simulators';
import { createTestContext, faultRows } from '@lectern/plugin-kit';
import { expect } from 'chai';
import plugin from './index.js';
import { closeWorlds, createWorld, faultOf, messageOf, never, settingsFor, TOKEN, USER } from './pushover-world.spec.support.js';

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3]);

describe('send', () => {
  afterEach(closeWorlds);

  it('sends a message', async () => {
    const { pushover, send } = await createWorld({ devices: ['iphone'], sound: 'bike' });

    await send();

    expect(pushover.messages).to.have.length(1);
    expect(pushover.messages[0]?.fields).to.include({ title: 'Request available', device: 'iphone', sound: 'bike', priority: '0' });
  });

  it('is accepted with hostile and endless text', async () => {
    const { pushover, send } = await createWorld();
    const long = '<a href="x">📚 & '.repeat(400);

    await send({ title: long, lines: [long], fields: Array.from({ length: 40 }, () => ({ name: long, value: long })) });

    expect(pushover.messages).to.have.length(1);
    expect(pushover.requests).to.have.length(1);
  });

  it('sends emergencies with the times they need', async () => {
    const { pushover, send } = await createWorld({ errorPriority: 2, retrySeconds: 30, expireSeconds: 10_800 });

    await send({ severity: 'error' });

    expect(pushover.messages[0]?.fields).to.include({ priority: '2', retry: '30', expire: '10800' });
  });

  for (const [refusal, code] of [
    ['invalid-token', 'INTEGRATION_UNAUTHORIZED'],
    ['no-devices', 'INTEGRATION_UNAUTHORIZED'],
    ['invalid-device', 'INTEGRATION_MISCONFIGURED'],
    ['picture-too-large', 'INTEGRATION_UNSUPPORTED'],
  ] as const) {
    it(`never repeats a refused message: ${refusal}`, async () => {
      const { pushover, send } = await createWorld();
      pushover.refuse(refusal);

      expect(await faultOf(send())).to.include({ code });
      expect(pushover.requests).to.have.length(1);
    });
  }

  it('holds messages back before the month is used up, except errors', async () => {
    const { pushover, context, send } = await createWorld();
    pushover.setQuota({ limit: 1000, remaining: 11 });
    await send();

    const held = await faultOf(send());

    expect(held).to.include({ code: 'INTEGRATION_RATE_LIMITED', retryAfterMs: 86_400_000 });
    expect(pushover.requests, 'the service is not asked').to.have.length(1);
    await send({ severity: 'error' });
    expect(pushover.messages).to.have.length(2);
    expect(JSON.stringify(context.logs)).to.include('nearly used up');

    pushover.setQuota({ remaining: 1 });
    await send({ severity: 'error' });
    expect((await faultOf(send({ severity: 'error' }))).code).to.equal('INTEGRATION_RATE_LIMITED');
    expect(pushover.requests).to.have.length(3);

    context.advance(86_400_000);
    pushover.setQuota({ remaining: 1000, resetAt: context.now() / 1000 + 86_400 });
    await send();
    expect(pushover.messages).to.have.length(4);
  });

  it('warns once a month', async () => {
    const { pushover, context, send } = await createWorld();
    pushover.setQuota({ limit: 1000, remaining: 102 });

    await send();
    expect(context.logs).to.deep.equal([]);
    for (let count = 0; count < 3; count += 1) await send();

    expect(context.logs).to.have.length(1);
    expect(context.logs[0]).to.deep.include({ level: 'warn' });
  });

  it('sends nothing until the reset after it was refused by limit', async () => {
    const { pushover, context, send } = await createWorld();
    pushover.setQuota({ remaining: 0 });

    expect(await faultOf(send())).to.include({ code: 'INTEGRATION_RATE_LIMITED', retryAfterMs: 86_400_000 });
    context.advance(3_600_000);
    expect(await faultOf(send({ severity: 'error' }))).to.include({ retryAfterMs: 82_800_000 });
    expect(pushover.requests).to.have.length(1);
  });

  it('leaves a failing service alone for five seconds', async () => {
    const { pushover, context, send } = await createWorld();
    pushover.fail({ kind: 'status', status: 502, times: 1 });

    expect(await faultOf(send())).to.include({ code: 'INTEGRATION_UNAVAILABLE', retryAfterMs: undefined });
    context.advance(1000);
    expect(await faultOf(send())).to.include({ code: 'INTEGRATION_UNAVAILABLE', retryAfterMs: 4000 });
    expect(pushover.requests).to.have.length(1);
    context.advance(4000);
    await send();
    expect(pushover.messages).to.have.length(1);
  });

  it('sends messages one at a time, in order, and continues after a refusal', async () => {
    const { pushover, send } = await createWorld();
    pushover.refuse('invalid-device', 1);

    const results = await Promise.allSettled(['one', 'two', 'three'].map((title) => send({ title })));

    expect(results.map((result) => result.status)).to.deep.equal(['rejected', 'fulfilled', 'fulfilled']);
    expect(pushover.messages.map(({ fields }) => fields.title)).to.deep.equal(['two', 'three']);
  });

  faultRows('send', {
    secrets: [TOKEN, USER],
    async setUp(timeoutMs) {
      const { pushover, context, send } = await createWorld({}, { timeoutMs });
      return { target: pushover, call: (signal) => send({}, signal), logs: context.logs, tearDown: closeWorlds };
    },
  });
});

describe('covers', () => {
  afterEach(closeWorlds);

  /** Sends one message whose cover another server answers. */
  async function sendWithCover(
    answer: { status?: number; headers?: Record<string, string>; body?: Buffer | string },
    prepare: (world: Awaited<ReturnType<typeof createWorld>>) => void = () => undefined,
    over: Parameters<typeof settingsFor>[1] = {},
  ) {
    const pictures = await startSimulator(() => answer);
    const world = await createWorld(over);
    prepare(world);
    const context = createTestContext({ settings: settingsFor(world.pushover.url, over), hosts: [pictures.url], timeoutMs: 500 });
    try {
      await plugin.create(context).provides.notifier?.send(messageOf({ coverUrl: `${pictures.url}/1.png` }), { signal: never });
      return { pushover: world.pushover, asked: pictures.requests.length };
    } finally {
      await pictures.close();
    }
  }

  it('are attached with their real type, not the one their server claims', async () => {
    const { pushover } = await sendWithCover({ headers: { 'content-type': 'text/html' }, body: PNG });

    const [message] = pushover.messages;
    expect(message?.attachment).to.include({ contentType: 'image/png', filename: 'cover.png' });
    expect(message?.attachment?.bytes.equals(PNG)).to.equal(true);
    expect(message?.fields).to.include({ token: TOKEN, title: 'Request available' });
  });

  it('are left out if they cannot be fetched', async () => {
    for (const answer of [{ status: 404 }, { body: '<html>' }, { body: Buffer.alloc(2_600_000, 0xff) }]) {
      const { pushover, asked } = await sendWithCover(answer);

      expect(asked).to.equal(1);
      expect(pushover.messages).to.have.length(1);
      expect(pushover.messages[0]).to.not.have.property('attachment');
    }
  });

  for (const refusal of ['picture', 'picture-too-large'] as const) {
    it(`are left out if they are refused: ${refusal}`, async () => {
      const { pushover } = await sendWithCover({ body: PNG }, (world) => world.pushover.refuse(refusal, 1));

      expect(pushover.requests).to.have.length(2);
      expect(pushover.messages).to.have.length(1);
      expect(pushover.messages[0]).to.not.have.property('attachment');
    });
  }

  it('are not fetched if they are not wanted, or if nothing can be sent', async () => {
    expect((await sendWithCover({ body: PNG }, undefined, { showCover: false })).asked).to.equal(0);
  });
});
