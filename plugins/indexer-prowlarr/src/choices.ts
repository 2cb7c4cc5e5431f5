import type { Choice, ChoiceRequest, PluginContext } from '@lectern/plugin-api';
import { createProwlarrClient, type ProwlarrAddress, type ProwlarrClient } from './client.js';
import { fault } from './fault.js';
import type { ProwlarrSettings } from './settings.js';

function originOf(url: string | undefined): string | undefined {
  return url !== undefined && URL.canParse(url) ? new URL(url).origin : undefined;
}

/** The address from the form, with the saved key only if the address is the saved one. */
function addressOf(draft: ChoiceRequest['draft'], settings: Partial<ProwlarrSettings>): ProwlarrAddress {
  const baseUrl = typeof draft.baseUrl === 'string' && draft.baseUrl !== '' ? draft.baseUrl : settings.baseUrl;
  if (typeof draft.apiKey === 'string' && draft.apiKey !== '') return { baseUrl, apiKey: draft.apiKey };
  if (originOf(baseUrl) !== originOf(settings.baseUrl)) {
    throw fault('INTEGRATION_MISCONFIGURED', 'key_first', { field: 'apiKey' });
  }
  return { baseUrl, apiKey: settings.apiKey };
}

/** The standard categories and those of individual sites. */
async function listCategories(client: ProwlarrClient, signal: AbortSignal): Promise<Choice[]> {
  const [standard, indexers] = await Promise.all([client.categories(signal), client.indexers(signal)]);
  const titles = new Map(standard.map((category) => [category.id, category.name]));
  for (const indexer of indexers) {
    for (const category of indexer.categories) {
      if (!titles.has(category.id)) titles.set(category.id, `${category.name} (${indexer.name})`);
    }
  }
  return [...titles].sort(([a], [b]) => a - b).map(([value, name]) => ({ value, title: `${value} ${name}` }));
}

async function listIndexers(client: ProwlarrClient, signal: AbortSignal): Promise<Choice[]> {
  const indexers = await client.indexers(signal);
  return indexers
    .map((indexer) => ({ value: indexer.id, title: `${indexer.name} (${indexer.protocol}${indexer.enable ? '' : ', switched off'})` }))
    .sort((a, b) => a.title.localeCompare(b.title));
}

async function listTags(client: ProwlarrClient, signal: AbortSignal): Promise<Choice[]> {
  const tags = await client.tags(signal);
  return [...tags.values()].filter((label) => label !== '').map((label) => ({ value: label, title: label }));
}

/** The dynamic lists of the settings form. */
export function createChoices(ctx: PluginContext<ProwlarrSettings>): Record<string, (request: ChoiceRequest) => Promise<Choice[]>> {
  const withClient =
    (list: (client: ProwlarrClient, signal: AbortSignal) => Promise<Choice[]>) =>
    async ({ draft, signal }: ChoiceRequest): Promise<Choice[]> =>
      list(createProwlarrClient(ctx.http, addressOf(draft, ctx.settings)), signal);
  return { categories: withClient(listCategories), indexers: withClient(listIndexers), tags: withClient(listTags) };
}
