import { definePlugin, IntegrationError, type JsonObject } from '@lectern/plugin-api';

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
  throw new IntegrationError('INTEGRATION_MISCONFIGURED', 'Fill this in first.', { field });
}

export default definePlugin<Settings>({
  create({ http, settings }) {
    async function ask<T>(baseUrl: string, apiKey: string, path: string, signal: AbortSignal): Promise<T> {
      const url = `${baseUrl.replace(/\/+$/, '')}${path}`;
      return (await http.request({ url, headers: { 'x-api-key': apiKey }, signal })).json<T>();
    }

    return {
      provides: {},
      async check({ signal }) {
        await ask(settings.baseUrl, settings.apiKey, '/status', signal);
        return { ok: true };
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
