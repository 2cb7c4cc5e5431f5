import { describePlugin } from '@lectern/plugin-kit';
import { fileURLToPath } from 'node:url';

describePlugin(fileURLToPath(new URL('..', import.meta.url)), {
  settings: {
    baseUrl: 'http://qbittorrent:8080',
    username: 'admin',
    password: 'planted-password',
    category: 'lectern',
    downloadDir: '',
  },
});
