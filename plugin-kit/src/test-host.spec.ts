import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { createTestHost, type TestHost } from './test-host.js';

const GOOD = fileURLToPath(new URL('__fixtures__/good/', import.meta.url));

describe('createTestHost', () => {
  let host: TestHost | undefined;

  afterEach(async () => {
    await host?.stop();
    host = undefined;
  });

  it('runs a plugin in a real server, reached through its public API', async () => {
    host = await createTestHost({ plugins: [GOOD], settings: { 'notify-good': { webhookUrl: 'http://127.0.0.1:9/planted-hook' } } });
    const { items } = await host.call<{ items: { id: string; pluginId: string }[] }>('GET', '/api/admin/integrations');

    expect(await host.check('notify-good')).to.include({ ok: true });
    expect(items.map(({ id, pluginId }) => [id, pluginId])).to.deep.include([host.integrations['notify-good'], 'notify-good']);
    expect(JSON.stringify(items)).not.to.contain('planted-hook');
    expect(host.log()).not.to.contain('planted-hook');
  });

  it('refuses settings that an admin could not save', async () => {
    const options = { plugins: [{ dir: GOOD, settings: { mode: 'short' } }] };

    const message = await createTestHost(options).then(
      async (started) => {
        await started.stop();
        return '';
      },
      (error: Error) => error.message,
    );

    expect(message).to.match(/POST \/api\/admin\/integrations: 4\d\d/);
  });

  it('lists a plugin that cannot be loaded, with the reason', async () => {
    host = await createTestHost({ plugins: [join(GOOD, '../bad')] });
    const { items } = await host.call<{ items: { id: string; state: string; error?: object }[] }>('GET', '/api/admin/plugins');

    expect(JSON.stringify(items.find(({ id }) => id === 'bad'))).to.contain('PLUGIN_MANIFEST_INVALID');
  });
});
