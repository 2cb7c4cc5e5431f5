import { isIntegrationError } from '@lectern/plugin-api';
import type { Call, CheckDetail, CheckResult } from '@lectern/plugin-api';
import { askOptions, categoryNamed, ownCategory } from './category.js';
import type { Category, Options } from './category.js';
import type { NzbgetClient } from './client.js';
import { detail } from './detail.js';
import { fault } from './fault.js';
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
  return fault('INTEGRATION_MISCONFIGURED', path === '' ? 'nothing_at_host' : 'nothing_at_path', {
    values: path === '' ? { reason: error } : { reason: error, path },
    field: 'baseUrl',
    cause: error,
  });
}

function warnings(options: Options, category: Category): CheckDetail[] {
  return [
    ...(options.get('keephistory') === '0' ? [detail('no_history_kept')] : []),
    ...(category.unpacks ? [] : [detail('does_not_unpack', { category: category.name })]),
    ...((options.get('parcheck') ?? '').toLowerCase() === 'manual' ? [detail('does_not_repair')] : []),
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
    throw fault('INTEGRATION_UNSUPPORTED', 'too_old', { values: { version, oldest: OLDEST } });
  }
  // The Add user may ask for the version, and for nothing else.
  const server = readServerStatus(await client.call('status', [], call));
  const options = await askOptions(client, call);
  const category = categoryNamed(options, await ownCategory(client, settings, call));
  const goes = { category: category.name, folder: category.folder };
  return {
    ok: true,
    version,
    details: [
      server.bytesFree === undefined
        ? detail('downloads_go_to', goes)
        : detail('downloads_go_to_space', { ...goes, space: { bytes: server.bytesFree } }),
      ...(category.isKnown ? [] : [detail('category_unknown', { category: category.name })]),
      ...(server.isPaused ? [detail('paused')] : []),
      ...(server.isQuotaReached ? [detail('quota_used_up')] : []),
      ...warnings(options, category),
    ],
  };
}
