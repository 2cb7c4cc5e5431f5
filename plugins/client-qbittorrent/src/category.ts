import type { Call, IntegrationError } from '@lectern/plugin-api';
import type { QbittorrentClient } from './client.js';
import { fault } from './fault.js';
import type { QbittorrentSettings } from './settings.js';
import type { TorrentList } from './torrent-list.js';

/** The setting that names a category. */
type CategoryField = keyof QbittorrentSettings & ('category' | 'importedCategory');

function badName(category: string, field: CategoryField): IntegrationError {
  return fault('INTEGRATION_MISCONFIGURED', 'category_refused', { values: { category }, field });
}

/** Creates the category if it does not exist. @throws IntegrationError that blames `field` for a name that qBittorrent refuses */
export async function ensureCategory(client: QbittorrentClient, category: string, field: CategoryField, { signal }: Call): Promise<void> {
  const answer = await client.post('torrents/createCategory', { form: { category, savePath: '' }, accept: [400, 409], signal });
  if (answer.status === 400 || (answer.status === 409 && /incorrect/i.test(answer.text()))) throw badName(category, field);
}

/**
 * Puts a torrent into the category for imported ones, whose folder does not matter: qBittorrent moves the files of torrents
 * that it manages automatically to the folder of a new category, so such a torrent is managed by hand from then on.
 */
export async function moveToImported(
  { client, list }: { readonly client: QbittorrentClient; readonly list: TorrentList },
  itemId: string,
  category: string,
  call: Call,
): Promise<void> {
  const torrent = await list.findOne(itemId, call);
  if (!torrent || torrent.category === category) return;
  const { signal } = call;
  await ensureCategory(client, category, 'importedCategory', call);
  if (torrent.isAutomatic) await client.post('torrents/setAutoManagement', { form: { hashes: torrent.hash, enable: false }, signal });
  await client.post('torrents/setCategory', { form: { hashes: torrent.hash, category }, signal });
}
