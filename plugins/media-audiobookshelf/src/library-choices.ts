import type { Choice, ChoiceRequest, PluginHttp } from '@lectern/plugin-api';
import { normalizeBaseUrl } from './base-url.js';
import { createAudiobookshelfClient } from './client.js';
import { fault } from './fault.js';
import { canSeeLibrary, textOf } from './schema.js';
import type { AudiobookshelfSettings } from './settings.js';

/** The book libraries for the settings form, requested with the current values of the form. */
export async function listLibraryChoices(
  http: PluginHttp,
  saved: AudiobookshelfSettings,
  { draft, signal }: ChoiceRequest,
): Promise<readonly Choice[]> {
  const baseUrl = textOf(draft.baseUrl) ?? saved.baseUrl;
  const typedKey = textOf(draft.apiKey);
  // the saved key is sent only to the saved server
  const isSameServer = normalizeBaseUrl(baseUrl) === normalizeBaseUrl(saved.baseUrl);
  const apiKey = typedKey ?? (isSameServer ? saved.apiKey : undefined);
  if (apiKey === undefined) {
    throw fault('INTEGRATION_MISCONFIGURED', 'key_first', { field: 'apiKey' });
  }
  const client = createAudiobookshelfClient(http, { baseUrl, apiKey });
  const user = await client.me({ signal });
  return (await client.libraries({ signal }))
    .filter(({ id, mediaType }) => mediaType === 'book' && canSeeLibrary(user, id))
    .map(({ id, name }) => ({ value: id, title: name }));
}
