import { isIntegrationError } from '@lectern/plugin-api';
import type { Call, CheckDetail, CheckResult } from '@lectern/plugin-api';
import { askCategories, askOptions, categoryFolder, DEFAULT_CATEGORY, ownCategory, unknownCategory } from './category.js';
import type { SabnzbdClient } from './client.js';
import { detail } from './detail.js';
import { fault } from './fault.js';
import { readQueue, readVersion } from './schema.js';
import type { Category, Options } from './schema.js';
import type { SabnzbdSettings } from './settings.js';

/** If a server at this address answers in another language, it is not SABnzbd. */
function notSabnzbd(error: unknown): unknown {
  if (!isIntegrationError(error) || error.code !== 'INTEGRATION_BAD_RESPONSE') return error;
  return fault('INTEGRATION_MISCONFIGURED', 'something_else_answers', { values: { reason: error }, field: 'baseUrl', cause: error });
}

/** Distinguishes an NZB key from a wrong one. */
async function explainKey(client: SabnzbdClient, apiKey: string, error: unknown, call: Call): Promise<unknown> {
  if (!isIntegrationError(error) || error.field !== 'apiKey') return error;
  const { auth } = await client.call('auth', { key: apiKey }, call).catch(() => ({ auth: '' }));
  if (auth === 'nzbkey') {
    return fault('INTEGRATION_UNAUTHORIZED', 'nzb_key', { field: 'apiKey' });
  }
  if (auth !== 'badkey') return error;
  return fault('INTEGRATION_UNAUTHORIZED', 'unknown_key', {
    field: 'apiKey',
  });
}

function warnings(options: Options, category: Category, standard: Category | undefined): CheckDetail[] {
  const processing = category.processing || standard?.processing || '3';
  return [
    ...(options.duplicates === 1 ? [detail('discards_duplicates')] : []),
    ...(options.duplicates === 3 ? [detail('fails_duplicates')] : []),
    ...(options.forgets ? [detail('forgets_jobs')] : []),
    ...(Number(processing) < 2 ? [detail('does_not_unpack', { category: category.name })] : []),
  ];
}

/** Connects to SABnzbd with these settings and looks for options that would lose downloads. */
export async function checkSabnzbd(client: SabnzbdClient, settings: SabnzbdSettings, { signal }: Call): Promise<CheckResult> {
  const call = { signal };
  let version: string;
  try {
    version = readVersion(await client.call('version', {}, call));
  } catch (error) {
    throw notSabnzbd(error);
  }
  let queue;
  try {
    // Anybody may read the version, but not the queue.
    queue = readQueue(await client.call('queue', { start: 0, limit: 1 }, call));
  } catch (error) {
    throw await explainKey(client, settings.apiKey, error, call);
  }
  const options = await askOptions(client, call);
  const categories = await askCategories(client, call);
  const wanted = await ownCategory(client, settings, call);
  const category = categories.find(({ name }) => name.toLowerCase() === wanted.toLowerCase());
  if (!category) {
    throw unknownCategory(
      wanted,
      categories.map(({ name }) => name),
    );
  }
  const goes = { category: category.name, folder: categoryFolder(category, options.completeDir) };
  const standard = categories.find(({ name }) => name === DEFAULT_CATEGORY);
  return {
    ok: true,
    version,
    details: [
      queue.bytesFree === undefined
        ? detail('downloads_go_to', goes)
        : detail('downloads_go_to_space', { ...goes, space: { bytes: queue.bytesFree } }),
      ...(queue.isPaused ? [detail('paused')] : []),
      ...warnings(options, category, standard),
    ],
  };
}
