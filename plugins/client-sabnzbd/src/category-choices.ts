import type { Choice, ChoiceRequest, PluginContext } from '@lectern/plugin-api';
import { createSabnzbdClient } from './client.js';
import { DEFAULT_CATEGORY } from './category.js';
import { fault } from './fault.js';
import { readCategoryNames } from './schema.js';
import type { SabnzbdSettings } from './settings.js';

function originOf(url: string | undefined): string | undefined {
  return url !== undefined && URL.canParse(url) ? new URL(url).origin : undefined;
}

/** The address from the form, with the saved key only if the address is the saved one. */
function addressOf(draft: ChoiceRequest['draft'], settings: Partial<SabnzbdSettings>): Pick<SabnzbdSettings, 'baseUrl' | 'apiKey'> {
  const baseUrl = typeof draft.baseUrl === 'string' && draft.baseUrl !== '' ? draft.baseUrl : settings.baseUrl;
  if (baseUrl === undefined || !URL.canParse(baseUrl)) {
    throw fault('INTEGRATION_MISCONFIGURED', 'address_first', { field: 'baseUrl' });
  }
  const isSamePlace = originOf(baseUrl) === originOf(settings.baseUrl);
  const apiKey = typeof draft.apiKey === 'string' && draft.apiKey !== '' ? draft.apiKey : isSamePlace ? settings.apiKey : undefined;
  if (!apiKey) throw fault('INTEGRATION_MISCONFIGURED', 'key_first', { field: 'apiKey' });
  return { baseUrl, apiKey };
}

/** SABnzbd's categories for the settings form. */
export async function listCategoryChoices(
  { http, settings }: Pick<PluginContext<SabnzbdSettings>, 'http' | 'settings'>,
  { draft, signal }: ChoiceRequest,
): Promise<readonly Choice[]> {
  const client = createSabnzbdClient(http, addressOf(draft, settings));
  const names = readCategoryNames(await client.call('get_cats', {}, { signal }));
  return names.map((name) => ({ value: name, title: name === DEFAULT_CATEGORY ? 'Default (*)' : name }));
}
