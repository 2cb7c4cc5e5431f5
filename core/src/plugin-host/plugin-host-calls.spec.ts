import { expect } from 'chai';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { stored } from './__fixtures__/test-host.js';
import { FAST, faultOf, send, useTestHost } from './plugin-host.spec.support.js';

describe('calls of the plugin host', () => {
  const { start } = useTestHost();

  it('end with IntegrationErrors: attributed and logged defects, timeouts, aborts', async () => {
    const { host, logs } = await start(['healthy'], [stored('healthy')]);
    const provider = host.provider('notifier', 'integration-healthy');
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 10);

    const defect = await faultOf(send(provider, 'defect'));
    const timeout = await faultOf(send(provider, 'ignore signal', { timeoutMs: 20 }));
    const aborted = await faultOf(send(provider, 'hang', { signal: controller.signal }));

    expect(defect.code).to.equal('INTEGRATION_BAD_RESPONSE');
    expect(defect.message).to.match(/My healthy: the plugin notify-healthy has a defect in send: undefined is not a function/);
    expect(logs.find(({ message }) => message === 'a plugin has a defect')?.fields).to.include({
      plugin: 'notify-healthy',
      what: 'send',
    });
    expect(timeout).to.include({ code: 'INTEGRATION_UNAVAILABLE', message: 'My healthy did not answer within 0.02 s (send).' });
    expect(aborted.code).to.equal('INTEGRATION_ABORTED');
  });

  it('end when the integration stops', async () => {
    const { host } = await start(['healthy'], [stored('healthy')], { limits: { ...FAST, callMs: 5000 } });
    const hanging = faultOf(send(host.provider('notifier', 'integration-healthy'), 'ignore signal'));

    await host.remove('integration-healthy', 'removed');

    expect((await hanging).code).to.equal('INTEGRATION_ABORTED');
    expect(host.instances()).to.deep.equal([]);
  });

  it('degrade an integration after five failures, probe it once, and recover', async () => {
    let clock = 1_000_000;
    const { host } = await start(['healthy'], [stored('healthy')], { now: () => clock });
    const states: string[] = [];
    host.onStateChange(({ state }) => states.push(state));
    const provider = host.provider('notifier', 'integration-healthy');

    for (let n = 0; n < 5; n += 1) await faultOf(send(provider, 'defect'));
    const resting = await faultOf(send(provider, 'x'));
    const hidden = host.providers('notifier').length;
    clock += 30_000;
    const shown = host.providers('notifier').length;
    await send(provider, 'x');

    expect(resting).to.include({ code: 'INTEGRATION_UNAVAILABLE', retryAfterMs: 30_000 });
    expect([hidden, shown]).to.deep.equal([0, 1]);
    expect(states.filter((state, index) => state !== (states[index - 1] ?? 'running'))).to.deep.equal(['degraded', 'running']);
  });

  it('count neither aborts nor refusals as failures', async () => {
    const { host } = await start(['healthy'], [stored('healthy')]);
    const provider = host.provider('notifier', 'integration-healthy');

    for (let n = 0; n < 6; n += 1) await faultOf(send(provider, 'hang', { signal: AbortSignal.timeout(1) }));

    expect(host.instances()[0]?.state).to.equal('running');
  });

  it('go through the guarded network, and end with the integration', async () => {
    const { host } = await start(['healthy'], [stored('healthy', { settings: { greeting: 'hello', baseUrl: 'http://127.0.0.1:1' } })]);

    const fault = await faultOf(send(host.provider('notifier', 'integration-healthy'), 'fetch', { timeoutMs: 3000 }));

    expect(fault.message).to.match(/127\.0\.0\.1:1: connection refused/);
  });

  it('say nothing of a service that is dead if they ask it nothing, and leave its circuit open', async () => {
    const service = createServer((_request, response) => response.end('{}')).listen(0, '127.0.0.1');
    await once(service, 'listening');
    const baseUrl = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
    const { host } = await start(['healthy'], [stored('healthy', { settings: { greeting: 'hello', baseUrl } })]);
    const integration = () => host.instances()[0];
    const provider = host.provider('notifier', 'integration-healthy');
    await send(provider, 'fetch', { timeoutMs: 3000 });
    const well = integration()?.lastCall?.ok;
    service.closeAllConnections();
    service.close();
    await once(service, 'close');

    for (let n = 0; n < 4; n += 1) {
      await faultOf(send(provider, 'fetch', { timeoutMs: 3000 }));
      await send(provider, 'hello');
    }
    const dead = integration()?.lastCall;
    await faultOf(send(provider, 'fetch', { timeoutMs: 3000 }));

    expect(well).to.equal(true);
    expect(dead?.ok).to.equal(false);
    expect(integration()?.state, 'five failures in a row').to.equal('degraded');
  });

  it('survive work that rejects when nobody waits any more', async () => {
    const { host } = await start(['rejects-later'], [stored('rejects-later')]);

    const fault = await faultOf(send(host.provider('notifier', 'integration-rejects-later'), 'x', { timeoutMs: 10 }));
    await sleep(150);

    expect(fault.code).to.equal('INTEGRATION_UNAVAILABLE');
  });
});
