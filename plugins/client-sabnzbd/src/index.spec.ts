import { describePlugin } from '@lectern/plugin-kit';
import { fileURLToPath } from 'node:url';

describePlugin(fileURLToPath(new URL('..', import.meta.url)), {
  settings: { baseUrl: 'http://sabnzbd:8080', apiKey: 'planted-api-key', category: '*' },
});
