import { IntegrationError, isIntegrationError } from '@lectern/plugin-api';
import type { Call, CheckResult } from '@lectern/plugin-api';
import { askCategories, askOptions, categoryFolder, DEFAULT_CATEGORY, ownCategory, unknownCategory } from './category.js';
import type { SabnzbdClient } from './client.js';
import { readQueue, readVersion } from './schema.js';
import type { Category, Options } from './schema.js';
import type { SabnzbdSettings } from './settings.js';

/** If a server at this address answers in another language, it is not SABnzbd. */
function notSabnzbd(error: unknown): unknown {
  if (!isIntegrationError(error) || error.code !== 'INTEGRATION_BAD_RESPONSE') return error;
  const message = `No SABnzbd answers at this address, but something else does (${error.message}). Check host, port and path.`;
  return new IntegrationError('INTEGRATION_MISCONFIGURED', message, { field: 'baseUrl', cause: error });
}

/** Distinguishes an NZB key from a wrong one. */
async function explainKey(client: SabnzbdClient, apiKey: string, error: unknown, call: Call): Promise<unknown> {
  if (!isIntegrationError(error) || error.field !== 'apiKey') return error;
  const { auth } = await client.call('auth', { key: apiKey }, call).catch(() => ({ auth: '' }));
  if (auth === 'nzbkey') {
    return new IntegrationError(
      'INTEGRATION_UNAUTHORIZED',
      'This is the NZB key, with which Lectern could add jobs but not follow them. Use the API key (Config, General, Security).',
      { field: 'apiKey' },
    );
  }
  if (auth !== 'badkey') return error;
  return new IntegrationError('INTEGRATION_UNAUTHORIZED', 'SABnzbd does not know this API key. Copy it from Config, General, Security.', {
    field: 'apiKey',
  });
}

const DUPLICATES: Readonly<Record<number, string>> = { 1: 'discards', 3: 'fails' };

function warnings(options: Options, category: Category, standard: Category | undefined): string[] {
  const duplicates = DUPLICATES[options.duplicates];
  const processing = category.processing || standard?.processing || '3';
  return [
    ...(duplicates
      ? [
          `Warning: SABnzbd ${duplicates} what it has seen before, so a second try of a release may be refused (Config, Switches, Duplicates).`,
        ]
      : []),
    ...(options.forgets
      ? [
          'Warning: SABnzbd forgets finished jobs by itself. When it does so before Lectern has imported them they are lost; keep all of the history (Config, Switches, History).',
        ]
      : []),
    ...(Number(processing) < 2
      ? [`Warning: category ${category.name} does not unpack archives. Set its processing to "+Delete" or "+Unpack" (Config, Categories).`]
      : []),
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
  const folder = categoryFolder(category, options.completeDir);
  const space = queue.bytesFree === undefined ? '' : `, where ${(queue.bytesFree / 1e9).toFixed(1)} GB are free`;
  const standard = categories.find(({ name }) => name === DEFAULT_CATEGORY);
  return {
    ok: true,
    version,
    details: [
      `Finished downloads of category ${category.name} go to ${folder}${space}.`,
      ...(queue.isPaused ? ['SABnzbd is paused at the moment.'] : []),
      ...warnings(options, category, standard),
    ],
  };
}
