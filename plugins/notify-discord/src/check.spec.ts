import { describePlugin, detailsOf, faultRows } from '@lectern/plugin-kit';
import { expect } from 'chai';
import { fileURLToPath } from 'node:url';
import { closeWorlds, createWorld, never, settingsFor, TOKEN } from './discord-world.spec.support.js';

describePlugin(fileURLToPath(new URL('..', import.meta.url)), { settings: settingsFor('https://discord.com/api/webhooks/1/T') });

describe('check', () => {
  afterEach(closeWorlds);

  it('reads the webhook and posts nothing', async () => {
    const { discord, instance } = await createWorld();

    expect(detailsOf(await instance.check({ signal: never }))).to.deep.equal(['Posts through the webhook “Library”.']);
    expect(discord.requests.map((request) => request.method)).to.deep.equal(['GET']);
    expect(discord.messages).to.deep.equal([]);
  });

  faultRows('check', {
    secrets: [TOKEN],
    async setUp(timeoutMs) {
      const { discord, context, instance } = await createWorld({}, timeoutMs);
      return { target: discord, call: (signal) => instance.check({ signal }), logs: context.logs, tearDown: closeWorlds };
    },
  });
});
