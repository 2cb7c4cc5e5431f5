import { isIntegrationError } from '@lectern/plugin-api';
import type { CheckDetail, CheckResult } from '@lectern/plugin-api';
import type { PushoverClient } from './client.js';
import { detail } from './detail.js';
import { fault } from './fault.js';
import { isLow } from './gate.js';
import type { Quota } from './schema.js';
import type { PushoverSettings } from './settings.js';

function describeUser(isGroup: boolean, devices: readonly string[]): CheckDetail {
  if (isGroup) return detail('key_of_group');
  return devices.length === 1 ? detail('one_device') : detail('devices', { count: devices.length });
}

function describeQuota({ limit, remaining, resetAt }: Quota): CheckDetail {
  return detail('messages_left', { remaining, limit, day: { at: new Date(resetAt).toISOString().slice(0, 10) } });
}

async function limitsOf(client: PushoverClient, signal: AbortSignal): Promise<Quota | undefined> {
  try {
    return await client.limits(signal);
  } catch (error) {
    // good to know, but not needed for sending
    if (signal.aborted || !isIntegrationError(error)) throw error;
    return undefined;
  }
}

/** Checks whether token, key and devices are known, and how many messages are left. Sends nothing. */
export async function checkPushover(client: PushoverClient, settings: PushoverSettings, signal: AbortSignal): Promise<CheckResult> {
  const { isGroup, devices } = await client.validate(signal);
  const unknown = settings.devices.filter((name) => !devices.includes(name));
  if (!isGroup && unknown.length > 0) {
    throw fault('INTEGRATION_MISCONFIGURED', 'no_such_device', { values: { devices: unknown }, field: 'devices' });
  }
  const quota = await limitsOf(client, signal);
  const low = quota && isLow(quota) ? [detail('quota_low')] : [];
  return { ok: true, details: [describeUser(isGroup, devices), ...(quota ? [describeQuota(quota)] : []), ...low] };
}
