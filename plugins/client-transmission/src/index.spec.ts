import { describePlugin } from '@lectern/plugin-kit';
import { fileURLToPath } from 'node:url';

describePlugin(fileURLToPath(new URL('..', import.meta.url)), {
  settings: {
    baseUrl: 'http://transmission:9091',
    username: 'lectern',
    password: 'planted-password',
    category: 'lectern',
    downloadDir: '',
    rpcPath: '/transmission/rpc',
  },
});
