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
            const json = { board: settings.board, title, lines, links, key: dedupeKey };
            const { id } = (await ask('/messages', { method: 'POST', json, signal })).json<{ id?: unknown }>();
            if (id === undefined)
              throw new IntegrationError('INTEGRATION_BAD_RESPONSE', 'The noticeboard does not say that it has the message.');
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
