import { fileURLToPath } from 'node:url';
import { describePlugin, detailsOf, faultRows } from '@lectern/plugin-kit';
import { expect } from 'chai';
import { closeWorlds, createWorld, faultOf, never, settingsFor, TOKEN } from './gotify-world.spec.support.js';

describePlugin(fileURLToPath(new URL('..', import.meta.url)), { settings: settingsFor('https://gotify.example') });

describe('check', () => {
  afterEach(closeWorlds);

  it('reads the version, has the token judged and sends nothing', async () => {
    const { gotify, instance } = await createWorld();

    expect(detailsOf(await instance.check({ signal: never }))).to.deep.equal(['Gotify 2.6.1 knows the application.']);
    expect(gotify.messages).to.deep.equal([]);
  });

  it('names the token if the server does not know it', async () => {
    const { instance } = await createWorld({ token: 'AnotherToken001' });

    expect(await faultOf(instance.check({ signal: never }))).to.include({ code: 'INTEGRATION_UNAUTHORIZED', field: 'token' });
  });

  faultRows('check', {
    secrets: [TOKEN],
    async setUp(timeoutMs) {
      const { gotify, context, instance } = await createWorld({}, timeoutMs);
      return { target: gotify, call: (signal) => instance.check({ signal }), logs: context.logs, tearDown: closeWorlds };
    },
  });
});
