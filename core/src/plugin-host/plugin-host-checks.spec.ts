import { expect } from 'chai';
import { existsSync } from 'node:fs';
import { stored } from './__fixtures__/test-host.js';
import { faultOf, send, useTestHost } from './plugin-host.spec.support.js';

describe('checks of the plugin host', () => {
  const { start, ran } = useTestHost();

  it('record health, without secrets', async () => {
    const { host } = await start(['healthy'], [stored('healthy')]);

    const good = await host.check('integration-healthy');
    const lastGood = host.instances()[0]?.lastCheck;
    await host.apply(stored('healthy', { settings: { greeting: 'bad key' }, secrets: { apiKey: 'PLANTED-KEY' } }));
    const bad = await faultOf(host.check('integration-healthy'));

    expect(good).to.include({ ok: true, version: '1.2.3' });
    expect(lastGood).to.include({ ok: true, version: '1.2.3' });
    expect(bad).to.include({ code: 'INTEGRATION_UNAUTHORIZED', field: 'apiKey', message: 'key [redacted] refused' });
    expect(host.instances()[0]?.lastCheck?.ok).to.equal(false);
    expect(host.instances()[0]?.lastError).to.include({ code: 'INTEGRATION_UNAUTHORIZED', message: 'key [redacted] refused' });
  });

  it('report the first failure and the recovery at once, and since when', async () => {
    let clock = 1_000_000;
    const { host } = await start(['healthy'], [stored('healthy')], { now: () => clock });
    const heard: (readonly (boolean | undefined)[])[] = [];
    host.onStateChange(({ lastCheck, lastCall }) => heard.push([lastCheck?.ok, lastCall?.ok]));
    const provider = host.provider('notifier', 'integration-healthy');
    const check = async () => {
      clock += 60_000;
      await host.check('integration-healthy').catch(() => undefined);
      return host.instances()[0];
    };

    const good = await check();
    await send(provider, 'break');
    const bad = await check();
    const worse = await check();
    await send(provider, 'mend');
    const well = await check();

    expect(good?.lastCheck).to.include({ ok: true, at: 1_060_000, since: 1_060_000 });
    expect(bad).to.include({ state: 'running' });
    expect(bad?.lastCheck).to.include({ ok: false, at: 1_120_000, since: 1_120_000 });
    expect(bad?.lastCheck?.error).to.deep.equal({
      code: 'INTEGRATION_UNAVAILABLE',
      message: 'The service is down.',
    });
    expect(worse?.lastCheck).to.include({ ok: false, at: 1_180_000, since: 1_120_000 });
    expect(well?.lastCheck).to.include({ ok: true, since: 1_240_000 });
    // of the second failure nobody hears
    expect(heard).to.deep.equal([
      [true, undefined],
      [true, true],
      [false, true],
      [true, true],
    ]);
  });

  it('stand beside the last call, which has a since of its own', async () => {
    let clock = 1_000_000;
    const { host } = await start(['healthy'], [stored('healthy')], { now: () => clock });
    const provider = host.provider('notifier', 'integration-healthy');
    const lastCall = () => host.instances()[0]?.lastCall;
    expect(lastCall()).to.equal(undefined);

    await host.check('integration-healthy');
    expect(lastCall(), 'a check is no call').to.equal(undefined);
    for (const _call of [1, 2]) {
      clock += 60_000;
      await send(provider, 'hello');
    }

    expect(lastCall()).to.deep.equal({ ok: true, at: 1_120_000, since: 1_060_000 });
    await host.apply(stored('healthy', { settings: { greeting: 'other' } }));
    expect(lastCall()).to.equal(undefined);
  });

  it('are forgotten when their settings change', async () => {
    const { host } = await start(['healthy'], [stored('healthy')]);
    await host.check('integration-healthy');

    await host.apply(stored('healthy', { settings: { greeting: 'other' } }));

    expect(host.instances()[0]?.lastCheck).to.equal(undefined);
  });

  it('test a draft and leave nothing behind', async () => {
    const { host, root } = await start(['healthy'], []);

    const good = await host.checkDraft('notify-healthy', { greeting: 'draft' });
    const incomplete = await faultOf(host.checkDraft('notify-healthy', {}));
    const broken = await faultOf(host.checkDraft('notify-healthy', { greeting: 'throw in create' }));
    const unknown = await faultOf(host.checkDraft('notify-unknown', {}));

    expect(good.details).to.deep.equal(['draft']);
    expect(ran()).to.deep.equal(['draft starts', 'draft stops: removed']);
    expect(incomplete).to.include({ code: 'INTEGRATION_MISCONFIGURED', field: 'greeting' });
    expect(broken.code).to.equal('INTEGRATION_MISCONFIGURED');
    expect(unknown.code).to.equal('INTEGRATION_UNSUPPORTED');
    expect(host.instances()).to.deep.equal([]);
    expect(existsSync(`${root}/data/integrations`)).to.equal(false);
  });

  it('list choices for a draft that is not valid yet', async () => {
    const { host } = await start(['healthy'], []);

    const choices = await host.choices('notify-healthy', 'greetings', { greeting: '' });
    const unknown = await faultOf(host.choices('notify-healthy', 'constructor', {}));

    expect(choices).to.deep.equal([{ value: '!', title: 'Loud' }]);
    expect(unknown.code).to.equal('INTEGRATION_UNSUPPORTED');
  });
});
