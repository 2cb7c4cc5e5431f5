import { definePlugin } from '@lectern/plugin-api';

export default definePlugin({ create: () => new Promise(() => undefined) });
