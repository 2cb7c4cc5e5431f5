import { startSimulator } from '@lectern/simulators';
import { createTestContext } from '@lectern/plugin-kit';
import { expect } from 'chai';
import { createPushoverClient, type PushoverClient } from './client.js';
import { faultOf, never, recorded, settingsFor, TOKEN, USER } from './pushover-world.spec.support.js';
import type { Quota } from './schema.js';

/** A month before the reset in the recorded answers. */
const NOW = 1_788_238_800_000;

async function clientFor(fixture: string, use: (client: PushoverClient, quotas: readonly Quota[]) => Promise<void>): Promise<void> {
  const simulator = await startSimulator(() => recorded(fixture));
  try {
    const context = createTestContext({ settings: settingsFor(simulator.url) });
    const quotas: Quota[] = [];
    const client = createPushoverClient(
      context.http,
      context.settings,
      () => NOW,
      (quota) => quotas.push(quota),
    );
    await use(client, quotas);
    expect(simulator.requests, 'nothing is repeated').to.have.length(1);
    const [request] = simulator.requests;
    if (request?.method === 'POST') expect(request.query.toString(), 'secrets are in the body').to.equal('');
  } finally {
    await simulator.close();
  }
}

const form = { message: 'hello', priority: 0, html: 1 } as const;

describe('Pushover client with recorded answers', () => {
  for (const fixture of ['message.ok.json', 'message.emergency.ok.json']) {
    it(`${fixture}: accepted, and the quota is read`, () =>
      clientFor(fixture, async (client, quotas) => {
        expect(await client.send(form, undefined, never)).to.deep.equal({ kind: 'accepted' });
        expect(quotas).to.deep.equal([{ limit: 10_000, remaining: 7496, resetAt: 1_790_830_800_000 }]);
      }));
  }

  it('reads the limits, a user and a group', async () => {
    await clientFor('limits.json', async (client) => {
      expect(await client.limits(never)).to.deep.equal({ limit: 10_000, remaining: 7496, resetAt: 1_790_830_800_000 });
    });
    await clientFor('validate.ok.json', async (client) => {
      expect(await client.validate(never)).to.deep.equal({ isGroup: false, devices: ['iphone', 'desktop'] });
    });
    await clientFor('validate.group.json', async (client) => {
      expect(await client.validate(never)).to.deep.equal({ isGroup: true, devices: [] });
    });
  });

  for (const [fixture, code, field] of [
    ['error.invalid-token.json', 'INTEGRATION_UNAUTHORIZED', 'token'],
    ['error.invalid-user.json', 'INTEGRATION_UNAUTHORIZED', 'userKey'],
    ['error.no-devices.json', 'INTEGRATION_UNAUTHORIZED', 'userKey'],
    ['error.emergency-without-retry.json', 'INTEGRATION_MISCONFIGURED', 'retrySeconds'],
    ['error.emergency-without-expire.json', 'INTEGRATION_MISCONFIGURED', 'expireSeconds'],
    ['error.blank-message.json', 'INTEGRATION_UNSUPPORTED', undefined],
    ['validate.invalid-device.json', 'INTEGRATION_MISCONFIGURED', 'devices'],
    ['validate.invalid-user.json', 'INTEGRATION_UNAUTHORIZED', 'userKey'],
    ['error.500.json', 'INTEGRATION_UNAVAILABLE', undefined],
  ] as const) {
    it(`${fixture} is ${code} of ${field ?? 'no field'}`, () =>
      clientFor(fixture, async (client) => {
        const error = await faultOf(client.send(form, undefined, never));
        expect(error).to.include({ code });
        expect(error.field).to.equal(field);
      }));
  }

  it('error.429-monthly.json waits until the limit starts anew', () =>
    clientFor('error.429-monthly.json', async (client) => {
      const error = await faultOf(client.send(form, undefined, never));
      expect(error).to.include({ code: 'INTEGRATION_RATE_LIMITED', retryAfterMs: 1_790_830_800_000 - NOW });
    }));

  for (const status of [402, 405, 409, 413, 415, 422]) {
    it(`treats any other refusal as final: ${status}`, async () => {
      const simulator = await startSimulator(() => ({ status, body: { status: 0, errors: ['no'] } }));
      const context = createTestContext({ settings: settingsFor(simulator.url) });
      const client = createPushoverClient(context.http, context.settings, context.now, () => undefined);
      const error = await faultOf(client.send(form, undefined, never));
      await simulator.close();

      expect(error.code).to.equal('INTEGRATION_UNSUPPORTED');
      expect(error.message).to.include(': no');
    });
  }

  it('does not take a 200 without status 1 for success', async () => {
    const simulator = await startSimulator(() => ({ body: { status: 0, request: 'x' } }));
    const context = createTestContext({ settings: settingsFor(simulator.url) });
    const client = createPushoverClient(context.http, context.settings, context.now, () => undefined);
    const codes = [(await faultOf(client.send(form, undefined, never))).code, (await faultOf(client.validate(never))).code];
    await simulator.close();

    expect(codes).to.deep.equal(['INTEGRATION_BAD_RESPONSE', 'INTEGRATION_BAD_RESPONSE']);
  });

  it('sends token and key with every message, in the body', async () => {
    const simulator = await startSimulator(() => recorded('message.ok.json'));
    const context = createTestContext({ settings: settingsFor(`${simulator.url}/`) });
    const client = createPushoverClient(context.http, context.settings, context.now, () => undefined);
    await client.send(form, undefined, never);
    await simulator.close();

    const [request] = simulator.requests;
    expect(request?.path).to.equal('/1/messages.json');
    expect(Object.fromEntries(new URLSearchParams(request?.body.toString()))).to.deep.equal({
      token: TOKEN,
      user: USER,
      message: 'hello',
      priority: '0',
      html: '1',
    });
  });

  it('waits at least five seconds even if a failing service asks for less', async () => {
    const simulator = await startSimulator(() => ({ status: 503, headers: { 'retry-after': '1' }, body: 'busy' }));
    const context = createTestContext({ settings: settingsFor(simulator.url) });
    const client = createPushoverClient(context.http, context.settings, context.now, () => undefined);
    const error = await faultOf(client.send(form, undefined, never));
    await simulator.close();

    expect(error).to.include({ code: 'INTEGRATION_UNAVAILABLE', retryAfterMs: 5000 });
  });
});
