import type { Choice, ChoiceRequest, PluginHttp } from '@lectern/plugin-api';
import { normalizeBaseUrl } from './base-url.js';
import { createPlexClient } from './client.js';
import { fault } from './fault.js';
import type { Installation } from './installation.js';
import { hasBookAgent, textOf } from './schema.js';
import type { PlexSettings } from './settings.js';

/** The libraries that can hold audiobooks, for the settings form, requested with the form's current values. */
export async function listLibraryChoices(
  http: PluginHttp,
  installation: Installation,
  saved: Partial<PlexSettings>,
  { draft, signal }: ChoiceRequest,
): Promise<readonly Choice[]> {
  const baseUrl = textOf(draft.baseUrl) ?? saved.baseUrl ?? '';
  // the saved token is sent only to the saved server
  const isSame = saved.baseUrl !== undefined && normalizeBaseUrl(baseUrl, 'baseUrl') === normalizeBaseUrl(saved.baseUrl, 'baseUrl');
  const token = textOf(draft.token) ?? (isSame ? saved.token : undefined);
  if (token === undefined) {
    throw fault('INTEGRATION_MISCONFIGURED', 'token_first', { field: 'token' });
  }
  const sections = await createPlexClient(http, installation, { baseUrl, token }).sections({ signal });
  return sections
    .filter(({ type }) => type === 'artist')
    .map((section) => ({ value: section.id, title: hasBookAgent(section) ? `${section.title} (audiobook agent)` : section.title }));
}
