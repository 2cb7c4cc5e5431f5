import { IntegrationError } from '@lectern/plugin-api';
import type { Call, CheckResult } from '@lectern/plugin-api';
import type { TransmissionClient } from './client.js';
import { readFreeSpace, readSession } from './schema.js';
import type { TransmissionSettings } from './settings.js';

const OLDEST_MAJOR = 3;

function gigabytes(bytes: number): string {
  return `${(bytes / 1e9).toFixed(1)} GB`;
}

/** Lectern finds its torrents by labels, which came with 3.00. */
function assertSupported(version: string): void {
  if (Number.parseInt(version, 10) < OLDEST_MAJOR) {
    throw new IntegrationError('INTEGRATION_UNSUPPORTED', `Transmission ${version} is too old: Lectern needs 3.00 or later.`);
  }
}

async function describeFolder(client: TransmissionClient, folder: string, isOurs: boolean, { signal }: Call): Promise<string> {
  const { failure, data } = await client.ask('free-space', { path: folder }, { signal, repeatable: true });
  const free = readFreeSpace(data);
  if (failure === undefined && free !== undefined) return `Downloads go to ${folder}, where ${gigabytes(free)} are free.`;
  if (!isOurs) return `Transmission cannot tell the free space of ${folder}.`;
  throw new IntegrationError(
    'INTEGRATION_MISCONFIGURED',
    `Transmission cannot use the folder ${folder} (${failure ?? 'it is not there'}). Give an absolute path that exists on Transmission's machine.`,
    { field: 'downloadDir' },
  );
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
