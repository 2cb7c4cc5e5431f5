import type { Call, CheckDetail, CheckResult } from '@lectern/plugin-api';
import { compareVersions } from './client.js';
import type { QbittorrentClient } from './client.js';
import { detail } from './detail.js';
import { fault } from './fault.js';
import { readFreeSpace, readPreferences } from './schema.js';
import type { Preferences } from './schema.js';
import type { QbittorrentSettings } from './settings.js';

/** Web API of qBittorrent 4.4, the first version that reports both info hashes. */
const OLDEST_API = '2.8.4';

function warnings(
  preferences: Preferences,
  isLoginUntested: boolean,
  { importedCategory, downloadDir }: QbittorrentSettings,
): CheckDetail[] {
  const { shareLimitAction } = preferences;
  return [
    ...(shareLimitAction === 'remove' ? [detail('share_limit_removes')] : []),
    ...(shareLimitAction === 'remove-with-files' ? [detail('share_limit_removes_files')] : []),
    ...(importedCategory && preferences.isAutomatic && !downloadDir ? [detail('sets_to_manual', { category: importedCategory })] : []),
    ...(isLoginUntested ? [detail('login_untested')] : []),
  ];
}

/** Connects to qBittorrent with these settings and looks for options that would lose downloads. */
export async function checkQbittorrent(client: QbittorrentClient, settings: QbittorrentSettings, { signal }: Call): Promise<CheckResult> {
  const api = await client.apiVersion({ signal });
  const version = (await client.get('app/version', { signal })).text().trim().replace(/^v/, '');
  if (compareVersions(api, OLDEST_API) < 0) {
    throw fault('INTEGRATION_UNSUPPORTED', 'too_old', { values: { version } });
  }
  const preferences = readPreferences(await client.json('app/preferences', { signal }));
  const free = readFreeSpace(await client.json('sync/maindata', { query: { rid: 0 }, signal }));
  const folder = preferences.savePath;
  const isLoginUntested = Boolean(settings.username) && !client.isSignedIn();
  return {
    ok: true,
    version,
    details: [
      free === undefined ? detail('default_folder', { folder }) : detail('default_folder_space', { folder, space: { bytes: free } }),
      ...warnings(preferences, isLoginUntested, settings),
    ],
  };
}
