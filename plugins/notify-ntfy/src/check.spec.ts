import { fileURLToPath } from 'node:url';
import { describePlugin, detailsOf, faultRows } from '@lectern/plugin-kit';
import { expect } from 'chai';
import { closeWorlds, createWorld, faultOf, never, settingsFor, TOKEN } from './ntfy-world.spec.support.js';

describePlugin(fileURLToPath(new URL('..', import.meta.url)), { settings: settingsFor('https://ntfy.example') });

describe('check', () => {
  afterEach(closeWorlds);

  it('asks for health and access, and sends nothing', async () => {
    const { ntfy, instance } = await createWorld();

    expect(detailsOf(await instance.check({ signal: never }))).to.deep.equal(['The topic is there.']);
    expect(ntfy.messages).to.deep.equal([]);
  });

  it('needs no token where the topic is open', async () => {
    const { instance } = await createWorld({ token: undefined }, {});

    expect(detailsOf(await instance.check({ signal: never }))).to.deep.equal(['The topic is there.']);
  });

  it('says that a topic which cannot be read may still be written to', async () => {
    const { instance, send } = await createWorld({}, { token: TOKEN, writeOnly: true });

    expect(detailsOf(await instance.check({ signal: never }))[0]).to.match(/Send a test message/);
    await send();
  });

  it('names the token if the server does not know it', async () => {
    const { instance } = await createWorld({ token: 'tk_00000000000000000000000000000' });

    expect(await faultOf(instance.check({ signal: never }))).to.include({ code: 'INTEGRATION_UNAUTHORIZED', field: 'token' });
  });

  faultRows('check', {
    secrets: [TOKEN],
    async setUp(timeoutMs) {
      const { ntfy, context, instance } = await createWorld({}, { token: TOKEN, timeoutMs });
      return { target: ntfy, call: (signal) => instance.check({ signal }), logs: context.logs, tearDown: closeWorlds };
    },
  });
});
