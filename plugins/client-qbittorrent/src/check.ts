import { IntegrationError } from '@lectern/plugin-api';
import type { Call, CheckResult } from '@lectern/plugin-api';
import { compareVersions } from './client.js';
import type { QbittorrentClient } from './client.js';
import { readFreeSpace, readPreferences } from './schema.js';
import type { Preferences } from './schema.js';
import type { QbittorrentSettings } from './settings.js';

/** Web API of qBittorrent 4.4, the first version that reports both info hashes. */
const OLDEST_API = '2.8.4';

const GONE: Partial<Record<Preferences['shareLimitAction'], string>> = {
  remove: 'removes a torrent',
  'remove-with-files': 'removes a torrent and its files',
};

function warnings(preferences: Preferences, isLoginUntested: boolean, { importedCategory, downloadDir }: QbittorrentSettings): string[] {
  const gone = GONE[preferences.shareLimitAction];
  return [
    ...(gone
      ? [
          `Warning: qBittorrent ${gone} when it reaches its share limit, perhaps before Lectern has imported it. Set the action to "stop" in its BitTorrent options.`,
        ]
      : []),
    ...(importedCategory && preferences.isAutomatic && !downloadDir
      ? [
          `qBittorrent manages new torrents automatically. It would move the files of a torrent that comes into category ${importedCategory}, so Lectern sets such a torrent to manual management first. The files stay where they are.`,
        ]
      : []),
    ...(isLoginUntested ? ["qBittorrent asks no login of Lectern's address, so the username and password were not tested."] : []),
  ];
}

/** Connects to qBittorrent with these settings and looks for options that would lose downloads. */
export async function checkQbittorrent(client: QbittorrentClient, settings: QbittorrentSettings, { signal }: Call): Promise<CheckResult> {
  const api = await client.apiVersion({ signal });
  const version = (await client.get('app/version', { signal })).text().trim().replace(/^v/, '');
  if (compareVersions(api, OLDEST_API) < 0) {
    throw new IntegrationError('INTEGRATION_UNSUPPORTED', `qBittorrent ${version} is too old: Lectern needs 4.4 or later.`);
  }
  const preferences = readPreferences(await client.json('app/preferences', { signal }));
  const free = readFreeSpace(await client.json('sync/maindata', { query: { rid: 0 }, signal }));
  const space = free === undefined ? '' : `, where ${(free / 1e9).toFixed(1)} GB are free`;
  const isLoginUntested = Boolean(settings.username) && !client.isSignedIn();
  return {
    ok: true,
    version,
    details: [`The default download folder is ${preferences.savePath}${space}.`, ...warnings(preferences, isLoginUntested, settings)],
  };
}
