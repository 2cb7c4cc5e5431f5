import type { Choice, ChoiceRequest, PluginContext } from '@lectern/plugin-api';
import { askOptions, categoriesOf } from './category.js';
import { createNzbgetClient } from './client.js';
import { fault } from './fault.js';
import type { NzbgetSettings } from './settings.js';

function originOf(url: string | undefined): string | undefined {
  return url !== undefined && URL.canParse(url) ? new URL(url).origin : undefined;
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Address and login from the form, with the saved password only if the address is the saved one. */
function loginOf(
  draft: ChoiceRequest['draft'],
  settings: Partial<NzbgetSettings>,
): Pick<NzbgetSettings, 'baseUrl' | 'username' | 'password'> {
  const baseUrl = textOf(draft.baseUrl) ?? settings.baseUrl;
  if (baseUrl === undefined || !URL.canParse(baseUrl)) {
    throw fault('INTEGRATION_MISCONFIGURED', 'address_first', { field: 'baseUrl' });
  }
  const isSamePlace = originOf(baseUrl) === originOf(settings.baseUrl);
  if (!isSamePlace && settings.password && !textOf(draft.password)) {
    throw fault('INTEGRATION_MISCONFIGURED', 'password_first', { field: 'password' });
  }
  return {
    baseUrl,
    username: typeof draft.username === 'string' ? draft.username : settings.username,
    password: textOf(draft.password) ?? (isSamePlace ? settings.password : undefined),
  };
}

/** NZBGet's categories for the settings form. */
export async function listCategoryChoices(
  { http, settings }: Pick<PluginContext<NzbgetSettings>, 'http' | 'settings'>,
  { draft, signal }: ChoiceRequest,
): Promise<readonly Choice[]> {
  const client = createNzbgetClient(http, loginOf(draft, settings));
  const categories = categoriesOf(await askOptions(client, { signal }));
  return categories.filter(({ name }) => name !== '').map(({ name }) => ({ value: name, title: name }));
}
