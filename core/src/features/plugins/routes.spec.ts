import { expect } from 'chai';
import { createTestDatabase } from '../../platform/db/test-databases.js';
import { startTestHost } from '../../plugin-host/__fixtures__/test-host.js';
import { startTestHttp } from '../auth/test-http.js';
import { pluginRoutes } from './routes.js';

describe('GET /api/admin/plugins', () => {
  it('lists plugins with their schemas, also those that cannot be loaded', async () => {
    const test = await createTestDatabase('sqlite');
    const { host, close } = await startTestHost(['healthy', 'wrong-api'], []);
    const http = await startTestHttp({ database: test.database, routes: pluginRoutes({ host }) });
    try {
      const { body } = await (await http.as('admin')).get<{ items: Record<string, unknown>[] }>('/api/admin/plugins');

      const [healthy, wrong] = body.items;
      expect(healthy).to.deep.include({ id: 'notify-healthy', provides: ['notifier'], state: 'ready' });
      expect(healthy).to.have.nested.property('settingsSchema.properties.apiKey.writeOnly', true);
      expect(wrong).to.deep.include({ id: 'notify-wrong-api', state: 'incompatible' });
      expect(wrong).to.have.nested.property('error.code', 'PLUGIN_INCOMPATIBLE');
      expect((await (await http.as('user')).get('/api/admin/plugins')).status).to.equal(403);
    } finally {
      await http.stop();
      await close();
      await test.dispose();
    }
  });
});
