import type { Call } from '@lectern/plugin-api';
import type { NzbgetClient } from './client.js';
import { fault } from './fault.js';
import { readOptions } from './schema.js';
import type { NzbgetSettings } from './settings.js';

export type Options = ReadonlyMap<string, string>;

/** A category in NZBGet's settings. */
export interface Category {
  readonly name: string;
  /** Where its finished downloads go, as NZBGet sees it. */
  readonly folder: string;
  readonly unpacks: boolean;
}

export async function askOptions(client: NzbgetClient, call: Call): Promise<Options> {
  return readOptions(await client.call('config', [], call));
}

function isYes(value: string | undefined): boolean {
  return (value ?? 'yes').toLowerCase() === 'yes';
}

/** The folder of a category without its own. */
function commonFolder(options: Options, name: string): string {
  const dest = (options.get('destdir') ?? '').replace(/^(.*[^/\\])?[/\\]*$/s, '$1');
  return isYes(options.get('appendcategorydir')) && name !== '' ? `${dest}/${name}` : dest;
}

export function categoriesOf(options: Options): readonly Category[] {
  const keys = [...options.keys()].flatMap((key) => /^(category\d+)\.name$/.exec(key)?.[1] ?? []);
  return keys.map((key) => {
    const name = options.get(`${key}.name`) ?? '';
    return {
      name,
      folder: options.get(`${key}.destdir`) || commonFolder(options, name),
      unpacks: isYes(options.get(`${key}.unpack`)) && isYes(options.get('unpack')),
    };
  });
}

/** The category with that name. NZBGet also accepts unknown names, and creates a folder for them. */
export function categoryNamed(options: Options, name: string): Category & { readonly isKnown: boolean } {
  const known = categoriesOf(options).find((category) => category.name.toLowerCase() === name.toLowerCase());
  if (known) return { ...known, isKnown: true };
  return { name, folder: commonFolder(options, name), unpacks: isYes(options.get('unpack')), isKnown: false };
}

function plainPath(path: string): string {
  return path.replace(/\\/g, '/').replace(/(?<!\/)\/+$/, '');
}

const DEFAULT_CATEGORY = 'lectern';

/**
 * The category to add with. A download cannot have its own folder, only a category with that folder.
 *
 * @param asked what the download asks for; what it leaves open is that of the settings. `savePath` is a folder as NZBGet sees it
 */
export async function chooseCategory(
  client: NzbgetClient,
  settings: Pick<NzbgetSettings, 'category' | 'downloadDir'>,
  asked: { readonly category?: string; readonly savePath?: string },
  call: Call,
): Promise<string> {
  const wanted = asked.category || settings.category || DEFAULT_CATEGORY;
  const savePath = asked.savePath || settings.downloadDir;
  if (!savePath) return wanted;
  const options = await askOptions(client, call);
  const candidates = [categoryNamed(options, wanted), ...categoriesOf(options)];
  const found = candidates.find(({ folder }) => plainPath(folder) === plainPath(savePath));
  if (found) return found.name;
  throw fault('INTEGRATION_MISCONFIGURED', 'no_category_with_folder', {
    values: { folder: savePath },
    field: asked.savePath ? 'category' : 'downloadDir',
  });
}

/** The category of the integration's own downloads, where no download asks for another. */
export async function ownCategory(
  client: NzbgetClient,
  settings: Pick<NzbgetSettings, 'category' | 'downloadDir'>,
  call: Call,
): Promise<string> {
  return settings.downloadDir ? chooseCategory(client, settings, {}, call) : settings.category || DEFAULT_CATEGORY;
}
