import { fileURLToPath } from 'node:url';
import { describePlugin, detailsOf, faultRows } from '@lectern/plugin-kit';
import { expect } from 'chai';
import { closeWorlds, createWorld, faultOf, never, settingsFor, TOKEN, USER } from './pushover-world.spec.support.js';

describePlugin(fileURLToPath(new URL('..', import.meta.url)), { settings: settingsFor('https://api.pushover.net') });

describe('check', () => {
  afterEach(closeWorlds);

  it('has token and key validated and sends nothing', async () => {
    const { pushover, instance } = await createWorld({ devices: ['iphone'] });

    expect(detailsOf(await instance.check({ signal: never }))).to.deep.equal([
      'The user has 2 devices.',
      '7496 of 10000 messages are left until 2026-01-02.',
    ]);
    expect(pushover.requests.map(({ method, path }) => `${method} ${path}`)).to.deep.equal([
      'POST /1/users/validate.json',
      'GET /1/apps/limits.json',
    ]);
    expect(pushover.messages).to.deep.equal([]);
  });

  it('names the wrong setting', async () => {
    const { pushover, instance } = await createWorld({ devices: ['iphone', 'fridge', 'kettle'] });

    const unknown = await faultOf(instance.check({ signal: never }));
    expect(unknown).to.include({ code: 'INTEGRATION_MISCONFIGURED', field: 'devices' });
    expect(unknown.message).to.include('called fridge and kettle.').and.not.include('iphone');
    expect(unknown).to.have.nested.property('sentence.values.devices').that.deep.equals(['fridge', 'kettle']);
    pushover.refuse('invalid-token', 1);
    expect(await faultOf(instance.check({ signal: never }))).to.include({ code: 'INTEGRATION_UNAUTHORIZED', field: 'token' });
    pushover.refuse('invalid-user', 1);
    expect(await faultOf(instance.check({ signal: never }))).to.include({ code: 'INTEGRATION_UNAUTHORIZED', field: 'userKey' });
  });

  it('accepts a group, whose devices are unknown', async () => {
    const { instance } = await createWorld({ devices: ['iphone'] }, { isGroup: true });

    expect(detailsOf(await instance.check({ signal: never }))[0]).to.equal('The key is that of a group.');
  });

  it('says if little is left, and works without the count', async () => {
    const { pushover, instance } = await createWorld();
    pushover.setQuota({ remaining: 900 });
    expect(detailsOf(await instance.check({ signal: never }))).to.have.length(3);

    pushover.fail({ kind: 'status', status: 500, path: /limits/ });
    expect(detailsOf(await instance.check({ signal: never }))).to.deep.equal(['The user has 2 devices.']);
  });

  it('tells the notifier what is left before the first message', async () => {
    const { pushover, instance, send } = await createWorld();
    pushover.setQuota({ remaining: 3 });
    await instance.check({ signal: never });

    expect((await faultOf(send())).code).to.equal('INTEGRATION_RATE_LIMITED');
    expect(pushover.messages).to.deep.equal([]);
  });

  faultRows('check', {
    secrets: [TOKEN, USER],
    async setUp(timeoutMs) {
      const { pushover, context, instance } = await createWorld({}, { timeoutMs });
      return { target: pushover, call: (signal) => instance.check({ signal }), logs: context.logs, tearDown: closeWorlds };
    },
  });
});

describe('choices', () => {
  afterEach(closeWorlds);

  it('list devices and sounds', async () => {
    const { instance } = await createWorld();
    const request = { draft: {}, signal: never };

    expect(await instance.choices?.devices?.(request)).to.deep.equal([
      { value: 'iphone', title: 'iphone' },
      { value: 'desktop', title: 'desktop' },
    ]);
    expect(await instance.choices?.sounds?.(request)).to.deep.include({ value: 'bike', title: 'Bike' });
  });

  for (const name of ['devices', 'sounds'] as const) {
    faultRows(`choices.${name}`, {
      secrets: [TOKEN, USER],
      async setUp(timeoutMs) {
        const { pushover, context, instance } = await createWorld({}, { timeoutMs });
        const call = async (signal: AbortSignal) => instance.choices?.[name]?.({ draft: {}, signal });
        return { target: pushover, call, logs: context.logs, tearDown: closeWorlds };
      },
    });
  }
});
