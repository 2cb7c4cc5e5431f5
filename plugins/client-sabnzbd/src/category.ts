import type { Call, IntegrationError } from '@lectern/plugin-api';
import type { SabnzbdClient } from './client.js';
import { fault } from './fault.js';
import { readCategories, readCategoryNames, readOptions } from './schema.js';
import type { Category, Options } from './schema.js';
import type { SabnzbdSettings } from './settings.js';

export const DEFAULT_CATEGORY = '*';

function isAbsolute(path: string): boolean {
  return /^([/\\]|[a-z]:[/\\])/i.test(path);
}

function plainPath(path: string): string {
  return path.replace(/\\/g, '/').replace(/(?<!\/)\/+$/, '');
}

/** Where a category's finished jobs go, as SABnzbd sees it. A trailing `*` in its folder means "no folder for each job". */
export function categoryFolder({ dir }: Pick<Category, 'dir'>, completeDir: string): string {
  const own = dir.replace(/\*$/, '').trim();
  if (own === '') return completeDir;
  return isAbsolute(own) ? own : `${completeDir.replace(/^(.*[^/\\])?[/\\]*$/s, '$1')}/${own}`;
}

export async function askCategories(client: SabnzbdClient, call: Call): Promise<readonly Category[]> {
  return readCategories(await client.call('get_config', { section: 'categories' }, call));
}

export async function askOptions(client: SabnzbdClient, call: Call): Promise<Options> {
  return readOptions(await client.call('get_config', { section: 'misc' }, call));
}

function named(name: string): (candidate: string) => boolean {
  return (candidate) => candidate.toLowerCase() === name.toLowerCase();
}

/** The error for a category that does not exist. */
export function unknownCategory(name: string, known: readonly string[]): IntegrationError {
  const others = known.filter((category) => category !== DEFAULT_CATEGORY);
  return others.length === 0
    ? fault('INTEGRATION_MISCONFIGURED', 'no_such_category_none_yet', { values: { category: name }, field: 'category' })
    : fault('INTEGRATION_MISCONFIGURED', 'no_such_category', {
        values: { category: name, categories: others },
        field: 'category',
      });
}

/**
 * The category to add with. SABnzbd silently uses its default for an unknown one, so the category is checked first. A
 * job cannot have its own folder, only a category with that folder.
 *
 * @param asked what the download asks for; what it leaves open is that of the settings. `savePath` is a folder as SABnzbd sees it
 */
export async function chooseCategory(
  client: SabnzbdClient,
  settings: Pick<SabnzbdSettings, 'category' | 'downloadDir'>,
  asked: { readonly category?: string; readonly savePath?: string },
  call: Call,
): Promise<string> {
  const wanted = asked.category || settings.category || DEFAULT_CATEGORY;
  const savePath = asked.savePath || settings.downloadDir;
  if (!savePath) {
    if (wanted === DEFAULT_CATEGORY) return wanted;
    const names = readCategoryNames(await client.call('get_cats', {}, call));
    const found = names.find(named(wanted));
    if (found === undefined) throw unknownCategory(wanted, names);
    return found;
  }
  const [categories, { completeDir }] = [await askCategories(client, call), await askOptions(client, call)];
  const leadsThere = (category: Category): boolean => plainPath(categoryFolder(category, completeDir)) === plainPath(savePath);
  const isWanted = named(wanted);
  const preferred = categories.find((category) => isWanted(category.name) && leadsThere(category));
  const found = preferred ?? categories.find(leadsThere);
  if (found) return found.name;
  throw fault('INTEGRATION_MISCONFIGURED', 'no_category_with_folder', {
    values: { folder: savePath },
    field: asked.savePath ? 'category' : 'downloadDir',
  });
}

/** The category of the integration's own downloads, where no download asks for another. */
export async function ownCategory(
  client: SabnzbdClient,
  settings: Pick<SabnzbdSettings, 'category' | 'downloadDir'>,
  call: Call,
): Promise<string> {
  return settings.downloadDir ? chooseCategory(client, settings, {}, call) : settings.category || DEFAULT_CATEGORY;
}
