import { defineFeature } from '../../platform/composition/feature.js';
import type { PlatformServices } from '../../platform/composition/platform-services.js';
import { createPluginHttp } from '../../platform/http-client/plugin-http.js';
import type { SettingsService } from '../settings/index.js';
import { createDeviceStore, type DeviceStore, type DeviceStoreDeps } from './device-store.js';
import * as entities from './entities.js';
import { webPushRoutes } from './routes.js';
import { createServerKeys, type ServerKeyPair } from './server-keys.js';
import { createWebPushService, type WebPushService } from './web-push-service.js';

interface Needs extends PlatformServices {
  readonly settings: SettingsService;
  readonly endedSessions: DeviceStoreDeps['endedSessions'];
}

interface Gives {
  readonly webPushKeys: () => Promise<ServerKeyPair>;
  readonly webPushDevices: DeviceStore;
  readonly webPush: WebPushService;
}

export const webPush = defineFeature<Needs, Gives>({
  name: 'web-push',
  entities,
  owned: { 'push device': { owner: 'SELECT id FROM web_push_devices WHERE id = ? AND user_id = ?' } },
  services: {
    webPushKeys: (c) => createServerKeys(c),
    webPushDevices: (c) => createDeviceStore(c),
    webPush: (c) =>
      createWebPushService({
        devices: c.webPushDevices,
        serverKeys: c.webPushKeys,
        http: createPluginHttp({
          userAgent: c.userAgent,
          // browsers of anybody name the hosts
          allowedHosts: () => 'any-public',
          allowPrivateHosts: c.config.allowPrivateHosts,
          standIns: c.config.standIns,
          redact: c.redact,
        }),
        publicUrl: async () => (await c.settings.get()).server.publicUrl,
        now: c.now,
      }),
  },
  routes: (c) => webPushRoutes({ devices: c.webPushDevices, serverKeys: c.webPushKeys, webPush: c.webPush }),
  forget: ({ webPushDevices }) => webPushDevices.forgetEnded(),
  // nobody is signed in after it, and Lectern's own backups contain none
  whenRestored: async (run) => run('DELETE FROM web_push_devices'),
});
