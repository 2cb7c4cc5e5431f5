import { fileURLToPath } from 'node:url';
import type { Notifier } from '@lectern/plugin-api';
import { createHttpMock, createTestContext, describePlugin, notifierContract } from '@lectern/plugin-kit';
import plugin from './index.js';

const settings = { baseUrl: 'http://noticeboard.example', token: 'planted-token', board: 'books' };

describePlugin(fileURLToPath(new URL('..', import.meta.url)), { settings });

notifierContract(
  ({ timeoutMs }) => {
    const posted: string[] = [];
    const board = createHttpMock(({ path, request }) => {
      if (path === '/status') return { json: { version: '2.1' } };
      posted.push(JSON.stringify(request.json));
      return { status: 201, json: { id: posted.length } };
    });
    const context = createTestContext({ settings, http: board.http, timeoutMs });
    const instance = plugin.create(context);
    return { provider: instance.provides.notifier as Notifier, instance, target: board, posted, logs: context.logs };
  },
  { secrets: [settings.token], received: ({ posted }) => posted },
);
