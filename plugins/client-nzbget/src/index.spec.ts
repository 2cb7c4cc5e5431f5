import { describePlugin } from '@lectern/plugin-kit';
import { fileURLToPath } from 'node:url';

describePlugin(fileURLToPath(new URL('..', import.meta.url)), {
  settings: { baseUrl: 'http://nzbget:6789', username: 'nzbget', password: 'planted-password', category: 'lectern' },
});
