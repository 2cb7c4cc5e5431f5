import type { Call, CheckDetail, CheckResult } from '@lectern/plugin-api';
import type { TransmissionClient } from './client.js';
import { detail } from './detail.js';
import { fault } from './fault.js';
import { readFreeSpace, readSession } from './schema.js';
import type { TransmissionSettings } from './settings.js';

const OLDEST_MAJOR = 3;

/** Lectern finds its torrents by labels, which came with 3.00. */
function assertSupported(version: string): void {
  if (Number.parseInt(version, 10) < OLDEST_MAJOR) {
    throw fault('INTEGRATION_UNSUPPORTED', 'too_old', { values: { version } });
  }
}

async function describeFolder(client: TransmissionClient, folder: string, isOurs: boolean, { signal }: Call): Promise<CheckDetail> {
  const { failure, data } = await client.ask('free-space', { path: folder }, { signal, repeatable: true });
  const free = readFreeSpace(data);
  if (failure === undefined && free !== undefined) return detail('downloads_go_to_space', { folder, space: { bytes: free } });
  if (!isOurs) return detail('space_unknown', { folder });
  throw failure === undefined
    ? fault('INTEGRATION_MISCONFIGURED', 'folder_not_there', { values: { folder }, field: 'downloadDir' })
    : fault('INTEGRATION_MISCONFIGURED', 'folder_unusable', { values: { folder, reason: failure }, field: 'downloadDir' });
}

/** Connects to Transmission with these settings and checks the download folder. */
export async function checkTransmission(client: TransmissionClient, settings: TransmissionSettings, call: Call): Promise<CheckResult> {
  const fields = ['version', 'rpc-version', 'rpc-version-semver', 'download-dir'];
  const session = readSession(await client.call('session-get', { fields }, { signal: call.signal, repeatable: true }));
  assertSupported(session.version);
  const folder = settings.downloadDir || session.downloadDir;
  const details = folder ? [await describeFolder(client, folder, Boolean(settings.downloadDir), call)] : [];
  return { ok: true, version: session.version, details };
}
