import { definePlugin } from '@lectern/plugin-api';

export default definePlugin({ create: () => ({ provides: { indexer: {} }, hooks: { 'request.dreamt': () => undefined } }) });
