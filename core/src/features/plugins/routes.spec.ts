import { API_VERSION } from '@lectern/plugin-api';
import { expect } from 'chai';
import { createPluginWorld } from './plugin-world.spec.support.js';

describe('GET /api/admin/plugins', () => {
  it('lists plugins with their schemas, even those that cannot be loaded', async () => {
    const world = await createPluginWorld(['healthy', 'wrong-api']);
    const server = await world.start();
    try {
      const { body } = await server.admin.get<{ items: Record<string, unknown>[]; safeMode: boolean; registry: string }>(
        '/api/admin/plugins',
      );

      const [healthy, wrong] = body.items;
      expect(healthy).to.deep.include({ id: 'notify-healthy', provides: ['notifier'], state: 'ready', origin: 'bundled', enabled: true });
      expect(healthy).to.have.nested.property('settingsSchema.properties.apiKey.writeOnly', true);
      expect(wrong).to.deep.include({ id: 'notify-wrong-api', state: 'incompatible', restartNeeded: false });
      expect(wrong).to.have.nested.property('error.code', 'PLUGIN_INCOMPATIBLE');
      expect(wrong).to.include({ api: '^99.0.0', compatible: false });
      expect(healthy).to.include({ compatible: true });
      expect(body).to.include({ safeMode: false, apiVersion: API_VERSION, registry: world.registry.url });
      expect((await (await server.http.as('user')).get('/api/admin/plugins')).status).to.equal(403);
    } finally {
      await server.stop();
      await world.dispose();
    }
  });
});
