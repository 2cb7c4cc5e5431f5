import { IntegrationError, isIntegrationError } from '@lectern/plugin-api';
import type { Call, CheckResult } from '@lectern/plugin-api';
import { askOptions, categoryNamed, ownCategory } from './category.js';
import type { Category, Options } from './category.js';
import type { NzbgetClient } from './client.js';
import { readServerStatus, readVersion } from './schema.js';
import type { NzbgetSettings } from './settings.js';

/** The first version whose `editqueue` works as used here. */
const OLDEST = 18;

/** If a server at this address answers in another language, it is not NZBGet, or not at this path. */
function notNzbget(error: unknown, baseUrl: string): unknown {
  if (!isIntegrationError(error)) return error;
  const path = new URL(baseUrl.trim()).pathname.replace(/(?<!\/)\/+$/, '');
  // NZBGet itself answers 503 to paths it does not know.
  const isOtherPath = path !== '' && error.code === 'INTEGRATION_UNAVAILABLE' && /HTTP 503/.test(error.message);
  if (!isOtherPath && error.code !== 'INTEGRATION_BAD_RESPONSE') return error;
  const hint = path === '' ? 'Check host and port; the usual port is 6789.' : `Try the address without “${path}”.`;
  return new IntegrationError('INTEGRATION_MISCONFIGURED', `No NZBGet answers at this address (${error.message}). ${hint}`, {
    field: 'baseUrl',
    cause: error,
  });
}

function warnings(options: Options, category: Category): string[] {
  return [
    ...(options.get('keephistory') === '0'
      ? [
          'Warning: NZBGet keeps no history (KeepHistory is 0), so Lectern cannot see what is finished. Set it to 30 days (Settings, Download queue).',
        ]
      : []),
    ...(category.unpacks ? [] : [`Warning: category ${category.name} does not unpack archives. Switch Unpack on in NZBGet.`]),
    ...((options.get('parcheck') ?? '').toLowerCase() === 'manual'
      ? ['Warning: NZBGet does not check downloads by itself (ParCheck is manual), so damaged ones are not repaired. Set it to auto.']
      : []),
  ];
}

/** Connects to NZBGet with these settings and looks for options that would lose downloads. */
export async function checkNzbget(client: NzbgetClient, settings: NzbgetSettings, { signal }: Call): Promise<CheckResult> {
  const call = { signal };
  let version: string;
  try {
    version = readVersion(await client.call('version', [], call));
  } catch (error) {
    throw notNzbget(error, settings.baseUrl);
  }
  if (Number.parseInt(version, 10) < OLDEST) {
    throw new IntegrationError('INTEGRATION_UNSUPPORTED', `NZBGet ${version} is too old: Lectern needs ${OLDEST} or later.`);
  }
  // The Add user may ask for the version, and for nothing else.
  const server = readServerStatus(await client.call('status', [], call));
  const options = await askOptions(client, call);
  const category = categoryNamed(options, await ownCategory(client, settings, call));
  const space = server.bytesFree === undefined ? '' : `, where ${(server.bytesFree / 1e9).toFixed(1)} GB are free`;
  return {
    ok: true,
    version,
    details: [
      `Finished downloads of category ${category.name} go to ${category.folder}${space}.`,
      ...(category.isKnown ? [] : [`NZBGet's settings have no category “${category.name}”; it is used all the same.`]),
      ...(server.isPaused ? ['Downloading is paused in NZBGet at the moment.'] : []),
      ...(server.isQuotaReached ? ['The quota set in NZBGet is used up.'] : []),
      ...warnings(options, category),
    ],
  };
}
