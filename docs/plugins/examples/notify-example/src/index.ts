import { definePlugin, isIntegrationError, IntegrationError, type Call, type HttpRequest, type HttpResponse } from '@lectern/plugin-api';

interface NoticeboardSettings {
  readonly baseUrl: string;
  readonly token: string;
  readonly board: string;
}

export default definePlugin<NoticeboardSettings>({
  create(ctx) {
    const { http, settings } = ctx;
    const root = settings.baseUrl.replace(/\/+$/, '');

    async function ask(path: string, request: Omit<HttpRequest, 'url' | 'headers'>): Promise<HttpResponse> {
      try {
        return await http.request({ ...request, url: `${root}${path}`, headers: { authorization: `Bearer ${settings.token}` } });
      } catch (error) {
        if (isIntegrationError(error) && error.code === 'INTEGRATION_UNAUTHORIZED') {
          throw new IntegrationError(
            'INTEGRATION_UNAUTHORIZED',
            'The noticeboard refuses the token. Make a new one there and enter it here.',
            {
              field: 'token',
              cause: error,
            },
          );
        }
        throw error;
      }
    }

    return {
      provides: {
        notifier: {
          async send(message, { signal }: Call) {
            const { title, lines, links, dedupeKey } = message;
            await ask('/messages', { method: 'POST', json: { board: settings.board, title, lines, links, key: dedupeKey }, signal });
          },
        },
      },
      async check({ signal }) {
        const { version } = (await ask('/status', { signal })).json<{ version?: unknown }>();
        return { ok: true, ...(typeof version === 'string' ? { version } : {}) };
      },
    };
  },
});
