import { createDetail, createFault, definePlugin, type JsonObject } from '@lectern/plugin-api';
import english from '../messages/en.json' with { type: 'json' };

const fault = createFault(english);
const detail = createDetail(english);

interface Settings {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly libraries: readonly string[];
}

interface Library {
  readonly id: string;
  readonly name: string;
}

/** A text of the form on the screen, which may not be valid yet. */
function textOf(draft: JsonObject, field: string): string {
  const value = draft[field];
  if (typeof value === 'string' && value !== '') return value;
  throw fault('INTEGRATION_MISCONFIGURED', 'fill_in_first', { field });
}

export default definePlugin<Settings>({
  create({ http, settings }) {
    async function ask<T>(baseUrl: string, apiKey: string, path: string, signal: AbortSignal): Promise<T> {
      const url = `${baseUrl.replace(/\/+$/, '')}${path}`;
      const answer = await http.request({ url, headers: { 'x-api-key': apiKey }, acceptStatus: [200, 410], signal });
      if (answer.status === 410) throw fault('INTEGRATION_NOT_FOUND', 'moved_away', { values: { host: new URL(url).host } });
      return answer.json<T>();
    }

    return {
      provides: {},
      async check({ signal }) {
        const { free } = await ask<{ free: number }>(settings.baseUrl, settings.apiKey, '/status', signal);
        return { ok: true, details: [detail('room_left', { host: new URL(settings.baseUrl).host, space: { bytes: free } })] };
      },
      choices: {
        async libraries({ draft, signal }) {
          const libraries = await ask<readonly Library[]>(textOf(draft, 'baseUrl'), textOf(draft, 'apiKey'), '/libraries', signal);
          return libraries.map(({ id, name }) => ({ value: id, title: name }));
        },
      },
    };
  },

  migrateSettings(raw, fromVersion) {
    // 0.x had one library
    if (!fromVersion.startsWith('0.') || typeof raw.library !== 'string') return raw;
    const { library, ...rest } = raw;
    return { ...rest, libraries: [library] };
  },
});
